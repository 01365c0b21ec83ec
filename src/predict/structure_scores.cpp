// Rows sorted by the levels of parents, group by group; averages of models without underflow.
#include "predict/structure_scores.hpp"

#include <algorithm>
#include <cmath>
#include <credence/base/parallel.hpp>
#include <limits>
#include <unordered_map>

#include "learn/contexts.hpp"

namespace credence::detail {
namespace {

constexpr double impossible = -std::numeric_limits<double>::infinity();

// The share of a level under an estimator: pseudo-counts of the same size for all levels.
double log_share(double count, double total, const OwnTerms& own, double cells,
                 Estimator estimator) {
  switch (estimator) {
    case Estimator::maximum_likelihood:
      return total > 0 ? std::log(count / total) : impossible;
    case Estimator::maximum_a_posteriori:
      return std::log(std::max(0.0, count + own.each - 1) / (total + cells * (own.each - 1)));
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
        joint_(joint) {}

  void score(std::span<const Index> positions) {
    if (plan_.looks_up) return look_up(positions);
    std::vector<Index> open(positions.begin(), positions.end());
    for (const auto& tier : plan_.tiers) {
      if (open.empty()) return;
      open = tier.size() == 1 && tier.front().parents < 0 ? add_model(tier.front(), open)
                                                          : average(tier, open);
    }
  }

 private:
  [[nodiscard]] const TermGroup& group_at(Index group) const {
    return plan_.groups[static_cast<std::size_t>(group)];
  }
  [[nodiscard]] std::span<double> of(std::span<double> joint, Index position) const {
    return joint.subspan(static_cast<std::size_t>(position) * classes_, classes_);
  }

  // Rows that a level is known from.
  [[nodiscard]] double rows_of_level(Index group, Index level, Index position) const {
    double rows = 0;
    for (std::size_t c = 0; c < classes_; ++c)
      rows += source_.rows_of(group, level, static_cast<Index>(c), position);
    return rows;
  }

  [[nodiscard]] bool counts(Index group, Index position) const {
    const Index level = source_.level_of(group, position);
    const TermGroup& of_group = group_at(group);
    if (!plan_.missing_counts && level < std::ssize(of_group.levels) &&
        has_missing(of_group.levels[static_cast<std::size_t>(level)]))
      return false;
    return rows_of_level(group, level, position) >= plan_.least_rows;
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
        by_level[static_cast<std::size_t>(source_.level_of(group, position))].push_back(position);
    }
    for (std::size_t level = 0; level < by_level.size(); ++level) {
      if (by_level[level].empty()) continue;
      source_.add(group, static_cast<Index>(level), by_level[level], joint);
      if (!group_at(group).own.empty())
        add_own(group, static_cast<Index>(level), by_level[level], joint);
    }
    if (!elsewhere.empty()) add_group(group_at(group).fallback, elsewhere, joint);
  }

  // The term of the level itself.
  void add_own(Index group, Index level, std::span<const Index> positions,
               std::span<double> joint) const {
    const OwnTerms& own = group_at(group).own;
    for (const Index position : positions) {
      double all = 0;
      for (std::size_t c = 0; own.with_class && c < classes_; ++c)
        all += source_.rows_of(group, -1, static_cast<Index>(c), position);
      const std::span<double> row = of(joint, position);
      for (std::size_t c = 0; c < classes_; ++c) {
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
    for (const Index group : model.groups) add_group(group, positions, joint);
  }

  std::vector<Index> add_model(const GroupModel& model, std::span<const Index> positions) {
    fill(model, positions, joint_);
    return {};
  }

  // Averages the models of a tier that count for a row.
  // out  the rows for which none does
  std::vector<Index> average(const std::vector<GroupModel>& models,
                             std::span<const Index> positions) {
    const std::size_t size = joint_.size();
    std::vector<double> joint(size);
    std::vector<double> most(size, impossible);  // the running maximum, and the sum over it
    std::vector<double> sum(size, 0.0);
    std::vector<double> most_weight(size / classes_, impossible);
    std::vector<double> weight(size / classes_, 0.0);
    for (const GroupModel& model : models) {
      std::vector<Index> some;
      for (const Index position : positions)
        if (counts(model.parents, position)) some.push_back(position);
      if (some.empty()) continue;
      fill(model, some, joint);
      add_to_average(model, some, joint, {most, sum, most_weight, weight});
    }
    std::vector<Index> open;
    for (const Index position : positions) {
      const double total = weight[static_cast<std::size_t>(position)];
      if (!(total > 0)) {
        open.push_back(position);
        continue;
      }
      const double log_total = most_weight[static_cast<std::size_t>(position)] + std::log(total);
      const std::span<double> row = of(joint_, position);
      for (std::size_t c = 0; c < classes_; ++c) {
        const std::size_t at = static_cast<std::size_t>(position) * classes_ + c;
        row[c] = most[at] == impossible ? impossible : most[at] + std::log(sum[at]) - log_total;
      }
    }
    return open;
  }

  // The running sums of an average: of each row and class, and the weights of each row.
  struct Sums {
    std::vector<double>& most;
    std::vector<double>& sum;
    std::vector<double>& most_weight;
    std::vector<double>& weight;
  };

  // Without the row, the evidence of a model is less by what the model says of it.
  [[nodiscard]] double log_weight(const GroupModel& model, Index position,
                                  std::span<const double> joint) const {
    const Index own = plan_.by_evidence ? source_.left_out_of(position) : -1;
    if (own < 0) return model.log_weight;
    return model.log_weight -
           joint[static_cast<std::size_t>(position) * classes_ + static_cast<std::size_t>(own)];
  }

  void add_to_average(const GroupModel& model, std::span<const Index> positions,
                      std::span<const double> joint, const Sums& sums) const {
    constexpr Index part = 1024;
    const Index chunks = (std::ssize(positions) + part - 1) / part;
    credence::for_each_chunk(chunks, [&](Index chunk) {
      const Index end = std::min((chunk + 1) * part, std::ssize(positions));
      for (Index i = chunk * part; i < end; ++i) {
        const Index position = positions[static_cast<std::size_t>(i)];
        const double weight = log_weight(model, position, joint);
        const auto row = static_cast<std::size_t>(position);
        add_to(weight, sums.most_weight[row], sums.weight[row]);
        const std::size_t first = row * classes_;
        for (std::size_t at = first; at < first + classes_; ++at)
          add_to(joint[at] + weight, sums.most[at], sums.sum[at]);
      }
    });
  }

  static void add_to(double log, double& most, double& sum) {
    if (log == impossible) return;
    if (log > most) {
      sum = sum * std::exp(most - log) + 1;
      most = log;
    } else {
      sum += std::exp(log - most);
    }
  }

  // Rows as they were seen, pulled towards a centre.
  void look_up(std::span<const Index> positions) {
    const GroupModel& naive = plan_.tiers.front().front();
    if (plan_.centre_is_naive) fill(naive, positions, joint_);
    for (const Index position : positions) {
      const std::span<double> row = of(joint_, position);
      const std::span<const double> logs = source_.class_logs(position);
      const Index level = source_.level_of(0, position);
      std::vector<double> centre(classes_);
      double total = 0;
      const double top = plan_.centre_is_naive ? *std::max_element(row.begin(), row.end()) : 0;
      for (std::size_t c = 0; c < classes_; ++c)
        total += centre[c] = std::exp(plan_.centre_is_naive ? row[c] - top : logs[c]);
      const double seen = rows_of_level(0, level, position);
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

LevelsOfRows::LevelsOfRows(const StructurePlan& plan, const BoundTable& bound) {
  for (const TermGroup& group : plan.groups) {
    Group& of = groups_.emplace_back();
    if (group.context < 0) continue;
    const BoundContext& context = bound.contexts[group.context];
    of.code_of = &context.level_of;
    std::unordered_map<std::string_view, Index> places;
    for (std::size_t i = 0; i < group.levels.size(); ++i)
      places.emplace(group.levels[i], static_cast<Index>(i));
    for (const std::string& level : context.levels) {
      const auto at = places.find(level);
      of.level_at.push_back(at == places.end() ? std::ssize(group.levels) : at->second);
    }
  }
}

}  // namespace credence::detail
