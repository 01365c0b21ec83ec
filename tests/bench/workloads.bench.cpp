// Whole tables: what learning and scoring cost, and how near to the speed of memory they come.
#include <credence/base/parallel.hpp>
#include <credence/base/random.hpp>
#include <credence/detail/base/large_array.hpp>
#include <credence/predict/classifier.hpp>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "bandwidth.hpp"
#include "registered.hpp"

namespace {

using namespace credence;

/// A table over arrays of its own, with a model of one family for each array.
class Workload {
 public:
  explicit Workload(Index rows, Index classes) : rows_(rows) {
    codes_.resize(static_cast<std::size_t>(rows));
    for (Code& code : codes_) code = static_cast<Code>(below(classes));
    std::vector<std::string> levels;
    for (Index c = 0; c < classes; ++c) levels.push_back("c" + std::to_string(1000 + c));
    table.add("label", CodeView{levels, {codes_.data(), rows, 1}});
    schema_.label = "label";
  }

  /// Normal columns some 20 standard deviations from 0.
  template <class T>
  void add_normal(Index columns, bool by_row = true) {
    const std::vector<double> centres = numbers(1000 * columns, 1.0);
    add_block<T>("normal", columns, by_row, [&](Code klass, Index column) {
      return 20 + centres[static_cast<std::size_t>(klass * columns + column)] + random_.normal();
    });
  }
  void add_answers(Index columns) {
    const std::vector<double> chances = numbers(1000 * columns, 0.2);
    add_block<std::uint8_t>("bernoulli", columns, true, [&](Code klass, Index column) {
      return random_.uniform() < 0.5 + chances[static_cast<std::size_t>(klass * columns + column)]
                 ? 1.0
                 : 0.0;
    });
  }
  void add_counts(Index columns) {
    add_block<std::int32_t>("poisson", columns, true, [&](Code klass, Index column) {
      const double rate = 1 + static_cast<double>((klass + column) % 6);
      return std::floor(-rate * std::log(random_.uniform() + 1e-12));
    });
  }
  void add_categories(Index columns) {
    auto& array = arrays_.emplace_back();
    array.resize(static_cast<std::size_t>(rows_ * columns) * sizeof(Code));
    auto* codes = reinterpret_cast<Code*>(array.data());
    for (Index column = 0; column < columns; ++column) {
      const Index levels = 2 + 28 * column / std::max<Index>(1, columns - 1);
      for (Index row = 0; row < rows_; ++row)
        codes[row * columns + column] =
            static_cast<Code>((below(levels) + codes_[static_cast<std::size_t>(row)]) % levels);
      std::vector<std::string> names;
      for (Index level = 0; level < levels; ++level) names.push_back(std::to_string(100 + level));
      name_column("categorical");
      table.add(schema_.columns.back().name, CodeView{names, {codes + column, rows_, columns}});
    }
    bytes += static_cast<double>(array.size());
  }
  void add_documents(Index words, Index length) {
    offsets_.push_back(0);
    std::vector<std::uint32_t> document;
    for (Index row = 0; row < rows_; ++row) {
      document.clear();
      for (Index i = 0; i < length; ++i)  // Zipf: the logarithm of a rank is spread evenly
        document.push_back(static_cast<std::uint32_t>(
            std::pow(static_cast<double>(words), random_.uniform()) - 1));
      std::sort(document.begin(), document.end());
      for (std::size_t i = 0; i < document.size(); ++i) {
        if (i > 0 && document[i] == document[i - 1]) {
          counts_.back() += 1;
          continue;
        }
        words_.push_back(document[i]);
        counts_.push_back(1);
      }
      offsets_.push_back(words_.size());
    }
    std::vector<std::string> names;
    for (Index word = 0; word < words; ++word) names.push_back(std::to_string(100000 + word));
    name_column("multinomial");
    table.add(schema_.columns.back().name,
              DocumentView{names, offsets_.data(), words_.data(), counts_.data(), rows_});
    bytes += 12.0 * static_cast<double>(words_.size());
  }

  /// Makes the model, once all columns are there.
  void settle() {
    model = Model(schema_);
    bound = std::make_unique<BoundTable>(credence::bind(model, table));
    posterior = empty_posterior(model);
    observe(posterior, *bound);
  }

  Table table;
  Model model;
  std::unique_ptr<BoundTable> bound;
  Posterior<Model> posterior;
  double bytes = 0;  // of the features

  [[nodiscard]] RowSpan rows() const { return {.count = rows_}; }

 private:
  [[nodiscard]] Index below(Index end) {
    return std::min<Index>(end - 1,
                           static_cast<Index>(random_.uniform() * static_cast<double>(end)));
  }
  [[nodiscard]] std::vector<double> numbers(Index count, double spread) {
    std::vector<double> all;
    for (Index i = 0; i < count; ++i) all.push_back(spread * random_.normal());
    return all;
  }
  void name_column(const std::string& family) {
    schema_.columns.push_back(
        {.name = "x" + std::to_string(schema_.columns.size()), .family = family});
  }
  template <class T, class Draw>
  void add_block(const std::string& family, Index columns, bool by_row, Draw&& draw) {
    auto& array = arrays_.emplace_back();
    array.resize(static_cast<std::size_t>(rows_ * columns) * sizeof(T));
    T* values = reinterpret_cast<T*>(array.data());
    const Index row_step = by_row ? columns : 1;
    const Index column_step = by_row ? 1 : rows_;
    for (Index row = 0; row < rows_; ++row)
      for (Index column = 0; column < columns; ++column)
        values[row * row_step + column * column_step] =
            static_cast<T>(draw(codes_[static_cast<std::size_t>(row)], column));
    for (Index column = 0; column < columns; ++column) {
      name_column(family);
      const Strided<T> view{values + column * column_step, rows_, row_step};
      if constexpr (std::is_same_v<T, double>)
        table.add(schema_.columns.back().name, view);
      else
        table.add(schema_.columns.back().name, NumberView{view});
    }
    bytes += static_cast<double>(array.size());
  }

  Random random_{20261121};
  Index rows_;
  std::vector<Code> codes_;
  std::vector<LargeArray<std::byte>> arrays_;
  std::vector<std::uint64_t> offsets_;
  std::vector<std::uint32_t> words_;
  std::vector<double> counts_;
  Schema schema_;
};

using Maker = std::function<std::unique_ptr<Workload>()>;

// The table at hand; one is kept, for they are large.
Workload& made(const std::string& name, const Maker& make) {
  static std::string kept_name;
  static std::unique_ptr<Workload> kept;
  if (kept_name != name) {
    kept.reset();
    kept = make();
    kept->settle();
    kept_name = name;
  }
  return *kept;
}

// Bytes a second, and as a share of what the machine reads just now.
void say_speed(benchmark::State& state, const Workload& work, bool full, int threads) {
  const double times = static_cast<double>(state.iterations());
  state.counters["GB/s"] =
      benchmark::Counter(work.bytes * times / 1e9, benchmark::Counter::kIsRate);
  if (!full) return;
  state.counters["share_of_read"] = benchmark::Counter(
      work.bytes * times / bench::read_bandwidth(threads), benchmark::Counter::kIsRate);
}

void add_rows(const std::string& name, const Maker& make, bool full) {
  for (const int threads : {1, 2}) {
    const std::string suffix = name + "/threads:" + std::to_string(threads);
    const auto add = [&](const std::string& what, auto run) {
      benchmark::RegisterBenchmark((what + "/" + suffix).c_str(),
                                   [=](benchmark::State& state) {
                                     Workload& work = made(name, make);
                                     const ThreadLimit limit(threads);
                                     run(state, work);
                                     say_speed(state, work, full, threads);
                                   })
          ->Unit(benchmark::kMillisecond)
          ->UseRealTime();
    };
    add("learn", [](benchmark::State& state, Workload& work) {
      LearningWorkspace room;
      for ([[maybe_unused]] auto iteration : state) {
        clear_statistics(work.posterior);
        observe(work.posterior, *work.bound, work.rows(), room);
      }
    });
    for (const Estimator estimator : {Estimator::posterior_mean, Estimator::predictive}) {
      const std::string own(to_string(estimator));
      add("labels/" + own, [=](benchmark::State& state, Workload& work) {
        const Classifier classifier{work.posterior, estimator};
        for ([[maybe_unused]] auto iteration : state)
          benchmark::DoNotOptimize(classifier.labels(*work.bound, work.rows()));
      });
      add("probabilities/" + own, [=](benchmark::State& state, Workload& work) {
        const Classifier classifier{work.posterior, estimator};
        for ([[maybe_unused]] auto iteration : state)
          benchmark::DoNotOptimize(classifier.predict(*work.bound, work.rows()));
      });
    }
  }
}

}  // namespace

void bench::register_workloads(double scale) {
  const bool full = scale == 1.0;
  const auto rows = [&](double count) {
    return std::max<Index>(150, static_cast<Index>(count * scale));
  };
  const auto add = [&](const std::string& name, Index count, Index classes, auto fill) {
    add_rows(
        name,
        [=] {
          auto work = std::make_unique<Workload>(count, classes);
          fill(*work);
          return work;
        },
        full);
  };
  const Index wide = full ? 5000 : 600;
  const Index many = full ? 1000 : 40;
  add("gauss_small", 150, 3, [](Workload& work) { work.add_normal<double>(4); });
  add("gauss_medium", rows(1e5), 5, [](Workload& work) { work.add_normal<double>(50); });
  add("gauss_large", rows(2e6), 10, [](Workload& work) { work.add_normal<double>(50); });
  add("gauss_large_by_column", rows(2e6), 10,
      [](Workload& work) { work.add_normal<double>(50, false); });
  add("gauss_large_float", rows(2e6), 10, [](Workload& work) { work.add_normal<float>(50); });
  add("gauss_wide", rows(1e4), 2, [=](Workload& work) { work.add_normal<double>(wide); });
  add("gauss_manyclass", rows(2e5), many, [](Workload& work) { work.add_normal<double>(64); });
  add("bern", rows(1e6), 2, [](Workload& work) { work.add_answers(200); });
  add("categ", rows(1e6), 8, [](Workload& work) { work.add_categories(40); });
  add("counts", rows(2e5), 20, [=](Workload& work) { work.add_documents(50000, 120); });
  add("mixed", rows(5e5), 4, [](Workload& work) {
    work.add_normal<double>(10);
    work.add_categories(10);
    work.add_answers(5);
    work.add_counts(5);
  });
}
