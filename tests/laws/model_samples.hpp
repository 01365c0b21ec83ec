#pragma once
// Random tables of mixed columns and what two fits of them are compared by, for laws of whole models.
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cmath>
#include <credence/predict/classifier.hpp>
#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "support/family_samples.hpp"
#include "support/law_cases.hpp"

namespace credence::testing {

using ModelPosterior = Posterior<Model>;
using Positions = std::vector<Index>;

inline constexpr double missing_number = std::numeric_limits<double>::quiet_NaN();

/// A schema and rows for it. Every column but `id` is a feature; the label is 'class'.
struct ModelSample {
  Schema schema;
  Table table;

  [[nodiscard]] Model model() const { return Model(schema); }
  [[nodiscard]] ModelPosterior posterior() const { return observe(model(), table); }
  [[nodiscard]] Positions all() const { return all_rows(table.rows()); }
};

/// How a random sample is made.
struct SampleOptions {
  Index rows = 0;              ///< 0: 6 to 25
  bool missing_cells = true;   ///< some cells are missing
  bool missing_joint = true;   ///< also of columns that vary together, where they keep a row out
  bool whole_numbers = false;  ///< numbers such that sums have no rounding
};

/// Adds one feature with its column to a sample.
class SampleMaker {
 public:
  SampleMaker(Random& random, SampleOptions options) : random_(random), options_(options) {
    rows_ = options.rows > 0 ? options.rows : static_cast<Index>(6 + random.below(20));
    sample_.schema.label = "class";
    std::vector<std::string> labels;
    const std::uint64_t classes = 2 + random.below(2);
    for (Index row = 0; row < rows_; ++row)
      labels.push_back(std::string(1, static_cast<char>('p' + random.below(classes))));
    labels[0] = "p";
    labels[1] = "q";
    sample_.table.add("class", labels);
    labels_ = std::move(labels);
  }

  /// Numbers: `draw(shift)` with a shift that depends on the class. The first two rows differ.
  template <class Draw>
  SampleMaker& numbers(const std::string& name, const std::string& family, PriorSpec prior,
                       Draw draw) {
    std::vector<double> cells;
    for (Index row = 0; row < rows_; ++row)
      cells.push_back(skipped(row) ? missing_number : draw(shift(row)));
    while (cells[0] == cells[1] || cells[0] + cells[1] == 0) {
      cells[0] = draw(shift(0));
      cells[1] = draw(shift(1));
    }
    sample_.table.add(name, std::move(cells));
    sample_.schema.columns.push_back({.name = name, .family = family, .prior = std::move(prior)});
    return *this;
  }

  /// Texts made of one to `most` draws from as many levels. The first two rows are not missing.
  SampleMaker& texts(ColumnSchema column, std::uint64_t levels, std::uint64_t most) {
    TextColumn cells;
    for (Index row = 0; row < rows_; ++row) {
      std::string text;
      const std::uint64_t words = 1 + random_.below(most);
      for (std::uint64_t i = 0; i < words; ++i)
        text += std::string(i == 0 ? "" : " ") + "L" + std::to_string(random_.below(levels));
      const bool missing = skipped(row);
      cells.push_back(missing ? std::string("?") : text, missing);
    }
    sample_.table.add(Column{.name = column.name, .cells = std::move(cells)});
    sample_.schema.columns.push_back(std::move(column));
    return *this;
  }

  /// Adds a column that is no feature of its own.
  SampleMaker& plain(const std::string& name, const std::function<double()>& draw,
                     bool may_lack = true) {
    std::vector<double> cells;
    for (Index row = 0; row < rows_; ++row)
      cells.push_back(may_lack && skipped(row) ? missing_number : draw());
    sample_.table.add(name, std::move(cells));
    return *this;
  }

  [[nodiscard]] ModelSample& sample() { return sample_; }

 private:
  [[nodiscard]] bool skipped(Index row) {
    return options_.missing_cells && row >= 2 && random_.below(6) == 0;
  }
  [[nodiscard]] double shift(Index row) const {
    return static_cast<double>(labels_[static_cast<std::size_t>(row)][0] - 'p');
  }

  Random& random_;
  SampleOptions options_;
  Index rows_ = 0;
  ModelSample sample_;
  std::vector<std::string> labels_;
};

/// Columns of every family but geometric, with their default priors or close to them.
inline ModelSample random_model(Random& random, SampleOptions options = {}) {
  SampleMaker maker(random, options);
  const bool whole = options.whole_numbers;
  const auto draw_normal = [&](double shift) {
    return whole ? std::floor(8 * random.normal()) : 3 * shift + random.normal();
  };
  const auto draw_positive = [&](double shift) {
    return whole ? 1 + static_cast<double>(random.below(9)) : std::exp(shift + random.normal());
  };
  maker.numbers("x", "normal", {}, draw_normal)
      .numbers("y", "normal", {.word = "auto3"}, draw_normal)
      .numbers("income", "lognormal", {}, draw_positive)
      .numbers("yes", "bernoulli", {}, [&](double) { return static_cast<double>(random.below(2)); })
      .numbers("visits", "poisson", {}, [&](double shift) { return random.poisson(2 + shift); })
      .numbers("wait", "exponential", {}, draw_positive)
      .texts({.name = "city", .family = "categorical"}, 4, 1)
      .texts({.name = "mood",
              .family = "categorical",
              .unseen = Unseen::reserve,
              .missing_is_level = true},
             3, 1)
      .texts({.name = "note", .family = "multinomial"}, 6, 5);
  const auto count = [&] { return random.poisson(1.5); };
  maker.plain("w0", count).plain("w1", count).plain("years", [&] {
    return whole ? 1 + static_cast<double>(random.below(4)) : 0.5 + random.uniform();
  });
  maker.plain("length", [&] { return 2 + random.normal(); }).plain("width", [&] {
    return 100 * random.normal();
  });
  const bool lack = options.missing_joint;
  maker.plain(
      "depth", [&] { return 0.1 * random.normal(); }, lack);
  maker.plain(
      "height", [&] { return 30 + random.normal(); }, lack);
  ModelSample& sample = maker.sample();
  sample.schema.find("visits")->exposure = "years";
  sample.schema.columns.push_back(
      {.name = "words", .family = "multinomial", .columns = {"w0", "w1"}});
  sample.schema.columns.push_back({.name = "sizes",
                                   .family = "normal",
                                   .columns = {"length", "width"},
                                   .tied = all_tyings[random.below(all_tyings.size())]});
  sample.schema.columns.push_back({.name = "frame",
                                   .family = "normal",
                                   .columns = {"depth", "height"},
                                   .tied = random.below(2) == 0 ? Tying::free : Tying::classes,
                                   .covariance = Covariance::full});
  return std::move(sample);
}

/// The rows of a range in random order.
inline Positions shuffled(Positions rows, Random& random) {
  std::vector<std::int64_t> order(rows.begin(), rows.end());
  random.shuffle(order);
  return {order.begin(), order.end()};
}

/// The posterior of some rows of a sample, in the order given.
inline ModelPosterior posterior_of_rows(const ModelSample& sample, const Positions& rows) {
  return observe(sample.model(), sample.table.select(rows));
}

/// All numbers of named ones, in order.
inline std::vector<double> numbers_of(const Fields& fields) {
  std::vector<double> result;
  for (const auto& field : fields)
    std::visit(
        [&](const auto& value) {
          for (const double number : numbers(value)) result.push_back(number);
        },
        field.second);
  return result;
}

/// Whether two blocks of one model have the same levels and hold the same statistics.
inline bool alike(const AnyBlock& a, const AnyBlock& b, double tolerance) {
  bool same = a.family_id() == b.family_id() && a.size() == b.size() && a.classes() == b.classes();
  for (Index j = 0; same && j < a.size(); ++j) {
    const FeatureRecord left = a.record(j);
    const FeatureRecord right = b.record(j);
    same = left.levels == right.levels;
    for (std::size_t klass = 0; same && klass < left.statistics.size(); ++klass)
      same =
          agree(numbers_of(left.statistics[klass]), numbers_of(right.statistics[klass]), tolerance);
  }
  return same;
}

/// Whether two posteriors know the same classes and levels and hold the same statistics: whole
/// numbers exactly, others within the tolerance.
inline bool alike(const ModelPosterior& a, const ModelPosterior& b, double tolerance = 1e-12) {
  if (a.label.classes != b.label.classes) return false;
  if (!agree(a.label.counts, b.label.counts, tolerance)) return false;
  bool same = a.blocks.size() == b.blocks.size();
  for (std::size_t i = 0; same && i < a.blocks.size(); ++i)
    same = alike(*a.blocks[i], *b.blocks[i], tolerance);
  return same;
}

/// Whether two numbers are as close as `tolerance` of the larger, infinities and all.
inline bool near(double a, double b, double tolerance = 1e-11) {
  return a == b || std::abs(a - b) <= tolerance * std::max({1.0, std::abs(a), std::abs(b)});
}

inline bool near(const std::vector<double>& a, const std::vector<double>& b,
                 double tolerance = 1e-11) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (!near(a[i], b[i], tolerance)) return false;
  return true;
}

/// Calls `check(estimator, classifier)` for each estimator that is defined.
template <class Check>
void for_each_classifier(const ModelPosterior& posterior, Check&& check) {
  for (const Estimator estimator : all_estimators) {
    auto estimates = estimate(posterior, estimator);
    if (estimates.undefined.empty()) check(estimator, Classifier<Model>(std::move(estimates)));
  }
}

/// Checks a law on many random seeds.
template <class Law>
void for_random_seeds(const std::string& name, Law&& law) {
  const auto property = [&](std::uint64_t seed) {
    Random random{seed};
    law(random);
  };
  CHECK(holds(name, property));
}

}  // namespace credence::testing
