// The search of rules: all rows asked for take each step together, so that every set of conditions is
// learned once.
#include <credence/study/lazy_rules.hpp>

#include <credence/base/parallel.hpp>

#include "study/lazy/local_bayes.hpp"
#include "study/metrics/sign_test.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace credence {
namespace {

using detail::Condition;
using detail::Conditions;
using detail::LocalBayes;

// With fewer errors than these no column can pass the test: 1/2^4 is above .05.
constexpr Index least_errors = 5;
constexpr double significance = 0.05;

// The rows asked for whose rules have the same conditions so far, and the training rows that meet
// them.
struct Group {
  std::vector<Index> rows = {};   // training rows
  std::vector<Index> wrong = {};  // those that leave-one-out of their naive Bayes gets wrong
  std::vector<Index> asked = {};  // positions among the rows asked for
};

// What becomes of the errors of some rows with one more condition; none where it is no candidate.
struct Trial {
  bool candidate = false;
  Index errors = 0;
};

Conditions with(const Conditions& conditions, const Condition& more) {
  Conditions all = conditions;
  all.insert(std::upper_bound(all.begin(), all.end(), more), more);
  return all;
}

class LazySearch {
 public:
  LazySearch(const LocalBayes& local, const BoundTable& bound, std::span<const Index> asked)
      : local_(local), bound_(bound), asked_(asked) {
    for (const detail::LevelColumn& column : local.columns())
      codes_.push_back(level_codes(local.posterior(), column, bound, asked));
  }

  [[nodiscard]] LazyPredictions result() {
    std::map<Conditions, Group> groups;
    groups[{}] = {.rows = all_rows(local_.rows()),
                  .wrong = local_.wrong(),
                  .asked = all_rows(std::ssize(asked_))};
    while (!groups.empty()) {
      std::map<Conditions, Group> next;
      learned_.clear();
      for (auto& [conditions, group] : groups) step(conditions, std::move(group), next);
      groups = std::move(next);
    }
    return answers();
  }

 private:
  [[nodiscard]] std::vector<Condition> untried(const Conditions& conditions,
                                               const Group& group) const;
  [[nodiscard]] bool differs(std::size_t column, std::span<const Index> rows) const;
  [[nodiscard]] std::vector<Index> meeting(const Condition& condition,
                                           std::span<const Index> rows) const;
  void learn(const Conditions& conditions, const Group& group,
             const std::vector<Condition>& conditions_more);
  [[nodiscard]] Trial trial(const Conditions& conditions, const Group& group,
                            const Condition& more) const;
  void step(const Conditions& conditions, Group group, std::map<Conditions, Group>& next);
  [[nodiscard]] LazyPredictions answers() const;
  void put(const Predictions& some, std::span<const Index> asked, Predictions& all) const;

  const LocalBayes& local_;
  const BoundTable& bound_;
  std::span<const Index> asked_;
  std::vector<std::vector<Code>> codes_;  // of each column and row asked for
  // The rows that naive Bayes under each set of conditions of one step gets wrong.
  std::map<Conditions, std::optional<std::vector<Index>>> learned_;
  std::vector<std::pair<Conditions, Group>> ended_;
};

bool LazySearch::differs(std::size_t column, std::span<const Index> rows) const {
  Code first = missing_code;
  for (const Index row : rows) {
    const Code code = local_.code(column, row);
    if (first == missing_code) first = code;
    if (code != missing_code && code != first) return true;
  }
  return false;
}

// The conditions that some row of the group may add, by column.
std::vector<Condition> LazySearch::untried(const Conditions& conditions, const Group& group) const {
  std::set<std::size_t> used;
  for (const Condition& condition : conditions) used.insert(condition.column);
  std::set<Condition> more;
  for (std::size_t column = 0; column < codes_.size(); ++column) {
    if (used.contains(column) || !differs(column, group.rows)) continue;
    for (const Index i : group.asked)
      if (const Code level = codes_[column][static_cast<std::size_t>(i)]; level != missing_code)
        more.insert({.column = column, .level = level});
  }
  return {more.begin(), more.end()};
}

std::vector<Index> LazySearch::meeting(const Condition& condition,
                                       std::span<const Index> rows) const {
  std::vector<Index> some;
  for (const Index row : rows)
    if (local_.code(condition.column, row) == condition.level) some.push_back(row);
  return some;
}

// Learns the naive Bayes under each further condition, unless another group has come to the same
// set of conditions before.
void LazySearch::learn(const Conditions& conditions, const Group& group,
                       const std::vector<Condition>& more) {
  std::vector<std::pair<const Condition*, std::optional<std::vector<Index>>*>> open;
  for (const Condition& one : more)
    if (const auto [place, is_new] = learned_.try_emplace(with(conditions, one)); is_new)
      open.emplace_back(&one, &place->second);
  for_each_chunk(std::ssize(open), [&](Index chunk) {
    const auto& [one, wrong] = open[static_cast<std::size_t>(chunk)];
    *wrong = local_.wrong(with(conditions, *one), meeting(*one, group.rows));
  });
}

Trial LazySearch::trial(const Conditions& conditions, const Group& group,
                        const Condition& more) const {
  const std::optional<std::vector<Index>>& wrong = learned_.at(with(conditions, more));
  if (!wrong) return {};
  const std::vector<Index> before = meeting(more, group.wrong);
  std::vector<Index> both;
  std::set_intersection(before.begin(), before.end(), wrong->begin(), wrong->end(),
                        std::back_inserter(both));
  const Index worse = std::ssize(*wrong) - std::ssize(both);
  const Index better = std::ssize(before) - std::ssize(both);
  return {.candidate = detail::sign_test(worse, better) < significance,
          .errors = std::ssize(group.wrong) + worse - better};
}

// Lets each row of a group add its best condition; rows without one have found their rule.
void LazySearch::step(const Conditions& conditions, Group group,
                      std::map<Conditions, Group>& next) {
  std::map<Condition, Trial> trials;
  if (std::ssize(group.wrong) >= least_errors) {
    const std::vector<Condition> more = untried(conditions, group);
    learn(conditions, group, more);
    for (const Condition& one : more) trials[one] = trial(conditions, group, one);
  }
  std::vector<Index> at_end;
  for (const Index i : group.asked) {
    std::optional<Condition> best;
    for (std::size_t column = 0; column < codes_.size(); ++column) {
      const Condition one{.column = column, .level = codes_[column][static_cast<std::size_t>(i)]};
      const auto found = trials.find(one);
      if (found == trials.end() || !found->second.candidate) continue;
      if (!best || found->second.errors < trials[*best].errors) best = one;
    }
    if (!best) {
      at_end.push_back(i);
      continue;
    }
    const Conditions longer = with(conditions, *best);
    const auto [place, is_new] = next.try_emplace(longer);
    if (is_new) place->second.rows = meeting(*best, group.rows);
    if (is_new) place->second.wrong = *learned_.at(longer);
    place->second.asked.push_back(i);
  }
  group.asked = std::move(at_end);
  if (!group.asked.empty()) ended_.emplace_back(conditions, std::move(group));
}

void LazySearch::put(const Predictions& some, std::span<const Index> asked,
                     Predictions& all) const {
  const std::size_t classes = all.classes.size();
  const auto copy = [&](const std::vector<double>& from, std::vector<double>& to, std::size_t i) {
    std::copy_n(
        from.begin() + static_cast<std::ptrdiff_t>(i * classes), classes,
        to.begin() + static_cast<std::ptrdiff_t>(asked[i]) * static_cast<std::ptrdiff_t>(classes));
  };
  for (std::size_t i = 0; i < asked.size(); ++i) {
    const auto at = static_cast<std::size_t>(asked[i]);
    all.label[at] = some.label[i];
    all.impossible[at] = some.impossible[i];
    copy(some.log_joint, all.log_joint, i);
    copy(some.log_probability, all.log_probability, i);
  }
  all.unseen_cells += some.unseen_cells;
}

// The predictions of all groups, put in the order of the rows asked for.
LazyPredictions LazySearch::answers() const {
  std::vector<Predictions> parts(ended_.size());
  for_each_chunk(std::ssize(ended_), [&](Index chunk) {
    const auto at = static_cast<std::size_t>(chunk);
    const auto& [conditions, group] = ended_[at];
    std::vector<Index> rows;
    for (const Index i : group.asked) rows.push_back(asked_[static_cast<std::size_t>(i)]);
    parts[at] = local_.predict(conditions, group.rows, bound_, rows);
  });
  LazyPredictions all{
      .predictions = blank_predictions(local_.posterior().label.classes, std::ssize(asked_)),
      .antecedents = std::vector<std::vector<LazyCondition>>(asked_.size()),
      .local_models = std::ssize(ended_)};
  for (std::size_t part = 0; part < parts.size(); ++part) {
    const auto& [conditions, group] = ended_[part];
    put(parts[part], group.asked, all.predictions);
    for (const Index i : group.asked)
      for (const auto& [column, level] : conditions) {
        const detail::LevelColumn& found = local_.columns()[column];
        all.antecedents[static_cast<std::size_t>(i)].push_back(
            {.column = found.name, .level = found.levels[static_cast<std::size_t>(level)]});
      }
  }
  return all;
}

}  // namespace

LazyRules::LazyRules(const Model& model, const BoundTable& bound, std::span<const Index> rows,
                     Estimator estimator)
    : local_(std::make_shared<const LocalBayes>(model, bound, rows, estimator)) {}

Estimator LazyRules::estimator() const { return local_->estimator(); }
const std::vector<std::string>& LazyRules::classes() const {
  return local_->posterior().label.classes;
}
Index LazyRules::training_rows() const { return local_->rows(); }
Index LazyRules::errors() const { return std::ssize(local_->wrong()); }

LazyPredictions LazyRules::predict(const BoundTable& bound, std::span<const Index> rows) const {
  const BoundTable part = bound.part(local_->posterior().model);
  return LazySearch(*local_, part, rows).result();
}

}  // namespace credence
