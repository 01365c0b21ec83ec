// The black swan paradox: who has seen only white swans, and counts, is sure that no black one
// exists.
#include <credence/family/beta_bernoulli.hpp>
#include <credence/learn/posterior.hpp>
#include <cstdio>

using namespace credence;

int main() {
  // Each swan is black or not. Before any was seen, both answers seemed equally likely.
  Posterior<BetaBernoulli> black{Beta{.ones = 1, .zeros = 1}};
  std::puts("white swans seen   maximum likelihood   posterior mean   90 % interval");
  double seen = 0;
  for (const double swans : {1.0, 10.0, 100.0, 1000.0}) {
    black.observe(false, swans - seen);  // a weight: so many more swans, none of them black
    seen = swans;
    const double likeliest = black.maximum_likelihood().probability;
    const double next = black.predictive().probability;
    const Interval interval = black.interval(0.9);
    std::printf("%17.0f   %18.4f   %14.4f   %.4f to %.4f\n", swans, likeliest, next, interval.lower,
                interval.upper);
  }

  std::printf(
      "\nnats that a black swan costs: %.2f by its posterior, infinitely many by maximum "
      "likelihood: %.2f\n",
      -log_density(black.predictive(), true), -log_density(black.maximum_likelihood(), true));

  const double before = black.log_evidence();
  black.observe(true);
  std::printf("after one black swan: maximum likelihood %.4f, posterior mean %.4f\n",
              black.maximum_likelihood().probability, black.predictive().probability);
  std::printf("log evidence of all swans: %.4f before, %.4f after\n", before, black.log_evidence());

  const Posterior<BetaBernoulli> nothing{Beta{.ones = 1, .zeros = 1}};
  try {
    (void)nothing.maximum_likelihood();
  } catch (const Error& error) {
    std::printf("and before the first swan: %s\n", error.what());
  }
}
