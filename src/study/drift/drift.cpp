// Log Bayes factors of two posteriors, column by column and class by class.
#include <credence/study/drift.hpp>

#include <credence/select/relevance.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>
#include <unordered_map>

#include "base/check_between.hpp"
#include "learn/model/same_model.hpp"
#include "learn/structure/naive_part.hpp"
#include "study/drift/drift_moves.hpp"

namespace credence {
namespace {

void check_options(const DriftOptions& options) {
  detail::check_between_0_and_1("the prior probability of change", options.prior_change);
  detail::check_between_0_and_1("the probability above which something changed", options.threshold);
  detail::check_mass(options.mass);
}

// Both sides and the two together, of the same classes and levels.
struct Sides {
  Posterior<Model> before;
  Posterior<Model> after;
  Posterior<Model> both;
};

Posterior<Model> without_data(Posterior<Model> posterior) {
  clear_statistics(posterior);
  return posterior;
}

Sides joined(const Posterior<Model>& before, const Posterior<Model>& after) {
  Sides sides{.before = detail::naive_part(before), .after = detail::naive_part(after), .both = {}};
  sides.after.like_scikit_learn = sides.before.like_scikit_learn;
  detail::check_same_model(sides.before, sides.after, "compared");
  sides.both = sides.before;
  merge(sides.both, sides.after);
  const Posterior<Model> nothing_before = without_data(sides.before);
  merge(sides.before, without_data(sides.after));
  merge(sides.after, nothing_before);
  return sides;
}

std::vector<std::string> new_classes(const Sides& sides) {
  std::vector<std::string> names;
  for (Index klass = 0; klass < sides.both.label.size(); ++klass) {
    const auto at = static_cast<std::size_t>(klass);
    if (sides.before.label.counts.counts[at] == 0 && sides.after.label.counts.counts[at] > 0)
      names.push_back(sides.both.label.classes[at]);
  }
  return names;
}

// Compares, and returns why that cannot be done: estimates that do not exist, or weights beyond the numbers
// that densities take.
template <class Compare>
std::string why_not_compared(Compare&& compare) {
  try {
    compare();
    return {};
  } catch (const Error& error) {
    if (error.code() != ErrorCode::undefined && error.code() != ErrorCode::domain) throw;
    return error.what();
  }
}

// Unless the change is undefined for another reason.
void set_evidence(Change& change, double before, double after, double both) {
  if (!change.undefined.empty()) return;
  detail::EvidenceOfChange found = detail::evidence_of_change(before, after, both);
  change.log_bayes_factor = found.log_bayes_factor;
  change.undefined = std::move(found.undefined);
}

// The class probabilities under the prior of the model; under one row each where that fixes them.
Change change_of_labels(const Sides& sides, const DriftOptions& options,
                        std::vector<std::string>& notes) {
  LabelColumn label = sides.both.label;
  Change change{.feature = label.name,
                .rows_before = sides.before.label.counts.count(),
                .rows_after = sides.after.label.counts.count()};
  if (label.prior.kind != ClassPrior::Kind::learned) {
    notes.push_back(fmt::format(
        "the class prior of the model is no distribution of class probabilities: their change is "
        "judged under a pseudo-count of 1 for each class"));
    label.prior = {};
  }
  change.undefined = label.size() < 2 ? "there is one class" : detail::why_empty(change, {});
  if (!change.undefined.empty()) return change;
  const auto evidence = [&](const Posterior<Model>& side) {
    label.counts = side.label.counts;
    return log_evidence(label);
  };
  const std::string why = why_not_compared([&] {
    set_evidence(change, evidence(sides.before), evidence(sides.after), evidence(sides.both));
    if (!change.undefined.empty()) return;
    change.moves = detail::moves_of_labels(dirichlet_of(label), sides.before.label,
                                           sides.after.label, options);
    change.probability = probability_given(change.log_bayes_factor, options.prior_change);
  });
  if (!why.empty()) change.undefined = why;
  return change;
}

// One feature: blocks of it alone under the prior of both sides together.
struct OneFeature {
  std::unique_ptr<AnyBlock> before;
  std::unique_ptr<AnyBlock> after;
  std::unique_ptr<AnyBlock> both;
};

// The change of each class that both sides have data of; of a block that shares variances, of all.
std::vector<Change> changes_of(const OneFeature& one, const std::vector<std::string>& classes) {
  const std::string& name = one.both->feature(0).name;
  const std::vector<double> before = one.before->log_evidence_by_class(0, classes);
  const std::vector<double> after = one.after->log_evidence_by_class(0, classes);
  const std::vector<double> both = one.both->log_evidence_by_class(0, classes);
  std::vector<Change> changes;
  if (both.empty()) {
    Change all{.feature = name};
    for (Index klass = 0; klass < std::ssize(classes); ++klass) {
      all.rows_before += one.before->count(0, klass);
      all.rows_after += one.after->count(0, klass);
    }
    all.undefined = detail::why_empty(all, name);
    set_evidence(all, one.before->log_evidence(0, classes), one.after->log_evidence(0, classes),
                 one.both->log_evidence(0, classes));
    return {all};
  }
  for (std::size_t klass = 0; klass < classes.size(); ++klass) {
    const auto at = static_cast<Index>(klass);
    Change change{.feature = name,
                  .klass = classes[klass],
                  .rows_before = one.before->count(0, at),
                  .rows_after = one.after->count(0, at)};
    change.undefined = detail::why_empty(change, name);
    set_evidence(change, before[klass], after[klass], both[klass]);
    changes.push_back(std::move(change));
  }
  return changes;
}

// Which cells may be missing: those of a feature, or of one of its columns.
struct MayBeMissing {
  std::size_t block = 0;
  Index feature = 0;
  Index member = 0;
  /// Empty for a feature of one column, and where rows are counted whole.
  std::string member_name = {};
};

// The share of missing cells in each class.
void add_missing(const Sides& sides, const MayBeMissing& cells, Drift& drift) {
  for (Index klass = 0; klass < std::ssize(drift.classes); ++klass) {
    const auto presence = [&](const Posterior<Model>& side) {
      const std::vector<double>& rows = side.label.counts.counts;
      return detail::Presence{
          .rows = klass < std::ssize(rows) ? rows[static_cast<std::size_t>(klass)] : 0,
          .present = side.blocks[cells.block]->present(cells.feature, cells.member, klass)};
    };
    auto change =
        detail::change_of_missing(presence(sides.before), presence(sides.after), drift.options);
    if (!change) continue;
    change->feature = sides.both.blocks[cells.block]->feature(cells.feature).name;
    change->klass = change->moves.front().klass = drift.classes[static_cast<std::size_t>(klass)];
    change->moves.front().level = cells.member_name;
    drift.changes.push_back(std::move(*change));
  }
}

// Texts have words instead of cells; under a full covariance a row that lacks a number is not used.
void add_missing(const Sides& sides, std::size_t b, Index j, Drift& drift) {
  const AnyBlock& block = *sides.both.blocks[b];
  const FamilyFacts& facts = block.family().facts();
  if (facts.datum == DatumKind::words) return;
  const std::span<const std::string> members = block.members(j);
  if (members.empty() || facts.covariance == Covariance::full)
    return add_missing(sides, {.block = b, .feature = j}, drift);
  for (std::size_t member = 0; member < members.size(); ++member)
    add_missing(sides,
                {.block = b,
                 .feature = j,
                 .member = static_cast<Index>(member),
                 .member_name = members[member]},
                drift);
}

std::vector<Change> undefined_changes(const std::string& name, const std::string& why,
                                      const std::vector<std::string>& classes) {
  std::vector<Change> changes;
  for (const std::string& klass : classes)
    changes.push_back({.feature = name, .klass = klass, .undefined = why});
  return changes;
}

// The columns of a schema by name.
using Columns = std::unordered_map<std::string_view, const ColumnSchema*>;

Columns columns_of(const Schema& schema) {
  Columns columns;
  for (const ColumnSchema& column : schema.columns) columns.emplace(column.name, &column);
  return columns;
}

// All features of a block.
void add_changes(const Sides& sides, std::size_t b, const Columns& columns, Drift& drift) {
  const std::vector<std::string>& classes = sides.both.label.classes;
  Box<AnyBlock> block = sides.both.blocks[b];
  block->resolve_empirical_priors();  // what a block shares is found from all of it
  for (Index j = 0; j < block->size(); ++j) {
    const std::string name = block->feature(j).name;
    std::vector<Change> changes;
    const std::string why = why_not_compared([&] {
      OneFeature one{.before = {}, .after = {}, .both = block->part(j, nullptr)};
      one.both->resolve_priors(classes);
      one.before = one.both->clone();
      one.before->copy_statistics(*sides.before.blocks[b]->part(j, nullptr));
      one.after = one.both->clone();
      one.after->copy_statistics(*sides.after.blocks[b]->part(j, nullptr));
      changes = changes_of(one, classes);
      detail::add_moves(*one.before, *one.after, *columns.at(name), classes, drift.options,
                        changes);
    });
    if (!why.empty()) changes = undefined_changes(name, why, classes);
    for (Change& change : changes) drift.changes.push_back(std::move(change));
    add_missing(sides, b, j, drift);
  }
}

// Gives each comparison its probability, and each column that of any of its classes.
void weigh(const Schema& schema, Drift& drift) {
  const auto compared = std::count_if(drift.changes.begin(), drift.changes.end(),
                                      [](const Change& each) { return each.undefined.empty(); });
  if (compared > 0)
    drift.prior_probability =
        -std::expm1(std::log1p(-drift.options.prior_change) / static_cast<double>(compared));
  std::unordered_map<std::string_view, double> log_same;
  for (Change& change : drift.changes) {
    if (!change.undefined.empty()) continue;
    change.probability = probability_given(change.log_bayes_factor, drift.prior_probability);
    log_same[change.feature] += std::log1p(-change.probability);
  }
  for (const ColumnSchema& column : schema.columns) {
    if (column.family == "none") continue;
    drift.columns.push_back({.feature = column.name, .family = column.family});
    if (const auto same = log_same.find(column.name); same != log_same.end())
      drift.columns.back().probability = -std::expm1(same->second);
  }
}

void sort(const Columns& columns, std::vector<Change>& changes) {
  const auto place = [&](const Change& change) { return columns.at(change.feature); };
  std::stable_sort(changes.begin(), changes.end(), [&](const Change& a, const Change& b) {
    return std::tuple(!a.undefined.empty(), -a.log_bayes_factor, place(a)) <
           std::tuple(!b.undefined.empty(), -b.log_bayes_factor, place(b));
  });
}

}  // namespace

Drift compare_in_time(const Posterior<Model>& before, const Posterior<Model>& after,
                      const DriftOptions& options) {
  check_options(options);
  for (const Posterior<Model>* side : {&before, &after})
    detail::check_not_discounted(*side, "log evidence");
  const Sides sides = joined(before, after);
  const Schema& schema = sides.both.model.schema();
  Drift drift{
      .options = options, .label = sides.both.label.name, .classes = sides.both.label.classes};
  drift.labels = change_of_labels(sides, options, drift.notes);
  drift.new_classes = new_classes(sides);
  const Columns columns = columns_of(schema);
  for (std::size_t b = 0; b < sides.both.blocks.size(); ++b) add_changes(sides, b, columns, drift);
  weigh(schema, drift);
  sort(columns, drift.changes);
  detail::add_notes(before.model.schema().structure.kind != StructureKind::naive, drift);
  return drift;
}

}  // namespace credence
