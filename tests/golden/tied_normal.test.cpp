// Blocks of tied columns against values that mpmath computed another way (make_tied_normal.py).
#include <doctest/doctest.h>

#include <credence/detail/predict/cell_reader.hpp>
#include <credence/family/tied_normal.hpp>

#include "support/family_golden.hpp"
#include "support/family_samples.hpp"
#include "support/paths.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

using F = TiedNormalInverseGammaNormal;

// The only feature of a block, with its prior for every class.
struct Case {
  Block<F> block;
  std::vector<TiedNormalInverseGamma> priors;
};

// The prior of each column, as mean:mean_weight:shape:scale.
TiedNormalInverseGamma read_prior(const std::string& text) {
  TiedNormalInverseGamma prior;
  for (const std::string& column : split(text, ' ')) {
    const auto parts = split(column, ':');
    prior.means.push_back(number(parts.at(0)));
    prior.mean_weights.push_back(number(parts.at(1)));
    prior.shapes.push_back(number(parts.at(2)));
    prior.scales.push_back(number(parts.at(3)));
  }
  return prior;
}

Case read_case(GoldenRow row) {
  Case result;
  const TiedNormalInverseGamma prior = read_prior(row["prior"]);
  Feature<F>& feature = result.block.features.emplace_back();
  feature.levels.resize(prior.means.size());
  feature.tied = *tying_named(row["tying"]);
  feature.prior.shared = prior;
  rearrange_classes(result.block, {}, static_cast<Index>(number(row["classes"])));
  for (const std::string& text : split(row["rows"], ' ')) {
    const auto parts = split(text, ':');
    std::vector<double> datum;
    read_datum(parts.at(1), datum);
    result.block.cell(0, static_cast<Index>(number(parts.at(0)))).observe(datum);
  }
  result.priors = priors(result.block, 0,
                         std::vector<std::string>(static_cast<std::size_t>(result.block.classes)));
  return result;
}

void check_estimate(const std::string& expected, const std::optional<IndependentNormals>& density,
                    const std::vector<double>& point) {
  CAPTURE(expected);
  CHECK(density.has_value() == (expected != "undefined"));
  if (!density || expected == "undefined") return;
  const double value = number(expected);
  CHECK(std::abs(log_density(*density, point) - value) <= 1e-12 * (1 + std::abs(value)));
}

void check_row(GoldenRow row) {
  const Case known = read_case(row);
  const auto klass = static_cast<Index>(number(row["class"]));
  std::vector<double> point;
  read_datum(row["point"], point);
  const Tying tying = known.block.feature(0).tied;

  const double evidence = F::tied_log_evidence(tying, known.priors, cells_of(known.block, 0));
  CellReader<F> reader(known.block, 0, known.priors);
  const double predicted = log_density(F::predictive(reader.posterior(klass)), point);
  const auto estimate = [&](Estimator estimator) {
    return if_defined([&] { return reader.plug_in(estimator, klass, 0); });
  };

  CHECK(std::abs(evidence - number(row["log_evidence"])) <= 1e-14 * (1 + number(row["terms"])));
  CHECK(predicted == doctest::Approx(number(row["predictive"])).epsilon(1e-13));
  check_estimate(row["maximum_likelihood"], estimate(Estimator::maximum_likelihood), point);
  check_estimate(row["maximum_a_posteriori"], estimate(Estimator::maximum_a_posteriori), point);
  check_estimate(row["posterior_mean"], estimate(Estimator::posterior_mean), point);
}

}  // namespace

TEST_CASE("evidence and estimates of tied blocks agree with references found another way") {
  auto rows = golden_rows(project_file("tests/golden/tied_normal.csv"));
  for (GoldenRow& row : golden_rows(project_file("tests/golden/tied_unscaled.csv")))
    rows.push_back(std::move(row));

  for (const Tying tying : all_tyings) {
    Index cases = 0;
    for (GoldenRow row : rows) {
      if (row["tying"] != to_string(tying)) continue;
      ++cases;
      const std::string line = row["prior"] + " | " + row["rows"] + " | " + row["point"];
      CAPTURE(to_string(tying));
      CAPTURE(line);
      check_row(row);
    }
    CHECK(cases >= 50);
  }
}
