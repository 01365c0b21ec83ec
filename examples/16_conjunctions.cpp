// A false assumption and right labels: naive Bayes labels every row of a conjunction and of a
// disjunction rightly, however many columns it has, though the columns depend on each other within
// a class [domingos1997]. Of "at least 3 of the columns" it labels some rows wrongly.
#include <algorithm>
#include <bit>
#include <cmath>
#include <credence/data/table.hpp>
#include <credence/learn/model_posterior.hpp>
#include <credence/predict/classifier.hpp>
#include <cstdio>
#include <string>
#include <vector>

using namespace credence;

namespace {

constexpr unsigned without_a_say = 2;  // columns that say nothing of the class

// Whether at least so many of the first columns are 1; a row is the bits of a number.
struct Concept {
  unsigned columns;
  unsigned least;

  bool holds(unsigned row) const {
    return static_cast<unsigned>(std::popcount(row & ((1U << columns) - 1))) >= least;
  }
  unsigned rows() const { return 1U << (columns + without_a_say); }
};

// Every row once.
Table all_rows_of(const Concept& idea) {
  Table table;
  for (unsigned j = 0; j < idea.columns + without_a_say; ++j) {
    std::vector<double> cells;
    for (unsigned row = 0; row < idea.rows(); ++row) cells.push_back(row >> j & 1U);
    table.add("x" + std::to_string(j + 1), std::move(cells));
  }
  std::vector<std::string> classes;
  for (unsigned row = 0; row < idea.rows(); ++row)
    classes.emplace_back(idea.holds(row) ? "true" : "false");
  table.add("class", classes);
  return table;
}

// The mutual information of the first two columns within the rows of a class, nats: naive Bayes takes
// it for 0.
double information(const Concept& idea, bool klass) {
  double counts[2][2] = {};
  double all = 0;
  for (unsigned row = 0; row < idea.rows(); ++row)
    if (idea.holds(row) == klass) {
      counts[row & 1U][row >> 1 & 1U] += 1;
      all += 1;
    }
  double sum = 0;
  for (const int a : {0, 1})
    for (const int b : {0, 1}) {
      const double both = counts[a][b] / all;
      const double first = (counts[a][0] + counts[a][1]) / all;
      const double second = (counts[0][b] + counts[1][b]) / all;
      if (both > 0) sum += both * std::log(both / (first * second));
    }
  return sum;
}

// Rows that naive Bayes labels wrongly, its probabilities being those of all rows, and the smallest
// probability that it gives to the class of a row.
void print(const Concept& idea, bool dependent_class) {
  const Table table = all_rows_of(idea);
  Schema schema{.label = "class", .columns = {}};
  for (unsigned j = 0; j < idea.columns + without_a_say; ++j)
    schema.columns.push_back({.name = "x" + std::to_string(j + 1), .family = "bernoulli"});
  const Classifier classifier{observe(Model(schema), table), Estimator::maximum_likelihood};
  const Predictions said = classifier.predict(table);
  int wrong = 0;
  double least = 1;
  for (unsigned row = 0; row < idea.rows(); ++row) {
    const Index truth = idea.holds(row) ? 1 : 0;
    wrong += said.label[row] == truth ? 0 : 1;
    least = std::min(least, said.probability(row, truth));
  }
  std::printf("   %5d   %.3f   %.0e", wrong, least, information(idea, dependent_class));
}

}  // namespace

int main() {
  std::puts("           all of them             at least one of them    at least 3 of them");
  std::puts("columns    wrong   least   depend   wrong   least   depend   wrong   least   depend");
  for (const unsigned columns : {3U, 5U, 7U, 9U, 11U}) {
    std::printf("%7u", columns);
    print({.columns = columns, .least = columns}, false);
    print({.columns = columns, .least = 1}, true);
    print({.columns = columns, .least = 3}, true);
    std::puts("");
  }
}
