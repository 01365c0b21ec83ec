// The program "In C++" of README.md.
#include <credence/credence.hpp>

#include <cstdio>

using namespace credence;

int main() {
  const Table credit = read_csv("examples/data/german_credit.csv");
  const auto [train, test] = split(credit, {.train = 0.995, .seed = 1});
  Model model = infer_model(train, {.label = "class"});
  model["credit_amount"] = NormalInverseGammaLogNormal{};                    // another distribution
  model["housing"] = DirichletCategorical{Dirichlet::Symmetric{.each = 2}};  // another prior
  const auto posterior = observe(model, train);  // the only pass over the data
  const Predictions answers = Classifier{posterior, Estimator::predictive}.predict(test);
  for (Index row = 0; row < answers.rows(); ++row)
    std::printf("bad %.3f  good %.3f\n", answers.probability(row, 0), answers.probability(row, 1));
}
