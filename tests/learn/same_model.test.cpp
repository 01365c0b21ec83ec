// What two posteriors must have in common to be merged, and what is of no concern.
#include <credence/learn/evidence.hpp>

#include <doctest/doctest.h>

#include "support/models.hpp"
#include "support/throws.hpp"

using namespace credence;
using credence::testing::table_of;

namespace {

Posterior<Model> learned_with(std::vector<ColumnSchema> columns, std::string_view csv) {
  return observe(Model(testing::schema_of(std::move(columns))), table_of(csv));
}

const ColumnSchema size_column{.name = "size", .family = "normal"};
const ColumnSchema unused_weight{.name = "weight", .family = "none"};

}  // namespace

TEST_CASE("posteriors merge where one schema alone lists a column that is no feature") {
  auto one = learned_with({unused_weight, size_column}, "size,weight,class\n1,1,p\n2,1,p\n5,1,q\n");
  const auto other = learned_with({size_column}, "size,class\n3,p\n7,q\n9,q\n");
  const auto all = learned_with({size_column}, "size,class\n1,p\n2,p\n5,q\n3,p\n7,q\n9,q\n");

  merge(one, other);

  CHECK(one.label.counts.count() == 6);
  CHECK(log_evidence(one) == doctest::Approx(log_evidence(all)).epsilon(1e-12));
}

TEST_CASE("posteriors do not merge where a feature of one is unused in the other") {
  auto one = learned_with({size_column, unused_weight}, "size,weight,class\n1,1,p\n5,1,q\n");
  const auto other = learned_with({size_column, {.name = "weight", .family = "normal"}},
                                  "size,weight,class\n1,1,p\n5,2,q\n");

  const auto error = testing::error_of([&] { merge(one, other); });

  REQUIRE(error.has_value());
  CHECK(error->code() == ErrorCode::version);
}
