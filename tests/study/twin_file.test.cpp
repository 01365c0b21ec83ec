// Logistic regressions that are saved, loaded and asked about other tables.
#include <credence/learn/posterior_file.hpp>
#include <credence/study/compare.hpp>
#include <credence/study/twin.hpp>

#include <doctest/doctest.h>
#include <algorithm>

#include <cmath>
#include <limits>

#include "support/models.hpp"
#include "support/shipped.hpp"
#include "support/throws.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

LogisticTwin loaded(const LogisticTwin& twin) {
  return logistic_twin_from_json(to_json(twin), "twin.json");
}

// ln of the odds of the second class against the first.
double log_odds(const Predictions& said, Index row) {
  const auto log_probability = said.log_probabilities(row);
  return log_probability[1] - log_probability[0];
}

constexpr std::string_view visits =
    "x,city,class\n1,Rome,a\n2,Oslo,b\n4,Rome,b\n0,Oslo,a\n3,Bern,b\n1.5,Bern,a\n2.5,Rome,a\n"
    "3.5,Oslo,b\n0.5,Rome,b\n";

Model model_of(const Table& table) { return infer_model(table, {.label = "class"}); }

}  // namespace

TEST_CASE("a logistic regression that is saved and loaded is equal bit for bit") {
  for (const char* name : {"iris.csv", "german_credit.csv", "breast_cancer.csv"}) {
    CAPTURE(name);
    const Table table = shipped(name);
    for (const double ridge : {1.0, 0.3}) {
      const LogisticTwin twin = fit_logistic_twin(model_of(table), table, {.ridge = ridge});
      CHECK(twin.regression == logistic_twin(model_of(table), table, {.ridge = ridge}));
      CHECK(loaded(twin) == twin);
      CHECK(to_json(loaded(twin)) == to_json(twin));
      CHECK(is_logistic_twin(to_json(twin)));
    }
  }
}

TEST_CASE("a loaded logistic regression says of its training rows what compare measures") {
  for (const char* name : {"iris.csv", "german_credit.csv"}) {
    CAPTURE(name);
    const Table table = shipped(name);
    const Model model = model_of(table);
    const Predictions said = predict(loaded(fit_logistic_twin(model, table)), table);
    const Comparison compared =
        compare(model, table, {.folds = 2, .estimators = {}, .twin = LogisticOptions{}});
    const Result* training = find_result(compared.results, twin_name, "training");
    REQUIRE(training != nullptr);
    REQUIRE(said.classes == compared.classes);
    const BoundTable bound = bind(model, table);
    std::vector<Index> truth;
    for (const Code code : bound.label.codes) {
      const std::string& level = bound.label.levels[static_cast<std::size_t>(code)];
      truth.push_back(std::find(said.classes.begin(), said.classes.end(), level) -
                      said.classes.begin());
    }
    Scorecard card;
    card.add(said, truth);
    CHECK(card.metrics().accuracy == training->metrics->accuracy);
    CHECK(card.metrics().log_loss == training->metrics->log_loss);
    CHECK(said.unseen_cells == 0);
  }
}

TEST_CASE("levels of another table are found by name, and unknown ones add nothing") {
  const Table table = table_of(visits);
  for (const double ridge : {1.0, 0.0}) {
    CAPTURE(ridge);
    const LogisticTwin twin = loaded(fit_logistic_twin(model_of(table), table, {.ridge = ridge}));
    const Predictions all = predict(twin, table);
    // Oslo is the first level of this table, and stands in no order of the other.
    const Predictions some = predict(twin, table_of("city,x\nOslo,2\nBern,3\nRome,1\nParis,1\n"));
    CHECK(log_odds(some, 0) == log_odds(all, 1));
    CHECK(log_odds(some, 1) == log_odds(all, 4));
    CHECK(log_odds(some, 2) == log_odds(all, 0));
    CHECK(some.unseen_cells == 1);
    const LogisticRegression& of = twin.regression;
    Index x = 0;
    while (of.terms[static_cast<std::size_t>(x)].feature != "x") ++x;
    CHECK(log_odds(some, 3) ==
          doctest::Approx(of.intercepts[1] +
                          of.weight(x, 1) * (1 - of.terms[static_cast<std::size_t>(x)].centre))
              .epsilon(1e-12));
  }
}

TEST_CASE("words of another table are found by name, and unknown ones are counted") {
  const Schema schema = schema_of({{.name = "note", .family = "multinomial"}});
  const Table mails = table_of(
      "note,class\nwin win offer,spam\noffer now,spam\nmeet now,ham\nmeet lunch lunch,ham\n"
      "win,spam\n");
  const LogisticTwin twin = loaded(fit_logistic_twin(Model(schema), mails));
  const Predictions all = predict(twin, mails);
  const Predictions some =
      predict(twin, table_of("note\nzebra win\nlunch meet lunch\nnow yak zebra offer\n"));
  CHECK(log_odds(some, 0) == log_odds(all, 4));
  CHECK(log_odds(some, 1) == log_odds(all, 3));
  CHECK(log_odds(some, 2) == log_odds(all, 1));
  CHECK(some.unseen_cells == 3);
}

TEST_CASE("a table without rows gets no answers, and a missing cell is refused with its place") {
  const LogisticTwin twin = fit_logistic_twin(model_of(table_of(visits)), table_of(visits));
  Table empty;
  empty.add("x", std::vector<double>{});
  empty.add("city", std::vector<std::string>{});
  CHECK(predict(twin, empty).rows() == 0);
  CHECK(throws_error([&] { (void)predict(twin, table_of("x,city\n1,Rome\n?,Oslo\n")); },
                     ErrorCode::undefined, "data.csv:3:1"));
}

TEST_CASE("a logistic regression is no posterior, and a damaged file of it is refused") {
  const std::string text = to_json(fit_logistic_twin(model_of(table_of(visits)), table_of(visits)));
  CHECK(throws_error([&] { (void)posterior_from_json(text, "t.json"); }, ErrorCode::version,
                     "holds a logistic regression, and no priors or statistics"));
  const auto refused = [&](const std::string& from, const std::string& to, const char* why) {
    std::string damaged = text;
    const std::size_t at = damaged.find(from);
    REQUIRE(at != std::string::npos);
    damaged.replace(at, from.size(), to);
    CHECK(throws_error([&] { (void)logistic_twin_from_json(damaged, "t.json"); },
                       ErrorCode::version, why));
  };
  refused("\"Oslo\"", "\"Rome\"", "is damaged: its checksum is");
  refused("\"version\": 1", "\"version\": 2", "version other than 1");
  refused("\"twin\"", "\"twins\"", "t.json");
  refused("credence logistic regression", "credence posterior", "is none");
  const std::string posterior =
      to_json(learned(schema_of({{.name = "x", .family = "normal"}}), "x,class\n1,a\n2,b\n"));
  CHECK_FALSE(is_logistic_twin(posterior));
  CHECK(throws_error([&] { (void)logistic_twin_from_json(posterior, "p.json"); },
                     ErrorCode::version, "p.json"));
}

TEST_CASE(
    "numbers of a logistic regression that none can have are refused though the checksum fits") {
  const LogisticTwin twin = fit_logistic_twin(model_of(table_of(visits)), table_of(visits));
  const auto with = [&](auto&& change) {
    LogisticTwin other = twin;
    change(other.regression);
    return other;
  };
  const auto refused = [&](const LogisticTwin& other, const char* why) {
    return throws_error([&] { (void)loaded(other); }, ErrorCode::version, why);
  };
  CHECK(refused(with([](auto& of) { of.ridge = -5; }), "twin.ridge' of 'twin.json' is below 0"));
  CHECK(refused(with([](auto& of) { of.steps = -1; }), "is below 0"));
  CHECK(refused(with([](auto& of) { of.steps = Index{1} << 60; }), "is no number of steps"));
  CHECK(refused(with([](auto& of) { of.gradient = -1; }), "is below 0"));
}

TEST_CASE("an intercept of -inf is saved, one of inf or none is refused") {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  LogisticTwin twin = fit_logistic_twin(model_of(table_of(visits)), table_of(visits));
  twin.regression.intercepts[1] = -infinity;
  CHECK(loaded(twin) == twin);
  for (const double wrong : {infinity, std::nan("")}) {
    twin.regression.intercepts[1] = wrong;
    CHECK(throws_error([&] { (void)to_json(twin); }, ErrorCode::domain));
  }
}

TEST_CASE("many rows of many words are answered in parts, as each row is alone") {
  constexpr Index words = 2000;
  LogisticTwin twin{.schema = schema_of({{.name = "note", .family = "multinomial"}})};
  twin.regression.classes = {"a", "b"};
  twin.regression.intercepts = {0, 0.25};
  twin.levels = {{.feature = "note", .levels = {}}};
  for (Index word = 0; word < words; ++word) {
    twin.levels[0].levels.push_back("w" + std::to_string(word));
    twin.regression.terms.push_back({.feature = "note", .value = twin.levels[0].levels.back()});
    twin.regression.weights.insert(twin.regression.weights.end(),
                                   {0, std::sin(static_cast<double>(word))});
  }
  std::vector<std::string> notes;
  for (Index row = 0; row < 8500; ++row) notes.push_back("w" + std::to_string(row % 2001));
  Table table;
  table.add("note", notes);

  const Predictions all = predict(twin, table);

  REQUIRE(all.rows() == 8500);
  CHECK(all.unseen_cells == 4);
  for (const Index row : {Index{0}, Index{1999}, Index{8375}, Index{8400}, Index{8499}}) {
    CAPTURE(row);
    CHECK(log_odds(all, row) ==
          doctest::Approx(0.25 + std::sin(static_cast<double>(row % 2001))).epsilon(1e-12));
  }
}

TEST_CASE("lists of a logistic regression that do not fit its classes are refused") {
  const LogisticTwin twin = fit_logistic_twin(model_of(table_of(visits)), table_of(visits));
  const auto refused = [&](auto&& change, const std::string& why) {
    LogisticTwin other = twin;
    change(other);
    const auto error = error_of([&] { (void)loaded(other); });
    REQUIRE(error.has_value());
    CHECK(error->code() == ErrorCode::version);
    CAPTURE(error->what());
    CHECK(std::string(error->what()).find(why) != std::string::npos);
  };

  refused([](LogisticTwin& of) { of.regression.classes.clear(); },
          "'twin.classes' of 'twin.json' names no class; restore the file from a copy");
  refused(
      [](LogisticTwin& of) { of.regression.intercepts.pop_back(); },
      "'twin.intercepts' of 'twin.json' has 1 entry for 2 classes; restore the file from a copy");
  refused([](LogisticTwin& of) { of.class_counts.pop_back(); },
          "'twin.class_counts' of 'twin.json' does not have one count for each class; restore the "
          "file from a copy");
  refused([](LogisticTwin& of) { of.class_counts[0] = -1; }, "holds a negative count");
  refused(
      [](LogisticTwin& of) { of.levels[0].levels[1] = of.levels[0].levels[0]; },
      "'twin.levels[0].levels' of 'twin.json' names a level twice; restore the file from a copy");
}

TEST_CASE("a file without class counts, as an earlier program wrote it, is to be fitted again") {
  std::string text = to_json(fit_logistic_twin(model_of(table_of(visits)), table_of(visits)));
  const std::size_t line = text.find("\"class_counts\"");
  REQUIRE(line != std::string::npos);
  text.erase(line, text.find('\n', line) + 1 - line);
  const auto reason = [&] {
    const auto error = error_of([&] { (void)logistic_twin_from_json(text, "t.json"); });
    return error ? std::string(error->what()) : std::string();
  };
  const std::string found = reason().substr(reason().find("crc32:"), 14);
  text.replace(text.find("crc32:"), 14, found);

  CHECK(reason() ==
        "file 't.json' of a logistic regression holds no class counts: an earlier program wrote "
        "it; fit again");
}
