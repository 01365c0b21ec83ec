#include <credence/select/relevance.hpp>

#include <credence/base/random.hpp>
#include <credence/catalogue/row_classifier.hpp>
#include <credence/learn/evidence.hpp>
#include <credence/learn/posterior_priors.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "support/models.hpp"
#include "support/relative.hpp"
#include "support/throws.hpp"

using namespace credence;
using testing::learned;
using testing::numbers;
using testing::schema_of;
using testing::throws_error;

namespace {

const std::string four_answers = "x,class\n1,a\n1,a\n0,b\n0,b\n";

Relevance only_one(const testing::ModelPosterior& posterior) {
  const auto all = rank_by_evidence(posterior);
  REQUIRE(all.size() == 1);
  return all.front();
}

}  // namespace

TEST_CASE("a Bayes factor of yes and no can be reckoned by hand") {
  const auto posterior = learned(schema_of({{.name = "x", .family = "bernoulli"}}), four_answers);

  const Relevance x = only_one(posterior);

  CHECK(x.feature == "x");
  CHECK(x.family == "bernoulli");
  CHECK(x.log_evidence == doctest::Approx(std::log(1.0 / 9)).epsilon(1e-14));          // 1/3 1/3
  CHECK(x.pooled_log_evidence == doctest::Approx(std::log(1.0 / 30)).epsilon(1e-14));  // 2!2!/5!
  CHECK(x.log_bayes_factor == doctest::Approx(std::log(10.0 / 3)).epsilon(1e-13));
  CHECK(x.probability == doctest::Approx(10.0 / 13).epsilon(1e-13));
  CHECK(x.undefined.empty());
}

TEST_CASE("the pooled evidence is that of a label with one class") {
  const char* const columns =
      "yes,tries,city,height,income,visits,wait,class\n"
      "1,0,Rome,1.7,1200,3,0.5,a\n0,2,Oslo,1.62,800.5,0,2.25,b\n1,1,Rome,1.81,2500,1,0,b\n"
      "0,?,?,1.55,990,?,1.5,a\n1,5,Bern,1.9,15000,7,?,a\n?,0,Rome,?,?,2,4,c\n";
  std::string one_class = columns;
  for (std::size_t end = one_class.find('\n', one_class.find('\n') + 1); end != std::string::npos;
       end = one_class.find('\n', end + 1))
    one_class[end - 1] = 'a';
  const Schema schema = schema_of({{.name = "yes", .family = "bernoulli"},
                                   {.name = "tries", .family = "geometric"},
                                   {.name = "city", .family = "categorical"},
                                   {.name = "height", .family = "normal"},
                                   {.name = "income", .family = "lognormal"},
                                   {.name = "visits", .family = "poisson"},
                                   {.name = "wait", .family = "exponential"}});

  const auto ranked = rank_by_evidence(learned(schema, columns));
  const auto alone = rank_by_evidence(learned(schema, one_class));

  REQUIRE(ranked.size() == 7);
  for (const Relevance& one : ranked) {
    CAPTURE(one.feature);
    const auto same = std::find_if(alone.begin(), alone.end(),
                                   [&](const auto& other) { return other.feature == one.feature; });
    REQUIRE(same != alone.end());
    CHECK(one.pooled_log_evidence == doctest::Approx(same->log_evidence).epsilon(1e-13));
    CHECK(same->log_bayes_factor == doctest::Approx(0).epsilon(1e-12));
    CHECK(one.log_bayes_factor ==
          doctest::Approx(one.log_evidence - same->log_evidence).epsilon(1e-12));
  }
}

TEST_CASE("features are ranked by their Bayes factors and equal ones by name") {
  const auto posterior =
      learned(schema_of({{.name = "noise", .family = "bernoulli"},
                         {.name = "twin", .family = "bernoulli"},
                         {.name = "copy", .family = "bernoulli"},
                         {.name = "size", .family = "normal"}}),
              "noise,twin,copy,size,class\n1,1,1,3.2,a\n0,1,1,3.1,a\n1,1,1,2.9,a\n"
              "0,1,1,3,a\n1,0,0,9.1,b\n0,0,0,9.0,b\n1,0,0,9.2,b\n0,0,0,9.3,b\n");

  const auto ranked = rank_by_evidence(posterior);

  REQUIRE(ranked.size() == 4);
  CHECK(ranked[0].feature == "size");
  CHECK(ranked[1].feature == "copy");
  CHECK(ranked[2].feature == "twin");
  CHECK(ranked[1].log_bayes_factor == ranked[2].log_bayes_factor);
  CHECK(ranked[3].feature == "noise");
  CHECK(ranked[3].probability < 0.5);
}

TEST_CASE("a frozen posterior ranks as the one it came from") {
  const auto posterior = learned(
      schema_of({{.name = "size", .family = "normal"}, {.name = "city", .family = "categorical"}}),
      "size,city,class\n3.2,u,a\n3.1,v,a\n9,u,b\n8,w,b\n");

  CHECK(rank_by_evidence(freeze(posterior)) == rank_by_evidence(posterior));
}

TEST_CASE("features rank under the numbers that their empirical priors stand for") {
  for (const std::string prior : {"empirical", "empirical_block"}) {
    CAPTURE(prior);
    const auto posterior =
        learned(schema_of({{.name = "size", .family = "normal", .prior = testing::word(prior)},
                           {.name = "length", .family = "normal", .prior = testing::word(prior)},
                           {.name = "city", .family = "categorical", .prior = testing::word(prior)},
                           {.name = "yes", .family = "bernoulli", .prior = testing::word(prior)}}),
                "size,length,city,yes,class\n3.2,1,u,1,a\n3.1,4,v,1,a\n3.7,2,u,0,a\n9,3,u,0,b\n"
                "8,2,w,0,b\n8.1,5,w,1,b\n5,2,v,1,c\n5.5,4,v,1,c\n7,1,u,1,c\n");

    const auto ranked = rank_by_evidence(posterior);

    CHECK(ranked == rank_by_evidence(freeze(posterior)));
    REQUIRE(ranked.size() == 4);
    for (const Relevance& one : ranked) {
      CAPTURE(one.feature);
      CHECK(one.undefined.empty());
      CHECK(one.log_evidence == log_evidence(posterior, one.feature));
    }
  }
}

TEST_CASE("a feature whose evidence does not exist says why and comes last") {
  const auto posterior = learned(
      schema_of({{.name = "flat", .family = "normal"}, {.name = "noise", .family = "bernoulli"}}),
      "flat,noise,class\n2,1,a\n2,0,a\n2,1,b\n2,0,b\n");

  const auto ranked = rank_by_evidence(posterior);

  REQUIRE(ranked.size() == 2);
  CHECK(ranked[0].feature == "noise");
  CHECK(ranked[0].log_bayes_factor < 0);
  CHECK(ranked[1].feature == "flat");
  CHECK(ranked[1].undefined.find("column is constant") != std::string::npos);
}

TEST_CASE("priors that differ from class to class have no pooled evidence") {
  PriorSpec split;
  split.by_class = {{"a", numbers({{"ones", 2.0}, {"zeros", 1.0}})},
                    {"b", numbers({{"ones", 1.0}, {"zeros", 2.0}})}};
  PriorSpec same = split;
  same.by_class[1].second = same.by_class[0].second;

  const auto posterior_of = [](const PriorSpec& prior) {
    return learned(schema_of({{.name = "x", .family = "bernoulli", .prior = prior}}), four_answers);
  };

  CHECK(only_one(posterior_of(split)).undefined ==
        "column 'x' has another prior for each class, and none for all classes together; give it "
        "one prior");
  CHECK(only_one(posterior_of(same)).undefined.empty());
}

TEST_CASE("features of a row model are ranked too") {
  struct Answer {
    bool x;
  };
  const auto model = row_model<Answer>(classes("a", "b"), bernoulli("x", &Answer::x));
  const std::vector<Answer> rows{{true}, {true}, {false}, {false}};

  const auto ranked = rank_by_evidence(observe(model, rows, testing::Strings{"a", "a", "b", "b"}));

  REQUIRE(ranked.size() == 1);
  CHECK(ranked[0].log_bayes_factor == doctest::Approx(std::log(10.0 / 3)).epsilon(1e-13));
}

TEST_CASE("no Bayes factor is too large or too small for a probability") {
  CHECK(probability_given(std::log(3.0), 0.5) == doctest::Approx(0.75).epsilon(1e-15));
  CHECK(probability_given(std::log(3.0), 0.25) == doctest::Approx(0.5).epsilon(1e-15));
  CHECK(probability_given(5000, 0.5) == 1);
  CHECK(probability_given(-5000, 0.5) == 0);
  CHECK(probability_given(-700, 0.5) == testing::relative(std::exp(-700.0), 1e-12));
  CHECK(probability_given(100, 1e-300) ==
        testing::relative(std::exp(100 + std::log(1e-300)), 1e-12));
  CHECK(probability_given(-1e300, 1) == 1);
  CHECK(probability_given(1e300, 0) == 0);
}

TEST_CASE("a prior probability that is none is refused") {
  const auto posterior = learned(schema_of({{.name = "x", .family = "bernoulli"}}), four_answers);
  for (const double bad : {-0.1, 1.1, std::numeric_limits<double>::quiet_NaN()}) {
    CAPTURE(bad);
    CHECK(throws_error([&] { (void)rank_by_evidence(posterior, {.prior_probability = bad}); },
                       ErrorCode::domain, "give one from 0 to 1"));
  }
}
