// Tail probabilities of models that are true: uniform under the prior, never too often small.
#include <credence/study/predictive_check.hpp>

#include <doctest/doctest.h>
#include <credence/study/simulation.hpp>

#include <array>
#include <cmath>
#include <map>

#include "support/every_family.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

constexpr std::size_t bins = 10;
constexpr Index simulations = 99;  // p-values 0.02, 0.04, ..., 1, each equally probable

Schema schema_of_all() {
  Schema schema = schema_of_every_family();
  const std::vector<ColumnSchema> more{
      {.name = "tries",
       .family = "negative_binomial",
       .prior = numbers({{"ones", 4.0}, {"zeros", 6.0}, {"successes", 3.0}})},
      {.name = "span",
       .family = "gamma",
       .prior = numbers({{"shape", 4.0}, {"rate", 2.0}, {"known_shape", 3.0}})},
      {.name = "reading",
       .family = "normal_known_variance",
       .prior = numbers({{"mean", 1.0}, {"mean_variance", 4.0}, {"variance", 2.0}})},
      {.name = "error",
       .family = "normal_known_mean",
       .prior = numbers({{"shape", 3.0}, {"scale", 2.0}, {"mean", 1.0}})},
      {.name = "wind",
       .family = "von_mises",
       .prior = numbers({{"direction", 3.0}, {"strength", 2.0}, {"concentration", 2.0}})},
      {.name = "age",
       .family = "histogram",
       .prior = numbers({{"weights", Doubles{2, 3, 1}}, {"edges", Doubles{0, 1, 3, 4}}})},
      {.name = "tree",
       .family = "polya_tree",
       .prior = numbers({{"c", 3.0}, {"depth", 2.0}, {"mean", 1.0}, {"sd", 2.0}})}};
  schema.columns.insert(schema.columns.end(), more.begin(), more.end());
  return schema;
}

// How often p-values fell into each tenth, by feature and quantity.
using Tenths = std::map<std::string, std::array<double, bins>>;

// What the rows are checked against: the prior, or a posterior of theirs or of other rows.
enum class Against { prior, posterior, posterior_of_others };

// Data of `data_from` checked against the prior or posterior of `model`.
Tenths tenths_of(const ModelPosterior& model, const ModelPosterior& data_from, Against against,
                 int data_sets) {
  const SimulatedFrom from =
      against == Against::prior ? SimulatedFrom::prior : SimulatedFrom::posterior;
  Tenths tenths;
  for (int i = 1; i <= data_sets; ++i) {
    const auto seed = static_cast<std::uint64_t>(i);
    const Estimates truth = drawn_truth(data_from, seed);
    const Table table = simulate(truth, {.rows = 45, .seed = seed, .tokens = 8});
    ModelPosterior posterior = model;
    if (against == Against::posterior) observe(posterior, table);
    if (against == Against::posterior_of_others)
      observe(posterior, simulate(truth, {.rows = 20, .seed = seed + 100000, .tokens = 8}));
    const PredictiveCheck check = predictive_check(
        posterior, table,
        {.from = from, .simulations = simulations, .seed = seed, .threshold = 0.05});
    CHECK(check.not_checked.empty());
    for (const CheckedCell& cell : check.cells) {
      if (cell.klass != "a" || cell.rows < 5) continue;
      for (const CheckedQuantity& checked : cell.quantities) {
        const double fifties = std::round(checked.p_value * 50);
        tenths[cell.feature + ": " + to_string(checked.name)]
              [static_cast<std::size_t>(fifties - 1) / 5] += 1;
      }
    }
  }
  return tenths;
}

double chi_square(const std::array<double, bins>& counts) {
  double total = 0;
  for (const double count : counts) total += count;
  double sum = 0;
  for (const double count : counts) sum += (count - total / bins) * (count - total / bins);
  return sum / (total / bins);
}

double total_of(const std::array<double, bins>& counts) {
  double total = 0;
  for (const double count : counts) total += count;
  return total;
}

// Of quantities that take few values more data than one are equal, which makes tails larger.
bool is_continuous(const std::string& name) {
  for (const char* feature :
       {"size", "income", "wait", "tied_", "span", "reading", "error", "wind", "age", "tree"})
    if (name.starts_with(feature)) return true;
  return false;
}

// Quantities that take few values must not be extreme too often; others must be uniform.
void check_uniform(const Tenths& tenths) {
  int continuous = 0;
  for (const auto& [name, counts] : tenths) {
    const double total = total_of(counts);
    if (total < 200) continue;
    const auto& shown = name;
    CAPTURE(shown);
    CAPTURE(total);
    if (is_continuous(name)) {
      ++continuous;
      // Nine degrees of freedom: exceeded in one of 1,000,000.
      CHECK(chi_square(counts) < 46);
    }
    CHECK(counts[0] - total / bins < 5 * std::sqrt(total * 0.09));
  }
  CHECK(continuous > 50);
}

}  // namespace

TEST_CASE("p-values are uniform under the prior that the data come from") {
  const ModelPosterior model = before_data(schema_of_all());
  check_uniform(tenths_of(model, model, Against::prior, 300));
}

TEST_CASE("p-values of new rows are uniform under a posterior of others") {
  const ModelPosterior model = before_data(schema_of_all());
  check_uniform(tenths_of(model, model, Against::posterior_of_others, 220));
}

TEST_CASE("under another prior than that of the data p-values are not uniform") {
  Schema other = schema_of_all();
  for (ColumnSchema& column : other.columns) {
    if (column.name == "wait") column.prior = numbers({{"shape", 4.0}, {"rate", 4.0}});
    if (column.name == "reading")
      column.prior = numbers({{"mean", 1.0}, {"mean_variance", 16.0}, {"variance", 2.0}});
    if (column.name == "wind")
      column.prior = numbers({{"direction", 3.0}, {"strength", 2.0}, {"concentration", 4.0}});
  }
  const Tenths tenths =
      tenths_of(before_data(schema_of_all()), before_data(other), Against::prior, 150);
  CHECK(chi_square(tenths.at("wait: mean")) > 46);
  CHECK(chi_square(tenths.at("reading: mean")) > 46);
  CHECK(chi_square(tenths.at("wind: resultant length")) > 46);
  CHECK(chi_square(tenths.at("size: mean")) < 46);
}

TEST_CASE("a posterior that learned the rows seldom finds them extreme where the model is true") {
  const ModelPosterior model = before_data(schema_of_all());
  const Tenths tenths = tenths_of(model, model, Against::posterior, 120);

  for (const auto& [name, counts] : tenths) {
    const double total = total_of(counts);
    if (total < 100) continue;
    const auto& shown = name;
    CAPTURE(shown);
    CHECK(counts[0] - total / bins < 5 * std::sqrt(total * 0.09));
  }
  // A mean that was learned is in the middle of what is simulated, almost always.
  CHECK(tenths.at("size: mean")[0] == 0);
  CHECK(tenths.at("wait: mean")[0] == 0);
}
