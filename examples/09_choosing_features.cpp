// How many features to take, and how to fool oneself: 1,000 columns of noise and 50 rows. Features
// that were chosen with the rows that judge them look good; chosen anew in every fold they do not.
#include <credence/study/feature_selection.hpp>

#include <array>
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
  constexpr std::uint64_t tables = 10;
  constexpr std::array<std::size_t, 7> sizes{0, 1, 5, 10, 20, 50, 100};
  std::array<double, sizes.size()> before{};
  std::array<double, sizes.size()> inside{};
  Index taken_before = 0;
  Index taken_inside = 0;
  for (std::uint64_t seed = 1; seed <= tables; ++seed) {
    const Table table = noise(seed);
    const Model model = infer_model(table, {.label = "class"});
    const std::vector<std::string> names = best_first(observe(model, table));
    const auto given = [&](const auto&, const auto&, const auto&) { return names; };
    const auto anew = [](const auto& others, const auto&, const auto&) {
      return best_first(others);
    };
    const SelectionCurve fooled = selection_in_folds(model, table, given, {.most = 100});
    const SelectionCurve honest = selection_in_folds(model, table, anew, {.most = 100});
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      before[i] += fooled.points[sizes[i]].metrics->accuracy / tables;
      inside[i] += honest.points[sizes[i]].metrics->accuracy / tables;
    }
    taken_before += *fooled.chosen;
    taken_inside += *honest.chosen;
  }

  std::printf("mean accuracy in 10 folds of 10 tables of noise, features chosen\n");
  std::printf("%8s %18s %18s\n", "features", "before the folds", "inside the folds");
  for (std::size_t i = 0; i < sizes.size(); ++i)
    std::printf("%8zu %18.2f %18.2f\n", sizes[i], before[i], inside[i]);
  std::printf("features that seem worth taking, all tables: before %td, inside %td\n", taken_before,
              taken_inside);
  return 0;
}
