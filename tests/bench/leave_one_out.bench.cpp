// Leave-one-out of each estimator beside the plain reference scoring of the same rows: the promise
// is at most ten times its time from 10,000 rows on.
#include <credence/base/parallel.hpp>
#include <credence/base/random.hpp>
#include <credence/detail/learn/block_cells.hpp>
#include <credence/detail/predict/block_scores.hpp>
#include <credence/detail/predict/typed_table.hpp>
#include <credence/predict/estimates.hpp>
#include <credence/study/leave_one_out.hpp>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "../support/typed_blocks.hpp"
#include "registered.hpp"

namespace {

using namespace credence;

/// A table of random rows with what a model has learned of them.
struct RandomRows {
  Table table;
  Schema schema{.label = "class"};
  std::unique_ptr<BoundTable> bound;
  Posterior<Model> posterior;
  std::vector<Index> all;

  void settle() {
    bound = std::make_unique<BoundTable>(credence::bind(Model(schema), table));
    posterior = empty_posterior(Model(schema));
    observe(posterior, *bound);
    all = all_rows(table.rows());
  }
};

/// Columns of one family, `draw(class)` for each cell.
void add_columns(RandomRows& rows, const std::vector<Index>& classes, const std::string& family,
                 Index columns, const std::function<std::string(Index)>& draw) {
  for (Index column = 0; column < columns; ++column) {
    std::vector<std::string> cells;
    for (const Index klass : classes) cells.push_back(draw(klass));
    const std::string name = family + std::to_string(column);
    rows.table.add(name, cells);
    rows.schema.columns.push_back({.name = name, .family = family});
  }
}

std::string document(Random& random, Index klass) {
  std::string text;
  for (int i = 0; i < 20; ++i)
    text += 'w' + std::to_string(random.below(5000) * static_cast<std::uint64_t>(klass + 1)) + ' ';
  return text;
}

/// What columns a table has: all of one family, one by one or as one block.
struct Columns {
  std::string family;
  Index count = 10;
  std::optional<Tying> tied = {};
  Covariance covariance = Covariance::diagonal;

  [[nodiscard]] std::string name() const {
    const std::string kind = covariance == Covariance::full ? "joint_" : "tied_";
    return tied ? kind + family + '/' + std::string(to_string(*tied)) : family;
  }
};

/// Makes one block of all columns.
void tie(Schema& schema, Tying tying, Covariance covariance) {
  ColumnSchema block{.name = "block", .family = "normal", .tied = tying, .covariance = covariance};
  for (const ColumnSchema& column : schema.columns) block.columns.push_back(column.name);
  schema.columns = {std::move(block)};
}

std::unique_ptr<RandomRows> made(const Columns& columns, Index count) {
  Random random{20261121};
  auto rows = std::make_unique<RandomRows>();
  std::vector<Index> classes;
  std::vector<std::string> labels;
  for (Index row = 0; row < count; ++row) {
    classes.push_back(static_cast<Index>(random.below(3)));
    labels.push_back("c" + std::to_string(classes.back()));
  }
  rows->table.add("class", labels);
  const auto number = [&](Index klass) {
    return std::to_string(static_cast<double>(klass) + random.normal());
  };
  const auto count_of = [&](Index klass) {
    return std::to_string(1 + random.below(5 + static_cast<std::uint64_t>(klass)));
  };
  const auto far_count = [&](Index) { return std::to_string(1 + random.below(50)); };
  const auto answer = [&](Index) { return std::to_string(random.below(2)); };
  const auto level = [&](Index klass) {
    return "l" + std::to_string(random.below(20 + static_cast<std::uint64_t>(klass)));
  };
  const auto words = [&](Index klass) { return document(random, klass); };
  const std::map<std::string, std::function<std::string(Index)>> draws{
      {"normal", number},        {"lognormal", count_of},
      {"exponential", count_of}, {"poisson", count_of},
      {"geometric", count_of},   {"bernoulli", answer},
      {"categorical", level},    {"multinomial", words},
      {"gamma", count_of},       {"negative_binomial", far_count}};
  const auto drawn = draws.find(columns.family);  // a family that is not there takes any number
  add_columns(*rows, classes, columns.family, columns.count,
              drawn == draws.end() ? number : drawn->second);
  if (columns.tied) tie(rows->schema, *columns.tied, columns.covariance);
  rows->settle();
  return rows;
}

/// Every row under every class, one density after another, then probabilities.
double reference_scores(const RandomRows& rows, const Estimates& estimates,
                        const std::vector<std::vector<Slots>>& slots) {
  const auto classes = std::ssize(estimates.classes);
  const Index tile_rows = 256;
  detail::TileBuffer buffer(classes, tile_rows);
  const Fallback fallback{.label = 0, .log_class_probabilities = estimates.log_class_probabilities};
  std::vector<double> joint(static_cast<std::size_t>(classes));
  std::vector<double> logs(joint.size());
  double sum = 0;
  for (Index first = 0; first < rows.table.rows(); first += tile_rows) {
    const Index count = std::min(tile_rows, rows.table.rows() - first);
    ScoreTile tile = buffer.tile(count);
    for (Index klass = 0; klass < classes; ++klass)
      std::fill_n(tile.of_class(klass), count,
                  estimates.log_class_probabilities[static_cast<std::size_t>(klass)]);
    for (std::size_t b = 0; b < estimates.tables.size(); ++b)
      credence::testing::with_family_of(estimates.tables[b]->family_id(), [&]<class F>(F) {
        (void)ReferenceScores<F>().add(typed_table<F>(*estimates.tables[b]),
                                       rows.bound->blocks[b].of<DatumOf<F>>(), slots[b],
                                       RowSpan{.first = first, .count = count}, tile);
      });
    for (Index i = 0; i < count; ++i) {
      for (Index klass = 0; klass < classes; ++klass)
        joint[static_cast<std::size_t>(klass)] = tile.at(klass, i);
      bool none = false;
      (void)normalise(joint, fallback, logs, none);
      sum += logs.front();
    }
  }
  return sum;
}

std::vector<std::vector<Slots>> slots_of_blocks(const RandomRows& rows) {
  std::vector<std::vector<Slots>> slots;
  for (std::size_t b = 0; b < rows.bound->blocks.size(); ++b)
    rows.bound->blocks[b].visit([&](const auto& cells) {
      const AnyBlock& block = *rows.posterior.blocks[b];
      auto& of_block = slots.emplace_back();
      for (Index j = 0; j < block.size(); ++j)
        of_block.push_back(slots_of(block.feature(j), cells.feature(j)));
    });
  return slots;
}

double seconds_of(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// Both are timed in one loop, so that their ratio is not moved by what else the machine does.
void leave_out(benchmark::State& state, const RandomRows& rows, Estimator estimator) {
  const ThreadLimit limit(1);
  const Estimates estimates = estimate(rows.posterior, estimator);
  const auto slots = slots_of_blocks(rows);
  double reference = 0;
  double total = 0;
  for ([[maybe_unused]] auto iteration : state) {
    const double seconds = seconds_of([&] {
      benchmark::DoNotOptimize(leave_one_out(rows.posterior, estimator, *rows.bound, rows.all));
    });
    reference +=
        seconds_of([&] { benchmark::DoNotOptimize(reference_scores(rows, estimates, slots)); });
    total += seconds;
    state.SetIterationTime(seconds);
  }
  state.counters["times_reference"] = total / reference;
}

void register_columns(const Columns& columns, Index count) {
  for (const Estimator estimator : all_estimators) {
    const std::string name = "leave_one_out/" + columns.name() + '/' +
                             std::string(to_string(estimator)) + "/rows:" + std::to_string(count);
    benchmark::RegisterBenchmark(name.c_str(),
                                 [=](benchmark::State& state) {
                                   static std::map<std::string, std::unique_ptr<RandomRows>> kept;
                                   auto& rows = kept[columns.name()];
                                   if (!rows) rows = made(columns, count);
                                   leave_out(state, *rows, estimator);
                                 })
        ->Unit(benchmark::kMillisecond)
        ->UseManualTime();
  }
}

}  // namespace

void bench::register_leave_one_out(double scale) {
  const auto count = std::max<Index>(150, static_cast<Index>(10000 * scale));
  for (const FamilyType* type : shipped_families()) {
    const FamilyFacts& facts = type->facts();
    const std::string family{facts.word};
    if (!facts.tied) {
      register_columns({.family = family, .count = family == "multinomial" ? 1 : 10}, count);
      continue;
    }
    for (const Tying tying : all_tyings)
      if (facts.covariance == Covariance::diagonal || !ties_columns(tying))
        register_columns({.family = family, .tied = tying, .covariance = facts.covariance}, count);
  }
}
