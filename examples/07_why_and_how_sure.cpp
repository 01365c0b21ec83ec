// Why an applicant is taken for a good risk, how sure that is after few rows and after many, and what to
// do about it when a bad loan costs more than a good one earns.
#include <credence/data/csv.hpp>
#include <credence/family/dirichlet_categorical.hpp>
#include <credence/family/log_normal.hpp>
#include <credence/learn/posterior_priors.hpp>
#include <credence/predict/classifier.hpp>
#include <credence/predict/decide.hpp>
#include <credence/predict/explain.hpp>
#include <credence/predict/uncertainty.hpp>
#include <cstdio>
#include <numeric>
#include <vector>

using namespace credence;

namespace {

// Learns from the first rows and says how probable each class of row 7 is, and how sure that is.
void print_answer(const Table& credit, const Model& model, Index rows) {
  std::vector<Index> first(static_cast<std::size_t>(rows));
  std::iota(first.begin(), first.end(), Index{0});
  const auto posterior = observe(model, credit.select(first));
  const auto bound = bind(model, credit);
  const RowSpan row{.first = 6, .count = 1};

  const Classifier classifier{posterior, Estimator::predictive};
  const Predictions answers = classifier.predict(bound, row);
  const auto believed = beliefs(posterior);
  const auto closed = log_odds_intervals(believed, bound, row, answers.label, {.mass = 0.9});
  const auto drawn =
      log_odds_intervals(believed, bound, row, answers.label, {.mass = 0.9, .draws = 2000});
  const Interval interval = probability_interval(closed[0]);
  const Interval exact = probability_interval(drawn[0]);
  std::printf(
      "%4d rows: %s with probability %.2f, interval %.2f to %.2f (by draws %.2f to %.2f)%s\n",
      static_cast<int>(rows), answers.label_of(0).c_str(), answers.probability(0, answers.label[0]),
      interval.lower, interval.upper, exact.lower, exact.upper,
      abstains(interval, 0.8) ? ": too unsure" : "");
}

void print_explanation(const Table& credit, const Model& model) {
  const auto posterior = observe(model, credit);
  const auto bound = bind(model, credit);
  const Explanation nats =
      explain(estimate(posterior, Estimator::predictive), beliefs(posterior), bound, 6);
  const Explanation why = in_unit(nats, LogUnit::decibans);
  for (const ExplanationLine& line : why.lines)
    std::printf("  %-16s %-14s %6.2f  (%5.2f to %5.2f)\n", line.feature.c_str(), line.value.c_str(),
                line.contribution, line.interval->lower, line.interval->upper);
  std::printf("  %-31s %6.2f decibans for '%s' against '%s'\n", "sum", why.log_odds,
              why.klass.c_str(), why.against.c_str());
}

void print_actions(const Table& credit, const Model& model) {
  const LossTable loss{.actions = {"grant", "refuse", "ask"},
                       .classes = {"bad", "good"},
                       .losses = {5, 0, 0, 1, 0.5, 0.5}};
  const auto learned = observe(model, credit);
  const auto rare = with_class_prior(
      learned, {.kind = ClassPrior::Kind::given, .given = {{"bad", 0.02}, {"good", 0.98}}});
  for (const auto& posterior : {learned, rare}) {
    const Predictions answers = Classifier{posterior, Estimator::predictive}.predict(credit);
    std::vector<int> times(loss.actions.size());
    for (Index row = 0; row < answers.rows(); ++row) {
      const Index action = least_loss(expected_losses(loss, answers.probabilities(row)));
      ++times[static_cast<std::size_t>(action)];
    }
    std::printf("  grant %d, refuse %d, ask %d\n", times[0], times[1], times[2]);
  }
}

}  // namespace

int main() {
  const Table credit = read_csv("examples/data/german_credit.csv");
  Model model(Schema{.label = "class"});
  for (const char* name : {"checking_status", "credit_history", "savings_status", "employment"})
    model.add(name, DirichletCategorical{});
  for (const char* name : {"duration", "credit_amount", "age"})
    model.add(name, NormalInverseGammaLogNormal{});

  std::puts("why row 7 is a good risk:");
  print_explanation(credit, model);

  std::puts("\nhow sure that is:");
  for (const Index rows : {20, 100, 1000}) print_answer(credit, model, rows);

  std::puts("\nwhat to do about all 1000, as they are, and where only 2 % are bad:");
  print_actions(credit, model);
}
