// Posteriors whose past counts less: by batch, by row, in files, merged, and what they then refuse.
#include <credence/learn/model_posterior.hpp>

#include <credence/family/dirichlet_categorical.hpp>
#include <credence/family/normal_inverse_gamma.hpp>
#include <credence/learn/evidence.hpp>
#include <credence/learn/posterior_file.hpp>
#include <credence/learn/typed_block.hpp>

#include <doctest/doctest.h>

#include <cmath>

#include "support/models.hpp"
#include "support/throws.hpp"

using namespace credence;
using namespace credence::testing;
using doctest::Approx;

namespace {

Schema number_and_level() {
  return schema_of({{.name = "x", .family = "normal"}, {.name = "a", .family = "categorical"}});
}

constexpr std::string_view past = "x,a,class\n1,u,p\n3,v,p\n5,u,q\n9,v,q\n";
constexpr std::string_view later = "x,a,class\n2,u,p\n8,w,q\n7,w,q\n";

const Moments& moments_of(const ModelPosterior& posterior, Index klass) {
  return typed<NormalInverseGammaNormal>(*posterior.blocks[1]).cell(0, klass);
}

void learn_by_row(ModelPosterior& posterior, std::string_view csv, double factor) {
  const Table table = table_of(csv);
  observe_by_row(posterior, credence::bind(posterior.model, table), factor);
}

}  // namespace

TEST_CASE("a discount multiplies the weight of labels and of every cell, and leaves means alone") {
  ModelPosterior posterior = learned(number_and_level(), past);

  discount(posterior, 0.25);

  CHECK(posterior.label.counts.counts == Doubles{0.5, 0.5});
  const Block<DirichletCategorical>& levels = typed<DirichletCategorical>(*posterior.blocks[0]);
  CHECK(levels.cell(0, 0).counts == Doubles{0.25, 0.25});
  CHECK(moments_of(posterior, 0).n == 0.5);
  CHECK(moments_of(posterior, 0).mean == 2);
  CHECK(moments_of(posterior, 0).sum_of_squares == 0.5);
  CHECK(posterior.discount == Discount{.by = DiscountBy::files, .factor = 0.25});
}

TEST_CASE("a discounted past and new rows are rows with weights") {
  ModelPosterior posterior = learned(number_and_level(), past);
  discount(posterior, 0.5);
  observe(posterior, table_of(later));

  const ModelPosterior weighed = learned(
      number_and_level(),
      "x,a,class,w\n1,u,p,0.5\n3,v,p,0.5\n5,u,q,0.5\n9,v,q,0.5\n2,u,p,1\n8,w,q,1\n7,w,q,1\n", "w");

  CHECK(posterior.label == weighed.label);
  CHECK(posterior.blocks[0] == weighed.blocks[0]);
  CHECK(moments_of(posterior, 1).n == moments_of(weighed, 1).n);
  CHECK(moments_of(posterior, 1).mean == Approx(moments_of(weighed, 1).mean).epsilon(1e-14));
}

TEST_CASE("row by row the last row counts in full and the past by the factor to the power of n") {
  ModelPosterior posterior = learned(number_and_level(), past);

  learn_by_row(posterior, "x,a,class\n2,u,p\n8,w,\n7,w,q\n", 0.5);

  // The row without a label counts for nothing.
  CHECK(posterior.label.counts.counts == Doubles{2 * 0.25 + 0.5, 2 * 0.25 + 1});
  CHECK(typed<DirichletCategorical>(*posterior.blocks[0]).cell(0, 1).counts ==
        Doubles{0.25, 0.25, 1});
  CHECK(posterior.discount.by == DiscountBy::rows);
}

TEST_CASE("rows by the hundred are rows one by one") {
  ModelPosterior at_once = learned(number_and_level(), past);
  ModelPosterior one_by_one = at_once;

  learn_by_row(at_once, later, 0.9);
  for (const char* row : {"2,u,p\n", "8,w,q\n", "7,w,q\n"})
    learn_by_row(one_by_one, std::string("x,a,class\n") + row, 0.9);

  for (Index klass = 0; klass < 2; ++klass) {
    CHECK(moments_of(at_once, klass).n == Approx(moments_of(one_by_one, klass).n).epsilon(1e-14));
    CHECK(moments_of(at_once, klass).sum_of_squares ==
          Approx(moments_of(one_by_one, klass).sum_of_squares).epsilon(1e-13));
  }
}

TEST_CASE("a row that was weighed keeps its weight times the discount of later rows") {
  ModelPosterior posterior = empty_posterior(Model(number_and_level()));
  const Table table = table_of("x,a,class,w\n2,u,p,3\n8,w,q,0\n7,w,q,2\n");

  observe_by_row(posterior, credence::bind(posterior.model, table, "w"), 0.5);

  CHECK(posterior.label.classes == Strings{"p", "q"});
  CHECK(posterior.label.counts.counts == Doubles{1.5, 2});
}

TEST_CASE("a factor of 1 discounts nothing and leaves the evidence") {
  ModelPosterior posterior = learned(number_and_level(), past);
  const ModelPosterior before = posterior;

  discount(posterior, 1);
  CHECK(posterior == before);
  learn_by_row(posterior, later, 1);

  ModelPosterior plain = before;
  observe(plain, table_of(later));
  CHECK(posterior == plain);
  CHECK(std::isfinite(log_evidence(posterior)));
}

TEST_CASE("the log evidence of a discounted posterior is undefined, with the reason") {
  ModelPosterior posterior = learned(number_and_level(), past);
  discount(posterior, 0.5);
  const std::string why = "of a posterior that was discounted by files is undefined";

  CHECK(throws_error([&] { (void)log_evidence(posterior); }, ErrorCode::undefined, why));
  CHECK(throws_error([&] { (void)log_evidence(posterior, "x"); }, ErrorCode::undefined, why));
}

TEST_CASE("contexts of a structure are discounted with the rest") {
  Schema schema =
      schema_of({{.name = "a", .family = "categorical"}, {.name = "b", .family = "categorical"}});
  schema.structure = {.kind = StructureKind::given, .given = {{.feature = "b", .parents = {"a"}}}};
  const char* rows = "a,b,class\nu,s,p\nv,t,p\nu,s,q\nv,s,q\n";
  ModelPosterior posterior = learned(schema, rows);
  REQUIRE(posterior.contexts.size() == 1);

  discount(posterior, 0.5);
  learn_by_row(posterior, rows, 0.5);

  double of_contexts = 0;
  for (const double count : posterior.contexts[0].children.label.counts.counts)
    of_contexts += count;
  CHECK(of_contexts == 2 * 0.0625 + 1.875);
  CHECK(of_contexts == posterior.label.counts.count());
  CHECK(posterior_from_json(to_json(posterior), "p.json") == posterior);
}

TEST_CASE("a discount is kept in both forms of files, and only there") {
  ModelPosterior posterior = learned(number_and_level(), past);
  CHECK(to_json(posterior).find("discount") == std::string::npos);
  learn_by_row(posterior, later, 0.75);

  const std::string text = to_json(posterior);

  CHECK(text.find(R"("discount": {"by":"rows","factor":0.75})") != std::string::npos);
  CHECK(posterior_from_json(text, "p.json") == posterior);
  CHECK(posterior_from_bytes(to_bytes(posterior, PosteriorForm::binary), "p.bin") == posterior);
}

TEST_CASE("a file whose discount is none is refused") {
  PosteriorRecord record = record_of(learned(number_and_level(), past));
  for (const double factor : {0.0, 1.0, -0.5, 2.0}) {
    record.discount = {.by = DiscountBy::files, .factor = factor};
    CHECK(throws_error([&] { (void)posterior_of(record); }, ErrorCode::version,
                       "not between 0 and 1"));
  }
}

TEST_CASE("posteriors discounted by batch merge, those discounted by row do not") {
  ModelPosterior by_batch = learned(number_and_level(), past);
  discount(by_batch, 0.5);
  ModelPosterior by_row = learned(number_and_level(), past);
  learn_by_row(by_row, later, 0.5);
  ModelPosterior plain = learned(number_and_level(), later);

  ModelPosterior merged = plain;
  merge(merged, by_batch);

  CHECK(merged.label.counts.counts == Doubles{2, 3});
  CHECK(merged.discount == by_batch.discount);
  const std::string why = "discounted row by row cannot be merged";
  CHECK(throws_error([&] { merge(by_row, plain); }, ErrorCode::version, why));
  CHECK(throws_error([&] { merge(plain, by_row); }, ErrorCode::version, why));
}

TEST_CASE("a batch after a discount by row leaves a posterior of ordered rows") {
  ModelPosterior posterior = learned(number_and_level(), past);
  learn_by_row(posterior, later, 0.5);

  discount(posterior, 0.9);

  CHECK(posterior.discount == Discount{.by = DiscountBy::rows, .factor = 0.9});
  clear_statistics(posterior);
  CHECK(!posterior.discount.any());
}

TEST_CASE("factors out of range and exact sums are refused, and nothing is changed") {
  ModelPosterior posterior = learned(number_and_level(), past);
  const ModelPosterior before = posterior;
  for (const double factor : {0.0, -1.0, 1.5, std::nan("")})
    CHECK(throws_error([&] { discount(posterior, factor); }, ErrorCode::domain,
                       "a discount factor is"));
  CHECK(posterior == before);

  ModelPosterior exact = empty_posterior(Model(number_and_level()), Summation::exact);
  observe(exact, table_of(past));
  CHECK(throws_error([&] { discount(exact, 0.5); }, ErrorCode::domain,
                     "adds up exactly cannot be discounted"));
  CHECK(throws_error([&] { learn_by_row(exact, later, 0.5); }, ErrorCode::domain,
                     "adds up exactly cannot be discounted"));
}

TEST_CASE("rows that do not count discount nothing, and neither does a table without a label") {
  ModelPosterior posterior = learned(number_and_level(), past);
  const ModelPosterior before = posterior;

  learn_by_row(posterior, "x,a,class\n2,u,\n8,w,\n", 0.5);
  CHECK(posterior == before);

  learn_by_row(posterior, "x,a\n2,u\n8,w\n", 0.5);
  CHECK(posterior == before);
}

TEST_CASE("a weight that falls below all digits is none, and levels stay") {
  ModelPosterior posterior = learned(number_and_level(), past);

  discount(posterior, 1e-300);
  discount(posterior, 1e-300);
  observe(posterior, table_of(later));

  CHECK(posterior.label.counts.counts == Doubles{1, 2});
  const Block<DirichletCategorical>& levels = typed<DirichletCategorical>(*posterior.blocks[0]);
  CHECK(levels.feature(0).levels == Strings{"u", "v", "w"});
  CHECK(levels.cell(0, 0).counts == Doubles{1, 0, 0});
}
