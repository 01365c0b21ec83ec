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

TEST_CASE("posteriors that do not merge say where their schemas differ first") {
  const auto said = [](const Schema& a, const Schema& b) -> std::string {
    auto one = empty_posterior(Model(a));
    const auto error = testing::error_of([&] { merge(one, empty_posterior(Model(b))); });
    return error ? error->what() : "";
  };
  const auto says = [&](const Schema& a, const Schema& b, const std::string& difference) {
    return said(a, b) == "posteriors can be merged only when their schemas are equal: " +
                             difference + "; fit both with equal schemas";
  };
  const ColumnSchema kind{.name = "kind", .family = "categorical"};
  const Schema given = testing::schema_of({size_column, kind});
  const auto with = [&](auto&& change) {
    Schema schema = given;
    change(schema);
    return schema;
  };

  CHECK(said(given, given).empty());
  CHECK(says(given, with([](Schema& s) { s.label = "other"; }),
             "the label is 'class' in one and 'other' in the other"));
  CHECK(says(given, with([](Schema& s) { s.classes = {"p", "q"}; }), "they list other classes"));
  CHECK(says(given, with([](Schema& s) { s.class_prior.each = 2; }), "their class priors differ"));
  CHECK(says(given, testing::schema_of({size_column}), "one alone has column 'kind'"));
  CHECK(says(testing::schema_of({kind}), given, "one alone has column 'size'"));
  CHECK(says(given, testing::schema_of({kind, size_column}), "their columns have another order"));
  CHECK(says(given, with([](Schema& s) { s.columns[0].family = "lognormal"; }),
             "column 'size' has family 'normal' in one and 'lognormal' in the other"));
  CHECK(says(given, with([](Schema& s) { s.columns[0].prior.word = "auto3"; }),
             "column 'size' has prior 'auto' in one and 'auto3' in the other"));
  CHECK(says(given, with([](Schema& s) {
               s.columns[1].levels = {"a", "b"};
             }),
             "column 'kind' has other levels in one than in the other"));
  CHECK(says(given, with([](Schema& s) { s.columns[1].unseen = Unseen::error; }),
             "column 'kind' has other options in one than in the other"));
}
