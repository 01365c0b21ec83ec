// What simulated quantities come to: intervals, p-values, pictures.
#include <credence/base/error.hpp>
#include <credence/data/number.hpp>
#include <credence/detail/study/check_quantities.hpp>
#include <credence/learn/evidence.hpp>
#include <credence/predict/uncertainty.hpp>
#include <credence/study/describe.hpp>

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "base/check_between.hpp"
#include "base/names.hpp"
#include "base/split_mix.hpp"

namespace credence::detail {
namespace {

// Of numbers, which change places; of two in the middle what lies between, unless one of them is
// infinite.
double median_of(std::vector<double>& numbers) {
  const auto middle = numbers.begin() + std::ssize(numbers) / 2;
  std::nth_element(numbers.begin(), middle, numbers.end());
  const double above = *middle;
  if (numbers.size() % 2 == 1) return above;
  const double below = *std::max_element(numbers.begin(), middle);
  if (below == above || !std::isfinite(below) || !std::isfinite(above)) return below;
  return below + (above - below) / 2;
}

bool agree(double a, double b) {
  constexpr double rounding = 1e-12;
  if (a == b || !std::isfinite(a) || !std::isfinite(b)) return a == b;
  return std::abs(a - b) <= rounding * std::max(std::abs(a), std::abs(b));
}

CheckPicture picture_of(const CheckedColumn& column, const std::string& family,
                        const CheckOptions& options) {
  CheckPicture picture{.feature = column.feature,
                       .family = family,
                       .kind = column.kind,
                       .from = options.from,
                       .mass = options.mass,
                       .levels = column.levels,
                       .levels_in_all = column.levels_in_all};
  if (column.kind == PictureKind::numbers) picture.edges = column.edges;
  return picture;
}

void add_class(const std::string& name, const SimulatedQuantities& found, std::size_t first,
               std::size_t bins, CheckPicture& picture) {
  picture.classes.push_back(name);
  for (auto* heights : {&picture.observed, &picture.median, &picture.lower, &picture.upper})
    heights->emplace_back();
  for (std::size_t bin = 0; bin < bins; ++bin) {
    const CheckedQuantity height = found.checked(first + bin, picture.mass);
    picture.observed.back().push_back(height.observed);
    picture.median.back().push_back(height.median);
    picture.lower.back().push_back(height.simulated.lower);
    picture.upper.back().push_back(height.simulated.upper);
  }
}

void add_quantities(const SimulatedQuantities& found, const CellPlan& plan, std::size_t first,
                    double mass, CheckedCell& cell) {
  for (std::size_t q = 0; q < plan.names.size(); ++q) {
    cell.quantities.push_back(found.checked(first + q, mass));
    cell.quantities.back().name = plan.names[q];
  }
}

NotChecked beyond_range(const std::string& feature, const std::string& klass) {
  return {.feature = feature,
          .klass = klass,
          .why =
              "numbers that were drawn are beyond the range of double; give a prior in numbers "
              "that leaves less room"};
}

}  // namespace

double two_sided_p_value(double observed, std::span<const double> simulated) {
  std::size_t below = 0;
  std::size_t above = 0;
  for (const double each : simulated) {
    if (agree(each, observed)) continue;
    (each < observed ? below : above) += 1;
  }
  const std::size_t as_far = simulated.size() - std::max(below, above);
  return std::min(1.0,
                  2 * static_cast<double>(as_far + 1) / static_cast<double>(simulated.size() + 1));
}

bool SimulatedQuantities::all_accepted() const {
  return std::find(accepted_.begin(), accepted_.end(), 0) == accepted_.end();
}

CheckedQuantity SimulatedQuantities::checked(std::size_t quantity, double mass) const {
  std::vector<double> simulated;
  for (std::size_t i = quantity; i < simulated_.size(); i += observed_.size())
    simulated.push_back(simulated_[i]);
  CheckedQuantity checked{.observed = observed_[quantity]};
  checked.p_value = two_sided_p_value(checked.observed, simulated);
  checked.simulated = interval_of_draws(simulated, mass);
  checked.median = median_of(simulated);
  return checked;
}

std::size_t quantities_of(const std::vector<CheckedColumn>& columns,
                          const std::vector<CellPlan>& plans) {
  std::size_t all = 0;
  for (std::size_t c = 0; c < columns.size(); ++c)
    all += plans[c].names.size() + static_cast<std::size_t>(columns[c].bins());
  return all;
}

SimulatedQuantities& add_simulated(std::vector<SimulatedQuantities>& found, std::size_t quantities,
                                   Index simulations) {
  return found.emplace_back(quantities, simulations);
}

void add_named(std::vector<ClassQuantities>& classes, const std::string& name,
               const std::vector<CellPlan>& plans, const SimulatedQuantities& found) {
  classes.push_back({.name = name, .plans = &plans, .found = &found});
}

void add_not_checked(const std::string& feature, const std::string& why, PredictiveCheck& check) {
  check.not_checked.push_back({.feature = feature, .klass = {}, .why = why});
}

void add_found(const std::string& family, const std::vector<CheckedColumn>& columns,
               const std::vector<ClassQuantities>& classes, PredictiveCheck& check) {
  std::vector<std::size_t> place(classes.size());
  for (std::size_t c = 0; c < columns.size(); ++c) {
    CheckPicture picture = picture_of(columns[c], family, check.options);
    const auto bins = static_cast<std::size_t>(columns[c].bins());
    for (std::size_t k = 0; k < classes.size(); ++k) {
      const CellPlan& plan = (*classes[k].plans)[c];
      const std::size_t first = place[k];
      place[k] += plan.names.size() + bins;
      if (plan.rows == 0) continue;
      if (!classes[k].found->all_accepted()) {
        check.not_checked.push_back(beyond_range(columns[c].feature, classes[k].name));
        continue;
      }
      check.cells.push_back({.feature = columns[c].feature,
                             .family = family,
                             .klass = classes[k].name,
                             .rows = plan.rows});
      add_quantities(*classes[k].found, plan, first, check.options.mass, check.cells.back());
      add_class(classes[k].name, *classes[k].found, first + plan.names.size(), bins, picture);
    }
    if (!picture.classes.empty()) check.pictures.push_back(std::move(picture));
  }
}

void check_options(const CheckOptions& options) {
  const auto check = [](bool fits, const std::string& what, const std::string& remedy) {
    if (!fits) throw Error(ErrorCode::domain, what + "; " + remedy);
  };
  constexpr Index most = 1000000;
  check(options.simulations >= 1 && options.simulations <= most,
        "the number of simulations is " + to_text(static_cast<double>(options.simulations)),
        "give 1 to 1000000");
  check_mass(options.mass);
  check_between_0_and_1("the threshold of p-values", options.threshold);
  check(options.most_levels >= 1,
        "the number of levels is " + to_text(static_cast<double>(options.most_levels)),
        "give at least 1");
  const double least = std::floor(2 / options.threshold);
  check(static_cast<double>(options.simulations) >= least,
        to_text(static_cast<double>(options.simulations)) +
            " simulations cannot show a p-value below " + to_text(options.threshold),
        "give at least " + to_text(least));
}

void check_features(const CheckOptions& options, const Schema& schema) {
  const std::vector<std::string> known = feature_names(schema);
  for (const std::string& name : options.features)
    if (!among(known, name)) no_such_feature(name, known);
}

void settle_order(const Schema& schema, PredictiveCheck& check) {
  std::unordered_map<std::string_view, std::size_t> places;  // of blocks, and of their columns
  for (std::size_t i = 0; i < schema.columns.size(); ++i) {
    places.emplace(schema.columns[i].name, i);
    for (const std::string& name : schema.columns[i].columns) places.emplace(name, i);
  }
  const auto position = [&](const std::string& name) {
    const auto found = places.find(name);
    return found == places.end() ? schema.columns.size() : found->second;
  };
  const auto settle = [&](auto& all) {
    std::stable_sort(all.begin(), all.end(), [&](const auto& a, const auto& b) {
      return position(a.feature) < position(b.feature);
    });
  };
  settle(check.cells);
  settle(check.pictures);
  settle(check.not_checked);
}

void cannot_draw(const std::string& klass, SimulatedFrom from, bool is_proper,
                 const std::string& why) {
  if (is_proper)
    throw Error(ErrorCode::undefined,
                "nothing can be drawn from what is believed of class '" + klass + "': " + why);
  throw Error(ErrorCode::undefined,
              std::string(from == SimulatedFrom::prior ? "the prior" : "what is believed") +
                  " of class '" + klass + "' is improper, so that nothing can be drawn from it: " +
                  why + "; give a prior that integrates to 1, such as 'auto'");
}

Random random_of_simulation(std::uint64_t seed, const std::string& feature, Index simulation) {
  return random_of(mixed(seed), feature, simulation);
}

}  // namespace credence::detail
