// Simulated data whose truth is known, and how close four estimators come to the best possible.
//
// In each of 200 repetitions all parameters of a model with two classes are drawn from its priors;
// then as many rows of each class as printed to learn from, and 100 rows to test on. The model has
// five features of four families, then three features of one family.
#include <array>
#include <cmath>
#include <credence/family/beta_bernoulli.hpp>
#include <credence/family/beta_geometric.hpp>
#include <credence/family/dirichlet_categorical.hpp>
#include <credence/family/dirichlet_multinomial.hpp>
#include <credence/family/gamma_exponential.hpp>
#include <credence/family/gamma_poisson.hpp>
#include <credence/family/log_normal.hpp>
#include <credence/family/normal_inverse_gamma.hpp>
#include <credence/predict/classifier.hpp>
#include <credence/study/simulation.hpp>
#include <cstdio>

using namespace credence;

namespace {

constexpr int repetitions = 200;

Model two_kinds_of_patients() {
  Schema schema{.label = "state", .classes = {"ill", "well"}};
  schema.class_prior.kind = ClassPrior::Kind::uniform;
  Model model(schema);
  model.add("age", NormalInverseGammaNormal{NormalInverseGamma{
                       .mean = 50, .mean_weight = 0.5, .shape = 3, .scale = 200}});
  model.add("pressure", NormalInverseGammaNormal{NormalInverseGamma{
                            .mean = 130, .mean_weight = 0.5, .shape = 3, .scale = 500}});
  model.add("wait", GammaExponential{Gamma{.shape = 4, .rate = 2}});
  model.add("visits", GammaPoisson{Gamma{.shape = 4, .rate = 2}});
  model.add("smoker", BetaBernoulli{Beta{.ones = 2, .zeros = 2}});
  return model;
}

// Means over the repetitions.
struct Mean {
  double count = 0, value = 0, squares = 0;

  void add(double x) {
    count += 1;
    const double apart = x - value;
    value += apart / count;
    squares += apart * (x - value);
  }
  double standard_error() const { return std::sqrt(squares / (count - 1) / count); }
};

// The log loss that answers have on average, the classes having the probabilities of the truth.
double expected_log_loss(const Predictions& truth, const Predictions& answers) {
  double sum = 0;
  for (std::size_t i = 0; i < truth.log_probability.size(); ++i)
    sum -= std::exp(truth.log_probability[i]) * answers.log_probability[i];
  return sum / static_cast<double>(truth.rows());
}

struct Study {
  std::array<Mean, 4> loss{}, excess{};  // of each estimator, over the predictive
  std::array<int, 4> infinite{};         // repetitions that an estimate does not exist in, or fails
  Mean best{};

  void add(const Posterior<Model>& posterior, const Predictions& truth, const Table& test) {
    best.add(expected_log_loss(truth, truth));
    const auto loss_of = [&](Estimator estimator) {
      Estimates estimates = estimate(posterior, estimator);
      if (!estimates.undefined.empty()) return HUGE_VAL;
      return expected_log_loss(truth, Classifier{std::move(estimates)}.predict(test));
    };
    const double predictive = loss_of(Estimator::predictive);
    for (std::size_t e = 0; e < all_estimators.size(); ++e) {
      const double lost = loss_of(all_estimators[e]);
      infinite[e] += std::isinf(lost) ? 1 : 0;
      if (std::isinf(lost)) continue;
      loss[e].add(lost);
      excess[e].add(lost - predictive);
    }
  }
};

Study study(const Model& model, Index rows_each) {
  Study result;
  for (std::uint64_t seed = 1; seed <= repetitions; ++seed) {
    const Estimates truth = drawn_truth(empty_posterior(model), seed);
    const Table learn = simulate(
        truth,
        {.rows = 2 * rows_each, .seed = 2 * seed, .classes = ClassesDrawn::in_turn, .tokens = 10});
    const Table test = simulate(truth, {.rows = 100, .seed = 2 * seed + 1, .tokens = 10});
    result.add(observe(model, learn), Classifier{truth}.predict(test), test);
  }
  return result;
}

void print_names(const char* corner, const char* last) {
  std::printf("%-12s", corner);
  for (const Estimator estimator : all_estimators)
    std::printf("  %20s", std::string(to_string(estimator)).c_str());
  std::printf("  %s\n", last);
}

// The loss, and in brackets what it is above the predictive's in standard errors.
void print_losses(Index rows_each, const Study& found) {
  std::printf("%-12lld", static_cast<long long>(rows_each));
  for (std::size_t e = 0; e < all_estimators.size(); ++e) {
    char text[40];
    if (found.infinite[e] > 0)
      std::snprintf(text, sizeof text, "inf in %d of %d", found.infinite[e], repetitions);
    else if (all_estimators[e] == Estimator::predictive)
      std::snprintf(text, sizeof text, "%.4f       ", found.loss[e].value);
    else
      std::snprintf(text, sizeof text, "%.4f (%+.1f)", found.loss[e].value,
                    found.excess[e].value / found.excess[e].standard_error());
    std::printf("  %20s", text);
  }
  std::printf("  %.4f\n", found.best.value);
}

// 0 for what is printed as 0.0000, of either sign.
double without_sign(double x) { return std::abs(x) < 0.00005 ? 0 : x; }

// What each estimator loses above the predictive, and one standard error of it.
void print_excess(const char* family, const Study& found) {
  std::printf("%-12s", family);
  for (std::size_t e = 0; e + 1 < all_estimators.size(); ++e) {
    char text[40];
    if (found.infinite[e] > 0)
      std::snprintf(text, sizeof text, "inf in %d of %d", found.infinite[e], repetitions);
    else if (found.excess[e].value > 100)  // such a mean does not settle
      std::snprintf(text, sizeof text, "more than 100");
    else
      std::snprintf(text, sizeof text, "%.4f +- %.4f", without_sign(found.excess[e].value),
                    found.excess[e].standard_error());
    std::printf("  %20s", text);
  }
  std::printf("  %.4f  %.4f\n", found.loss.back().value, found.best.value);
}

// Three columns of one family.
template <class Family>
Model three_columns(const Schema& schema, const Family& family) {
  Model model(schema);
  for (const char* name : {"first", "second", "third"})
    if (schema.find(name) == nullptr)
      model.add(name, family);
    else
      model[name] = family;
  return model;
}

void print_families(Index rows_each) {
  Schema schema = two_kinds_of_patients().schema();
  schema.columns.clear();
  Schema levels = schema;
  for (const char* name : {"first", "second", "third"})
    levels.columns.push_back(
        {.name = name, .family = "categorical", .levels = {"high", "low", "normal"}});
  Schema words = levels;
  for (ColumnSchema& column : words.columns) column.family = "multinomial";
  const NormalInverseGamma wide{.mean = 0, .mean_weight = 0.5, .shape = 3, .scale = 2};
  const Gamma rate{.shape = 4, .rate = 2};
  const auto print = [&](const char* name, const Model& model) {
    print_excess(name, study(model, rows_each));
  };
  std::printf("\nby family, %lld rows of each class: log loss above the predictive's\n",
              static_cast<long long>(rows_each));
  std::printf("%-12s", "family");
  for (std::size_t e = 0; e + 1 < all_estimators.size(); ++e)
    std::printf("  %20s", std::string(to_string(all_estimators[e])).c_str());
  std::printf("  predictive, best\n");
  print("bernoulli", three_columns(schema, BetaBernoulli{Beta{.ones = 2, .zeros = 2}}));
  print("geometric", three_columns(schema, BetaGeometric{Beta{.ones = 4, .zeros = 6}}));
  print("categorical",
        three_columns(levels, DirichletCategorical{Dirichlet::Symmetric{.each = 2}}));
  print("multinomial", three_columns(words, DirichletMultinomial{Dirichlet::Symmetric{.each = 2}}));
  print("normal", three_columns(schema, NormalInverseGammaNormal{wide}));
  print("lognormal", three_columns(schema, NormalInverseGammaLogNormal{wide}));
  print("poisson", three_columns(schema, GammaPoisson{rate}));
  print("exponential", three_columns(schema, GammaExponential{rate}));
}

}  // namespace

int main() {
  const Model model = two_kinds_of_patients();
  std::puts("mean log loss, and what it is above the predictive's in standard errors");
  print_names("rows each", "best");
  for (const Index rows_each : {2, 3, 5, 10, 30, 100, 1000})
    print_losses(rows_each, study(model, rows_each));
  for (const Index rows_each : {2, 10, 1000}) print_families(rows_each);

  const Estimates truth = drawn_truth(empty_posterior(model), 1);
  const BayesError best = bayes_error(truth, {.rows = 100000});
  std::printf("\nof the first truth: Bayes error %.4f +- %.4f, minimum log loss %.4f +- %.4f\n",
              best.error, best.error_standard_error, best.log_loss, best.log_loss_standard_error);
}
