// Looking rows up instead of assuming anything: with d yes/no columns there are 2^d rows, and training
// rows soon hold none of those that are asked for. Naive Bayes estimates d numbers a class and does not
// mind; here its assumption is true. The best possible accuracy is computed; those on 2,000 test rows
// may lie above it by their noise, 0.01.
#include <cmath>
#include <credence/learn/found_structure.hpp>
#include <credence/study/evaluate.hpp>
#include <credence/study/simulation.hpp>
#include <cstdio>
#include <set>
#include <string>
#include <vector>

using namespace credence;

namespace {

constexpr Index training_rows = 500;
constexpr Index test_rows = 2000;

// Each column is "yes" with probability 0.7 in one class, 0.3 in the other.
Estimates truth_of_columns(int columns) {
  TruthRecord record{.schema = {.label = "class", .classes = {"a", "b"}},
                     .class_probabilities = {{"a", 0.5}, {"b", 0.5}}};
  for (int j = 1; j <= columns; ++j) {
    const std::string name = "x" + std::to_string(j);
    record.schema.columns.push_back(
        {.name = name, .family = "categorical", .levels = {"no", "yes"}});
    record.parameters[name] = {{"a", {{"probabilities", std::vector<double>{0.3, 0.7}}}},
                               {"b", {{"probabilities", std::vector<double>{0.7, 0.3}}}}};
  }
  return truth_of(record);
}

// The cells of a row as one text.
std::string row_of(const Table& table, Index row) {
  std::string cells;
  for (const Column& column : table.columns())
    if (column.name != "class")
      cells +=
          std::get<CodeColumn>(column.cells).codes[static_cast<std::size_t>(row)] == 0 ? '0' : '1';
  return cells;
}

// The share of test rows whose cells no training row has.
double share_never_seen(const Table& training, const Table& test) {
  std::set<std::string> seen;
  for (Index row = 0; row < training.rows(); ++row) seen.insert(row_of(training, row));
  double count = 0;
  for (Index row = 0; row < test.rows(); ++row) count += seen.contains(row_of(test, row)) ? 0 : 1;
  return count / static_cast<double>(test.rows());
}

// The best accuracy that there is: of the class that more of the cells speak for.
double best_possible(int columns) {
  double sum = 0;
  double chance = std::pow(0.3, columns);  // of so many cells "yes" in class a
  for (int yes = 0; yes <= columns; ++yes) {
    if (2 * yes >= columns) sum += 2 * yes == columns ? 0.5 * chance : chance;
    chance *= 0.7 / 0.3 * (columns - yes) / (yes + 1);
  }
  return sum;
}

double accuracy(const Model& model, StructureKind kind, const Table& training, const Table& test) {
  const auto posterior = observe(with_structure(model, {.kind = kind}), training);
  return evaluate(posterior, test, {.estimators = {Estimator::predictive}})
      .results.front()
      .metrics->accuracy;
}

}  // namespace

int main() {
  std::printf("%d training rows\n", static_cast<int>(training_rows));
  std::puts("columns  possible rows  never seen   look-up   naive Bayes   best possible");
  for (const int columns : {2, 4, 8, 12, 16, 20}) {
    const Estimates truth = truth_of_columns(columns);
    const Table training = simulate(truth, {.rows = training_rows, .seed = 1});
    const Table test = simulate(truth, {.rows = test_rows, .seed = 2});
    std::printf("%7d  %13.0f  %10.3f  %8.3f  %12.3f  %14.3f\n", columns, std::exp2(columns),
                share_never_seen(training, test),
                accuracy(truth.model, StructureKind::lookup, training, test),
                accuracy(truth.model, StructureKind::naive, training, test),
                best_possible(columns));
  }
}
