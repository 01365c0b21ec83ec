// Log joints of mixed models against 50-digit references computed from the raw rows.
#include <credence/predict/classifier.hpp>

#include <doctest/doctest.h>

#include <algorithm>

#include "golden/model_reference.hpp"
#include "golden/model_rows.hpp"
#include "support/models.hpp"

using namespace credence;
using namespace credence::testing;
using reference::Joint;
using reference::Real;
using reference::Row;
using reference::Seen;
using reference::Values;

namespace {

// How the model under test departs from its defaults.
struct Variant {
  ClassPrior class_prior{};
  Unseen unseen = Unseen::missing;
  bool automatic = true;  // priors of numbers: auto, or stated
};

ColumnSchema column(std::string name, std::string family, PriorSpec prior = {}) {
  return {.name = std::move(name), .family = std::move(family), .prior = std::move(prior)};
}

Schema schema_for(const Variant& variant) {
  const PriorSpec normal =
      variant.automatic
          ? word("auto3")
          : numbers({{"mean", 18.0}, {"mean_weight", 0.5}, {"shape", 2.5}, {"scale", 3.0}});
  const PriorSpec gamma =
      variant.automatic ? word("auto") : numbers({{"shape", 2.5}, {"rate", 1.5}});
  const PriorSpec of_b =
      numbers({{"mean", 1000.0}, {"mean_weight", 2.0}, {"shape", 3.0}, {"scale", 40.0}});
  ColumnSchema city = column("city", "categorical", numbers({{"each", 1.5}}));
  city.unseen = variant.unseen;
  ColumnSchema mood = column("mood", "categorical");
  mood.missing_is_level = true;
  ColumnSchema visits = column("visits", "poisson", gamma);
  visits.exposure = "years";
  ColumnSchema note = column("note", "multinomial", numbers({{"each", 1.25}}));
  note.unseen = variant.unseen;
  ColumnSchema words = column("words", "multinomial", weights({1, 2, 1.5}));
  words.columns = {"w2", "w0", "w1"};
  return schema_of({column("temperature", "normal", normal),
                    column("pressure", "normal",
                           {.by_class = {{"a", word("auto3")}, {"b", of_b}, {"c", word("auto3")}}}),
                    column("income", "lognormal", word("auto3")), city,
                    column("smoker", "bernoulli", numbers({{"ones", 2.0}, {"zeros", 1.5}})), mood,
                    visits, column("wait", "exponential", gamma), note, words},
                   variant.class_prior);
}

// The reference of one model: training rows, and what follows from them.
struct Reference {
  std::vector<Row> rows;
  Variant variant;

  template <class Cell>
  [[nodiscard]] Values column(Cell cell, const std::string* klass = nullptr) const {
    Values values;
    for (const Row& row : rows) {
      const double value = cell(row);
      if (!std::isnan(value) && (klass == nullptr || row.klass == *klass))
        values.push_back({value, row.weight});
    }
    return values;
  }
  [[nodiscard]] Joint joint(Estimator estimator, const std::string& klass, const Row& row) const;

 private:
  [[nodiscard]] Real class_probability(Estimator estimator, const std::string& klass) const;
  void add_numbers(Joint& sum, Estimator estimator, const std::string& klass, const Row& row) const;
  void add_counts(Joint& sum, Estimator estimator, const std::string& klass, const Row& row) const;
  void add_categories(Joint& sum, Estimator estimator, const std::string& klass,
                      const Row& row) const;
  void add_words(Joint& sum, Estimator estimator, const std::string& klass, const Row& row) const;
  void add_level(Joint& sum, Estimator estimator, std::string Row::*member, bool skip_missing,
                 const Real& each, bool reserve, const std::string& klass, const Row& row) const;
};

Real Reference::class_probability(Estimator estimator, const std::string& klass) const {
  using Kind = ClassPrior::Kind;
  if (variant.class_prior.kind == Kind::uniform) return Real(1) / 3;
  if (variant.class_prior.kind == Kind::given) {
    for (const auto& [name, probability] : variant.class_prior.given)
      if (name == klass) return probability;
  }
  if (variant.class_prior.kind == Kind::frequencies) estimator = Estimator::maximum_likelihood;
  std::vector<Real> counts(3, 0);
  for (const Row& row : rows) counts[static_cast<std::size_t>(row.klass[0] - 'a')] += row.weight;
  const std::vector<Real> prior(3, variant.class_prior.each);
  return reference::shares(estimator, prior, counts)[static_cast<std::size_t>(klass[0] - 'a')];
}

void Reference::add_numbers(Joint& sum, Estimator estimator, const std::string& klass,
                            const Row& row) const {
  const auto temperature = [](const Row& r) { return r.temperature; };
  const auto pressure = [](const Row& r) { return r.pressure; };
  const Real half_three = Real(3) / 2;
  if (!std::isnan(row.temperature)) {
    const auto prior = variant.automatic ? reference::automatic(column(temperature), half_three)
                                         : reference::NormalPrior{18, Real(1) / 2, Real(5) / 2, 3};
    sum.add(reference::normal(estimator, prior, column(temperature, &klass), row.temperature));
  }
  if (!std::isnan(row.pressure)) {
    const auto prior = klass == "b" ? reference::NormalPrior{1000, 2, 3, 40}
                                    : reference::automatic(column(pressure), half_three);
    sum.add(reference::normal(estimator, prior, column(pressure, &klass), row.pressure));
  }
  if (!std::isnan(row.income)) {
    const auto logs = [&](Values values) {
      for (Seen& seen : values) seen.value = log(seen.value);
      return values;
    };
    const auto income = [](const Row& r) { return r.income; };
    const auto prior = reference::automatic(logs(column(income)), half_three);
    const Real x = log(Real(row.income));
    sum.add(reference::normal(estimator, prior, logs(column(income, &klass)), x));
    sum.add(-x);
  }
}

void Reference::add_counts(Joint& sum, Estimator estimator, const std::string& klass,
                           const Row& row) const {
  const auto counted = [&](const std::string* of) {
    Values values;
    for (const Row& r : rows)
      if (!std::isnan(r.visits) && !std::isnan(r.years) && (of == nullptr || r.klass == *of))
        values.push_back({r.visits, r.weight, r.years});
    return values;
  };
  const reference::GammaPrior stated{Real(5) / 2, Real(3) / 2};
  if (!std::isnan(row.visits) && !std::isnan(row.years)) {
    const Values all = counted(nullptr);
    const auto prior =
        variant.automatic
            ? reference::GammaPrior{reference::total(all) / reference::total_exposure(all), 1}
            : stated;
    sum.add(reference::poisson(estimator, prior, counted(&klass), row.visits, row.years));
  }
  const auto wait = [](const Row& r) { return r.wait; };
  if (!std::isnan(row.wait)) {
    const auto prior =
        variant.automatic ? reference::GammaPrior{1, reference::mean(column(wait))} : stated;
    sum.add(reference::exponential(estimator, prior, column(wait, &klass), row.wait));
  }
}

void Reference::add_level(Joint& sum, Estimator estimator, std::string Row::*member,
                          bool skip_missing, const Real& each, bool reserve,
                          const std::string& klass, const Row& row) const {
  if (skip_missing && row.*member == "?") return;
  std::vector<std::string> levels;
  for (const Row& r : rows)
    if (!(skip_missing && r.*member == "?") &&
        std::find(levels.begin(), levels.end(), r.*member) == levels.end())
      levels.push_back(r.*member);
  auto place = static_cast<std::size_t>(std::find(levels.begin(), levels.end(), row.*member) -
                                        levels.begin());
  if (place == levels.size() && !reserve) return;
  std::vector<Real> counts(levels.size() + (reserve ? 1 : 0), 0);
  for (const Row& r : rows)
    for (std::size_t k = 0; k < levels.size(); ++k)
      if (r.klass == klass && r.*member == levels[k]) counts[k] += r.weight;
  const std::vector<Real> prior(counts.size(), each);
  sum.add(reference::ln(reference::shares(estimator, prior, counts)[place]));
}

void Reference::add_categories(Joint& sum, Estimator estimator, const std::string& klass,
                               const Row& row) const {
  add_level(sum, estimator, &Row::city, true, Real(3) / 2, variant.unseen == Unseen::reserve, klass,
            row);
  add_level(sum, estimator, &Row::mood, false, 1, false, klass, row);
  if (std::isnan(row.smoker)) return;
  std::vector<Real> counts(2, 0);
  for (const Row& r : rows)
    if (r.klass == klass && !std::isnan(r.smoker)) counts[r.smoker == 1 ? 0 : 1] += r.weight;
  const auto share = reference::shares(estimator, {2, Real(3) / 2}, counts);
  sum.add(reference::ln(share[row.smoker == 1 ? 0 : 1]));
}

void Reference::add_words(Joint& sum, Estimator estimator, const std::string& klass,
                          const Row& row) const {
  const bool reserve = variant.unseen == Unseen::reserve;
  std::vector<std::string> vocabulary;
  for (const Row& r : rows)
    for (const std::string& word : r.note)
      if (word != "?" && std::find(vocabulary.begin(), vocabulary.end(), word) == vocabulary.end())
        vocabulary.push_back(word);
  const std::size_t size = vocabulary.size() + (reserve ? 1 : 0);
  const auto counted = [&](const std::vector<std::string>& note) {
    std::vector<Real> counts(size, 0);
    for (const std::string& word : note) {
      const auto at = static_cast<std::size_t>(
          std::find(vocabulary.begin(), vocabulary.end(), word) - vocabulary.begin());
      if (word != "?" && at < size) counts[at] += 1;
    }
    return counts;
  };
  std::vector<Real> counts(size, 0);
  std::vector<Real> block(3, 0);
  for (const Row& r : rows) {
    if (r.klass != klass) continue;
    const std::vector<Real> note = counted(r.note);
    for (std::size_t k = 0; k < size; ++k) counts[k] += r.weight * note[k];
    if (std::isnan(r.words[0] + r.words[1] + r.words[2])) continue;
    for (std::size_t k = 0; k < 3; ++k) block[k] += r.weight * r.words[k];
  }
  if (row.note != std::vector<std::string>{"?"})
    sum.add(reference::words(estimator, std::vector<Real>(size, Real(5) / 4), counts,
                             counted(row.note)));
  if (!std::isnan(row.words[0] + row.words[1] + row.words[2]))
    sum.add(reference::words(estimator, {2, Real(3) / 2, 1}, block,
                             {row.words[0], row.words[1], row.words[2]}));
}

Joint Reference::joint(Estimator estimator, const std::string& klass, const Row& row) const {
  Joint sum;
  sum.add(reference::ln(class_probability(estimator, klass)));
  add_numbers(sum, estimator, klass, row);
  add_counts(sum, estimator, klass, row);
  add_categories(sum, estimator, klass, row);
  add_words(sum, estimator, klass, row);
  return sum;
}

// Compares all estimators on rows that the training rows do not hold.
void check_against_reference(const Variant& variant, std::uint64_t seed) {
  Random random{seed};
  const Reference expected{reference::random_rows(random, 90, {}), variant};
  const std::vector<Row> fresh = reference::random_rows(random, 30, {.unseen = true});
  const auto posterior =
      observe(Model(schema_for(variant)), reference::table_of(expected.rows), "weight");
  const Table table = reference::table_of(fresh);
  for (const Estimator estimator : all_estimators) {
    CAPTURE(std::string(to_string(estimator)));
    const Predictions answers = Classifier{posterior, estimator}.predict(table);
    for (std::size_t row = 0; row < fresh.size(); ++row) {
      CAPTURE(row);
      for (std::size_t klass = 0; klass < 3; ++klass) {
        CAPTURE(klass);
        const Joint joint = expected.joint(estimator, answers.classes[klass], fresh[row]);
        const double found = answers.log_joints(static_cast<Index>(row))[klass];
        CAPTURE(found);
        CAPTURE(joint.value);
        CHECK(reference::agrees(found, joint));
      }
    }
  }
}

}  // namespace

TEST_CASE("log joints of mixed columns agree with 50 digits under automatic priors") {
  check_against_reference({}, 1);
}

TEST_CASE("log joints of mixed columns agree with 50 digits under stated priors") {
  check_against_reference({.automatic = false}, 2);
}

TEST_CASE("log joints agree with 50 digits where levels and words are reserved") {
  check_against_reference({.unseen = Unseen::reserve}, 3);
}

TEST_CASE("log joints agree with 50 digits under uniform classes") {
  check_against_reference({.class_prior = uniform_classes()}, 4);
}

TEST_CASE("log joints agree with 50 digits under class frequencies") {
  check_against_reference({.class_prior = class_frequencies(), .automatic = false}, 5);
}

TEST_CASE("log joints agree with 50 digits under given classes") {
  check_against_reference({.class_prior = given_classes({{"a", 0.2}, {"b", 0.3}, {"c", 0.5}}),
                           .unseen = Unseen::reserve},
                          6);
}

TEST_CASE("log joints agree with 50 digits under a class prior of half a pseudo-count") {
  check_against_reference({.class_prior = {.each = 0.5}}, 7);
}
