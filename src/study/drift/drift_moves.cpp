// Parameters before and after: posterior means with their intervals.
#include "study/drift/drift_moves.hpp"

#include <credence/base/special.hpp>
#include <credence/density/beta.hpp>
#include <credence/detail/study/cell_parameters.hpp>
#include <credence/detail/study/studied_family.hpp>
#include <credence/study/describe.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "study/rows/entry_names.hpp"

namespace credence::detail {
namespace {

constexpr std::size_t mean_at = static_cast<std::size_t>(
    std::find(all_estimators.begin(), all_estimators.end(), Estimator::posterior_mean) -
    all_estimators.begin());

std::size_t length(const FieldValue& value) {
  const auto* list = std::get_if<std::vector<double>>(&value);
  return list == nullptr ? 1 : list->size();
}

double number_at(const FieldValue& value, std::size_t at) {
  const auto* list = std::get_if<std::vector<double>>(&value);
  return list == nullptr ? std::get<double>(value) : (*list)[at];
}

// The interval of one number of a parameter, where there is one.
std::optional<Interval> interval_at(const IntervalFields& intervals, const std::string& parameter,
                                    std::size_t at) {
  const auto end = [&](const Fields& fields) -> std::optional<double> {
    for (const auto& [name, value] : fields)
      if (name == parameter && at < length(value)) return number_at(value, at);
    return std::nullopt;
  };
  const auto lower = end(intervals.lower);
  const auto upper = end(intervals.upper);
  if (!lower || !upper) return std::nullopt;
  return Interval{.lower = *lower, .upper = *upper};
}

void measure(Move& move) {
  if (!move.before_interval || !move.after_interval) return;
  const auto half = [](const Interval& interval) { return (interval.upper - interval.lower) / 2; };
  const double open = std::hypot(half(*move.before_interval), half(*move.after_interval));
  if (open > 0 && std::isfinite(open)) move.size = (move.after - move.before) / open;
}

// To nine digits, so that sizes which differ by rounding alone are equal, as those of two shares that
// sum to 1 are.
double rounded(double size) {
  constexpr int bits = 30;
  int power = 0;
  const double leading = std::frexp(size, &power);
  return std::ldexp(std::round(std::ldexp(leading, bits)), power - bits);
}

// The largest first, of equal ones in their order; those without intervals last.
void keep_largest(std::vector<Move>& moves) {
  std::vector<std::pair<double, std::size_t>> order;
  for (const Move& move : moves)
    order.emplace_back(move.size ? -rounded(std::abs(*move.size)) : 1, order.size());
  const auto kept = std::min<std::ptrdiff_t>(std::ssize(moves), Drift::most_moves);
  std::partial_sort(order.begin(), order.begin() + kept, order.end());
  std::vector<Move> largest;
  largest.reserve(static_cast<std::size_t>(kept));
  for (auto at = order.begin(); at != order.begin() + kept; ++at)
    largest.push_back(std::move(moves[at->second]));
  moves = std::move(largest);
}

// Leaves nothing of a description but what moves are made of: of thousands of words the rest takes most
// of the memory.
void keep_means(FeatureDescription& feature) {
  for (CellDescription& cell : feature.cells) {
    cell.prior = cell.posterior = {};
    cell.statistics = {};
    for (std::size_t e = 0; e < cell.estimates.size(); ++e)
      if (e != mean_at) cell.estimates[e] = {};
  }
}

// Where the bins of a histogram lie, or the branches of a tree.
std::vector<std::string> interval_names(const FeatureDescription& feature, const Fields& fields) {
  if (feature.family != "histogram" && feature.family != "polya_tree") return {};
  std::vector<double> edges;
  bool has_tails = false;
  for (const auto& [name, value] : fields) {
    if (name == "edges") edges = std::get<std::vector<double>>(value);
    if (name == "sd") has_tails = number_at(value, 0) > 0;
  }
  return feature.family == "histogram" ? bin_names(edges) : branch_names(edges, has_tails);
}

// What one number of a list is of.
std::string level_name(const FeatureDescription& feature, const ColumnSchema& column,
                       const FieldValue& value, std::size_t at,
                       const std::vector<std::string>& intervals) {
  const auto* list = std::get_if<std::vector<double>>(&value);
  if (list == nullptr)
    return column.levels.size() == 2 && feature.levels.empty() ? column.levels[1] : std::string();
  if (list->size() == intervals.size()) return intervals[at];
  if (feature.reserved && !feature.levels.empty() && at == feature.levels.size())
    return reserved_entry;
  if (at < feature.levels.size() && !feature.tied) return feature.levels[at];
  return entry_name(feature.levels, list->size(), at);
}

// A direction goes the shorter way round the circle.
void turn_nearer(Move& move, double period) {
  if (!(period > 0)) return;
  const double turns = period * std::round((move.before - move.after) / period);
  move.after += turns;
  if (move.after_interval)
    move.after_interval = Interval{.lower = move.after_interval->lower + turns,
                                   .upper = move.after_interval->upper + turns};
}

// Whether all numbers of a histogram lie in one bin, whose probability is 1 whatever they are.
bool has_one_bin(const FeatureDescription& feature, std::size_t klass) {
  if (feature.family != "histogram") return false;
  const Fields& fields = feature.cells[klass].estimates[mean_at].fields;
  return std::any_of(fields.begin(), fields.end(), [](const auto& field) {
    return field.first == "probabilities" && length(field.second) == 1;
  });
}

// Why a class has no posterior mean on one of the sides.
std::string why_no_mean(const FeatureDescription& before, const FeatureDescription& after,
                        std::size_t klass) {
  constexpr std::string_view other_estimator = ", or use predictive";  // moves are of the mean
  std::string why = before.cells[klass].estimates[mean_at].undefined;
  if (why.empty()) why = after.cells[klass].estimates[mean_at].undefined;
  if (why.ends_with(other_estimator)) why.resize(why.size() - other_estimator.size());
  return why;
}

// All numbers of one class.
std::vector<Move> moves_of_cell(const FeatureDescription& before, const FeatureDescription& after,
                                std::size_t klass, const ColumnSchema& column,
                                const StudiedFamily& family) {
  const CellDescription& one = before.cells[klass];
  const CellDescription& other = after.cells[klass];
  const Fields& then = one.estimates[mean_at].fields;
  const Fields& now = other.estimates[mean_at].fields;
  const std::vector<std::string> intervals = interval_names(before, then);
  std::vector<Move> moves;
  for (std::size_t f = 0; f < std::min(then.size(), now.size()); ++f) {
    if (then[f].first == "edges") continue;  // those of the prior that both share
    const std::size_t numbers = std::min(length(then[f].second), length(now[f].second));
    for (std::size_t at = 0; at < numbers; ++at) {
      Move move{.klass = one.klass,
                .parameter = then[f].first,
                .level = level_name(before, column, then[f].second, at, intervals),
                .before = number_at(then[f].second, at),
                .after = number_at(now[f].second, at),
                .before_interval = interval_at(one.interval, then[f].first, at),
                .after_interval = interval_at(other.interval, then[f].first, at)};
      turn_nearer(move, family.period_of(move.parameter));
      measure(move);
      moves.push_back(std::move(move));
    }
  }
  return moves;
}

}  // namespace

std::string why_empty(const Change& change, const std::string& column) {
  if (change.rows_before > 0 && change.rows_after > 0) return {};
  std::string what = change.klass.empty() ? "the" : "class '" + change.klass + "' of the";
  what += change.rows_before > 0 ? " second data" : " first data";
  return what + " has no " + (column.empty() ? "row" : "cell of '" + column + "'");
}

EvidenceOfChange evidence_of_change(double before, double after, double both) {
  // Each is rounded a few times, by parts of what it is.
  constexpr double epsilon = std::numeric_limits<double>::epsilon();
  const double lost = 8 * epsilon * (std::abs(before) + std::abs(after) + std::abs(both));
  constexpr double most = 0.1;  // nats: a tenth of the odds
  if (!(lost <= most))
    return {.undefined =
                "the weights or counts are too large for evidence in double precision; divide "
                "them by a number"};
  return {.log_bayes_factor = before + after - both};
}

std::vector<Move> moves_of_labels(const Dirichlet& prior, const LabelColumn& before,
                                  const LabelColumn& after, const DriftOptions& options) {
  const Dirichlet then = posterior(prior, before.counts);
  const Dirichlet now = posterior(prior, after.counts);
  const std::vector<Interval> intervals_then = credible_interval(then, options.mass);
  const std::vector<Interval> intervals_now = credible_interval(now, options.mass);
  const double all_then = compensated_sum(then.weights);
  const double all_now = compensated_sum(now.weights);
  std::vector<Move> moves;
  for (std::size_t klass = 0; klass < before.classes.size(); ++klass) {
    Move move{.klass = before.classes[klass],
              .parameter = "probability",
              .before = then.weights[klass] / all_then,
              .after = now.weights[klass] / all_now,
              .before_interval = intervals_then[klass],
              .after_interval = intervals_now[klass]};
    measure(move);
    moves.push_back(std::move(move));
  }
  keep_largest(moves);
  return moves;
}

std::optional<Change> change_of_missing(const Presence& before, const Presence& after,
                                        const DriftOptions& options) {
  // Weights are added up in another order for classes than for cells.
  const auto missing = [](const Presence& side) {
    const double left = side.rows - side.present;
    return left > 1e-9 * side.rows ? left : 0;
  };
  if (!(before.rows > 0 && after.rows > 0 && missing(before) + missing(after) > 0))
    return std::nullopt;
  const auto share = [&](const Presence& side) {
    return Beta{.ones = 1 + missing(side), .zeros = 1 + side.present};
  };
  const auto log_evidence = [&](const Presence& side) {
    return credence::log_beta(share(side).ones, share(side).zeros);
  };
  const Presence both{.rows = before.rows + after.rows, .present = before.present + after.present};
  EvidenceOfChange evidence =
      evidence_of_change(log_evidence(before), log_evidence(after), log_evidence(both));
  Change change{.missing = true,
                .rows_before = before.rows,
                .rows_after = after.rows,
                .log_bayes_factor = evidence.log_bayes_factor,
                .undefined = std::move(evidence.undefined)};
  const Beta then = share(before);
  const Beta now = share(after);
  Move& move = change.moves.emplace_back(Move{.parameter = "share of missing cells",
                                              .before = then.ones / (then.ones + then.zeros),
                                              .after = now.ones / (now.ones + now.zeros)});
  if (!change.undefined.empty()) return change;
  move.before_interval = credible_interval(then, options.mass);
  move.after_interval = credible_interval(now, options.mass);
  measure(move);
  return change;
}

void add_moves(const AnyBlock& before, const AnyBlock& after, const ColumnSchema& column,
               std::span<const std::string> classes, const DriftOptions& options,
               std::vector<Change>& changes) {
  const DescribeOptions asked{.mass = options.mass};
  std::vector<FeatureDescription> then;
  std::vector<FeatureDescription> now;
  studied(before.family()).describe(before, classes, asked, then);
  keep_means(then.front());
  studied(after.family()).describe(after, classes, asked, now);
  for (std::size_t klass = 0; klass < classes.size(); ++klass) {
    std::vector<Move> moves =
        moves_of_cell(then.front(), now.front(), klass, column, studied(before.family()));
    const auto of = std::find_if(changes.begin(), changes.end(), [&](const Change& change) {
      return change.klass.empty() || change.klass == classes[klass];
    });
    if (of == changes.end() || !of->undefined.empty()) continue;
    if (has_one_bin(now.front(), klass)) {
      of->undefined =
          "all its numbers lie in one bin, where no change can be seen; fit with prior 'auto' or "
          "with edges";
      continue;
    }
    keep_largest(moves);  // of each class, since a change keeps the room of what it drops
    of->moves.insert(of->moves.end(), moves.begin(), moves.end());
    if (moves.empty()) of->no_moves = why_no_mean(then.front(), now.front(), klass);
  }
  for (Change& change : changes) {
    if (!change.moves.empty()) change.no_moves.clear();  // of another class
    keep_largest(change.moves);
  }
}

}  // namespace credence::detail
