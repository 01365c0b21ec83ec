// Sets of families: values that a model chooses from.
#include <credence/learn/family_type.hpp>

#include <doctest/doctest.h>
#include <credence/detail/learn/block_cells.hpp>

#include "support/data_error.hpp"
#include "support/models.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

// A family that has facts and nothing else.
class FactsOnly : public FamilyType {
 public:
  explicit FactsOnly(FamilyFacts facts) : FamilyType(std::move(facts)) {}

  [[nodiscard]] const std::type_info& id() const override { return typeid(FactsOnly); }
  [[nodiscard]] PriorSpec checked_prior(const ColumnSchema& column,
                                        std::vector<std::string>&) const override {
    return column.prior;
  }
  [[nodiscard]] std::unique_ptr<AnyBlock> empty_block(
      std::span<const ColumnSchema* const>) const override {
    return nullptr;
  }
  [[nodiscard]] std::unique_ptr<credence::detail::AnySums> sums() const override { return nullptr; }
  [[nodiscard]] Index tile_rows(Index, Index) const override { return 1; }
  [[nodiscard]] Index first_refused(const BoundBlock&, Index) const override { return -1; }
};

// One that takes the place of a shipped family, and one beside them.
const FactsOnly other_poisson({.name = "poisson", .word = "poisson", .needs = "visits"});
const FactsOnly visits({.name = "visits", .word = "visits", .needs = "visits"});

const FamilyType& shipped(const ColumnSchema& column) { return *shipped_families().find(column); }
const FamilyType& shipped(const std::string& word) {
  return shipped({.name = "x", .family = word});
}

FamilySet two() { return FamilySet{}.with(shipped("poisson")).with(shipped("bernoulli")); }

ColumnSchema block(Covariance covariance) {
  return {.name = "block",
          .family = "normal",
          .columns = {"a", "b"},
          .tied = Tying::free,
          .covariance = covariance};
}

}  // namespace

TEST_CASE("the words of the families are those of the set, in its order") {
  CHECK(two().words() == std::vector<std::string_view>{"poisson", "bernoulli"});
  CHECK(FamilySet{}.words().empty());
}

TEST_CASE("families that share a word are named once") {
  const FamilySet normals = FamilySet{}
                                .with(shipped("normal"))
                                .with(shipped(block(Covariance::diagonal)))
                                .with(shipped(block(Covariance::full)));

  CHECK(normals.size() == 3);
  CHECK(normals.words() == std::vector<std::string_view>{"normal"});
}

TEST_CASE("a family joins a set at its end, and the set that it was made from stays") {
  const FamilySet more = two().with(visits);

  CHECK(two().size() == 2);
  REQUIRE(more.size() == 3);
  CHECK(*more.begin() == &shipped("poisson"));
  CHECK(*(more.end() - 1) == &visits);
}

TEST_CASE("a family of the same word, tying and covariance takes the place of the other") {
  const FamilySet changed = two().with(other_poisson);

  REQUIRE(changed.size() == 2);
  CHECK(*changed.begin() == &other_poisson);
  CHECK(changed.words() == two().words());
  CHECK((*changed.begin())->facts().needs == "visits");
  CHECK((*two().begin())->facts().needs != "visits");
}

TEST_CASE("a column finds its family by word, tying and covariance") {
  const FamilySet& all = shipped_families();

  CHECK(shipped("normal").facts().name == "normal");
  CHECK(shipped(block(Covariance::diagonal)).facts().name == "tied_normal");
  CHECK(shipped(block(Covariance::full)).facts().name == "joint_normal");
  CHECK(all.find({.name = "x", .family = "cauchy"}) == nullptr);
  CHECK(all.find({.name = "x", .family = "none"}) == nullptr);
  CHECK(FamilySet{}.find({.name = "x", .family = "normal"}) == nullptr);
}

TEST_CASE("sets are equal where they have the same families in the same order") {
  const FamilySet turned = FamilySet{}.with(shipped("bernoulli")).with(shipped("poisson"));

  CHECK(two() == two());
  CHECK_FALSE(two() == turned);
  CHECK_FALSE(two() == two().with(visits));
  CHECK_FALSE(two() == two().with(other_poisson));
  CHECK(two().with(other_poisson).with(shipped("poisson")) == two());
}

TEST_CASE("a model knows the families of its set and no others") {
  const Schema counts = schema_of({{.name = "x", .family = "poisson"}});
  const Schema numbers = schema_of({{.name = "x", .family = "normal"}});
  const auto error = error_of([&] { return Model(numbers, two()); });

  CHECK(Model(counts, two()).families() == two());
  CHECK_FALSE(Model(counts, two()) == Model(counts));
  CHECK(is(error, ErrorCode::schema));
  CHECK(says(error, "'x'", "'normal'", "'poisson', 'bernoulli'"));
}

TEST_CASE("a model over another schema keeps its families") {
  const Model model(schema_of({{.name = "x", .family = "poisson"}}), two());
  const Model other = with_schema(model, schema_of({{.name = "y", .family = "bernoulli"}}));

  CHECK(other.families() == two());
  CHECK(other.schema().columns.front().name == "y");
}

TEST_CASE("blocks of a model come in the order of its families") {
  const Schema schema = schema_of(
      {{.name = "smoker", .family = "bernoulli"}, {.name = "visits", .family = "poisson"}});
  const Table table = table_of("smoker,visits,class\n1,3,a\n0,4,b\n");

  const auto posterior = observe(Model(schema, two()), table);

  REQUIRE(posterior.blocks.size() == 2);
  CHECK(&posterior.blocks[0]->family() == &shipped("poisson"));
  CHECK(&posterior.blocks[1]->family() == &shipped("bernoulli"));
}
