// Posteriors are values, whatever the family: a copy shares nothing with the original.
#include <credence/learn/posterior_file.hpp>

#include "laws/model_samples.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

// A feature of the family: column 'x', or a block of 'x' and 'y'.
ColumnSchema feature_of(const FamilyFacts& facts) {
  ColumnSchema feature{.name = "x", .family = std::string(facts.word)};
  if (facts.tied) {
    feature.name = "block";
    feature.columns = {"x", "y"};
    feature.tied = Tying::free;
    feature.covariance = facts.covariance;
  }
  return feature;
}

// A cell that every family of this kind of data accepts, and that always teaches something.
std::string random_cell(DatumKind kind, Random& random) {
  if (kind == DatumKind::answer) return std::to_string(random.below(2));
  if (kind == DatumKind::category) return "L" + std::to_string(random.below(4));
  if (kind == DatumKind::words)
    return "w" + std::to_string(random.below(4)) + " w" + std::to_string(random.below(4));
  return std::to_string(1 + random.below(9));
}

Table random_rows(DatumKind kind, Random& random) {
  std::vector<std::string> labels, xs, ys;
  const std::uint64_t rows = 1 + random.below(12);
  for (std::uint64_t row = 0; row < rows; ++row) {
    labels.push_back(random.below(2) == 0 ? "p" : "q");
    xs.push_back(random_cell(kind, random));
    ys.push_back(random_cell(kind, random));
  }
  Table table;
  table.add("class", labels);
  table.add("x", xs);
  table.add("y", ys);
  return table;
}

ModelPosterior random_posterior(const FamilyFacts& facts, Random& random) {
  const Model model(Schema{.label = "class", .columns = {feature_of(facts)}});
  const bool exact = facts.exact && random.below(2) == 0;
  auto posterior = empty_posterior(model, exact ? Summation::exact : Summation::rounded);
  observe(posterior, random_rows(facts.datum, random));
  return posterior;
}

// Calls `law(facts, random)` in many random cases for each family.
template <class Law>
void for_every_shipped_family(Law&& law) {
  for (const FamilyType* family : shipped_families()) {
    const FamilyFacts& facts = family->facts();
    const std::string name{facts.name};
    CAPTURE(name);
    const auto property = [&](std::uint64_t seed) {
      Random random{seed};
      law(facts, random);
    };
    CHECK(holds(name, property));
  }
}

}  // namespace

TEST_CASE("a copy of a posterior that learns more leaves the original as it was") {
  for_every_shipped_family([](const FamilyFacts& facts, Random& random) {
    const ModelPosterior original = random_posterior(facts, random);
    const std::string before = to_json(original);
    ModelPosterior copy = original;
    RC_ASSERT(copy == original);
    RC_ASSERT(to_json(copy) == before);

    observe(copy, random_rows(facts.datum, random));

    RC_ASSERT(to_json(original) == before);
    RC_ASSERT(!(copy == original));
    RC_ASSERT(!(copy.blocks == original.blocks));
  });
}

TEST_CASE("a posterior that another is assigned to is that other, and each goes on alone") {
  for_every_shipped_family([](const FamilyFacts& facts, Random& random) {
    ModelPosterior one = random_posterior(facts, random);
    ModelPosterior other = one;
    const Table more = random_rows(facts.datum, random);
    observe(other, more);
    const std::string before = to_json(other);

    ModelPosterior assigned = other;
    assigned = one;
    RC_ASSERT(assigned == one);
    RC_ASSERT(to_json(other) == before);

    observe(one, more);
    RC_ASSERT(one == other);  // the same rows after the same rows
    RC_ASSERT(!(assigned == one));
    assigned = one;
    RC_ASSERT(assigned == one);
  });
}

TEST_CASE("a posterior that is moved is the one that it was") {
  for_every_shipped_family([](const FamilyFacts& facts, Random& random) {
    ModelPosterior original = random_posterior(facts, random);
    const ModelPosterior copy = original;

    ModelPosterior moved = std::move(original);
    RC_ASSERT(moved == copy);

    original = std::move(moved);
    RC_ASSERT(original == copy);
  });
}
