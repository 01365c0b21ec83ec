// Mutual information against references found without any formula of the library.
#include <credence/select/density_information.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "support/golden_table.hpp"
#include "support/paths.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

using Doubles = std::vector<double>;

struct Reference {
  std::string kind;
  Doubles weights;
  std::vector<Doubles> classes;
  double information = 0;
  std::string line;
};

Doubles numbers(const std::string& text) {
  Doubles all;
  for (const std::string& part : split(text, ':')) all.push_back(number(part));
  return all;
}

std::vector<Reference> references() {
  std::vector<Reference> all;
  for (const GoldenRow& row : golden_rows(project_file("tests/golden/information.csv"))) {
    Reference& one = all.emplace_back(Reference{.kind = row.at("kind"),
                                                .weights = numbers(row.at("weights")),
                                                .classes = {},
                                                .information = number(row.at("information")),
                                                .line = row.at("classes")});
    for (const std::string& klass : split(row.at("classes"), '/'))
      one.classes.push_back(numbers(klass));
  }
  REQUIRE(all.size() > 1000);
  return all;
}

template <class D, class Make>
double information(const Reference& one, const Make& make) {
  std::vector<D> densities;
  for (const Doubles& klass : one.classes) densities.push_back(make(klass));
  Doubles probabilities = one.weights;
  const double all = std::accumulate(probabilities.begin(), probabilities.end(), 0.0);
  for (double& p : probabilities) p /= all;
  return mutual_information(probabilities, std::span<const D>(densities));
}

Categorical frequencies(const Doubles& counts) {
  Categorical d{counts};
  const double all = std::accumulate(counts.begin(), counts.end(), 0.0);
  for (double& p : d.probabilities) p /= all;
  return d;
}

double information(const Reference& one) {
  const std::string& kind = one.kind;
  if (kind == "binary")
    return information<Bernoulli>(one, [](const Doubles& c) {
      const detail::Share yes = detail::share(c[1], c[0]);
      return Bernoulli{.probability = yes.probability, .residue = yes.residue};
    });
  if (kind == "levels") return information<Categorical>(one, frequencies);
  if (kind == "normal")
    return information<Normal>(one, [](const Doubles& c) { return Normal{c[0], c[1] * c[1]}; });
  if (kind == "student_t")
    return information<StudentT>(one, [](const Doubles& c) { return StudentT{c[0], c[1], c[2]}; });
  if (kind == "exponential")
    return information<Exponential>(one, [](const Doubles& c) { return Exponential{c[0]}; });
  if (kind == "lomax")
    return information<Lomax>(one, [](const Doubles& c) { return Lomax{c[0], c[1]}; });
  if (kind == "poisson")
    return information<Poisson>(one, [](const Doubles& c) { return Poisson{c[0]}; });
  if (kind == "negative_binomial")
    return information<NegativeBinomial>(one, [](const Doubles& c) {
      return NegativeBinomial{c[0], c[1]};
    });
  if (kind == "geometric")
    return information<Geometric>(one, [](const Doubles& c) { return Geometric{c[0]}; });
  REQUIRE(kind == "beta_geometric");
  return information<CompoundGeometric>(one, [](const Doubles& c) {
    return CompoundGeometric{c[0], c[1]};
  });
}

double tolerance(const std::string& kind) {
  return kind == "binary" || kind == "levels" ? 1e-13 : 1e-9;
}

}  // namespace

TEST_CASE("mutual information agrees with exact tables, sums and integrals") {
  for (const Reference& one : references()) {
    CAPTURE(one.line);

    CHECK(std::abs(information(one) - one.information) <= tolerance(one.kind));
  }
}
