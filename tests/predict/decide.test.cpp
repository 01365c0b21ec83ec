// Decisions: abstaining, and actions of least expected loss.
#include <credence/predict/decide.hpp>

#include <doctest/doctest.h>

#include <cmath>

#include "support/data_error.hpp"
#include "support/models.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

const Strings classes{"healthy", "ill"};
const LossTable treatment{
    .actions = {"treat", "wait"}, .classes = classes, .losses = {1, 0, 0, 10}};

std::optional<Error> error_for(std::string_view csv) {
  return error_of([&] { return loss_table(table_of(csv), classes); });
}

}  // namespace

TEST_CASE("an answer is withheld below the threshold and given at it") {
  CHECK(abstains(0.79, 0.8));
  CHECK_FALSE(abstains(0.8, 0.8));
  CHECK(abstains(Interval{.lower = 0.7, .upper = 0.95}, 0.8));
  CHECK(abstains(Interval{.lower = 0.6, .upper = 0.7}, 0.8));
  CHECK_FALSE(abstains(Interval{.lower = 0.8, .upper = 0.95}, 0.8));
}

TEST_CASE("nothing is decided by NaN") {
  const double nan = std::nan("");
  const auto refused = [](auto decide) { return throws_error(decide, ErrorCode::domain, "nan"); };
  CHECK(refused([&] { return abstains(nan, 0.8); }));
  CHECK(refused([&] { return abstains(0.8, nan); }));
  CHECK(refused([&] { return abstains(Interval{.lower = nan, .upper = 1}, 0.8); }));
  CHECK(refused([&] { return straddles({.lower = 0.4, .upper = nan}, 0.5); }));
  CHECK(refused([&] { return least_loss(Doubles{1, nan}); }));
}

TEST_CASE("an interval straddles what lies inside of it") {
  CHECK(straddles({.lower = 0.4, .upper = 0.6}, 0.5));
  CHECK_FALSE(straddles({.lower = 0.5, .upper = 0.6}, 0.5));
  CHECK_FALSE(straddles({.lower = 0.2, .upper = 0.4}, 0.5));
}

TEST_CASE("the expected loss weighs each loss by the probability of its class") {
  CHECK(expected_losses(treatment, Doubles{0.75, 0.25}) == Doubles{0.75, 2.5});
  CHECK(least_loss(Doubles{0.75, 2.5}) == 0);
  CHECK(least_loss(expected_losses(treatment, Doubles{0.9375, 0.0625})) == 1);
}

TEST_CASE("of equal losses the earlier action is taken") {
  CHECK(least_loss(Doubles{2, 1, 1}) == 1);
}

TEST_CASE("a table of losses has the order of the classifier's classes") {
  const LossTable loss =
      loss_table(table_of("action,ill,healthy\ntreat,0,1\nwait,10,0\n"), classes);

  CHECK(loss == treatment);
  CHECK(loss.loss(1, 1) == 10);
}

TEST_CASE("a table of losses that does not fit is refused with its place") {
  CHECK(is(error_for("action,ill\ntreat,0\n"), ErrorCode::schema));
  CHECK(is(error_for("ill,healthy\n0,1\n"), ErrorCode::schema));
  CHECK(says(error_for("action,ill,healthy,dead\ntreat,0,1,2\n"), "'dead'"));
  CHECK(says(error_for("action,ill,healthy\ntreat,0,1\ntreat,1,1\n"), "twice", "data.csv:3:1"));
  CHECK(is(error_for("action,ill,healthy\ntreat,0,much\n"), ErrorCode::parse));
  CHECK(says(error_for("action,ill,healthy\ntreat,0,\n"), "data.csv:2:9"));

  CHECK(says(error_for("action,ill,healthy\ntreat,0,-1e151\n"), "data.csv:2:9", "-1e+151",
             "divide all losses by a power of ten"));

  Table empty;
  for (const char* name : {"action", "ill", "healthy"}) empty.add(name, Strings{});
  CHECK(is(error_of([&] { return loss_table(empty, classes); }), ErrorCode::domain));
}

TEST_CASE("a loss of an action or class that is not there is refused") {
  CHECK(treatment.loss(1, 1) == 10);
  CHECK(throws_error([] { return treatment.loss(2, 0); }, ErrorCode::shape, "no action"));
  CHECK(throws_error([] { return treatment.loss(0, 2); }, ErrorCode::shape, "no class"));
}

TEST_CASE("losses need a probability for each class, and the least of them an action") {
  CHECK(throws_error([] { (void)expected_losses(treatment, std::vector<double>{1}); },
                     ErrorCode::shape, "give one for each class"));
  CHECK(throws_error([] { (void)least_loss({}); }, ErrorCode::shape, "give one for each action"));
}

TEST_CASE("losses that are not one finite number for each action and class are refused") {
  const auto weigh = [](Doubles losses) {
    LossTable loss = treatment;
    loss.losses = std::move(losses);
    return error_of([&] { return expected_losses(loss, Doubles{0.5, 0.5}); });
  };
  CHECK_FALSE(weigh({1, 0, 0, -1e150}));
  for (const Doubles& losses : {Doubles{}, Doubles{1, 0, 0}, Doubles{1, 0, 0, 10, 7, 7}})
    CHECK(is(weigh(losses), ErrorCode::shape));
  CHECK(says(weigh({1, 0, 0}), "losses of 2 actions and 2 classes got 3 numbers"));
  for (const double value : {std::nan(""), HUGE_VAL, -HUGE_VAL, 1e151})
    CHECK(is(weigh({1, 0, value, 10}), ErrorCode::domain));
  CHECK(says(weigh({1, 0, std::nan(""), 10}), "action 'wait', class 'healthy' has nan"));
}
