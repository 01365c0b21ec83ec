// A hostile posterior scores hostile rows: probabilities, or an error, never NaN.
// Input: the numbers of a posterior, then the cells of rows.
#include <credence/predict/classifier.hpp>

#include <charconv>
#include <cmath>
#include <vector>

#include "fuzz/hostile_posterior.hpp"

namespace {

using namespace credence;
using namespace credence::fuzz;

std::string hostile_cell(Bytes& bytes) {
  switch (bytes.below(6)) {
    case 0:
      return std::to_string(bytes.byte() % 5);  // what all families but the continuous accept
    case 1:
      return bytes.text(bytes.below(8));
    case 2:
      return {};
    case 3:
      return level_names[bytes.below(level_names.size())];
    default: {
      std::array<char, 64> digits{};
      const auto end =
          std::to_chars(digits.data(), digits.data() + digits.size(), bytes.number()).ptr;
      return {digits.data(), end};
    }
  }
}

Table hostile_table(Bytes& bytes) {
  const std::size_t rows = 1 + bytes.below(3);
  Table table;
  const auto add = [&](const char* name) {
    std::vector<std::string> cells(rows);
    for (std::string& cell : cells) cell = hostile_cell(bytes);
    table.add(name, cells);
  };
  for (const char* name : column_names) add(name);
  for (const char* name : level_names) add(name);
  return table;
}

void expect_sound(const Predictions& answers) {
  const auto classes = std::ssize(answers.classes);
  for (Index row = 0; row < answers.rows(); ++row) {
    const Index label = answers.label[static_cast<std::size_t>(row)];
    expect(label >= 0 && label < classes, "a label is a class");
    double sum = 0;
    for (Index klass = 0; klass < classes; ++klass) {
      const double joint = answers.log_joints(row)[static_cast<std::size_t>(klass)];
      expect(!std::isnan(joint), "log joints are numbers");
      expect(!std::isnan(answers.log_probabilities(row)[static_cast<std::size_t>(klass)]),
             "log probabilities are numbers");
      sum += answers.probability(row, klass);
    }
    expect(std::abs(sum - 1) < 1e-9, "probabilities sum to one");
  }
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Bytes bytes(text_of(data, size));
  const auto posterior = hostile_posterior(bytes);
  if (!posterior) return 0;
  const Table table = hostile_table(bytes);
  for (const Estimator estimator :
       {Estimator::maximum_likelihood, Estimator::maximum_a_posteriori, Estimator::posterior_mean,
        Estimator::predictive, Estimator::scikit_learn}) {
    const auto answers =
        outcome_of([&] { return Classifier<Model>(*posterior, estimator).predict(table); });
    if (answers.value) expect_sound(*answers.value);
  }
  return 0;
}
