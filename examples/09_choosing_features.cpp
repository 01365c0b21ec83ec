// How many features to take, and how to fool oneself: 1,000 columns of noise and 50 rows. Features
// that were chosen with the rows that judge them look good; chosen anew in every fold they do not.
#include <credence/study/feature_selection.hpp>

#include <cstdio>

using namespace credence;

namespace {

constexpr Index rows = 50;
constexpr Index columns = 1000;

// Nothing here depends on the class, so that no classifier is right more often than a coin.
Table noise(std::uint64_t seed) {
  Random random{seed};
  Table table;
  std::vector<std::string> classes;
  for (Index row = 0; row < rows; ++row) classes.push_back(row % 2 == 0 ? "ill" : "well");
  table.add("class", classes);
  for (Index column = 1; column <= columns; ++column) {
    std::vector<double> numbers;
    for (Index row = 0; row < rows; ++row) numbers.push_back(random.normal());
    table.add("x" + std::to_string(column), std::move(numbers));
  }
  return table;
}

std::vector<std::string> best_first(const Posterior<Model>& posterior) {
  std::vector<std::string> names;
  for (const Relevance& one : rank_by_evidence(posterior)) names.push_back(one.feature);
  return names;
}

}  // namespace

int main() {
  const Table table = noise(1);
  const Model model = infer_model(table, {.label = "class"});
  const std::vector<std::string> before = best_first(observe(model, table));

  const SelectionOptions options{.most = 100};
  const SelectionCurve chosen_before = selection_in_folds(
      model, table, [&](const auto&, const auto&, const auto&) { return before; }, options);
  const SelectionCurve chosen_inside = selection_in_folds(
      model, table, [](const auto& others, const auto&, const auto&) { return best_first(others); },
      options);

  std::printf("accuracy in 10 folds on noise, features chosen\n");
  std::printf("%8s %18s %18s\n", "features", "before the folds", "inside the folds");
  for (const std::size_t size : {0, 1, 5, 10, 20, 50, 100})
    std::printf("%8zu %18.2f %18.2f\n", size, chosen_before.points[size].metrics->accuracy,
                chosen_inside.points[size].metrics->accuracy);
  std::printf("features worth taking: before %td, inside %td\n", *chosen_before.chosen,
              *chosen_inside.chosen);
  return 0;
}
