// Cells of a database as SQL: what is missing, what a family accepts.
#include "sql/rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <credence/detail/density/detail.hpp>
#include <credence/detail/learn/cells.hpp>
#include <limits>

namespace credence::sql {
namespace {

// Throws where the rows are said twice or not at all.
void check_source(const Source& source) {
  if (source.table.empty() == source.query.empty())
    throw Error(ErrorCode::schema, source.table.empty()
                                       ? "there are no rows; name a table or give a query"
                                       : "the rows are those of a table and of a query; give one");
}

// Names that features, label and weights read.
std::unordered_set<std::string> names_read(const Schema& schema, const Source& source) {
  std::unordered_set<std::string> names{schema.label};
  if (!source.weight.empty()) names.insert(source.weight);
  for (const ColumnSchema& feature : schema.columns)
    if (feature.family != "none")
      for (std::string& name : columns_read(feature)) names.insert(std::move(name));
  return names;
}

}  // namespace

Rows::Rows(const Schema& schema, const Source& source, Writer writer)
    : schema_(schema), source_(source), writer_(writer) {
  check_source(source);
  const std::unordered_set<std::string> names = names_read(schema, source);
  const auto check = [&](const std::string& name, std::string_view what) {
    if (!names.contains(name))
      throw Error(
          ErrorCode::schema,
          fmt::format("the model reads no column '{}', which is {}; correct the name", name, what));
  };
  for (const std::string& name : source.from_text) check(name, "said to be kept as text");
  for (const auto& [name, column] : source.renamed) check(name, "given another name");
  for (const auto& [name, column] : source.renamed) renamed_.emplace(name, column);
  from_text_.insert(source.from_text.begin(), source.from_text.end());
  for (const std::string& mark : schema.missing)
    marks_ += (marks_.empty() ? "" : ", ") + writer.text(mark);
}

std::string Rows::from() const {
  const std::string rows =
      source_.query.empty() ? writer_.table(source_.table) : "(\n" + source_.query + "\n)";
  // On lines of their own: what the user wrote may end with a comment.
  const std::string where = source_.where.empty() ? "" : " WHERE (\n" + source_.where + "\n)";
  return " FROM " + rows + " AS source" + where;
}

std::string Rows::column(std::string_view name) const {
  const auto found = renamed_.find(name);
  if (found != renamed_.end()) return "source." + writer_.name(found->second);
  return "source." +
         writer_.name(name, "say what the database calls the column with Source::renamed");
}

std::string Rows::without_marks(const std::string& text, const std::string& value) const {
  if (marks_.empty()) return value;
  return fmt::format("CASE WHEN {} IN ({}) THEN NULL ELSE {} END", text, marks_, value);
}

std::string Rows::text_cell(std::string_view name) const {
  const std::string text = writer_.as_text(column(name));
  return without_marks(text, text);
}

std::string Rows::level(const ColumnSchema& feature) const {
  std::string text = text_cell(feature.name);
  if (!feature.others.empty()) {
    std::string listed;
    for (const std::string& level : feature.levels)
      listed += (listed.empty() ? "" : ", ") + writer_.text(level);
    text = fmt::format("CASE WHEN {0} IS NULL THEN NULL WHEN {0} IN ({1}) THEN {0} ELSE {2} END",
                       text, listed, writer_.text(feature.others));
  }
  return text;
}

std::string Rows::category(const ColumnSchema& feature) const {
  if (!feature.missing_is_level) return level(feature);
  return fmt::format("COALESCE({}, {})", level(feature), writer_.text(missing_level));
}

std::string Rows::real(std::string_view name) const {
  const std::string cell = column(name);
  if (!from_text_.contains(name)) return writer_.real_cell(cell);
  return without_marks(writer_.as_text(cell), writer_.real_of_text(cell));
}

NumberCell Rows::answer(const ColumnSchema& feature) const {
  const std::string cell = column(feature.name);
  const std::string text = writer_.as_text(cell);
  const std::string no = writer_.number(0);
  const std::string yes = writer_.number(1);
  const std::string accepted = "@ IN (" + no + ", " + yes + ")";
  std::string value;
  if (feature.levels.empty())
    value = fmt::format(
        "CASE WHEN {0} IN ('1', 'true') THEN {1} WHEN {0} IN ('0', 'false') THEN {2} "
        "ELSE {3} END",
        text, yes, no, writer_.real_of_text(cell));
  else
    value = fmt::format(
        "CASE WHEN {0} IS NULL THEN NULL WHEN {0} = {1} THEN {2} WHEN {0} = {3} THEN "
        "{4} ELSE {5} END",
        text, writer_.text(feature.levels[0]), no, writer_.text(feature.levels[1]), yes,
        writer_.number(2));
  return {.value = without_marks(text, value), .accepted = accepted};
}

NumberCell Rows::number(std::string_view name, std::string_view family) const {
  // NaN is above every number, or equal to nothing: no range holds it.
  const auto between = [&](double least, double most) {
    return fmt::format("@ >= {} AND @ <= {}", writer_.number(least), writer_.number(most));
  };
  constexpr double most = std::numeric_limits<double>::max();
  std::string accepted = between(-most, most);
  if (family == "lognormal" || family == "gamma" || family == "exposure")
    accepted = fmt::format("@ > {} AND @ <= {}", writer_.number(0), writer_.number(most));
  if (family == "exponential") accepted = between(0, most);
  if (family == "multinomial") accepted = between(0, detail::largest_count);
  if (family == "poisson" || family == "geometric" || family == "negative_binomial")
    accepted = between(0, detail::largest_count) + " AND FLOOR(@) = @";
  return {.value = real(name), .accepted = accepted};
}

std::string Rows::weight() const { return writer_.real_cell(column(source_.weight)); }

std::string about(std::string condition, const std::string& value) {
  for (std::size_t at = condition.find('@'); at != std::string::npos;
       at = condition.find('@', at + value.size()))
    condition.replace(at, 1, value);
  return condition;
}

void check_sql_model(const Model& model) {
  const Schema& schema = model.schema();
  if (schema.structure.kind != StructureKind::naive)
    throw Error(ErrorCode::schema,
                "SQL counts and scores naive Bayes alone, and the schema has a structure; read the "
                "rows with the library, or leave the structure out");
  bool has_feature = false;
  for (const ColumnSchema& feature : schema.columns) {
    if (feature.family == "none") continue;
    has_feature = true;
    if (model.families().find(feature)->facts().datum == DatumKind::words &&
        feature.columns.empty())
      cannot_say(feature.name, "SQL cannot divide texts into words",
                 "read the rows with the library, or leave the column out");
  }
  if (!has_feature)
    throw Error(ErrorCode::schema,
                "no column is a feature, so that SQL has nothing to count or score; give one a "
                "family in the schema");
}

}  // namespace credence::sql
