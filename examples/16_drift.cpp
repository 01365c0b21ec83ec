// How often a change is found, and how often one is said where there is none.
//
// Two sets of rows of the same model: eight columns of numbers, Normal(0, 1), and two of three levels with probabilities
// 1/2, 1/3, 1/6, whatever the class; two classes of probability 1/2. The second set differs by one change as printed:
// in the class "a" alone, but for the class probabilities. 200 repetitions, rows of each set as printed. A change
// is said where its probability is above 0.95, with the prior of 1/2 that anything changed.
#include <array>
#include <credence/data/table.hpp>
#include <credence/learn/model_posterior.hpp>
#include <credence/study/drift.hpp>
#include <cstdio>

using namespace credence;

namespace {

constexpr int repetitions = 200;
constexpr int numbers = 8;
constexpr int levelled = 2;

// What is different in the second set.
struct Difference {
  const char* name;
  double share = 0.5;   // of class "a"
  double mean = 0;      // of the first number in class "a"
  double spread = 1;    // likewise
  double common = 0.5;  // probability of the first level of the first such column in class "a"
};

constexpr std::array differences{
    Difference{.name = "nothing"},
    Difference{.name = "class probability 0.5 to 0.6", .share = 0.6},
    Difference{.name = "class probability 0.5 to 0.7", .share = 0.7},
    Difference{.name = "a mean by 0.25 sd", .mean = 0.25},
    Difference{.name = "a mean by 0.5 sd", .mean = 0.5},
    Difference{.name = "a mean by 1 sd", .mean = 1},
    Difference{.name = "a standard deviation by 1.5", .spread = 1.5},
    Difference{.name = "a level from 0.5 to 0.7", .common = 0.7},
};

std::string name_of(int column) {
  return (column < numbers ? "number " : "level ") + std::to_string(column + 1);
}

Model model_of_columns() {
  Schema schema{.label = "class"};
  for (int j = 0; j < numbers + levelled; ++j)
    schema.columns.push_back(
        {.name = name_of(j), .family = j < numbers ? "normal" : "categorical"});
  return Model(schema);
}

std::string level_of(double u, double common) {
  if (u < common) return "often";
  return u < common + (1 - common) * 2 / 3 ? "sometimes" : "seldom";
}

Table rows_with(const Difference& difference, Index rows, Random& random) {
  std::vector<std::string> labels;
  for (Index row = 0; row < rows; ++row)
    labels.emplace_back(random.uniform() < difference.share ? "a" : "b");
  Table table;
  for (int j = 0; j < numbers; ++j) {
    std::vector<double> cells;
    for (const std::string& label : labels) {
      const bool differs = j == 0 && label == "a";
      const double z = random.normal();
      cells.push_back(differs ? difference.mean + difference.spread * z : z);
    }
    table.add(name_of(j), cells);
  }
  for (int j = numbers; j < numbers + levelled; ++j) {
    std::vector<std::string> cells;
    for (const std::string& label : labels)
      cells.push_back(
          level_of(random.uniform(), j == numbers && label == "a" ? difference.common : 0.5));
    table.add(name_of(j), cells);
  }
  table.add("class", labels);
  return table;
}

// How often what was said, in percent of the repetitions.
struct Said {
  double labels = 0;
  double column = 0;  // the one that changed, in its class
  double others = 0;  // any other column or class
};

bool is_changed(const Difference& difference, const Change& change) {
  const bool number = difference.mean != 0 || difference.spread != 1;
  const bool level = difference.common != 0.5;
  return change.klass == "a" && ((number && change.feature == name_of(0)) ||
                                 (level && change.feature == name_of(numbers)));
}

Said said_of(const Model& model, const Difference& difference, Index rows) {
  Random random{static_cast<std::uint64_t>(rows)};
  Said said;
  for (int repetition = 0; repetition < repetitions; ++repetition) {
    const auto before = observe(model, rows_with(differences[0], rows, random));
    const auto after = observe(model, rows_with(difference, rows, random));
    const Drift drift = compare_in_time(before, after);
    bool others = false;
    for (const Change& change : drift.changes) {
      if (!drift.changed(change)) continue;
      if (is_changed(difference, change))
        said.column += 100.0 / repetitions;
      else
        others = true;
    }
    if (others) said.others += 100.0 / repetitions;
    if (drift.changed(drift.labels)) said.labels += 100.0 / repetitions;
  }
  return said;
}

}  // namespace

int main() {
  const Model model = model_of_columns();
  std::puts("said to have changed, in % of 200 repetitions");
  std::printf("%-30s %6s  %8s  %10s  %11s\n", "what changed", "rows", "classes", "the column",
              "another one");
  for (const Difference& difference : differences)
    for (const Index rows : {100, 400, 1600}) {
      const Said said = said_of(model, difference, rows);
      std::printf("%-30s %6d  %8.1f  %10.1f  %11.1f\n", difference.name, static_cast<int>(rows),
                  said.labels, said.column, said.others);
    }
}
