// SQL that counts the rows of a table for a model.
#include <fmt/format.h>

#include <credence/detail/learn/cells.hpp>
#include <limits>

#include "sql/counting.hpp"
#include "sql/statistics.hpp"

namespace credence::sql {
namespace {

// The first statement: classes, and rows that have none.
std::string label_statement(const Rows& rows) {
  const Writer& writer = rows.writer();
  const std::string nothing = writer.text("");
  const std::string is_real = writer.is_real(rows.column(rows.schema().label));
  std::string all =
      fmt::format("WITH cells_{}SELECT {}, CASE WHEN {} THEN 1 ELSE 0 END AS r{})\n", writer.once(),
                  class_and_weight(rows), is_real.empty() ? "1 = 0" : is_real, rows.from());
  const std::string of_classes = " FROM cells_ WHERE " + counts_row(rows) + " GROUP BY y";
  const auto add = [&](const std::string& klass, std::string_view statistic,
                       const std::string& value, const std::string& of) {
    all += "\nUNION ALL " + line_of(rows, "", klass, nothing, statistic, value) + of;
  };
  all += line_of(rows, "", "y", nothing, "rows", weight_of(rows, "1")) + of_classes;
  add("y", "table_rows", "COUNT(*)", of_classes);
  add(nothing, "skipped_rows", fmt::format("SUM(CASE WHEN {} THEN 0 ELSE 1 END)", counts_row(rows)),
      " FROM cells_");
  add(nothing, "refused", "SUM(r)", " FROM cells_");
  add(nothing, "refused_weights",
      rows.weighted() ? fmt::format("SUM(CASE WHEN w >= 0 AND w <= {} THEN 0 ELSE 1 END)",
                                    writer.number(std::numeric_limits<double>::max()))
                      : "SUM(0)",
      " FROM cells_");
  return all + ";\n";
}

// The ends of what was seen: a constant column has a variance of 0, whatever its mean is rounded to.
void add_range(NumberStatement& statement, const std::string& x, const std::string& level) {
  statement.line(level, "least", "MIN(" + x + ")");
  statement.line(level, "most", "MAX(" + x + ")");
}

// Counts of a normal's numbers, or of their logarithms.
void add_moments(NumberStatement& statement, const std::string& x, const std::string& level,
                 const Writer& writer) {
  statement.line(level, "count", statement.count(x));
  const std::string mean = statement.mean(x, level);
  add_range(statement, x, level);
  const std::string step = "(seen_." + x + " - " + mean + ")";
  statement.around(level, "differences", statement.sum(step));
  statement.around(level, "squares", statement.sum(writer.square(step)));
}

void add_number_feature(NumberStatement& statement, const ColumnSchema& feature, const Rows& rows) {
  statement.feature(feature.name);
  if (feature.family == "bernoulli") {
    const std::string x = statement.number(rows.answer(feature));
    statement.line("", "ones", statement.sum(x));
    statement.line("", "zeros", statement.sum("1 - " + x));
    return statement.refused();
  }
  const std::string x = statement.number(rows.number(feature.name, feature.family));
  const auto total = [&](std::string_view name, const std::string& of) {
    statement.line("", name, statement.sum(of));
  };
  if (feature.family == "geometric") {
    statement.line("", "successes", statement.count(x));
    total("failures", x);
  } else if (feature.family == "lognormal") {
    add_moments(statement, statement.derived("LN(" + x + ")"), "", rows.writer());
  } else if (feature.family.starts_with("normal")) {
    add_moments(statement, x, "", rows.writer());
  } else {
    statement.line("", "count", statement.count(x));
    if (feature.family == "von_mises") {
      total("cosines", "COS(" + x + ")");
      total("sines", "SIN(" + x + ")");
    } else {
      total("total", x);
    }
    if (feature.family == "gamma") total("log_total", "LN(" + x + ")");
  }
  statement.refused();
}

// Conditions on several columns, each of which is one of these numbers.
std::string each_is(const std::vector<std::string>& numbers, std::string_view condition,
                    std::string_view between) {
  std::vector<std::string> parts;
  for (const std::string& x : numbers) parts.push_back(x + std::string(condition));
  return "(" + joined(parts, between) + ")";
}

std::vector<std::string> numbers_of(NumberStatement& statement, const ColumnSchema& feature,
                                    const Rows& rows) {
  statement.feature(feature.name);
  std::vector<std::string> numbers;
  for (const std::string& name : feature.columns)
    numbers.push_back(statement.number(rows.number(name, feature.family)));
  return numbers;
}

std::string documents_statement(const ColumnSchema& feature, const Rows& rows) {
  NumberStatement statement(rows);
  const std::vector<std::string> numbers = numbers_of(statement, feature, rows);
  const std::string whole = statement.derived(
      fmt::format("CASE WHEN {} THEN 1 END", each_is(numbers, " IS NOT NULL", " AND ")));
  statement.line("", "documents", statement.count(whole));
  for (std::size_t j = 0; j < numbers.size(); ++j)
    statement.line(feature.columns[j], "counts",
                   statement.sum(fmt::format("CASE WHEN {} = 1 THEN {} END", whole, numbers[j])));
  statement.refused();
  return statement.text();
}

std::string tied_statement(const ColumnSchema& feature, const Rows& rows) {
  NumberStatement statement(rows);
  const std::vector<std::string> numbers = numbers_of(statement, feature, rows);
  const std::string any = statement.derived(
      fmt::format("CASE WHEN {} THEN 1 END", each_is(numbers, " IS NOT NULL", " OR ")));
  statement.line("", "rows", statement.count(any));
  for (std::size_t j = 0; j < numbers.size(); ++j)
    add_moments(statement, numbers[j], feature.columns[j], rows.writer());
  statement.refused();
  return statement.text();
}

// A full covariance: products of some pairs of columns a statement.
std::string joint_statements(const ColumnSchema& feature, const Rows& rows) {
  const std::size_t columns = feature.columns.size();
  std::string all;
  std::size_t row = 0;
  std::size_t other = 0;
  while (row < columns) {
    NumberStatement statement(rows);
    const bool first = all.empty();
    const std::vector<std::string> numbers = numbers_of(statement, feature, rows);
    const std::string lacking = each_is(numbers, " IS NULL", " OR ");
    const std::string whole =
        statement.derived(fmt::format("CASE WHEN {} THEN NULL ELSE 1 END", lacking));
    std::vector<std::string> steps;
    for (std::size_t j = 0; j < columns; ++j) {
      const std::string x =
          statement.derived(fmt::format("CASE WHEN {} THEN NULL ELSE {} END", lacking, numbers[j]));
      const std::string mean = statement.mean(x, first ? feature.columns[j] : "");
      if (first) add_range(statement, x, feature.columns[j]);
      if (!first) statement.take_back();
      steps.push_back("(seen_." + x + " - " + mean + ")");
      if (first) statement.around(feature.columns[j], "differences", statement.sum(steps.back()));
    }
    if (first) {
      statement.line("", "complete", statement.count(whole));
      statement.line("", "incomplete",
                     statement.count(
                         statement.derived(fmt::format("CASE WHEN {} AND {} THEN 1 END", lacking,
                                                       each_is(numbers, " IS NOT NULL", " OR ")))));
      statement.refused();
    }
    for (; row < columns && !statement.full(); other == row ? (++row, other = 0) : ++other)
      statement.around(pair_name(row, other), "products",
                       statement.sum(row == other ? rows.writer().square(steps[row])
                                                  : steps[row] + " * " + steps[other]));
    all += statement.text();
  }
  return all;
}

std::string categories_statement(const ColumnSchema& feature, const Rows& rows) {
  std::string refused = rows.writer().is_real(rows.column(feature.name));
  if (feature.missing_is_level)  // a text that is called as the level of missing cells is
    refused += fmt::format("{}{} = {}", refused.empty() ? "" : " OR ", rows.level(feature),
                           rows.writer().text(missing_level));
  return LevelStatement{
      .feature = feature.name,
      .raw = fmt::format("{} AS x, CASE WHEN {} THEN 1 ELSE 0 END AS r", rows.category(feature),
                         refused.empty() ? "1 = 0" : refused),
      .cells = "x, r",
      .level = "x",
      .name = "counts"}
      .text(rows);
}

// Each number with its weight: for families whose statistics are no sums SQL could make.
std::string values_statement(const ColumnSchema& feature, const Rows& rows) {
  const NumberCell cell = rows.number(feature.name, feature.family);
  std::string accepted = about(cell.accepted, "v");
  LevelStatement statement{.feature = feature.name,
                           .raw = cell.value + " AS v",
                           .cells = {},
                           .level = rows.writer().exact_text("x"),
                           .name = "weights"};
  std::string missing = "v IS NULL";
  if (!feature.exposure.empty()) {
    const NumberCell exposure = rows.number(feature.exposure, "exposure");
    statement.raw += ", " + exposure.value + " AS e";
    accepted += " AND " + about(exposure.accepted, "e");
    missing = "(v IS NULL OR e IS NULL)";
    statement.lines = {
        {"exposure", weight_of(rows, "CASE WHEN x IS NULL THEN 0 ELSE e END")},
        {"x_ln_exposure", weight_of(rows, "CASE WHEN x > 0 THEN x * LN(e) ELSE 0 END")}};
  }
  statement.cells =
      fmt::format("CASE WHEN {0} THEN v END AS x, CASE WHEN {1} OR ({0}) THEN 0 ELSE 1 END AS r{2}",
                  accepted, missing, feature.exposure.empty() ? "" : ", e");
  return statement.text(rows);
}

// What stands alone; empty for features whose sums share a statement with others.
std::string own_statement(const Model& model, const ColumnSchema& feature, const Rows& rows) {
  const FamilyFacts& facts = model.families().find(feature)->facts();
  if (facts.datum == DatumKind::category) return categories_statement(feature, rows);
  if (facts.datum == DatumKind::words) return documents_statement(feature, rows);
  if (facts.datum == DatumKind::numbers)
    return facts.covariance == Covariance::full ? joint_statements(feature, rows)
                                                : tied_statement(feature, rows);
  return counts_values(facts) ? values_statement(feature, rows) : "";
}

std::string feature_statements(const Model& model, const Rows& rows) {
  std::string all;
  NumberStatement numbers(rows);
  for (const ColumnSchema& feature : model.schema().columns) {
    if (feature.family == "none") continue;
    const std::string own = own_statement(model, feature, rows);
    all += own;
    if (own.empty()) add_number_feature(numbers, feature, rows);
    if (!numbers.full()) continue;
    all += numbers.text();
    numbers = NumberStatement(rows);
  }
  return numbers.empty() ? all : all + numbers.text();
}

void check_learnable(const Model& model) {
  check_sql_model(model);
  for (const ColumnSchema& feature : model.schema().columns) {
    if (feature.family == "none") continue;
    const FamilyFacts& facts = model.families().find(feature)->facts();
    if (!is_counted(facts))
      cannot_say(feature.name, fmt::format("SQL has no statistics of family '{}'", facts.name),
                 "read the rows with the library, or choose another family");
    if (feature.columns.size() > most_joint_columns && facts.covariance == Covariance::full)
      cannot_say(
          feature.name,
          fmt::format("SQL counts a full covariance of up to {} columns, and the block has {}",
                      most_joint_columns, feature.columns.size()),
          "make smaller blocks, or leave out 'covariance'");
  }
}

}  // namespace

std::string learning_sql(const Model& model, const Source& source, Dialect dialect) {
  check_learnable(model);
  const Rows rows(model.schema(), source, Writer(dialect));
  const Writer& writer = rows.writer();
  const std::string nothing = writer.text("");
  std::string all(writer.begin());
  all += line_of(rows, sentinel, nothing, writer.text(schema_hash(model)), "begin", "1") + ";\n";
  all += label_statement(rows);
  all += feature_statements(model, rows);
  all += line_of(rows, sentinel, nothing, nothing, "end", "COUNT(*)") + rows.from() + ";\n";
  return all + "COMMIT;\n";
}

}  // namespace credence::sql
