// The posterior of statistics that a database counted.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <credence/base/special.hpp>
#include <credence/base/sum.hpp>
#include <credence/data/number.hpp>
#include <credence/detail/data/column_places.hpp>
#include <credence/detail/learn/block.hpp>
#include <credence/detail/learn/class_sum.hpp>
#include <credence/learn/posterior_file.hpp>
#include <credence/sql/sql.hpp>
#include <optional>
#include <unordered_set>

#include "learn/structure/feature_places.hpp"
#include "sql/exact_counts.hpp"
#include "sql/statistics.hpp"

namespace credence::sql {
namespace {

constexpr double summed_weights = 1e-9;  // how far apart two sums of the same weights may lie

double& number_in(Fields& fields, std::string_view name) {
  const auto found = std::find_if(fields.begin(), fields.end(),
                                  [&](const auto& field) { return field.first == name; });
  return std::get<double>(found->second);
}

std::vector<double>& list_in(Fields& fields, std::string_view name) {
  const auto found = std::find_if(fields.begin(), fields.end(),
                                  [&](const auto& field) { return field.first == name; });
  return std::get<std::vector<double>>(found->second);
}

/// Fills the record of an empty posterior with what was counted.
class CountedRecord {
 public:
  CountedRecord(const Model& model, CountedLines& lines)
      : model_(model), columns_(model.schema()), lines_(lines) {
    join_counted_classes();
    check_rows();
    places_.emplace(empty_);
    for (FeatureRecord& feature : record_.features) fill(feature);
    lines_.check_all_taken();
  }

  [[nodiscard]] const PosteriorRecord& record() const { return record_; }

 private:
  using Key = CountedLines::Key;

  void join_counted_classes();
  void check_rows();
  void fill(FeatureRecord& feature);
  void check_refused(const FamilyFacts& facts, const FeatureRecord& feature,
                     const std::string& klass);
  void fill_class(const FamilyFacts& facts, const FeatureRecord& feature, const std::string& klass,
                  Fields& seen);
  void fill_levels(FeatureRecord& feature);
  void fill_values(const FamilyFacts& facts, const FeatureRecord& feature, const std::string& klass,
                   Fields& seen);
  void fill_moments(const FeatureRecord& feature, const std::string& klass, Fields& seen);
  void fill_tied(const FeatureRecord& feature, const std::string& klass, Fields& seen);
  void fill_joint(const FeatureRecord& feature, const std::string& klass, Fields& seen);
  void fill_documents(const FeatureRecord& feature, const std::string& klass, Fields& seen);

  struct Column {
    double count = 0;
    double mean = 0;
    double squares = 0;
    double shift = 0;  // of the mean from the centre that the database found
    bool is_constant = false;
  };
  [[nodiscard]] Column centred(const Key& of, double count);
  [[nodiscard]] Column moments(const Key& of);
  [[nodiscard]] static Key with(Key of, std::string_view statistic) {
    of.statistic = statistic;
    return of;
  }
  [[nodiscard]] double take(const Key& of, std::string_view statistic) {
    return lines_.take(with(of, statistic));
  }
  [[nodiscard]] std::vector<std::pair<std::string, double>> levels_of(const std::string& feature,
                                                                      const std::string& klass,
                                                                      std::string_view statistic);
  [[nodiscard]] bool was_seen(std::size_t klass) const { return record_.class_counts[klass] > 0; }

  [[nodiscard]] const ColumnSchema& column_of(const FeatureRecord& feature) const {
    return model_.schema().columns[columns_.of(feature.name)];
  }

  const Model& model_;
  ColumnPlaces columns_;
  CountedLines& lines_;
  Posterior<Model> empty_{};
  std::optional<detail::FeaturePlaces>
      places_{};  // in the empty posterior, once its classes are known
  PosteriorRecord record_{};
};

void CountedRecord::join_counted_classes() {
  empty_ = empty_posterior(model_);
  const std::vector<std::string> classes = lines_.classes();
  const std::vector<bool> joins = detail::which_may_join(empty_.label, classes);
  const std::vector<Index> known = positions_in(classes, empty_.label.classes);
  for (std::size_t i = 0; i < classes.size(); ++i)
    if (const Key key{.klass = classes[i], .statistic = "rows"}; !joins[i] && known[i] < 0)
      throw detail::class_cannot_join(empty_.label, classes[i], lines_.place(key),
                                      lines_.where(key));
  if (!empty_.label.listed) detail::join_classes(empty_, classes);
  record_ = record_of(empty_);
  const std::vector<Index> places = positions_in(classes, record_.classes);
  record_.class_counts.resize(record_.classes.size());
  for (std::size_t i = 0; i < classes.size(); ++i)
    record_.class_counts[static_cast<std::size_t>(places[i])] =
        lines_.take({.klass = classes[i], .statistic = "rows"});
}

// Throws where rows of a class were lost on the way, or where the database met what no row may hold.
void CountedRecord::check_rows() {
  const auto no_row = [&](const std::string& statistic, const std::string& what) {
    if (lines_.take({.statistic = statistic}) > 0)
      lines_.fail(ErrorCode::domain, {.statistic = statistic}, what);
  };
  no_row("refused",
         fmt::format("label '{}' holds real numbers, which have no one text; make texts or "
                     "whole numbers of them in the query",
                     model_.schema().label));
  no_row("refused_weights", "weights are missing, below 0 or not finite; leave these rows out");
  double rows = lines_.take({.statistic = "skipped_rows"});
  for (const std::string& klass : lines_.classes())
    rows += lines_.take({.klass = klass, .statistic = "table_rows"});
  if (rows != lines_.rows())
    lines_.fail(ErrorCode::schema, {.statistic = "skipped_rows"},
                fmt::format("classes and skipped rows add up to {} rows, and the table has {}; run "
                            "the database's client again",
                            rows, lines_.rows()));
  if (record_.classes.empty() || lines_.classes().empty())
    throw Error(
        ErrorCode::schema,
        fmt::format("no row can be used: label '{}' is missing, or the weight is 0, throughout; "
                    "correct the name or the query",
                    model_.schema().label));
}

void CountedRecord::check_refused(const FamilyFacts& facts, const FeatureRecord& feature,
                                  const std::string& klass) {
  const Key key{.feature = feature.name, .klass = klass, .statistic = "refused"};
  const double refused = lines_.take(key);
  if (refused > 0 && column_of(feature).missing_is_level)
    lines_.fail(ErrorCode::domain, key,
                fmt::format("{} cells of column '{}' in class '{}' hold real numbers, or the text "
                            "'missing' beside missing cells that are a level of that name; rename "
                            "the text in the query, or read it as a missing-value string",
                            refused, feature.name, klass));
  if (refused > 0 && facts.datum == DatumKind::category)
    lines_.fail(ErrorCode::domain, key,
                fmt::format("{} cells of column '{}' in class '{}' hold real numbers, which have no "
                            "one text; make texts or whole numbers of them in the query",
                            refused, feature.name, klass));
  if (refused > 0)
    lines_.fail(
        ErrorCode::domain, key,
        fmt::format("family '{}' needs {}: {} cells of column '{}' in class '{}' hold "
                    "something else; write the SQL with Source::from_text = {} where the "
                    "database keeps numbers as text, leave these rows out, or choose another "
                    "family",
                    facts.word, facts.needs, refused, feature.name, klass,
                    fmt::join(lines_.columns_of_refused_numbers(model_), ",")));
}

void CountedRecord::fill(FeatureRecord& feature) {
  const FamilyFacts& facts = model_.families().find(column_of(feature))->facts();
  feature.statistics.resize(record_.classes.size());
  for (std::size_t c = 0; c < record_.classes.size(); ++c)
    if (was_seen(c)) check_refused(facts, feature, record_.classes[c]);
  if (facts.datum == DatumKind::category) return fill_levels(feature);
  for (std::size_t c = 0; c < record_.classes.size(); ++c)
    if (was_seen(c)) fill_class(facts, feature, record_.classes[c], feature.statistics[c]);
}

void CountedRecord::fill_class(const FamilyFacts& facts, const FeatureRecord& feature,
                               const std::string& klass, Fields& seen) {
  if (counts_values(facts)) return fill_values(facts, feature, klass, seen);
  if (facts.datum == DatumKind::words) return fill_documents(feature, klass, seen);
  if (facts.datum == DatumKind::numbers)
    return facts.covariance == Covariance::full ? fill_joint(feature, klass, seen)
                                                : fill_tied(feature, klass, seen);
  if (facts.word.starts_with("normal") || facts.name == "lognormal")
    return fill_moments(feature, klass, seen);
  for (auto& [name, value] : seen)
    std::get<double>(value) =
        lines_.take({.feature = feature.name, .klass = klass, .statistic = name});
}

// The levels of a class, which must be as many and weigh as much as the database says.
std::vector<std::pair<std::string, double>> CountedRecord::levels_of(const std::string& feature,
                                                                     const std::string& klass,
                                                                     std::string_view statistic) {
  auto levels =
      lines_.take_levels({.feature = feature, .klass = klass, .statistic = std::string(statistic)});
  const Key key{.feature = feature, .klass = klass, .statistic = "levels"};
  const double expected = lines_.take(key);
  const double cells = lines_.take({.feature = feature, .klass = klass, .statistic = "cells"});
  CompensatedSum sum;
  for (const auto& level : levels) sum.add(level.second);
  if (static_cast<double>(levels.size()) != expected ||
      std::abs(sum.value() - cells) > summed_weights * cells)
    lines_.fail(
        ErrorCode::schema, key,
        fmt::format("column '{}' has {} levels of weight {} in class '{}', and the database "
                    "counted {} of weight {}; run its client again",
                    feature, levels.size(), sum.value(), klass, expected, cells));
  return levels;
}

void CountedRecord::fill_levels(FeatureRecord& feature) {
  const detail::FeaturePlace at = places_->of(feature.name);
  const FeatureFacts& facts = empty_.blocks[at.block]->feature(at.feature);
  const bool is_closed = closed(*empty_.blocks[at.block], at.feature);
  std::vector<std::vector<std::pair<std::string, double>>> seen(record_.classes.size());
  std::vector<std::string> levels = facts.levels;
  std::unordered_set<std::string> known(levels.begin(), levels.end());
  for (std::size_t c = 0; c < seen.size(); ++c) {
    if (!was_seen(c)) continue;
    seen[c] = levels_of(feature.name, record_.classes[c], "counts");
    for (const auto& [level, weight] : seen[c]) {
      if (!known.insert(level).second) continue;
      const Key key{feature.name, record_.classes[c], level, "counts"};
      if (is_closed)
        throw detail::level_cannot_join(feature.name, level, facts.listed, lines_.place(key),
                                        lines_.where(key));
      levels.push_back(level);
    }
  }
  feature.levels = facts.listed ? levels : sorted_levels(std::move(levels));
  for (std::size_t c = 0; c < seen.size(); ++c) {
    std::vector<double> counts(feature.levels.size());
    std::vector<std::string> names;
    for (const auto& level : seen[c]) names.push_back(level.first);
    const std::vector<Index> to = positions_in(names, feature.levels);
    for (std::size_t i = 0; i < to.size(); ++i)
      counts[static_cast<std::size_t>(to[i])] = seen[c][i].second;
    feature.statistics[c] = {{"counts", std::move(counts)}};
  }
}

void CountedRecord::fill_values(const FamilyFacts& facts, const FeatureRecord& feature,
                                const std::string& klass, Fields& seen) {
  std::vector<std::pair<double, double>> values;
  CompensatedSum count;
  for (const auto& [text, weight] : levels_of(feature.name, klass, "weights")) {
    const std::optional<double> value = to_number(text);
    if (!value || !(weight > 0))
      lines_.fail(ErrorCode::schema, {feature.name, klass, text, "weights"},
                  fmt::format("'{}' of weight {} is no number that column '{}' could hold", text,
                              weight, feature.name));
    values.emplace_back(*value + 0.0, weight);
    count.add(weight);
  }
  std::sort(values.begin(), values.end());
  number_in(seen, "count") = count.value();
  if (!facts.exposed) {
    for (const auto& [value, weight] : values) {
      list_in(seen, "values").push_back(value);
      list_in(seen, "weights").push_back(weight);
    }
    return;
  }
  CompensatedSum total;
  CompensatedSum base;
  for (const auto& [value, weight] : values) {
    total.add(weight * value);
    base.add(-weight * log_gamma(value + 1));
  }
  number_in(seen, "exposure") = count.value();
  if (!column_of(feature).exposure.empty()) {
    const auto sum = [&](const std::string& statistic) {
      return lines_.take({.feature = feature.name, .klass = klass, .statistic = statistic});
    };
    number_in(seen, "exposure") = sum("exposure");
    base.add(sum("x_ln_exposure"));
  }
  number_in(seen, "total") = total.value();
  number_in(seen, "log_base") = total.value() == 0 ? 0 : base.value();
}

// The mean of two levels: what the database's mean lost comes back in the differences.
CountedRecord::Column CountedRecord::centred(const Key& of, double count) {
  const double centre = take(of, "centre");
  const double least = take(of, "least");
  const double most = take(of, "most");
  const double differences = take(of, "differences");
  Column column{.count = count};
  if (count == 0) return column;
  column.is_constant = least == most;
  column.shift = differences / count;
  const double mean = centre + column.shift;
  const double room = summed_weights * (std::abs(least) + std::abs(most));
  if (!(least <= most && mean >= least - room && mean <= most + room))
    lines_.fail(ErrorCode::schema, with(of, "centre"),
                fmt::format("numbers from {} to {} have no mean of {}; run the database's client "
                            "again",
                            least, most, mean));
  column.mean = std::clamp(mean, least, most);
  return column;
}

CountedRecord::Column CountedRecord::moments(const Key& of) {
  Column column = centred(of, take(of, "count"));
  const double squares = take(of, "squares");
  if (column.count > 0 && !column.is_constant)
    column.squares = std::max(0.0, squares - column.count * column.shift * column.shift);
  return column;
}

void CountedRecord::fill_moments(const FeatureRecord& feature, const std::string& klass,
                                 Fields& seen) {
  const Column column = moments({.feature = feature.name, .klass = klass});
  number_in(seen, "count") = column.count;
  number_in(seen, "mean") = column.mean;
  number_in(seen, "sum_of_squares") = column.squares;
}

void CountedRecord::fill_tied(const FeatureRecord& feature, const std::string& klass,
                              Fields& seen) {
  const double rows = take({.feature = feature.name, .klass = klass}, "rows");
  number_in(seen, "rows") = rows;
  for (const std::string& name : feature.levels) {
    const Column column = moments({.feature = feature.name, .klass = klass, .level = name});
    if (rows == 0) continue;
    list_in(seen, "counts").push_back(column.count);
    list_in(seen, "means").push_back(column.mean);
    list_in(seen, "sums_of_squares").push_back(column.squares);
  }
}

void CountedRecord::fill_joint(const FeatureRecord& feature, const std::string& klass,
                               Fields& seen) {
  const Key whole{.feature = feature.name, .klass = klass};
  const double complete = take(whole, "complete");
  number_in(seen, "complete") = complete;
  number_in(seen, "incomplete") = take(whole, "incomplete");
  std::vector<Column> columns;
  for (std::size_t j = 0; j < feature.levels.size(); ++j) {
    columns.push_back(
        centred({.feature = feature.name, .klass = klass, .level = feature.levels[j]}, complete));
    for (std::size_t k = 0; k <= j; ++k) {
      const double product =
          take({.feature = feature.name, .klass = klass, .level = pair_name(j, k)}, "products");
      if (complete == 0) continue;
      const bool is_flat = columns[j].is_constant || columns[k].is_constant;
      list_in(seen, "scatter")
          .push_back(is_flat ? 0 : product - complete * columns[j].shift * columns[k].shift);
    }
    if (complete > 0) list_in(seen, "means").push_back(columns[j].mean);
  }
}

void CountedRecord::fill_documents(const FeatureRecord& feature, const std::string& klass,
                                   Fields& seen) {
  number_in(seen, "documents") =
      lines_.take({.feature = feature.name, .klass = klass, .statistic = "documents"});
  std::vector<double>& counts = list_in(seen, "counts");
  counts.clear();
  for (const std::string& name : feature.levels)
    counts.push_back(lines_.take({feature.name, klass, name, "counts"}));
}

}  // namespace

Posterior<Model> posterior_from_statistics(const Model& model, std::string_view csv,
                                           const std::string& name, Summation summation) {
  CountedLines lines(csv, name, model);
  PosteriorRecord record = CountedRecord(model, lines).record();
  if (summation == Summation::exact) add_exact_sums(model, record);
  try {
    return posterior_of(record, model.families());
  } catch (const Error& error) {
    throw Error(ErrorCode::schema, fmt::format("'{}': {}", name, error.what()), {.file = name});
  }
}

}  // namespace credence::sql
