// What a stranger would write first: a prior, some answers, and the four readings of the posterior.
#include <credence/family/beta_bernoulli.hpp>
#include <credence/learn/posterior.hpp>

#include <cstdio>
#include <string>

int main() {
  using namespace credence;
  Posterior<BetaBernoulli> smoker{Beta{.ones = 2, .zeros = 8}};
  for (const bool answer : {true, false, false, true, true}) smoker.observe(answer);

  std::printf("posterior %g %g\n", smoker.density().ones, smoker.density().zeros);
  std::printf("maximum likelihood %.4f\n", smoker.maximum_likelihood().probability);
  std::printf("maximum a posteriori %.4f\n", smoker.maximum_a_posteriori().probability);
  std::printf("posterior mean %.4f\n", smoker.posterior_mean().probability);
  std::printf("predictive %.4f\n", smoker.predictive().probability);
  std::printf("log evidence %.4f\n", smoker.log_evidence());

  try {
    (void)Posterior<BetaBernoulli>{}.maximum_likelihood();
  } catch (const Error& error) {
    std::printf("without data: %s\n", std::string(to_string(error.code())).c_str());
  }
}
