// Four classifiers from one pass over iris, on the rows they learned from and on rows they did not.
#include <credence/data/convert.hpp>
#include <credence/data/csv.hpp>
#include <credence/predict/classifier.hpp>
#include <credence/study/metrics.hpp>
#include <cstdio>

using namespace credence;

namespace {

Metrics score(const Classifier<Model>& classifier, const Table& table) {
  const Predictions answers = classifier.predict(table);
  const CodeColumn truth = codes_of(table, table.column("class"));
  Scorecard card;
  card.add(answers, label_positions(truth, table.rows(), answers.classes));
  return card.metrics();
}

}  // namespace

int main() {
  const Table iris = read_csv("examples/data/iris.csv");
  const Model model = infer_model(iris, {.label = "class"});
  // Fifteen flowers to learn from: the fewer there are, the more the estimators differ.
  const auto [train, test] = split(iris, {.train = 0.1, .seed = 1});
  const auto posterior = observe(model, train);

  std::printf("%td flowers to learn from, %td to test on\n\n", train.rows(), test.rows());
  std::puts("                           training             test");
  std::puts("estimator              accuracy  log loss  accuracy  log loss  confidence");
  for (const Estimator estimator : all_estimators) {
    try {
      const Classifier classifier{posterior, estimator};
      const Metrics known = score(classifier, train);
      const Metrics fresh = score(classifier, test);
      std::printf("%-21s  %8.3f  %8.3f  %8.3f  %8.3f  %10.3f\n", to_string(estimator).data(),
                  known.accuracy, known.log_loss, fresh.accuracy, fresh.log_loss, fresh.confidence);
    } catch (const Error& error) {
      std::printf("%-21s  %s\n", to_string(estimator).data(), error.what());
    }
  }
}
