// Reading posterior files, and merging what two of them hold.
#include <credence/base/parallel.hpp>
#include <credence/base/random.hpp>
#include <credence/learn/shards.hpp>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <map>
#include <string>

#include "registered.hpp"

namespace {

using namespace credence;

struct Shape {
  std::string family;
  Index columns;  // of a text its words
  Index classes;
};

/// A posterior of three rows of each class, every class and word in each.
Posterior<Model> learned(const Shape& shape, Summation summation) {
  Random random{20261125};
  const Index rows = 3 * shape.classes;
  Table table;
  Schema schema{.label = "class"};
  std::vector<std::string> labels;
  for (Index row = 0; row < rows; ++row)
    labels.push_back("class" + std::to_string(row % shape.classes));
  table.add("class", labels);
  if (shape.family == "multinomial") {
    std::string words;
    for (Index word = 0; word < shape.columns; ++word) words += "word" + std::to_string(word) + ' ';
    table.add("text", std::vector<std::string>(static_cast<std::size_t>(rows), words));
    schema.columns = {{.name = "text", .family = shape.family}};
  } else {
    for (Index j = 0; j < shape.columns; ++j) {
      std::vector<double> numbers;
      for (Index row = 0; row < rows; ++row) numbers.push_back(random.normal());
      const std::string name = shape.family + std::to_string(j);
      table.add(name, std::move(numbers));
      schema.columns.push_back({.name = name, .family = shape.family});
    }
  }
  auto posterior = empty_posterior(Model(schema), summation);
  observe(posterior, table);
  return posterior;
}

void read(benchmark::State& state, const std::string& bytes) {
  const ThreadLimit one(1);
  for ([[maybe_unused]] auto iteration : state)
    benchmark::DoNotOptimize(recorded_from_bytes(bytes, "p"));
  state.SetBytesProcessed(static_cast<std::int64_t>(bytes.size()) * state.iterations());
}

void read_and_merge(benchmark::State& state, const std::string& bytes) {
  const ThreadLimit one(1);
  PosteriorReader reader;
  for ([[maybe_unused]] auto iteration : state) {
    ShardTree tree;
    for (const Index number : {0, 1})
      tree.add({.first = number, .posterior = reader.read(bytes, "p").posterior});
    benchmark::DoNotOptimize(tree.merged());
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(2 * bytes.size()) * state.iterations());
}

void write(benchmark::State& state, const RecordedPosterior& posterior, PosteriorForm form) {
  const ThreadLimit one(1);
  std::size_t size = 0;
  for ([[maybe_unused]] auto iteration : state) size = to_bytes(posterior, form).size();
  state.SetBytesProcessed(static_cast<std::int64_t>(size) * state.iterations());
}

/// A posterior and its file.
struct Made {
  RecordedPosterior posterior;
  std::string bytes;
};

void register_shape(const Shape& shape, Summation summation, PosteriorForm form) {
  const std::string name = "posterior_file/" + shape.family +
                           "/columns:" + std::to_string(shape.columns) +
                           "/classes:" + std::to_string(shape.classes) +
                           (summation == Summation::exact ? "/exact" : "/rounded") +
                           (form == PosteriorForm::binary ? "/binary" : "/json");
  const auto made = [=]() -> const Made& {
    static std::map<std::string, Made> kept;
    Made& own = kept[name];
    if (own.bytes.empty()) {
      own.posterior.posterior = learned(shape, summation);
      own.bytes = to_bytes(own.posterior, form);
    }
    return own;
  };
  const auto add = [&](const char* what, auto&& run) {
    benchmark::RegisterBenchmark((name + what).c_str(), run)->Unit(benchmark::kMillisecond);
  };
  add("/read", [=](benchmark::State& state) { read(state, made().bytes); });
  add("/read_and_merge", [=](benchmark::State& state) { read_and_merge(state, made().bytes); });
  add("/write", [=](benchmark::State& state) { write(state, made().posterior, form); });
}

}  // namespace

void bench::register_posterior_files(double scale) {
  const auto some = [&](Index of) {
    return std::max<Index>(2, static_cast<Index>(scale * static_cast<double>(of)));
  };
  for (const Shape& shape : {Shape{"normal", 50, 10}, Shape{"normal", 64, some(1000)},
                             Shape{"multinomial", some(50'000), 20}})
    for (const Summation summation : {Summation::rounded, Summation::exact})
      for (const PosteriorForm form : {PosteriorForm::binary, PosteriorForm::json})
        register_shape(shape, summation, form);
}
