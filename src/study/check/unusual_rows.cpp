// Rows of low leave-one-out log density in their class, and the feature that says most against each.
#include "study/check/unusual_rows.hpp"

#include <credence/detail/study/labelled_rows.hpp>
#include <credence/study/leave_one_out.hpp>

#include <algorithm>

#include "learn/structure/each_alone.hpp"
#include "learn/structure/naive_part.hpp"

namespace credence::detail {
namespace {

// A row is unusual below these; docs/explanation/reports.md gives the reasons.
constexpr double least_ranges = 3;       // interquartile ranges below the lower quartile
constexpr double least_nats = 8;         // nats below it
constexpr std::size_t fewest_rows = 20;  // of a class that has quartiles worth the name
constexpr std::size_t most_listed = 5;

using Numbers = std::vector<double>;

// The number that a proportion of the values is below.
double quantile_of(Numbers values, double p) {
  const auto at =
      values.begin() + static_cast<std::ptrdiff_t>(p * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), at, values.end());
  return *at;
}

// ln p(features, class) of each row's own class, without the row; empty where it is undefined.
Numbers own_joints(const Posterior<Model>& posterior, const Table& table, const std::string& weight,
                   const LabelledRows& rows) {
  const auto bound = credence::bind(posterior.model, table, weight);
  Numbers own;
  for (const LabelledRows& part : parts_of(rows, posterior.label.classes.size())) {
    const LeaveOneOut left = leave_one_out(posterior, Estimator::predictive, bound, part.rows);
    if (!left.undefined.empty()) return {};
    for (std::size_t i = 0; i < part.rows.size(); ++i)
      own.push_back(left.predictions.log_joints(
          static_cast<Index>(i))[static_cast<std::size_t>(part.truth[i])]);
  }
  return own;
}

// The rows of classes that have enough of them.
LabelledRows in_large_classes(const LabelledRows& rows, std::size_t classes) {
  std::vector<std::size_t> counts(classes);
  for (const Index klass : rows.truth) ++counts[static_cast<std::size_t>(klass)];
  LabelledRows kept;
  for (std::size_t i = 0; i < rows.rows.size(); ++i) {
    if (counts[static_cast<std::size_t>(rows.truth[i])] < fewest_rows) continue;
    kept.rows.push_back(rows.rows[i]);
    kept.truth.push_back(rows.truth[i]);
    kept.weights.push_back(rows.weights[i]);
  }
  return kept;
}

// The positions of each class among the rows.
std::vector<std::vector<std::size_t>> by_class(const LabelledRows& rows, std::size_t classes) {
  std::vector<std::vector<std::size_t>> all(classes);
  for (std::size_t i = 0; i < rows.truth.size(); ++i)
    all[static_cast<std::size_t>(rows.truth[i])].push_back(i);
  return all;
}

// How far below the median of its class each row's log density is; 0 for a missing cell, whose joint
// is that of the class alone.
Numbers below_median(const Numbers& joints, const Numbers& of_class,
                     const std::vector<std::vector<std::size_t>>& classes) {
  Numbers below(joints.size(), 0.0);
  for (const auto& klass : classes) {
    Numbers known;
    for (const std::size_t i : klass)
      if (joints[i] != of_class[i]) known.push_back(joints[i]);
    if (known.empty()) continue;
    const double median = quantile_of(std::move(known), 0.5);
    for (const std::size_t i : klass)
      if (joints[i] != of_class[i]) below[i] = median - joints[i];
  }
  return below;
}

// The sum over features, and the feature with the largest part in it.
struct Distance {
  double below = 0;
  double most = 0;
  std::string feature = {};
};

std::vector<std::string> names_but_words(const Posterior<Model>& posterior) {
  std::vector<std::string> names;
  for (const Box<AnyBlock>& block : posterior.blocks)
    if (block->family().facts().datum != DatumKind::words)
      for (Index j = 0; j < block->size(); ++j) names.push_back(block->feature(j).name);
  return names;
}

std::vector<Distance> distances(const Posterior<Model>& posterior, const Table& table,
                                const std::string& weight, const LabelledRows& rows,
                                const std::vector<std::vector<std::size_t>>& classes) {
  const Numbers of_class = own_joints(keep(posterior, {}), table, weight, rows);
  if (of_class.empty()) return {};
  std::vector<Distance> all(rows.rows.size());
  bool is_defined = true;
  for_each_alone(posterior, names_but_words(posterior), [&](const auto& name, const auto& alone) {
    if (!is_defined) return;
    const Numbers joints = own_joints(alone, table, weight, rows);
    is_defined = !joints.empty();
    if (!is_defined) return;
    const Numbers below = below_median(joints, of_class, classes);
    for (std::size_t i = 0; i < below.size(); ++i) {
      all[i].below += below[i];
      if (below[i] > all[i].most) all[i] = {all[i].below, below[i], name};
    }
  });
  if (!is_defined) return {};
  return all;
}

// The distance above which rows of a class are unusual.
double limit_of(const std::vector<std::size_t>& klass, const std::vector<Distance>& all) {
  Numbers below;
  for (const std::size_t i : klass) below.push_back(all[i].below);
  const double lower = quantile_of(below, 0.25);
  const double upper = quantile_of(below, 0.75);
  return upper + std::max(least_ranges * (upper - lower), least_nats);
}

}  // namespace

void add_unusual_rows(const Posterior<Model>& learned, const Table& table,
                      const std::string& weight, Conclusions& found) {
  const Posterior<Model> posterior = naive_part(learned);  // each feature alone
  const std::vector<std::string>& names = posterior.label.classes;
  const auto weights = weight.empty() ? Numbers{} : row_weights(table, weight);
  const CodeColumn label = codes_of(table, table.column(posterior.label.name));
  const LabelledRows rows = in_large_classes(
      labelled_rows(positions_that_count(label, names, weights), weights), names.size());
  if (rows.rows.empty()) return;
  const auto classes = by_class(rows, names.size());
  const std::vector<Distance> all = distances(posterior, table, weight, rows, classes);
  if (all.empty()) return;
  for (std::size_t k = 0; k < classes.size(); ++k) {
    if (classes[k].empty()) continue;
    const double limit = limit_of(classes[k], all);
    for (const std::size_t i : classes[k]) {
      if (!(all[i].below > limit)) continue;
      const Column* column = table.find(all[i].feature);
      found.unusual_rows.push_back(
          {.row = rows.rows[i] + 1,
           .klass = names[k],
           .feature = all[i].feature,
           .value = column == nullptr ? std::string() : as_written(*column, rows.rows[i]),
           .below_median = all[i].below});
    }
  }
  found.unusual_in_all = std::ssize(found.unusual_rows);
  std::stable_sort(
      found.unusual_rows.begin(), found.unusual_rows.end(),
      [](const UnusualRow& a, const UnusualRow& b) { return a.below_median > b.below_median; });
  if (found.unusual_rows.size() > most_listed) found.unusual_rows.resize(most_listed);
}

}  // namespace credence::detail
