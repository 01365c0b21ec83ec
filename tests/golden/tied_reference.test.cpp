// Evidence of tied blocks and the joint t against the textbook formulas at 50 digits, on random cases
// of every size. The bar of the evidence (N4): 8 eps of the sum of the absolute reduced terms; of the
// joint t (N5): 32 ulp.
#include <credence/family/tied_normal.hpp>

#include "golden/fifty_digits.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

const Real two_pi = 2 * pi();

struct RandomCase {
  Tying tying = Tying::free;
  std::vector<TiedNormalInverseGamma> priors = {};  // one for each of two classes
  std::vector<ColumnMoments> cells = {};
};

TiedNormalInverseGamma random_prior(Random& random, Tying tying, std::size_t columns) {
  TiedNormalInverseGamma prior;
  for (std::size_t j = 0; j < columns; ++j) {
    prior.means.push_back(10 * random.normal());
    prior.mean_weights.push_back(pseudo_count(random));
    prior.scales.push_back(pseudo_count(random));
    if (j == 0 || !ties_columns(tying)) prior.shapes.push_back(pseudo_count(random));
  }
  return prior;
}

ColumnMoments random_cell(Random& random, std::size_t columns) {
  ColumnMoments seen;
  for (std::size_t j = 0; j < columns; ++j) {
    Moments moments;
    moments.n = whole(random);
    if (moments.n > 0) {
      moments.mean = 10 * random.normal();
      moments.sum_of_squares = moments.n * log_uniform(random, 1e-3, 1e3);
    }
    seen.put(static_cast<Index>(j), moments);
  }
  return seen;
}

// Means and their weights differ between classes; shapes and scales where classes are not tied.
RandomCase random_case(Random& random, Tying tying) {
  const std::size_t columns = 2 + random.below(3);
  RandomCase made{.tying = tying};
  for (int klass = 0; klass < 2; ++klass) {
    made.priors.push_back(random_prior(random, tying, columns));
    made.cells.push_back(random_cell(random, columns));
  }
  if (ties_classes(tying)) {
    made.priors[1].shapes = made.priors[0].shapes;
    made.priors[1].scales = made.priors[0].scales;
  }
  return made;
}

// Weight and squares of the cells that share a variance with this one, in units of their scales.
struct Group {
  Real count = 0;
  Real growth = 0;

  void add(const NormalInverseGamma& prior, const Moments& seen) {
    const Real kappa = prior.mean_weight;
    const Real n = seen.n;
    const Real step = Real(seen.mean) - prior.mean;
    count += n;
    growth +=
        (Real(seen.sum_of_squares) / 2 + kappa * n * step * step / (2 * (kappa + n))) / prior.scale;
  }
  [[nodiscard]] Terms& add_to(Terms& terms, const Real& shape) const {
    terms.add(rising(shape, count / 2));
    return terms.add(-(shape + count / 2) * log(1 + growth));
  }
};

Terms evidence_terms(const RandomCase& given) {
  Terms terms;
  const auto columns = std::ssize(given.priors[0].means);
  std::vector<Group> groups(static_cast<std::size_t>(2 * columns));
  for (Index klass = 0; klass < 2; ++klass)
    for (Index j = 0; j < columns; ++j) {
      const NormalInverseGamma prior = marginal(given.priors[static_cast<std::size_t>(klass)], j);
      const Moments seen = given.cells[static_cast<std::size_t>(klass)].column(j);
      const Index row = ties_classes(given.tying) ? 0 : klass;
      const Index column = ties_columns(given.tying) ? 0 : j;
      groups[static_cast<std::size_t>(row * columns + column)].add(prior, seen);
      const Real kappa = prior.mean_weight;
      terms.add(-Real(seen.n) / 2 * log(two_pi * prior.scale));
      terms.add(log(kappa / (kappa + seen.n)) / 2);
    }
  for (Index klass = 0; klass < (ties_classes(given.tying) ? 1 : 2); ++klass)
    for (Index j = 0; j < (ties_columns(given.tying) ? 1 : columns); ++j)
      static_cast<void>(groups[static_cast<std::size_t>(klass * columns + j)].add_to(
          terms, marginal(given.priors[static_cast<std::size_t>(klass)], j).shape));
  return terms;
}

Terms joint_terms(const JointStudentT& t, const std::vector<double>& x) {
  const Real degrees = t.degrees.front();
  const Real count = x.size();
  Terms terms;
  Real squares = 0;
  terms.add(rising(degrees / 2, count / 2) - count / 2 * log(degrees * two_pi / 2));
  for (std::size_t j = 0; j < x.size(); ++j) {
    const Real z = (Real(x[j]) - t.locations[j]) / t.scales[j];
    squares += z * z;
    terms.add(-log(Real(t.scales[j])));
  }
  return terms.add(-(degrees + count) / 2 * log(1 + squares / degrees));
}

}  // namespace

TEST_CASE("the evidence of tied blocks agrees with 50 digits") {
  for (const Tying tying : all_tyings) {
    CAPTURE(std::string(to_string(tying)));
    for_random_cases([&](Random& random) {
      const RandomCase given = random_case(random, tying);

      check_bar(TiedNormalInverseGammaNormal::tied_log_evidence(tying, given.priors, given.cells),
                evidence_terms(given));
    });
  }
}

TEST_CASE("a joint t holds 32 ulp up to 1e10 degrees and a million scales away") {
  for_random_cases([](Random& random) {
    JointStudentT t{.degrees = {log_uniform(random, 0.1, 1e10)}};
    std::vector<double> x;
    for (std::size_t columns = 2 + random.below(4); columns > 0; --columns) {
      t.locations.push_back(random.normal());
      t.scales.push_back(log_uniform(random, 1e-3, 1e3));
      x.push_back(t.locations.back() + t.scales.back() * log_uniform(random, 1e-3, 1e6));
    }

    check_ulp(log_density(t, x), joint_terms(t, x), 32);
  });
}
