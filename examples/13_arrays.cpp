// Arrays in memory as a table, without a copy: an Eigen matrix, rows of a C array, codes of levels.
#include <credence/data/eigen.hpp>
#include <credence/data/table.hpp>
#include <credence/learn/model_posterior.hpp>
#include <credence/predict/classifier.hpp>

#include <cstdint>
#include <cstdio>
#include <vector>

using namespace credence;

int main() {
  // Six rows of two numbers, row after row, as many libraries keep them.
  const std::vector<double> numbers{5.1, 1.4, 4.9, 1.5, 5.0, 1.6, 6.4, 4.5, 6.9, 4.9, 5.5, 4.0};
  const std::vector<std::int32_t> codes{0, 0, 0, 1, 1, 1};

  Table table;
  table.add("length", Strided<double>{numbers.data(), 6, 2});     // first, rows, distance
  table.add("width", Strided<double>{numbers.data() + 1, 6, 2});  // the second number of each row
  table.add("kind", CodeView{.levels = {"setosa", "versicolor"}, .codes = {codes.data(), 6, 1}});

  const Model model = infer_model(table, {.label = "kind"});
  const auto posterior = observe(model, table);

  const Eigen::MatrixXd fresh{{5.2, 1.5}, {6.0, 4.4}};
  const Table today = view(fresh, {"length", "width"});
  const Predictions answers = Classifier{posterior, Estimator::predictive}.predict(today);
  for (Index row = 0; row < answers.rows(); ++row)
    std::printf("versicolor %.4f\n", answers.probability(row, 1));
}
