// Learning without rounding beside learning with it, of numbers and of levels.
#include <credence/base/parallel.hpp>
#include <credence/base/random.hpp>
#include <credence/learn/model_posterior.hpp>

#include <benchmark/benchmark.h>
#include <algorithm>

#include <map>
#include <memory>
#include <string>

#include "registered.hpp"

namespace {

using namespace credence;

struct Columns {
  Table table;
  Schema schema{.label = "class"};
  std::unique_ptr<BoundTable> bound;
};

/// Ten columns of a family with three classes.
std::unique_ptr<Columns> made(const std::string& family, Index rows) {
  Random random{20261121};
  auto all = std::make_unique<Columns>();
  std::vector<std::string> labels;
  for (Index row = 0; row < rows; ++row) labels.push_back("c" + std::to_string(random.below(3)));
  all->table.add("class", labels);
  for (int j = 0; j < 10; ++j) {
    std::vector<double> numbers;
    for (Index row = 0; row < rows; ++row)
      numbers.push_back(family == "normal"        ? random.normal()
                        : family == "exponential" ? random.uniform()
                                                  : static_cast<double>(random.below(8)));
    const std::string name = family + std::to_string(j);
    all->table.add(name, std::move(numbers));
    all->schema.columns.push_back({.name = name, .family = family});
  }
  all->bound = std::make_unique<BoundTable>(credence::bind(Model(all->schema), all->table));
  return all;
}

void learn(benchmark::State& state, const Columns& columns, Summation summation) {
  const ThreadLimit one(1);
  const auto empty = empty_posterior(Model(columns.schema), summation);
  for ([[maybe_unused]] auto iteration : state) {
    auto posterior = empty;
    observe(posterior, *columns.bound);
    benchmark::DoNotOptimize(posterior);
  }
  const auto cells = static_cast<double>(columns.table.rows()) * 10;
  state.counters["ns_a_value"] = benchmark::Counter(
      cells * 1e-9, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

}  // namespace

void bench::register_exact(double scale) {
  const auto rows = std::max<Index>(150, static_cast<Index>(100000 * scale));
  for (const std::string family : {"normal", "exponential", "poisson", "categorical"})
    for (const Summation summation : {Summation::rounded, Summation::exact}) {
      const std::string name = "observe/" + family +
                               (summation == Summation::exact ? "/exact" : "/rounded") +
                               "/rows:" + std::to_string(rows);
      benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) {
        static std::map<std::string, std::unique_ptr<Columns>> kept;
        auto& columns = kept[family];
        if (!columns) columns = made(family, rows);
        learn(state, *columns, summation);
      })->Unit(benchmark::kMillisecond);
    }
}
