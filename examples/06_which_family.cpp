// Which family a column speaks for, and whether it depends on the class at all: both are questions of
// evidence, and no row is held back to answer them.
#include <credence/data/csv.hpp>
#include <credence/family/log_normal.hpp>
#include <credence/family/normal_inverse_gamma.hpp>
#include <credence/learn/evidence.hpp>
#include <credence/report/text.hpp>
#include <credence/study/suggest.hpp>
#include <cstdio>

using namespace credence;

int main() {
  const Table credit = read_csv("examples/data/german_credit.csv");

  std::puts("four columns of german_credit.csv, family by family:\n");
  const Suggestions found = suggest(
      credit,
      {.label = "class", .columns = {"duration", "credit_amount", "age", "existing_credits"}});
  std::fputs(to_text(found).c_str(), stdout);

  std::puts("\nthe same log evidences, of a model whose families are chosen in code:");
  Model model(Schema{.label = "class"});
  model.add("age", NormalInverseGammaLogNormal{});
  model.add("duration", NormalInverseGammaNormal{});
  const auto posterior = observe(model, credit);
  std::printf("age as lognormal    %.2f\n", log_evidence(posterior, "age"));
  std::printf("duration as normal  %.2f\n", log_evidence(posterior, "duration"));

  std::puts("\nwhat depends on the class, the most telling first:");
  for (const Relevance& one : rank_by_evidence(posterior))
    std::printf("%-10s log Bayes factor %6.2f, probability %.3f\n", one.feature.c_str(),
                one.log_bayes_factor, one.probability);
}
