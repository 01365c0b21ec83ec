// Taking rows back from exact posteriors, and the errors of exact learning.
#include <credence/learn/model_posterior.hpp>

#include <credence/family/normal_inverse_gamma.hpp>

#include <doctest/doctest.h>

#include <credence/learn/posterior_file.hpp>

#include "support/block_of.hpp"
#include "support/models.hpp"
#include "support/throws.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

constexpr std::string_view all =
    "age,city,class\n1.1,Oslo,a\n2.7,Rome,a\n0.3,Oslo,b\n1e9,Rome,b\n5.5,Oslo,a\n";
constexpr std::string_view few = "age,city,class\n1e9,Rome,b\n5.5,Oslo,a\n";
constexpr std::string_view rest = "age,city,class\n1.1,Oslo,a\n2.7,Rome,a\n0.3,Oslo,b\n";

Model model() {
  return Model(
      schema_of({{.name = "age", .family = "normal"}, {.name = "city", .family = "categorical"}}));
}

ModelPosterior exactly(std::string_view csv) {
  auto posterior = empty_posterior(model(), Summation::exact);
  observe(posterior, table_of(csv));
  return posterior;
}

std::string with(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

}  // namespace

TEST_CASE("rows that are forgotten leave a posterior that never saw them") {
  auto posterior = exactly(all);
  forget(posterior, table_of(few));
  CHECK(posterior == exactly(rest));

  forget(posterior, table_of(rest));
  CHECK(block_of<NormalInverseGammaNormal>(posterior).cell(0, 0) == Moments{});
  CHECK(posterior.label.counts.counts == Doubles{0, 0});
}

TEST_CASE("rows that were never seen are refused and nothing is forgotten") {
  auto posterior = exactly(all);
  for (const std::string rows :
       {"age,city,class\n7,Oslo,a\n", "age,city,class\n1.1,Bern,a\n",
        "age,city,class\n1.1,Oslo,c\n",
        "age,city,class\n1.1,Oslo,a\n1.1,Oslo,a\n1.1,Oslo,a\n1.1,Oslo,a\n"}) {
    CAPTURE(rows);
    CHECK_THROWS_AS(forget(posterior, table_of(rows)), Error);
    CHECK(posterior == exactly(all));
  }
}

TEST_CASE("a level or class that was never seen is named with its column and its row") {
  auto posterior = exactly(all);
  const auto says = [&](const std::string& rows, const std::string& text) {
    return throws_error([&] { forget(posterior, table_of(rows)); }, ErrorCode::domain, text);
  };
  CHECK(says("age,city,class\n5.5,Oslo,a\n1.1,Bern,a\n", "column 'city', "));
  CHECK(says("age,city,class\n5.5,Oslo,a\n1.1,Bern,a\n",
             ":3:5 holds 'Bern', which the posterior does not know; forget only"));
  CHECK(says("age,city,class\n1.1,Oslo,c\n",
             ":2:10 holds 'c', which the posterior does not know; forget only"));
}

TEST_CASE("of a document the word is named that was never seen") {
  auto posterior = empty_posterior(Model(schema_of({{.name = "text", .family = "multinomial"}})),
                                   Summation::exact);
  observe(posterior, table_of("text,class\nred fox,a\nred hen,b\n"));

  CHECK(throws_error([&] { forget(posterior, table_of("text,class\nred red Owl fox,a\n")); },
                     ErrorCode::domain, ":2:1 holds 'owl', which the posterior does not know"));
}

TEST_CASE("only an exact posterior forgets rows, and it merges only with its like") {
  auto plain = observe(model(), table_of(all));
  CHECK(throws_error([&] { forget(plain, table_of(few)); }, ErrorCode::domain));
  CHECK(throws_error([&] { merge(plain, exactly(few)); }, ErrorCode::version));
  auto exact = exactly(all);
  CHECK(throws_error([&] { merge(exact, plain); }, ErrorCode::version));
  CHECK(exact == exactly(all));
}

TEST_CASE("a file of exact sums that are not those of its statistics is refused") {
  const std::string text = to_json(exactly(rest));
  const PosteriorRecord record = record_from_json(text, "p.json");
  REQUIRE(posterior_of(record) == exactly(rest));
  const auto refused = [](PosteriorRecord changed) {
    return throws_error([&] { static_cast<void>(posterior_of(changed)); }, ErrorCode::version);
  };

  PosteriorRecord other = record;
  other.features[1].exact[0][0] = "1p0";
  CHECK(refused(other));
  other = record;
  other.features[0].exact[0].pop_back();
  CHECK(refused(other));
  other = record;
  other.features[0].exact.pop_back();
  CHECK(refused(other));
  other = record;
  other.features[0].exact.clear();
  CHECK(refused(other));
  other = record;
  other.features[1].exact[1][2] = "-1p0";
  CHECK(refused(other));
  other = record;
  other.features[1].exact[1][2] = "2p0";
  CHECK(refused(other));
  other = record;
  other.exact_class_counts.reset();
  CHECK(refused(other));
  other = record;
  other.exact_class_counts->front() = "1p7";
  CHECK(refused(other));
  other = record;
  other.exact_class_counts->pop_back();
  CHECK(refused(other));
}

TEST_CASE("a posterior that is not exact has the file that it always had") {
  const std::string text = to_json(observe(model(), table_of(all)));
  CHECK(text.find("exact") == std::string::npos);
  const std::string damaged =
      with(text, "\"like_scikit_learn\"", "\"exact_class_counts\":[],\"like_scikit_learn\"");
  CHECK_THROWS_AS(static_cast<void>(posterior_from_json(damaged, "p.json")), Error);
}
