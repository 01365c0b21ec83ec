// Structures on a table of categories: learning pairs, scoring an average, finding a tree, leaving rows
// out, cross-validation. against_weka.py compares the first three with Weka.
#include <credence/base/parallel.hpp>
#include <credence/base/random.hpp>
#include <credence/data/csv.hpp>
#include <credence/learn/found_structure.hpp>
#include <credence/predict/classifier.hpp>
#include <credence/study/compare.hpp>
#include <credence/study/leave_one_out.hpp>

#include <benchmark/benchmark.h>
#include <algorithm>

#include <cstdlib>
#include <memory>
#include <string>

#include "registered.hpp"

namespace {

using namespace credence;

// The table of CREDENCE_BENCH_TABLE, its last column the class; else one that is made: each column
// follows the class or the column before.
Table table_of_bench(Index rows) {
  if (const char* path = std::getenv("CREDENCE_BENCH_TABLE")) return read_csv(path);
  constexpr std::array<std::uint64_t, 14> levels{5, 9, 5, 16, 5, 7, 15, 6, 5, 2, 5, 5, 5, 42};
  Random random{26};
  std::vector<std::string> label;
  for (Index row = 0; row < rows; ++row) label.push_back(random.below(4) == 0 ? "high" : "low");
  std::vector<std::uint64_t> last(label.size(), 0);
  Table table;
  for (std::size_t j = 0; j < levels.size(); ++j) {
    std::vector<std::string> cells;
    for (std::size_t row = 0; row < label.size(); ++row) {
      const std::uint64_t own = random.below(levels[j]);
      last[row] = random.below(5) < 2 ? (last[row] + (label[row] == "high" ? 1 : 0)) % levels[j]
                                      : std::min(own, random.below(levels[j]));
      cells.push_back("l" + std::to_string(last[row]));
    }
    table.add("c" + std::to_string(j), cells);
  }
  table.add("class", label);
  return table;
}

// A table, and what a model without a structure reads of it.
struct Bound {
  Table table;
  Model naive;
  BoundTable bound;

  explicit Bound(Index rows) : table(table_of_bench(rows)) {
    Schema schema{.label = table.columns().back().name};
    for (const Column& column : table.columns())
      if (column.name != schema.label)
        schema.columns.push_back({.name = column.name, .family = "categorical"});
    naive = Model(std::move(schema));
    bound = credence::bind(naive, table);
  }
};

Posterior<Model> learned(const Bound& on, const Model& model) {
  Posterior<Model> posterior = empty_posterior(model);
  observe(posterior, on.bound.part(model));
  return posterior;
}

template <class Work>
void add(const std::string& name, std::shared_ptr<Bound> on, Work work) {
  benchmark::RegisterBenchmark(("structure/" + name).c_str(), [on, work](benchmark::State& state) {
    const ThreadLimit one(1);
    const Model aode = with_structure(on->naive, {.kind = StructureKind::aode});
    work(state, *on, aode);
  })->Unit(benchmark::kMillisecond);
}

}  // namespace

void bench::register_structures(double scale) {
  const auto on = std::make_shared<Bound>(static_cast<Index>(44000 * scale));
  add("aode_learn", on, [](benchmark::State& state, const Bound& data, const Model& aode) {
    for (auto _ : state) benchmark::DoNotOptimize(learned(data, aode));
  });
  add("aode_score", on, [](benchmark::State& state, const Bound& data, const Model& aode) {
    const Classifier classifier{learned(data, aode), Estimator::predictive};
    const BoundTable bound = data.bound.part(aode);
    for (auto _ : state)
      benchmark::DoNotOptimize(classifier.predict(bound, RowSpan{.count = bound.rows}));
  });
  add("tan_tree", on, [](benchmark::State& state, const Bound& data, const Model&) {
    const Posterior<Model> posterior =
        learned(data, with_structure(data.naive, {.kind = StructureKind::tan}));
    for (auto _ : state) benchmark::DoNotOptimize(found_structure(posterior));
  });
  add("aode_left_out", on, [](benchmark::State& state, const Bound& data, const Model& aode) {
    const Posterior<Model> posterior = learned(data, aode);
    const BoundTable bound = data.bound.part(aode);
    const std::vector<Index> rows = all_rows(bound.rows);
    for (auto _ : state)
      benchmark::DoNotOptimize(leave_one_out(posterior, Estimator::predictive, bound, rows));
  });
  add("aode_cross_validation", on,
      [](benchmark::State& state, const Bound& data, const Model& aode) {
        for (auto _ : state)
          benchmark::DoNotOptimize(
              compare(aode, data.table, {.estimators = {Estimator::predictive}}));
      });
}
