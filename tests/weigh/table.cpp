// "A table" of README.md, as a user would write it down.
#include <credence/credence.hpp>

#include <cstdio>

using namespace credence;

int main() {
  const Table patients = read_csv("patients.csv");
  const Table today = read_csv("today.csv");
  Model model = infer_model(patients, {.label = "diagnosis"});
  model["visits"] = GammaPoisson{};  // a family of my choice, its default prior
  model["smoker"] = BetaBernoulli{Beta{.ones = 2, .zeros = 8}};  // a prior of my own
  const auto posterior = observe(model, patients);               // the only pass over the data
  const Predictions answers = Classifier{posterior, Estimator::predictive}.predict(today);
  for (Index row = 0; row < answers.rows(); ++row)
    std::printf("%.4f\n", answers.probability(row, 0));
}
