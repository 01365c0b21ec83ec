// Columns of mixed types in one model: numbers, yes/no, categories, counts, a text, and missing
// cells.
#include <credence/data/csv.hpp>
#include <credence/family/beta_bernoulli.hpp>
#include <credence/family/dirichlet_multinomial.hpp>
#include <credence/family/gamma_poisson.hpp>
#include <credence/learn/posterior_file.hpp>
#include <credence/learn/typed_block.hpp>
#include <credence/predict/classifier.hpp>
#include <cstdio>

using namespace credence;

namespace {

constexpr const char* patients_csv =
    "age,smoker,city,visits,complaint,diagnosis\n"
    "23,0,Oslo,0,routine check,healthy\n"
    "31,0,Rome,1,sprained ankle,healthy\n"
    "45,1,Rome,4,cough and fever,ill\n"
    "38,0,,1,routine vaccination,healthy\n"
    "62,1,Oslo,7,persistent cough,ill\n"
    "54,?,Oslo,3,fever at night,ill\n"
    "29,0,Bern,0,routine check,healthy\n"
    "71,1,Rome,5,cough,ill\n";

constexpr const char* today_csv =
    "age,smoker,city,visits,complaint\n"
    "58,1,Oslo,2,dry cough\n"
    "27,0,Paris,0,routine check\n"
    "?,?,?,?,?\n";

void print(const Predictions& answers, Index row) {
  for (std::size_t klass = 0; klass < answers.classes.size(); ++klass)
    std::printf("  %s %.4f", answers.classes[klass].c_str(),
                answers.probability(row, static_cast<Index>(klass)));
  std::puts("");
}

}  // namespace

int main() {
  const Table patients = read_csv_text(patients_csv, "patients.csv");
  Model model = infer_model(patients, {.label = "diagnosis"});
  model["visits"] = GammaPoisson{};  // a family of my choice, its default prior
  model["smoker"] = BetaBernoulli{Beta{.ones = 2, .zeros = 8}};  // a prior of my own
  model["complaint"] = DirichletMultinomial{};                   // a text
  for (const ColumnSchema& column : model.schema().columns)
    std::printf("%-10s %s\n", column.name.c_str(), column.family.c_str());

  const auto posterior = observe(model, patients);  // the only pass over the data
  const auto smoker = cell<BetaBernoulli>(posterior, "smoker", "ill");
  const Interval believed = smoker.interval(0.9);
  std::printf("\nprobability that one who is ill smokes, after %.0f of %.0f who do:\n",
              smoker.statistics.ones, smoker.statistics.count());
  std::printf("maximum likelihood %.4f, posterior mean %.4f, 90 %% interval %.4f to %.4f\n",
              smoker.maximum_likelihood().probability, smoker.posterior_mean().probability,
              believed.lower, believed.upper);

  const Table today = read_csv_text(today_csv, "today.csv");
  std::puts(
      "\nthe predictive classifier on three patients, the second from a city not seen before,");
  std::puts("the third of whom nothing is known:");
  const Predictions answers = Classifier{posterior, Estimator::predictive}.predict(today);
  for (Index row = 0; row < answers.rows(); ++row) print(answers, row);
  std::printf("unseen categories and words: %td\n", answers.unseen_cells);

  std::puts("\nmaximum likelihood on the same patients:");
  const Predictions likely = Classifier{posterior, Estimator::maximum_likelihood}.predict(today);
  for (Index row = 0; row < likely.rows(); ++row) print(likely, row);

  const std::vector<Index> first{0, 1, 2, 3};
  const std::vector<Index> second{4, 5, 6, 7};
  auto halves = observe(model, patients.select(first));
  merge(halves, observe(model, patients.select(second)));
  std::printf("\nlearned in two halves and merged: log evidence %.6f, in one pass: %.6f\n",
              log_evidence(halves), log_evidence(posterior));
  std::printf(
      "saved and loaded, equal bit for bit: %s\n",
      posterior_from_json(to_json(posterior), "patients.posterior") == posterior ? "yes" : "no");
}
