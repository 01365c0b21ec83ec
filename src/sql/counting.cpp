// The text of statements that count.
#include "sql/counting.hpp"

#include <fmt/format.h>

namespace credence::sql {
namespace {

constexpr std::string_view all_union = "\nUNION ALL ";

}  // namespace

std::string class_and_weight(const Rows& rows) {
  const std::string klass = rows.text_cell(rows.schema().label) + " AS y";
  return rows.weighted() ? klass + ", " + rows.weight() + " AS w" : klass;
}

std::string counts_row(const Rows& rows) {
  return rows.weighted() ? "y IS NOT NULL AND w > 0" : "y IS NOT NULL";
}

std::string weight_of(const Rows& rows, const std::string& expression) {
  return rows.weighted() ? "SUM(w * (" + expression + "))" : "SUM(" + expression + ")";
}

std::string line_of(const Rows& rows, std::string_view feature, const std::string& klass,
                    const std::string& level, std::string_view statistic,
                    const std::string& value) {
  const Writer& writer = rows.writer();
  return fmt::format("SELECT {} AS feature, {} AS class, {} AS level, {} AS statistic, {} AS value",
                     writer.text(feature), klass, level, writer.text(statistic),
                     writer.exact_text("COALESCE(" + value + ", 0)"));
}

std::string NumberStatement::number(const NumberCell& cell) {
  const std::string raw = name("v");
  const std::string x = name("x");
  const std::string refused = name("r");
  const std::string accepted = about(cell.accepted, raw);
  raw_.push_back({raw, cell.value});
  cells_.push_back({x, fmt::format("CASE WHEN {} THEN {} END", accepted, raw)});
  cells_.push_back(
      {refused, fmt::format("CASE WHEN {} IS NULL OR ({}) THEN 0 ELSE 1 END", raw, accepted)});
  refused_.push_back(refused);
  return x;
}

std::string NumberStatement::derived(const std::string& expression) {
  derived_.push_back({name("d"), expression});
  return derived_.back().name;
}

void NumberStatement::line(const std::string& level, std::string_view statistic,
                           const std::string& aggregate) {
  one_.push_back({name("a"), aggregate});
  lines_.push_back({feature_, level, std::string(statistic), one_.back().name, "one_"});
}

std::string NumberStatement::mean(const std::string& number, const std::string& level) {
  line(level, "centre",
       rows_->weighted()
           ? fmt::format("{} / NULLIF({}, 0)", weight_of(*rows_, number), count(number))
           : "AVG(" + number + ")");
  return "one_." + one_.back().name;
}

void NumberStatement::around(const std::string& level, std::string_view statistic,
                             const std::string& aggregate) {
  two_.push_back({name("b"), aggregate});
  lines_.push_back({feature_, level, std::string(statistic), two_.back().name, "two_"});
}

void NumberStatement::refused() {
  line("", "refused", "SUM(" + joined(refused_, " + ") + ")");
  refused_.clear();
}

std::string NumberStatement::sum(const std::string& expression) const {
  return weight_of(*rows_, expression);
}

std::string NumberStatement::count(const std::string& number) const {
  return rows_->weighted() ? fmt::format("SUM(CASE WHEN {} IS NULL THEN 0 ELSE w END)", number)
                           : "COUNT(" + number + ")";
}

std::string NumberStatement::lists(const std::vector<Named>& columns) const {
  std::string all;
  for (const Named& column : columns) all += ", " + column.expression + " AS " + column.name;
  return all;
}

std::string NumberStatement::text() const {
  const std::string_view weight = rows_->weighted() ? ", w" : "";
  const std::string_view once = rows_->writer().once();
  std::string all = fmt::format("WITH raw_ AS (SELECT {}{}{}),\n", class_and_weight(*rows_),
                                lists(raw_), rows_->from());
  all += fmt::format("cells_ AS (SELECT y{}{} FROM raw_ WHERE {}),\n", weight, lists(cells_),
                     counts_row(*rows_));
  all += fmt::format("seen_ AS (SELECT cells_.*{} FROM cells_),\n", lists(derived_));
  all += fmt::format("one_{}SELECT y{} FROM seen_ GROUP BY y)", once, lists(one_));
  if (!two_.empty())
    all += fmt::format(
        ",\ntwo_{}SELECT seen_.y AS y{} FROM seen_ JOIN one_ ON seen_.y = one_.y GROUP BY seen_.y)",
        once, lists(two_));
  std::string_view between = "\n";
  for (const Line& line : lines_) {
    all += fmt::format("{}{} FROM {}", between,
                       line_of(*rows_, line.feature, "y", rows_->writer().text(line.level),
                               line.statistic, line.value),
                       line.table);
    between = all_union;
  }
  return all + ";\n";
}

std::string LevelStatement::text(const Rows& rows) const {
  const Writer& writer = rows.writer();
  const std::string_view weight = rows.weighted() ? ", w" : "";
  const std::string nothing = writer.text("");
  const std::string seen = weight_of(rows, "CASE WHEN x IS NULL THEN 0 ELSE 1 END");
  std::string all =
      fmt::format("WITH raw_ AS (SELECT {}, {}{}),\n", class_and_weight(rows), raw, rows.from());
  all += fmt::format("cells_{}SELECT y{}, {} FROM raw_ WHERE {})\n", writer.once(), weight, cells,
                     counts_row(rows));
  all += line_of(rows, feature, "y", level, name, weight_of(rows, "1")) +
         " FROM cells_ WHERE x IS NOT NULL GROUP BY y, x";
  const auto of_class = [&](std::string_view statistic, const std::string& value) {
    all += std::string(all_union) + line_of(rows, feature, "y", nothing, statistic, value) +
           " FROM cells_ GROUP BY y";
  };
  of_class("levels", "COUNT(DISTINCT x)");
  of_class("cells", seen);
  of_class("refused", "SUM(r)");
  for (const Line& line : lines) of_class(line.statistic, line.aggregate);
  return all + ";\n";
}

}  // namespace credence::sql
