// A Bayes error as text and as JSON.
#include <credence/report/text.hpp>

#include <credence/study/simulation.hpp>

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

using namespace credence;

TEST_CASE("a Bayes error is told with its standard error, or as exact") {
  CHECK(to_text(BayesError{.error = 0.25, .log_loss = 0.5}) ==
        "Bayes error                  0.25  exact\n"
        "minimum achievable log loss   0.5  exact\n");
  CHECK(to_text(BayesError{.error = 0.25,
                           .log_loss = 0.5,
                           .error_standard_error = 0.001,
                           .log_loss_standard_error = 0.002,
                           .draws = 1000}) ==
        "Bayes error                  0.25  +- 0.001\n"
        "minimum achievable log loss   0.5  +- 0.002\n"
        "from 1000 rows; +- is one standard error\n");
}

TEST_CASE("a Bayes error as JSON says whether it is exact") {
  const auto drawn = nlohmann::json::parse(to_json(BayesError{.error = 0.1,
                                                              .log_loss = 0.3,
                                                              .error_standard_error = 0.01,
                                                              .log_loss_standard_error = 0.02,
                                                              .draws = 50}));
  CHECK(drawn == nlohmann::json{{"schema_version", 1},
                                {"error", 0.1},
                                {"log_loss", 0.3},
                                {"error_standard_error", 0.01},
                                {"log_loss_standard_error", 0.02},
                                {"exact", false},
                                {"draws", 50}});
  CHECK(nlohmann::json::parse(to_json(BayesError{}))["exact"] == true);
}
