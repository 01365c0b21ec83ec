// The label: classes that join, and what is believed of their frequencies.
#include <credence/learn/label_column.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "support/data_error.hpp"
#include "support/models.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

LabelColumn label_of(Strings classes, Doubles counts, ClassPrior prior = {}) {
  return {.name = "class",
          .classes = std::move(classes),
          .prior = std::move(prior),
          .counts = {std::move(counts)}};
}

double ln(double x) { return std::log(x); }

}  // namespace

TEST_CASE("the most frequent class is the earlier one of equals") {
  CHECK(most_frequent_class(label_of({"a", "b", "c"}, {1, 3, 2})) == 1);
  CHECK(most_frequent_class(label_of({"a", "b", "c"}, {1, 3, 3})) == 1);
  CHECK(most_frequent_class(label_of({"a", "b"}, {0, 0})) == 0);
}

TEST_CASE("classes join in sorted order and tell where those of before went") {
  LabelColumn label = label_of({"b", "d"}, {2, 4});

  const std::vector<Index> to = join_classes(label, Strings{"c", "a", "b"});

  CHECK(label.classes == Strings{"a", "b", "c", "d"});
  CHECK(label.counts.counts == Doubles{0, 2, 0, 4});
  CHECK(to == std::vector<Index>{1, 3});
}

TEST_CASE("classes that are numbers are ordered as numbers") {
  LabelColumn label = label_of({"9"}, {1});

  (void)join_classes(label, Strings{"10", "-1"});

  CHECK(label.classes == Strings{"-1", "9", "10"});
}

TEST_CASE("no class joins listed ones or those that the class prior has numbers for") {
  LabelColumn listed = label_of({"a", "b"}, {1, 1});
  listed.listed = true;
  LabelColumn weighted = label_of({"a", "b"}, {1, 1}, {.weights = {1, 2}});
  LabelColumn given = label_of({"a", "b"}, {1, 1}, given_classes({{"a", 0.5}, {"b", 0.5}}));
  for (LabelColumn* label : {&listed, &weighted, &given}) {
    CAPTURE(label == &listed);
    const auto error = error_of([&] { return join_classes(*label, Strings{"c"}); });
    CHECK(is(error, ErrorCode::schema));
    CHECK(says(error, "'class'", "'c'"));
    CHECK(label->classes == Strings{"a", "b"});
    CHECK(join_classes(*label, Strings{"b"}) == std::vector<Index>{0, 1});
  }
}

TEST_CASE("a learned class prior gives each class the same pseudo-count or its own") {
  CHECK(dirichlet_of(label_of({"a", "b"}, {1, 1})).weights == Doubles{1, 1});
  CHECK(dirichlet_of(label_of({"a", "b"}, {1, 1}, {.each = 0.5})).weights == Doubles{0.5, 0.5});
  CHECK(dirichlet_of(label_of({"a", "b"}, {1, 1}, {.weights = {3, 4}})).weights == Doubles{3, 4});
}

TEST_CASE("weights for another number of classes are refused") {
  const auto error = error_of([] {
    return dirichlet_of(label_of({"a", "b"}, {1, 1}, {.weights = {3, 4, 5}}));
  });

  CHECK(is(error, ErrorCode::shape));
  CHECK(says(error, "'class'", "3 weights", "2 classes"));
  CHECK(says(error_of([] {
               return dirichlet_of(label_of({"a", "b"}, {1, 1}, {.weights = {3}}));
             }),
             "has 1 weight for 2 classes"));
}

TEST_CASE("fixed probabilities are uniform or those given in the order of the classes") {
  const ClassPrior given = given_classes({{"b", 0.8}, {"a", 0.2}});

  CHECK(fixed_probabilities(label_of({"a", "b", "c", "d"}, {9, 1, 1, 0}, uniform_classes())) ==
        Doubles(4, 0.25));
  CHECK(fixed_probabilities(label_of({"a", "b"}, {1, 1}, given)) == Doubles{0.2, 0.8});
}

TEST_CASE(
    "each of many classes has the probability given to it, in whatever order they are given") {
  ClassPrior given = given_classes({});
  Strings classes;
  for (int i = 0; i < 100; ++i) {
    classes.push_back("c" + std::to_string(100 + i));
    given.given.emplace_back("c" + std::to_string(100 + 37 * i % 100), (37 * i % 100) / 4950.0);
  }
  LabelColumn label = label_of({}, {}, given);

  (void)join_classes(label, classes);

  const std::vector<double> found = fixed_probabilities(label);
  REQUIRE(label.classes == classes);
  for (int i = 0; i < 100; ++i) CHECK(found[static_cast<std::size_t>(i)] == i / 4950.0);
  CHECK(may_join(label, "c107"));
  CHECK_FALSE(may_join(label, "c200"));
  const auto error = error_of([&] { return join_classes(label, Strings{"c200"}); });
  CHECK(is(error, ErrorCode::schema));
  CHECK(says(error, "'c200'"));
}

TEST_CASE("a class without a given probability is refused by name") {
  const auto error = error_of([] {
    return fixed_probabilities(
        label_of({"a", "c"}, {1, 1}, given_classes({{"a", 0.2}, {"b", 0.8}})));
  });

  CHECK(is(error, ErrorCode::schema));
  CHECK(says(error, "'c'"));
}

TEST_CASE("the log evidence of labels under each class prior is that of their sequence") {
  const Doubles seen{2, 1};
  const double learned = log_evidence(label_of({"a", "b"}, seen));
  const double uniform = log_evidence(label_of({"a", "b"}, seen, uniform_classes()));
  const double given =
      log_evidence(label_of({"a", "b"}, seen, given_classes({{"a", 0.2}, {"b", 0.8}})));

  CHECK(learned == doctest::Approx(ln(1.0 / 2 * 2 / 3 * 1 / 4)).epsilon(1e-14));
  CHECK(uniform == doctest::Approx(ln(1.0 / 8)).epsilon(1e-14));
  CHECK(given == doctest::Approx(ln(0.2 * 0.2 * 0.8)).epsilon(1e-14));
}

TEST_CASE("a given probability of 0 costs nothing as long as its class is not seen") {
  const ClassPrior given = given_classes({{"a", 0.0}, {"b", 1.0}});

  CHECK(log_evidence(label_of({"a", "b"}, {0, 5}, given)) == 0);
  CHECK(std::isinf(log_evidence(label_of({"a", "b"}, {1, 5}, given))));
}

TEST_CASE("class frequencies have no log evidence and no labels have log evidence 0") {
  const auto error = error_of([] {
    return log_evidence(label_of({"a", "b"}, {1, 1}, class_frequencies()));
  });

  CHECK(is(error, ErrorCode::undefined));
  CHECK(says(error, "'frequencies'"));
  CHECK(log_evidence(label_of({}, {})) == 0);
}

TEST_CASE("class priors and counts whose sum no double holds are refused with a remedy") {
  constexpr double largest = std::numeric_limits<double>::max();
  const double infinite = std::numeric_limits<double>::infinity();
  const LabelColumn each = label_of({"a", "b"}, {2, 0}, {.each = largest});
  const LabelColumn weights = label_of({"a", "b"}, {2, 0}, {.weights = {largest, largest}});
  const LabelColumn counts = label_of({"a", "b"}, {largest, largest});
  for (const LabelColumn* label : {&each, &weights, &counts}) {
    CAPTURE(label == &each);
    const auto error = error_of([&] { return dirichlet_of(*label); });
    CHECK(is(error, ErrorCode::domain));
    CHECK(says(error, "'class'", "1.8e308", "give smaller weights"));
  }
  const LabelColumn uniform =
      label_of({"a", "b"}, {infinite, 0}, {.kind = ClassPrior::Kind::uniform});
  const auto error = error_of([&] { return log_evidence(uniform); });
  CHECK(is(error, ErrorCode::domain));
  CHECK(says(error, "'class'", "1.8e308"));
}

TEST_CASE("a class prior whose sum a double just holds is none of these") {
  const double large = std::numeric_limits<double>::max() / 4;

  CHECK(dirichlet_of(label_of({"a", "b"}, {2, 0}, {.each = large})).weights ==
        Doubles{large, large});
}
