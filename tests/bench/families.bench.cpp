// What one value costs a family: to observe it through Posterior, and to score it by its predictive
// density.
#include <credence/base/members.hpp>
#include <credence/base/random.hpp>
#include <credence/family/families.hpp>
#include <credence/learn/posterior.hpp>

#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "registered.hpp"

namespace {

using namespace credence;

constexpr std::size_t row_count = 4096;

// Not std::vector<Datum>: a vector of bool would be timed for its bits.
template <class F>
struct Row {
  typename F::Statistics::value_type datum;
};

// A proper prior for any family: location 0, everything else 3, four entries in a list, which stand
// for the places between five borders.
template <Described Prior>
Prior ordinary_prior() {
  if constexpr (std::is_same_v<Prior, PolyaTreePrior>)
    return {.c = 3, .depth = 2, .edges = {0, 1, 2, 3, 4}};
  if constexpr (std::is_same_v<Prior, KernelPoints>)
    return {.bandwidth = 3, .values = {0, 1, 2, 3}, .weights = {3, 3, 3, 3}};
  Prior prior;
  for_each_member<Prior>([&](const auto& member) {
    auto& value = prior.*(member.pointer);
    const double number = member.domain == Domain::real ? 0.0 : 3.0;
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(value)>, double>) {
      value = number;
    } else if (member.domain == Domain::ascending) {
      value = {0, 1, 2, 3, 4};
    } else if (member.domain == Domain::positive_definite) {
      value = triangle_of(std::vector<double>(4, number));
    } else {
      value.assign(4, number);
    }
  });
  return prior;
}

template <class F>
std::vector<Row<F>> drawn_rows() {
  Random random{20261121};
  const auto predictive = F::predictive(ordinary_prior<typename F::Prior>());
  std::vector<Row<F>> rows;
  rows.reserve(row_count);
  for (std::size_t i = 0; i < row_count; ++i) rows.push_back({draw(predictive, random)});
  return rows;
}

void count_rows(benchmark::State& state) {
  state.SetItemsProcessed(static_cast<std::int64_t>(row_count) * state.iterations());
}

template <class F>
void observe_rows(benchmark::State& state) {
  const auto rows = drawn_rows<F>();
  for ([[maybe_unused]] auto iteration : state) {
    Posterior<F> posterior{ordinary_prior<typename F::Prior>(), {}};
    for (const Row<F>& row : rows) posterior.observe(row.datum);
    benchmark::DoNotOptimize(posterior);
  }
  count_rows(state);
}

template <class F>
void score_rows(benchmark::State& state) {
  const auto rows = drawn_rows<F>();
  Posterior<F> posterior{ordinary_prior<typename F::Prior>(), {}};
  for (const Row<F>& row : rows) posterior.observe(row.datum);
  const auto predictive = posterior.predictive();
  for ([[maybe_unused]] auto iteration : state) {
    double total = 0;
    for (const Row<F>& row : rows) total += log_density(predictive, row.datum);
    benchmark::DoNotOptimize(total);
  }
  count_rows(state);
}

}  // namespace

void bench::register_families() {
  for_each_family(Families{}, []<class F>(F) {
    const std::string suffix = std::string(F::name) + "/rows:" + std::to_string(row_count);
    benchmark::RegisterBenchmark(("observe/" + suffix).c_str(), observe_rows<F>);
    benchmark::RegisterBenchmark(("score/" + suffix).c_str(), score_rows<F>);
  });
}
