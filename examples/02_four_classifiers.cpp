// Four classifiers from one pass over iris, on the rows they learned from and on rows they did not.
#include <credence/data/csv.hpp>
#include <credence/study/evaluate.hpp>
#include <cstdio>

using namespace credence;

int main() {
  const Table iris = read_csv("examples/data/iris.csv");
  const Model model = infer_model(iris, {.label = "class"});
  // Fifteen flowers to learn from: the fewer there are, the more the estimators differ.
  const auto [train, test] = split(iris, {.train = 0.1, .seed = 1});
  const auto posterior = observe(model, train);
  const Evaluation known = evaluate(posterior, train);
  const Evaluation fresh = evaluate(posterior, test);

  std::printf("%td flowers to learn from, %td to test on\n\n", train.rows(), test.rows());
  std::puts("                           training             test");
  std::puts("estimator              accuracy  log loss  accuracy  log loss  confidence");
  for (std::size_t i = 0; i < all_estimators.size(); ++i) {
    const Result& before = known.results[i];
    const Result& after = fresh.results[i];
    if (!after.metrics) {
      std::printf("%-21s  %s\n", after.estimator.c_str(), after.undefined.front().cell.why.c_str());
      continue;
    }
    std::printf("%-21s  %8.3f  %8.3f  %8.3f  %8.3f  %10.3f\n", after.estimator.c_str(),
                before.metrics->accuracy, before.metrics->log_loss, after.metrics->accuracy,
                after.metrics->log_loss, after.metrics->confidence);
  }
}
