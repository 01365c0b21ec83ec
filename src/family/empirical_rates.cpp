// Gamma priors found from the events and exposures of several cells.
#include <credence/base/special.hpp>
#include <credence/family/empirical_prior.hpp>

#include <algorithm>
#include <cmath>

#include "base/climb.hpp"
#include "family/empirical_starts.hpp"

namespace credence::detail {
namespace {

// The evidence as a function of the logarithms of mean and shape: as the shape grows at a fixed
// mean, all rates become that mean.
class RateProblem {
 public:
  explicit RateProblem(const std::vector<RateTotals>& cells) : cells_(cells) {
    for (const RateTotals& cell : cells) events_ += cell.events;
    highest_ = std::log(strongest_of(events_));
  }

  [[nodiscard]] static Gamma prior_at(const std::vector<double>& at) {
    return {.shape = std::exp(at[1]), .rate = std::exp(at[1] - at[0])};
  }

  [[nodiscard]] double value(const std::vector<double>& at) const {
    const Gamma prior = prior_at(at);
    double sum = 0;
    for (const auto& [events, exposure] : cells_)
      sum += log_gamma_ratio(prior.shape, events) - events * std::log(prior.rate + exposure) -
             prior.shape * std::log1p(exposure / prior.rate);
    return sum;
  }

  [[nodiscard]] Slope slope(const std::vector<double>& at) const {
    const auto [shape, rate] = prior_at(at);
    // Derivatives by shape and rate, each times its number: first ones, then second ones.
    double by_shape = 0, by_rate = 0, shape_twice = 0, both = 0, bend_of_rate = 0;
    for (const auto& [events, exposure] : cells_) {
      const double end = rate + exposure;
      by_shape += shape * (digamma_rise(shape, events) - std::log1p(exposure / rate));
      by_rate += (shape * exposure - rate * events) / end;
      shape_twice -= shape * shape * trigamma_fall(shape, events);
      both += shape * (exposure / end);
      bend_of_rate -= (shape + events) * (rate / end) * (exposure / end);
    }
    const double gradient = by_shape + by_rate;
    const double bend = by_shape + shape_twice + 2 * both + bend_of_rate;
    if (at[1] >= highest_ && gradient > 0)
      return {.gradient = {-by_rate, 0}, .curvature = {-bend_of_rate, 0, 0, 1}, .shared = {}};
    return {.gradient = {-by_rate, gradient},
            .curvature = {-bend_of_rate, both + bend_of_rate, both + bend_of_rate, -bend},
            .shared = {}};
  }

  void clip(std::vector<double>& at) const { at[1] = std::min(at[1], highest_); }
  [[nodiscard]] double rounding() const { return 1e-13 * (1 + events_); }
  [[nodiscard]] double highest() const { return highest_; }

 private:
  const std::vector<RateTotals>& cells_;
  double events_ = 0;
  double highest_ = 0;
};

// From the pooled mean; rates of different sizes have one that is far from it, with a loose belief, and
// a few cells can each pull it to their own.
std::vector<std::vector<double>> first_places(const RateProblem& problem,
                                              const std::vector<RateTotals>& cells,
                                              double pooled_mean, const Gamma* start) {
  if (start) {
    const double shape = std::log(start->shape);
    return {{shape - std::log(start->rate), shape}};
  }
  std::vector<std::vector<double>> starts{{pooled_mean, 0}};
  const double loose = std::log(0.1);
  double sum = 0;
  double count = 0;
  for (const auto& [events, exposure] : cells) {
    if (!(events > 0)) continue;
    sum += std::log(events / exposure);
    count += 1;
  }
  starts.push_back({sum / count, loose});
  std::vector<std::vector<double>> places;
  for (const auto& [events, exposure] :
       cells_to_start_from(cells, [](const RateTotals& cell) { return cell.events; }))
    if (events > 0) places.push_back({std::log(events / exposure), loose});
  add_best_places(problem, std::move(places), 1, starts);
  return starts;
}

}  // namespace

EmpiricalPrior<Gamma> empirical_rates(const std::vector<RateTotals>& all_cells,
                                      const EmpiricalSearch<Gamma>& search,
                                      std::string_view family) {
  constexpr Automatic word = Automatic::empirical;
  std::vector<RateTotals> cells;
  for (const RateTotals& cell : all_cells)
    if (cell.exposure > 0) cells.push_back(cell);
  if (cells.size() < 2) throw too_few_cells(word, family, "with a total above 0", cells.size());
  RateTotals all;
  for (const RateTotals& cell : cells) {
    all.events += cell.events;
    all.exposure += cell.exposure;
  }
  if (!(all.events > 0)) throw no_empirical_prior(word, family, "needs a count above 0");
  const double pooled_mean = std::log(all.events / all.exposure);
  const RateProblem problem(cells);
  Summit top = highest_summit(problem, first_places(problem, cells, pooled_mean, search.start),
                              search.most_steps);
  // At the limit the evidence is highest at the pooled mean.
  for (const double mean : {pooled_mean, top.at[0]})
    go_on_to_limit(problem, {mean, problem.highest()}, top);
  EmpiricalPrior<Gamma> found{.prior = RateProblem::prior_at(top.at),
                              .log_evidence = 0,
                              .steps = top.steps,
                              .converged = top.converged,
                              .notes = {}};
  if (top.at[1] >= problem.highest())
    found.notes.push_back(note_of_strongest("shape", found.prior.shape));
  if (all_cells.size() > cells.size())
    found.notes.push_back(note_of_left_out(all_cells.size() - cells.size(), "whose total is 0"));
  if (!top.converged) found.notes.push_back(note_of_unfinished(top.steps));
  return found;
}

}  // namespace credence::detail
