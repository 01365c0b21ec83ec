// Rows as wide as anyone has them: no underflow, no digits lost, nothing quadratic in the columns.
#include <credence/predict/classifier.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "support/models.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();

void check_probabilities(const Predictions& answer, std::size_t classes) {
  for (std::size_t row = 0; row * classes < answer.log_probability.size(); ++row) {
    double sum = 0;
    for (std::size_t klass = 0; klass < classes; ++klass) {
      CHECK(std::isfinite(answer.log_joint[row * classes + klass]));
      sum += std::exp(answer.log_probability[row * classes + klass]);
    }
    CHECK(std::abs(sum - 1) <= 4 * epsilon * static_cast<double>(classes));
  }
}

}  // namespace

TEST_CASE("a hundred thousand columns of answers are learned and scored to the last digits") {
  constexpr std::size_t rows = 6, columns = 100000, classes = 2;
  Random random{1};
  std::vector<std::uint8_t> cells(rows * columns);
  for (auto& cell : cells) cell = static_cast<std::uint8_t>(random.below(2));
  Table table;
  table.add("class", std::vector<std::string>{"a", "b", "a", "b", "a", "b"});
  Schema schema{.label = "class"};
  schema.columns.reserve(columns);
  for (std::size_t j = 0; j < columns; ++j) {
    const std::string name = "c" + std::to_string(j);
    table.add(name, NumberView{.numbers = Strided<std::uint8_t>{
                                   .data = cells.data() + j, .size = rows, .stride = columns}});
    schema.columns.push_back({.name = name, .family = "bernoulli"});
  }

  const auto posterior = observe(Model(schema), table);
  const Predictions answer = Classifier{posterior, Estimator::predictive}.predict(table);

  check_probabilities(answer, classes);
  for (std::size_t row = 0; row < rows; ++row)
    for (std::size_t klass = 0; klass < classes; ++klass) {
      long double expected = std::log(0.5L);
      for (std::size_t j = 0; j < columns; ++j) {
        int ones = 0;
        for (std::size_t other = klass; other < rows; other += 2)
          ones += cells[other * columns + j];
        const int own = cells[row * columns + j] == 1 ? ones : 3 - ones;
        expected += std::log(static_cast<long double>(own + 1) / 5);
      }
      const long double found = answer.log_joint[row * classes + klass];
      CHECK(std::abs(static_cast<double>((found - expected) / expected)) <= 1e-12);
    }
}

TEST_CASE("a text of a million different words neither underflows nor loses digits") {
  constexpr std::size_t words = 1000000;
  DocumentView view;
  std::vector<std::uint64_t> offsets{0};
  std::vector<std::uint32_t> found;
  std::vector<double> amounts;
  view.vocabulary.reserve(words);
  for (std::size_t word = 0; word < words; ++word)
    view.vocabulary.push_back(std::to_string(1000000 + word));
  for (const std::size_t step : {std::size_t{1}, std::size_t{2}, std::size_t{3}}) {
    for (std::size_t word = 0; word < words; word += step) {
      found.push_back(static_cast<std::uint32_t>(word));
      amounts.push_back(static_cast<double>(1 + word % 5));
    }
    offsets.push_back(found.size());
  }
  view.offsets = offsets.data();
  view.words = found.data();
  view.counts = amounts.data();
  view.rows = 3;
  Table table;
  table.add("class", std::vector<std::string>{"a", "b", "b"});
  table.add("text", view);
  const Model model(schema_of({{.name = "text", .family = "multinomial"}}));

  const auto posterior = observe(model, table);
  const Predictions answer = Classifier{posterior, Estimator::posterior_mean}.predict(table);

  check_probabilities(answer, 2);
  long double total = 0, expected = std::log(2.0L / 5);
  for (std::size_t word = 0; word < words; ++word) total += static_cast<long double>(2 + word % 5);
  for (std::size_t word = 0; word < words; ++word)
    expected += static_cast<long double>(1 + word % 5) *
                std::log(static_cast<long double>(2 + word % 5) / total);
  CHECK(answer.log_joint[0] < -1e7);
  CHECK(std::abs(answer.log_joint[0] / static_cast<double>(expected) - 1) <= 1e-12);
}

TEST_CASE("log likelihoods near the smallest double still give probabilities") {
  constexpr std::size_t columns = 1000;
  const auto table_at = [](double far) {
    Table table;
    table.add("class", std::vector<std::string>{"a", "a", "b", "b"});
    for (std::size_t j = 0; j < columns; ++j)
      table.add("c" + std::to_string(j), std::vector<double>{0, 1, far, far + 1});
    return table;
  };
  Schema schema{.label = "class"};
  for (std::size_t j = 0; j < columns; ++j)
    schema.columns.push_back({.name = "c" + std::to_string(j), .family = "normal"});
  const auto posterior = observe(Model(schema), table_at(3));
  const Table far = table_at(1e151);  // a thousand squares of it are 1e305

  for (const Estimator estimator : all_estimators) {
    CAPTURE(to_string(estimator));
    const auto estimates = estimate(posterior, estimator);
    if (!estimates.undefined.empty()) continue;
    const Predictions answer = Classifier<Model>(estimates).predict(far);
    check_probabilities(answer, 2);
  }
}

TEST_CASE("what a row gets does not depend on a neighbour that no double can hold") {
  constexpr std::size_t rows = 64, columns = 40;
  Random random{7};
  Table table;
  Table with_outlier;
  Schema schema{.label = "class"};
  std::vector<std::string> labels;
  for (std::size_t row = 0; row < rows; ++row) labels.push_back(row % 2 == 0 ? "a" : "b");
  table.add("class", labels);
  with_outlier.add("class", labels);
  for (std::size_t j = 0; j < columns; ++j) {
    const std::string name = "x" + std::to_string(j);
    std::vector<double> numbers;
    for (std::size_t row = 0; row < rows; ++row)
      numbers.push_back(random.normal() + static_cast<double>(row % 2));
    numbers[5] = std::nan("");
    table.add(name, numbers);
    numbers[2] = j % 2 == 0 ? 1e200 : 1e80;
    with_outlier.add(name, std::move(numbers));
    schema.columns.push_back({.name = name, .family = "normal"});
  }
  const auto posterior = observe(Model(schema), table);
  for (const Estimator estimator : {Estimator::predictive, Estimator::posterior_mean}) {
    const Classifier classifier{posterior, estimator};
    const std::vector<double> alone = classifier.predict(table).log_joint;
    const std::vector<double> beside = classifier.predict(with_outlier).log_joint;
    for (std::size_t at = 0; at < alone.size(); ++at) {
      CAPTURE(at);
      CHECK((alone[at] == beside[at]) == (at / 2 != 2));
    }
  }
}
