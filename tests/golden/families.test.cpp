// Families against values that mpmath computed at 50 digits (make_families.py).
#include <doctest/doctest.h>

#include <credence/family/families.hpp>

#include "support/family_golden.hpp"
#include "support/family_samples.hpp"
#include "support/paths.hpp"

#include <algorithm>

using namespace credence;
using namespace credence::testing;

namespace {

const std::string table = project_file("tests/golden/families.csv");

// A log density within 1e-13 of its size; undefined exactly where the table says so.
template <class D, class Datum>
void check_cell(const std::string& expected, const std::optional<D>& density, const Datum& point) {
  CAPTURE(expected);
  CHECK(density.has_value() == (expected != "undefined"));
  if (!density || expected == "undefined") return;
  const double value = number(expected);
  const double found = log_density(*density, point);
  CAPTURE(found);
  if (std::isinf(value))
    CHECK(found == value);
  else
    CHECK(std::abs(found - value) <= 1e-13 * (1 + std::abs(value)));
}

template <class F>
void check_row(GoldenRow row) {
  using Datum = typename F::Statistics::value_type;
  const auto prior = read_members<typename F::Prior>(row["prior"]);
  typename F::Statistics seen;
  for (const std::string& text : split(row["data"], ' ')) {
    Datum datum{};
    read_datum(text, datum);
    seen.observe(datum);
  }
  if constexpr (LevelledStatistics<typename F::Statistics>)
    seen.resize(static_cast<Index>(prior.weights.size()));
  Datum point{};
  read_datum(row["point"], point);

  const auto evidence = if_defined([&] { return log_evidence(prior, seen); });
  const auto after = posterior(prior, seen);

  CHECK(evidence.has_value() == (row["log_evidence"] != "undefined"));
  if (evidence)
    CHECK(std::abs(*evidence - number(row["log_evidence"])) <= 1e-14 * number(row["terms"]));
  check_cell(row["maximum_likelihood"], if_defined([&] { return likeliest<F>(prior, seen); }),
             point);
  check_cell(row["maximum_a_posteriori"],
             if_defined([&] { return F::maximum_a_posteriori(after); }), point);
  check_cell(row["posterior_mean"], if_defined([&] { return F::posterior_mean(after); }), point);
  check_cell(row["predictive"], if_defined([&] { return F::predictive(after); }), point);
}

}  // namespace

TEST_CASE("evidence and the four estimates agree with 50-digit references") {
  const auto rows = golden_rows(table);
  REQUIRE(rows.size() > 100);

  for (GoldenRow row : rows) {
    const std::string family = row["family"];
    const std::string prior = row["prior"];
    const std::string data = row["data"];
    CAPTURE(family);
    CAPTURE(prior);
    CAPTURE(data);
    CHECK(with_family(Families{}, family, [&](auto found) { check_row<decltype(found)>(row); }));
  }
}

TEST_CASE("every family of the list has reference values") {
  const auto rows = golden_rows(table);
  INFO("make_families.py writes them, for each entry of its FAMILIES");

  for_each_family(Families{}, [&](auto family) {
    const std::string name{decltype(family)::name};
    CAPTURE(name);
    CHECK(std::count_if(rows.begin(), rows.end(),
                        [&](GoldenRow row) { return row["family"] == name; }) >= 20);
  });
}
