// Features that depend on one another: arcs given in code, a tree found by evidence, and why an
// applicant is a good risk when duration and amount are not counted as if they were independent.
#include <credence/data/csv.hpp>
#include <credence/family/dirichlet_categorical.hpp>
#include <credence/family/log_normal.hpp>
#include <credence/learn/found_structure.hpp>
#include <credence/predict/classifier.hpp>
#include <credence/predict/explain.hpp>
#include <cstdio>

using namespace credence;

namespace {

void print_arcs(const Posterior<Model>& posterior) {
  for (const FoundParents& of : found_structure(posterior).features)
    if (!of.parents.empty())
      std::printf("  %-16s depends on %-16s gain %7.2f nats\n", of.feature.c_str(),
                  of.parents.front().c_str(), of.gain);
}

void print_explanation(const Posterior<Model>& posterior, const Table& table) {
  const Estimates estimates = estimate(posterior, Estimator::predictive);
  const Explanation why = explain(estimates, bind(posterior.model, table), 6);
  for (const ExplanationLine& line : why.lines)
    std::printf("  %-16s %-14s %-20s %6.2f\n", line.feature.c_str(), line.value.c_str(),
                line.given.c_str(), line.contribution);
  std::printf("  log odds of '%s' against '%s' %27.2f\n", why.klass.c_str(), why.against.c_str(),
              why.log_odds);
}

}  // namespace

int main() {
  const Table credit = read_csv("examples/data/german_credit.csv");
  Model naive(Schema{.label = "class"});
  for (const char* name : {"checking_status", "savings_status", "employment", "housing"})
    naive.add(name, DirichletCategorical{});
  for (const char* name : {"duration", "credit_amount"})
    naive.add(name, NormalInverseGammaLogNormal{});

  // A parent that holds numbers is cut: up to a year, up to two, longer.
  const Structure given{.kind = StructureKind::given,
                        .given = {{.feature = "credit_amount", .parents = {"duration"}},
                                  {.feature = "housing", .parents = {"employment"}}},
                        .edges = {{.column = "duration", .edges = {12, 24}}}};
  const Structure forest_of_evidence{.kind = StructureKind::tan,
                                     .tree = TreeScore::evidence,
                                     .edges = {{.column = "duration", .edges = {12, 24}},
                                               {.column = "credit_amount", .edges = {2000, 4000}}}};
  const auto independent = observe(naive, credit);
  const auto dependent = observe(with_structure(naive, given), credit);

  std::puts("given arcs:");
  print_arcs(dependent);

  std::puts("\nthe forest of most evidence, amounts cut at 2000 and 4000:");
  const auto forest = observe(with_structure(naive, forest_of_evidence), credit);
  print_arcs(forest);

  std::printf("\nlog evidence: independent %.2f, given arcs %.2f, forest %.2f\n",
              log_evidence(independent), log_evidence(dependent), log_evidence(forest));

  std::puts("\nwhy row 7 is a good risk, features independent:");
  print_explanation(independent, credit);
  std::puts("\nwith the given arcs:");
  print_explanation(dependent, credit);
}
