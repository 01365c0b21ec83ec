// Rows sorted by the levels of parents, group by group; averages of models without underflow.
#include "predict/structure/structure_scores.hpp"

#include <algorithm>
#include <cmath>
#include <credence/base/parallel.hpp>
#include <credence/base/special.hpp>
#include <limits>
#include <map>
#include <set>
#include <unordered_map>

#include "learn/structure/contexts.hpp"
#include "predict/tiles/impossible.hpp"
#include "predict/tiles/mixture_sums.hpp"

namespace credence::detail {
namespace {

constexpr double most_log_weight = std::numeric_limits<double>::max();

// The share of a level under an estimator: pseudo-counts of the same size for all levels.
double log_share(double count, double total, const OwnTerms& own, double cells,
                 Estimator estimator) {
  switch (estimator) {
    case Estimator::maximum_likelihood:
      return total > 0 ? std::log(count / total) : impossible;
    case Estimator::maximum_a_posteriori: {
      const double weight = count + own.each, rest = total - count + (cells - 1) * own.each;
      if (cells == 1) return 0;
      if (cells == 2 && (weight < 1 || rest < 1)) return weight < rest ? impossible : 0;  // an end
      const double all = total + cells * (own.each - 1);
      return all > 0 ? std::log(std::max(0.0, count + own.each - 1) / all) : impossible;
    }
    default:
      return std::log((count + own.each) / (total + cells * own.each));
  }
}

class StructureScorer {
 public:
  StructureScorer(const StructurePlan& plan, Estimator estimator, TermSource& source, Index classes,
                  std::span<double> joint)
      : plan_(plan),
        estimator_(estimator),
        source_(source),
        classes_(static_cast<std::size_t>(classes)),
        joint_(joint),
        levels_(plan.groups.size()) {}

  void score(std::span<const Index> positions) {
    if (plan_.looks_up) return look_up(positions);
    find_silent(positions);
    std::vector<Index> open(positions.begin(), positions.end());
    for (const auto& tier : plan_.tiers) {
      if (open.empty()) return;
      // The models of what rows fall back to weigh the same.
      const bool by_evidence = plan_.by_evidence && &tier == plan_.tiers.data();
      open = tier.size() == 1 && tier.front().parents < 0 ? add_model(tier.front(), open)
                                                          : average(tier, open, by_evidence);
    }
  }

  // Adds a group to the joints of rows, which are sorted by the levels of its parents.
  void add_group(Index group, std::span<const Index> positions, std::span<double> joint) {
    if (group_at(group).context < 0) return source_.add(group, 0, positions, joint);
    std::vector<std::vector<Index>> by_level(group_at(group).levels.size() + 1);
    std::vector<Index> elsewhere;
    for (const Index position : positions) {
      if (group_at(group).fallback >= 0 && !counts(group, position))
        elsewhere.push_back(position);
      else
        by_level[static_cast<std::size_t>(level_of(group, position))].push_back(position);
    }
    for (std::size_t level = 0; level < by_level.size(); ++level)
      if (!by_level[level].empty())
        source_.add(group, static_cast<Index>(level), by_level[level], joint);
    if (!elsewhere.empty()) add_group(group_at(group).fallback, elsewhere, joint);
  }

 private:
  [[nodiscard]] const TermGroup& group_at(Index group) const {
    return plan_.groups[static_cast<std::size_t>(group)];
  }
  [[nodiscard]] std::span<double> of(std::span<double> joint, Index position) const {
    return joint.subspan(static_cast<std::size_t>(position) * classes_, classes_);
  }

  // Finds the features that say nothing more in a row, because another one implies them.
  void find_silent(std::span<const Index> positions) {
    for (const Implication& one : plan_.implications)
      for (const Index position : positions) {
        if (level_of(one.group, position) != one.level ||
            level_of(one.silent_group, position) != one.silent_level)
          continue;
        if (one.rows - source_.own_weight(position) > plan_.subsumption_rows)
          silent_[group_at(one.silent_group).parent].insert(position);
      }
  }

  [[nodiscard]] bool is_silent(const std::string& feature, Index position) const {
    const auto at = silent_.find(feature);
    return at != silent_.end() && at->second.contains(position);
  }

  // The rows in which a group's only feature is not silent.
  [[nodiscard]] std::vector<Index> not_silent(Index group, std::span<const Index> positions) const {
    std::vector<Index> rest;
    for (const Index position : positions)
      if (!is_silent(group_at(group).children.front(), position)) rest.push_back(position);
    return rest;
  }

  // The level of a group in a row; those of all rows are found at once.
  [[nodiscard]] Index level_of(Index group, Index position) {
    std::vector<Code>& levels = levels_[static_cast<std::size_t>(group)];
    if (levels.empty()) {
      levels.resize(joint_.size() / classes_);
      source_.find_levels(group, levels);
    }
    return levels[static_cast<std::size_t>(position)];
  }

  // Rows that a level is known from, without the row itself.
  [[nodiscard]] double rows_of_level(Index group, Index level, Index position) const {
    const std::vector<double>& rows = group_at(group).rows;
    return level < std::ssize(rows)
               ? rows[static_cast<std::size_t>(level)] - source_.own_weight(position)
               : 0;
  }

  [[nodiscard]] bool counts(Index group, Index position) {
    if (!silent_.empty() && is_silent(group_at(group).parent, position)) return false;
    const Index level = level_of(group, position);
    const TermGroup& of_group = group_at(group);
    if (!plan_.missing_counts && level < std::ssize(of_group.levels) &&
        has_missing(of_group.levels[static_cast<std::size_t>(level)]))
      return false;
    return is_seen_enough(rows_of_level(group, level, position), plan_.least_rows);
  }

  // The term of the levels that a group's parents take together, if it has one.
  void add_own(Index group, std::span<const Index> positions, std::span<double> joint) {
    const OwnTerms& own = group_at(group).own;
    if (own.empty()) return;
    for (const Index position : positions) {
      const Index level = level_of(group, position);
      double all = 0;
      for (std::size_t c = 0; own.with_class && c < classes_; ++c)
        all += source_.rows_of(group, -1, static_cast<Index>(c), position);
      const std::span<double> row = of(joint, position);
      for (std::size_t c = 0; c < classes_; ++c) {
        if (row[c] == impossible) continue;
        const auto klass = static_cast<Index>(c);
        row[c] += own_log_term(own, source_.rows_of(group, level, klass, position),
                               source_.rows_of(group, -1, klass, position), all,
                               static_cast<Index>(classes_), estimator_);
      }
    }
  }

  // The joints of one model replace those of rows.
  void fill(const GroupModel& model, std::span<const Index> positions, std::span<double> joint) {
    for (const Index position : positions) {
      const std::span<double> row = of(joint, position);
      const std::span<const double> logs = source_.class_logs(position);
      for (std::size_t c = 0; c < classes_; ++c)
        row[c] = model.with_class || logs[c] == impossible ? logs[c] : 0;
    }
    for (const Index group : model.groups) {
      if (silent_.empty())
        add_group(group, positions, joint);
      else
        add_group(group, not_silent(group, positions), joint);
      if (group == model.parents) add_own(group, positions, joint);
    }
  }

  std::vector<Index> add_model(const GroupModel& model, std::span<const Index> positions) {
    fill(model, positions, joint_);
    return {};
  }

  // Averages the models of a tier that count for a row.
  // out  the rows for which none does
  std::vector<Index> average(const std::vector<GroupModel>& models,
                             std::span<const Index> positions, bool by_evidence) {
    if (models.empty()) return {positions.begin(), positions.end()};
    std::vector<std::vector<double>> joints(models.size());
    std::vector<std::vector<double>> weights(models.size());
    for (std::size_t m = 0; m < models.size(); ++m) {
      joints[m].assign(joint_.size(), impossible);
      weights[m].assign(joint_.size() / classes_, impossible);
      std::vector<Index> some;
      for (const Index position : positions)
        if (counts(models[m].parents, position)) some.push_back(position);
      if (some.empty()) continue;
      fill(models[m], some, joints[m]);
      if (plan_.pools) to_shares(some, joints[m]);
      if (by_evidence) {
        weigh_without(models[m], some, joints[m], weights[m]);
      } else {
        weigh(models[m], some, {}, joints[m], weights[m]);
      }
    }
    return settle(positions, sums_of(joints), sums_of(weights));
  }

  // As weigh, by the evidence that a model has without each row: with the row it loses the log predictive
  // of all features, whatever the estimator and whichever features are silent.
  void weigh_without(const GroupModel& model, std::span<const Index> positions,
                     std::span<double> joint, std::span<double> weight) {
    TermSource* const terms = source_.predictive();
    if (terms == nullptr) return weigh(model, positions, {}, joint, weight);
    if (terms == &source_ && silent_.empty()) return weigh(model, positions, joint, joint, weight);
    std::vector<double> lost(joint.size(), impossible);
    StructureScorer(plan_, Estimator::predictive, *terms, static_cast<Index>(classes_), joint_)
        .fill(model, positions, lost);
    weigh(model, positions, lost, joint, weight);
  }

  // The log weights of a model in some rows, also added to its joints.
  // in  lost: joints of which the log weight loses that of the row's class; empty: it loses nothing
  void weigh(const GroupModel& model, std::span<const Index> positions,
             std::span<const double> lost, std::span<double> joint,
             std::span<double> weight) const {
    for (const Index position : positions) {
      const std::span<double> row = of(joint, position);
      const Index own = lost.empty() ? -1 : source_.left_out_of(position);
      double& log_weight = weight[static_cast<std::size_t>(position)];
      log_weight = model.log_weight;
      if (own >= 0)
        log_weight -= lost[static_cast<std::size_t>(position * static_cast<Index>(classes_) + own)];
      if (log_weight > most_log_weight) log_weight = impossible;  // the row cannot be of the model
      if (log_weight != 0)
        for (double& log : row) log += log_weight;
    }
  }

  // The sum over models of exp, in logs; parts of the rows on several threads.
  [[nodiscard]] static std::vector<double> sums_of(const std::vector<std::vector<double>>& models) {
    constexpr std::size_t part = 4096;
    std::vector<double> sums(models.front().size());
    const auto chunks = static_cast<Index>((sums.size() + part - 1) / part);
    credence::for_each_chunk(chunks, [&](Index chunk) {
      const std::size_t first = static_cast<std::size_t>(chunk) * part;
      const std::size_t count = std::min(part, sums.size() - first);
      std::vector<std::span<const double>> parts;
      for (const std::vector<double>& model : models)
        parts.push_back(std::span(model).subspan(first, count));
      log_sums(parts, std::span(sums).subspan(first, count));
    });
    return sums;
  }

  // out  the rows for which no model counts
  std::vector<Index> settle(std::span<const Index> positions, const std::vector<double>& joints,
                            const std::vector<double>& weights) {
    std::vector<Index> open;
    for (const Index position : positions) {
      const double weight = weights[static_cast<std::size_t>(position)];
      if (weight == impossible) {
        open.push_back(position);
        continue;
      }
      const std::size_t first = static_cast<std::size_t>(position) * classes_;
      for (std::size_t at = first; at < first + classes_; ++at) joint_[at] = joints[at] - weight;
    }
    return open;
  }

  // Joints of classes become probabilities of them, in logs.
  void to_shares(std::span<const Index> positions, std::span<double> joint) const {
    for (const Index position : positions) {
      const std::span<double> row = of(joint, position);
      const double all = log_sum_exp(row);
      if (all == impossible) continue;
      for (double& log : row) log -= all;
    }
  }

  // Rows as they were seen, pulled towards a centre.
  void look_up(std::span<const Index> positions) {
    const GroupModel& naive = plan_.tiers.front().front();
    if (plan_.centre_is_naive) fill(naive, positions, joint_);
    for (const Index position : positions) {
      const std::span<double> row = of(joint_, position);
      const std::span<const double> logs = source_.class_logs(position);
      const Index level = level_of(0, position);
      const double seen = rows_of_level(0, level, position);
      const double top = plan_.centre_is_naive ? *std::max_element(row.begin(), row.end()) : 0;
      const bool is_naive = plan_.centre_is_naive && top != impossible;
      // Impossible under all classes and never seen: the row is left to who answers for such.
      if (top == impossible && !(seen > 0)) continue;
      std::vector<double> centre(classes_);
      double total = 0;
      for (std::size_t c = 0; c < classes_; ++c)
        total += centre[c] = std::exp(is_naive ? row[c] - top : logs[c]);
      const bool likeliest = estimator_ == Estimator::maximum_likelihood;
      const double strength = likeliest ? 0 : plan_.centre_rows;
      for (std::size_t c = 0; c < classes_; ++c) {
        const double count = source_.rows_of(0, level, static_cast<Index>(c), position);
        row[c] = seen + strength > 0
                     ? std::log((count + strength * centre[c] / total) / (seen + strength))
                     : impossible;
      }
    }
  }

  const StructurePlan& plan_;
  Estimator estimator_;
  TermSource& source_;
  std::size_t classes_;
  std::span<double> joint_;
  std::vector<std::vector<Code>> levels_;          // of each group and row, once they are asked for
  std::map<std::string, std::set<Index>> silent_;  // features, and rows that have them implied
};

}  // namespace

double own_log_term(const OwnTerms& own, double count, double of_class, double of_all,
                    Index classes, Estimator estimator) {
  if (!own.with_class) return log_share(count, of_class, own, own.levels, estimator);
  return log_share(count, of_all - own.missing, own, own.levels * static_cast<double>(classes),
                   estimator);
}

void score_structure(const StructurePlan& plan, Estimator estimator, TermSource& source,
                     Index classes, std::span<const Index> positions, std::span<double> joint) {
  StructureScorer(plan, estimator, source, classes, joint).score(positions);
}

void add_group_terms(const StructurePlan& plan, Estimator estimator, TermSource& source,
                     Index classes, Index group, std::span<const Index> positions,
                     std::span<double> joint) {
  StructureScorer(plan, estimator, source, classes, joint).add_group(group, positions, joint);
}

LevelsOfRows::LevelsOfRows(const StructurePlan& plan, const BoundTable& bound) {
  for (const TermGroup& group : plan.groups) {
    Group& of = groups_.emplace_back();
    if (group.context < 0) continue;
    const BoundContext& context = bound.contexts[group.context];
    of.code_of = &context.level_of();
    std::unordered_map<std::string_view, Code> places;
    for (std::size_t i = 0; i < group.levels.size(); ++i)
      places.emplace(group.levels[i], static_cast<Code>(i));
    for (const std::string& level : context.levels()) {
      const auto at = places.find(level);
      of.level_at.push_back(at == places.end() ? static_cast<Code>(group.levels.size())
                                               : at->second);
    }
  }
}

}  // namespace credence::detail
