// Priors found from data of families whose classes share a constant: limits, units and reasons.
#include <credence/family/empirical_prior.hpp>
#include <credence/family/families.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "family/empirical_jets.hpp"
#include "support/has.hpp"
#include "support/relative.hpp"
#include "support/throws.hpp"

using namespace credence;
using doctest::Approx;
using testing::has_note;

namespace {

template <class Statistics>
std::vector<Statistics> cells_of(const std::vector<std::vector<double>>& lists) {
  std::vector<Statistics> cells;
  for (const std::vector<double>& list : lists) {
    Statistics& cell = cells.emplace_back();
    for (const double x : list) cell.observe(x);
  }
  return cells;
}

const std::vector<std::vector<double>> groups{
    {1.2, .3, 2.1, .8}, {5, 4.1, 9.3, 6}, {2.2, 2.5, 2.4}, {1, .4, .2, .9, 1.1}, {12, 3, 7.5, 1}};

std::vector<std::vector<double>> times(double factor) {
  std::vector<std::vector<double>> all = groups;
  for (std::vector<double>& list : all)
    for (double& x : list) x *= factor;
  return all;
}

template <class F>
void refuses(const std::vector<std::vector<double>>& lists, const std::string& why) {
  CAPTURE(why);
  const auto cells = cells_of<typename F::Statistics>(lists);
  CHECK(testing::throws_error([&] { (void)F::empirical(cells); }, ErrorCode::undefined, why));
  CHECK(testing::throws_error([&] { (void)F::empirical(cells); }, ErrorCode::undefined,
                              "use 'auto'"));
}

}  // namespace

TEST_CASE("empirical priors with a constant move with the unit of their numbers") {
  const auto variance = NormalKnownVariance::empirical(cells_of<Moments>(groups)).prior;
  const auto variance_times = NormalKnownVariance::empirical(cells_of<Moments>(times(1000))).prior;
  CHECK(variance_times.mean == Approx(1000 * variance.mean).epsilon(1e-9));
  CHECK(variance_times.variance == Approx(1e6 * variance.variance).epsilon(1e-9));
  CHECK(variance_times.mean_variance == Approx(1e6 * variance.mean_variance).epsilon(1e-9));

  const auto mean = NormalKnownMean::empirical(cells_of<Moments>(groups)).prior;
  const auto mean_times = NormalKnownMean::empirical(cells_of<Moments>(times(1000))).prior;
  CHECK(mean_times.mean == Approx(1000 * mean.mean).epsilon(1e-9));
  CHECK(mean_times.shape == Approx(mean.shape).epsilon(1e-9));
  CHECK(mean_times.scale == Approx(1e6 * mean.scale).epsilon(1e-9));

  const auto shape = GammaKnownShape::empirical(cells_of<GammaTotals>(groups)).prior;
  const auto shape_times = GammaKnownShape::empirical(cells_of<GammaTotals>(times(1000))).prior;
  CHECK(shape_times.shape == Approx(shape.shape).epsilon(1e-9));
  CHECK(shape_times.rate == Approx(1000 * shape.rate).epsilon(1e-9));
  CHECK(shape_times.known_shape == Approx(shape.known_shape).epsilon(1e-9));
}

TEST_CASE("an empirical prior of gamma numbers is found for sharp and for distant classes") {
  // Shapes of hundreds, whose evidence is the difference of large terms.
  const std::vector<std::vector<double>> sharp{
      {100.1, 103, 98, 101.5}, {110, 104, 107.5}, {95, 97.1, 99}};
  const auto found = GammaKnownShape::empirical(cells_of<GammaTotals>(sharp));
  CHECK(found.converged);
  CHECK(found.notes.empty());
  CHECK(found.prior.known_shape > 200);

  const auto distant = cells_of<GammaTotals>({{1e-7, 3e-7, 2e-7}, {1e7, 2e7, 4e7}, {1, 2, 5}});
  const auto broad = GammaKnownShape::empirical(distant);
  CHECK(broad.converged);
  for (const double shape : {0.01, 0.03, 0.1, 0.3, 1.0})
    for (const double scale : {1e-7, 1e-3, 1.0, 1e3, 1e7})
      for (const double known : {1.0, 3.0, 6.0}) {
        const GammaRatePrior other{.shape = shape, .rate = scale * shape, .known_shape = known};
        double sum = 0;
        for (const GammaTotals& cell : distant) sum += log_evidence(other, cell);
        CHECK(broad.log_evidence >= sum);
      }
}

TEST_CASE("an empirical prior of known means is found where one class lies far from the others") {
  const auto cells = cells_of<Moments>({{-0.36, -0.336}, {-7.0, -6.7, -6.3}});

  const auto found = NormalKnownMean::empirical(cells);

  double sum = 0;
  for (const Moments& cell : cells)
    sum +=
        log_evidence(NormalVariancePrior{.shape = 0.133, .scale = 0.00045, .mean = -0.348}, cell);
  CHECK(found.converged);
  CHECK(found.notes.empty());
  CHECK(found.log_evidence >= sum);
}

TEST_CASE(
    "classes of very different sizes have a prior at its limit where the evidence is higher") {
  const std::vector<Moments> cells{{95180, .00157242, 35526.1},
                                   {129967, .00190339, 49947.8},
                                   {601, .0266215, 1568.28},
                                   {206, .181597, 232.734}};

  const auto found = NormalKnownVariance::empirical(cells);

  CHECK(has_note(found.notes, "'variance / mean_variance' is held at its limit"));
  CHECK(found.prior.mean == testing::relative(0.0019935, 1e-4));
  CHECK(found.log_evidence == Approx(-213152.49).epsilon(1e-7));
}

TEST_CASE("directions turned by an angle have an empirical prior turned by it") {
  const std::vector<std::vector<double>> winds{
      {3.1, -3.0, 2.9, 2.5}, {2.2, 2.5, 1.9}, {-2.8, -2.5, -3.1, 3.0}};
  auto turned = winds;
  for (auto& list : turned)
    for (double& x : list) x += 1;

  const auto plain = VonMisesKnownConcentration::empirical(cells_of<DirectionTotals>(winds)).prior;
  const auto found = VonMisesKnownConcentration::empirical(cells_of<DirectionTotals>(turned)).prior;

  CHECK(std::abs(plain.direction) <= std::numbers::pi);
  CHECK(std::remainder(found.direction - plain.direction - 1, 2 * std::numbers::pi) ==
        Approx(0).epsilon(1e-9));
  CHECK(found.strength == Approx(plain.strength).epsilon(1e-8));
  CHECK(found.concentration == Approx(plain.concentration).epsilon(1e-8));
}

TEST_CASE("classes that differ by no more than chance have a prior at its limit") {
  const std::vector<std::vector<double>> alike{{1, 2, 3, 4}, {1.1, 2, 2.9, 4.1}, {0.9, 2.1, 3, 4}};
  const auto variance = NormalKnownVariance::empirical(cells_of<Moments>(alike));
  CHECK(has_note(variance.notes, "'variance / mean_variance' is held at its limit, 1.2e+07"));
  CHECK(variance.prior.mean == Approx(30.1 / 12).epsilon(1e-6));
  CHECK(has_note(NormalKnownMean::empirical(cells_of<Moments>(alike)).notes, "'shape' is held"));
  CHECK(
      has_note(GammaKnownShape::empirical(cells_of<GammaTotals>(alike)).notes, "'shape' is held"));
  CHECK(has_note(VonMisesKnownConcentration::empirical(
                     cells_of<DirectionTotals>({{0.1, 0.5, -0.4}, {0.2, 0.4, -0.4}}))
                     .notes,
                 "'strength' is held"));
  CHECK(has_note(BetaNegativeBinomial::empirical(
                     cells_of<ValueHistogram>({{0, 9, 1, 14}, {1, 9, 0, 13}, {0, 10, 1, 14}}))
                     .notes,
                 "'ones' is held"));
}

TEST_CASE("constant classes are left out where they have no bound, and a note says so") {
  auto lists = groups;
  lists.push_back({4, 4});
  const auto mean = NormalKnownMean::empirical(cells_of<Moments>(lists));
  CHECK(has_note(mean.notes, "a class whose values do not differ left out"));
  CHECK(mean.prior == NormalKnownMean::empirical(cells_of<Moments>(groups)).prior);
  CHECK(NormalKnownVariance::empirical(cells_of<Moments>(lists)).notes.empty());
}

TEST_CASE("constants that the data do not determine are refused with the reason") {
  const std::vector<std::vector<double>> constant{{2, 2}, {3}, {5, 5, 5}};
  refuses<NormalKnownVariance>({{1, 2}, {}}, "at least two classes with data; there is 1");
  refuses<NormalKnownVariance>(constant, "as the variance goes to 0");
  refuses<NormalKnownMean>({{1, 2}, {3}}, "at least two classes whose values differ; there is 1");
  refuses<GammaKnownShape>({{1, 2}}, "at least two classes with data; there is 1");
  refuses<GammaKnownShape>(constant, "the evidence grows for ever with 'known_shape'");
  refuses<BetaNegativeBinomial>({{0, 0}, {0}}, "a count above 0");
  refuses<BetaNegativeBinomial>({{4, 5, 4, 5}, {9, 10, 9}}, "towards that of family 'poisson'");
  refuses<VonMisesKnownConcentration>({{0.5, 0.5}, {1}}, "with 'concentration'");
  refuses<VonMisesKnownConcentration>({{0, std::numbers::pi}, {0, std::numbers::pi}},
                                      "the column's directions cancel");
  refuses<DirichletHistogram>({{1, 2, 3}, {}}, "at least two classes with data; there is 1");
}

TEST_CASE("a histogram has the bins of auto and weights that data find") {
  const auto cells = cells_of<ValueHistogram>(groups);
  ValueHistogram pooled;
  for (const ValueHistogram& cell : cells) pooled.merge(cell);

  const auto found = DirichletHistogram::empirical(cells);

  const HistogramPrior plain = DirichletHistogram::automatic(Automatic::unit, pooled);
  CHECK(found.prior.edges == plain.edges);
  double of_plain = 0;
  for (const ValueHistogram& cell : cells) of_plain += log_evidence(plain, cell);
  CHECK(found.log_evidence > of_plain);
}

TEST_CASE("a search starts from the eight cells of largest weight, in their order") {
  std::vector<DirectionTotals> cells;
  for (const double n : {3.0, 9.0, 1.0, 8.0, 7.0, 2.0, 9.0, 5.0, 4.0, 6.0, 1.0})
    cells.push_back({.n = n, .cosines = static_cast<double>(cells.size()), .sines = 0});

  const auto chosen = credence::detail::cells_to_start_from(cells);

  std::vector<double> weights;
  for (const DirectionTotals& cell : chosen) weights.push_back(cell.n);
  CHECK(weights == std::vector<double>{3, 9, 8, 7, 9, 5, 4, 6});
  cells.resize(8);
  CHECK(credence::detail::cells_to_start_from(cells) == cells);
}
