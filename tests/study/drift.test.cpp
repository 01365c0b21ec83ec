// What changed between the data of two posteriors: Bayes factors against exact values, and what is said.
#include <credence/study/drift.hpp>

#include <credence/base/random.hpp>
#include <credence/data/csv.hpp>
#include <credence/learn/evidence.hpp>
#include <credence/learn/found_structure.hpp>
#include <credence/learn/posterior_priors.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "support/golden_table.hpp"
#include "support/models.hpp"
#include "support/paths.hpp"
#include "support/relative.hpp"
#include "support/throws.hpp"

using namespace credence;
using namespace credence::testing;
using doctest::Approx;

namespace {

const Change* find(const Drift& drift, const std::string& feature, const std::string& klass) {
  if (feature == drift.label) return &drift.labels;
  const auto found = std::find_if(
      drift.changes.begin(), drift.changes.end(),
      [&](const Change& change) { return change.feature == feature && change.klass == klass; });
  return found == drift.changes.end() ? nullptr : &*found;
}

Schema one_level() { return schema_of({{.name = "a", .family = "categorical"}}); }
Schema one_number() { return schema_of({{.name = "x", .family = "normal"}}); }

// Rows of two classes, "p" with this probability, and a number with this mean in class "q".
Table drawn(Index rows, double p, double mean, std::uint64_t seed) {
  Random random{seed};
  Doubles x;
  Doubles y;
  Strings labels;
  for (Index row = 0; row < rows; ++row) {
    labels.emplace_back(random.uniform() < p ? "p" : "q");
    x.push_back((labels.back() == "q" ? mean : 0) + random.normal());
    y.push_back(random.normal());
  }
  Table table;
  table.add("x", x);
  table.add("y", y);
  table.add("class", labels);
  return table;
}

ModelPosterior learned_numbers(const Table& table) {
  return observe(
      Model(schema_of({{.name = "x", .family = "normal"}, {.name = "y", .family = "normal"}})),
      table);
}

}  // namespace

TEST_CASE("log Bayes factors of change agree with products of predictives, to 50 digits") {
  const Table table = read_csv(project_file("examples/data/german_credit.csv"));
  Schema schema = schema_of({});
  for (GoldenRow row : golden_rows(project_file("tests/golden/drift.csv"))) {
    if (row["family"] == "label" || row["class"] == "bad") continue;
    schema.columns.push_back({.name = row["feature"], .family = row["family"]});
    if (row["family"] == "bernoulli") schema.columns.back().levels = {"none", "yes"};
  }
  const Model model(schema);
  const BoundTable bound = credence::bind(model, table);
  std::vector<Index> rows(500);
  ModelPosterior halves[2] = {empty_posterior(model), empty_posterior(model)};
  for (Index half = 0; half < 2; ++half) {
    std::iota(rows.begin(), rows.end(), 500 * half);
    observe(halves[half], bound, rows);
  }

  const Drift drift = compare_in_time(halves[0], halves[1]);

  for (GoldenRow row : golden_rows(project_file("tests/golden/drift.csv"))) {
    CAPTURE(row["feature"]);
    CAPTURE(row["class"]);
    const Change* change = find(drift, row["feature"], row["class"]);
    REQUIRE(change != nullptr);
    const double weight = change->rows_before + change->rows_after;
    CHECK(std::abs(change->log_bayes_factor - number(row["log_bayes_factor"])) <=
          1e-12 * (1 + weight));
  }
  CHECK(drift.changes.size() == 16);
}

TEST_CASE("levels that one side alone has join before the two are compared") {
  // 1/30 and 1/6 apart, 1/630 together: the ratio is 3.5.
  const auto before = learned(one_level(), "a,class\nx,p\nx,p\ny,p\n");
  const auto after = learned(one_level(), "a,class\nz,p\nz,p\n");

  const Drift drift = compare_in_time(before, after);

  REQUIRE(drift.changes.size() == 1);
  CHECK(drift.changes[0].log_bayes_factor == Approx(std::log(3.5)).epsilon(1e-14));
  CHECK(drift.changes[0].probability == Approx(3.5 / 4.5).epsilon(1e-14));
  CHECK(drift.changes[0].moves.size() == 3);
  CHECK(drift.labels.undefined == "there is one class");
}

TEST_CASE("class probabilities are compared under the prior of the model") {
  // 1/20 on either side, 1/630 together.
  const auto before = learned(one_level(), "a,class\nx,p\nx,p\nx,p\nx,q\n");
  const auto after = learned(one_level(), "a,class\nx,p\nx,q\nx,q\nx,q\n");

  const Drift drift = compare_in_time(before, after);

  CHECK(drift.labels.log_bayes_factor == Approx(std::log(630.0 / 400)).epsilon(1e-14));
  REQUIRE(drift.labels.moves.size() == 2);
  CHECK(drift.labels.moves[0].before == Approx(4.0 / 6));
  CHECK(drift.labels.moves[0].after == Approx(2.0 / 6));
  CHECK(*drift.labels.moves[0].size == Approx(-*drift.labels.moves[1].size));
}

TEST_CASE("a class prior that is no distribution is replaced by one, with a note") {
  const char* rows = "a,class\nx,p\nx,p\nx,p\nx,q\n";
  const char* others = "a,class\nx,p\nx,q\nx,q\nx,q\n";
  for (const ClassPrior& prior :
       {uniform_classes(), class_frequencies(), given_classes({{"p", 0.5}, {"q", 0.5}})}) {
    Schema schema = one_level();
    schema.class_prior = prior;
    const Drift drift = compare_in_time(learned(schema, rows), learned(schema, others));
    CHECK(drift.labels.log_bayes_factor == Approx(std::log(630.0 / 400)).epsilon(1e-14));
    CHECK(drift.notes.front().find("pseudo-count of 1") != std::string::npos);
  }
}

TEST_CASE("which side came first makes no difference to what is said of a change") {
  const auto before = learned_numbers(drawn(80, 0.5, 1, 1));
  const auto after = learned_numbers(drawn(120, 0.4, 1.5, 2));

  const Drift forwards = compare_in_time(before, after);
  const Drift backwards = compare_in_time(after, before);

  CHECK(forwards.labels.log_bayes_factor == backwards.labels.log_bayes_factor);
  for (const Change& change : forwards.changes) {
    const Change& other = *find(backwards, change.feature, change.klass);
    CHECK(change.log_bayes_factor == Approx(other.log_bayes_factor).epsilon(1e-12));
    CHECK(change.moves[0].before == other.moves[0].after);
  }
}

TEST_CASE("automatic priors are those of both sides together, the same for each evidence") {
  const auto before = learned_numbers(drawn(30, 0.5, 1, 3));
  const auto after = learned_numbers(drawn(50, 0.5, 3, 4));
  ModelPosterior both = before;
  merge(both, after);
  const ModelPosterior frozen = freeze(both);
  ModelPosterior one = empty_posterior(frozen.model);
  observe(one, drawn(30, 0.5, 1, 3));
  ModelPosterior other = empty_posterior(frozen.model);
  observe(other, drawn(50, 0.5, 3, 4));

  const Drift drift = compare_in_time(before, after);

  double sum = drift.labels.log_bayes_factor;
  for (const Change& change : drift.changes) sum += change.log_bayes_factor;
  CHECK(sum == Approx(log_evidence(one) + log_evidence(other) - log_evidence(frozen)));
}

TEST_CASE("label shift is told apart from a column that changed") {
  const auto before = learned_numbers(drawn(400, 0.5, 1, 5));

  const Drift same = compare_in_time(before, learned_numbers(drawn(400, 0.5, 1, 6)));
  const Drift labels = compare_in_time(before, learned_numbers(drawn(400, 0.8, 1, 7)));
  const Drift column = compare_in_time(before, learned_numbers(drawn(400, 0.5, 2, 8)));
  const Drift both = compare_in_time(before, learned_numbers(drawn(400, 0.8, 2, 9)));

  CHECK(same.kind() == DriftKind::none);
  CHECK(labels.kind() == DriftKind::labels);
  CHECK(column.kind() == DriftKind::columns);
  CHECK(both.kind() == DriftKind::both);
  for (const Drift* drift : {&column, &both}) {
    CHECK(drift->changes[0].feature == "x");
    CHECK(drift->changes[0].klass == "q");
    CHECK(drift->changed(drift->changes[0]));
    CHECK(!drift->changed(drift->changes[1]));
    CHECK(drift->changes[0].moves[0].parameter == "mean");
    CHECK(*drift->columns[0].probability > 0.99);
    CHECK(*drift->columns[1].probability < 0.5);
  }
}

TEST_CASE("sentences say what changed, where it went, and what follows") {
  const auto before = learned_numbers(drawn(400, 0.5, 1, 5));
  const Drift both = compare_in_time(before, learned_numbers(drawn(400, 0.8, 2, 9)));
  const std::vector<std::string> sentences = sentences_on(both, 10);

  REQUIRE(sentences.size() == 3);
  CHECK(sentences[0].starts_with("the class probabilities changed"));
  CHECK(sentences[1].starts_with("'x' changed within class 'q' (log Bayes factor "));
  CHECK(sentences[1].find("): mean ") != std::string::npos);
  CHECK(sentences[2].starts_with("columns changed within a class"));
  CHECK(sentences_on(both, 0)[1] == "1 more change within a class");
}

TEST_CASE("the prior of each comparison makes any change as probable as was asked") {
  const auto before = learned_numbers(drawn(40, 0.5, 1, 10));
  const auto after = learned_numbers(drawn(40, 0.5, 1, 11));

  const Drift drift = compare_in_time(before, after, {.prior_change = 0.2});

  CHECK(std::pow(1 - drift.prior_probability, 4) == Approx(0.8).epsilon(1e-14));
  double same = 1;
  for (const Change& change : drift.changes) {
    const double odds =
        drift.prior_probability / (1 - drift.prior_probability) * std::exp(change.log_bayes_factor);
    CHECK(change.probability == Approx(odds / (1 + odds)).epsilon(1e-12));
    if (change.feature == "x") same *= 1 - change.probability;
  }
  CHECK(*drift.columns[0].probability == Approx(1 - same).epsilon(1e-12));
}

TEST_CASE("classes without data on one side are not compared, and cost no prior") {
  const auto before = learned(one_number(), "x,class\n1,p\n2,p\n4,q\n6,q\n");
  const auto after = learned(one_number(), "x,class\n1,p\n3,p\n2,r\n");

  const Drift drift = compare_in_time(before, after);

  CHECK(drift.classes == Strings{"p", "q", "r"});
  CHECK(find(drift, "x", "p")->undefined.empty());
  CHECK(find(drift, "x", "q")->undefined == "class 'q' of the second data has no cell of 'x'");
  CHECK(find(drift, "x", "r")->undefined == "class 'r' of the first data has no cell of 'x'");
  CHECK(drift.prior_probability == Approx(0.5));
  CHECK(drift.changes.front().klass == "p");
}

TEST_CASE("a column without an evidence says why, and the others are compared") {
  const Schema schema =
      schema_of({{.name = "x", .family = "normal"}, {.name = "y", .family = "normal"}});
  const auto before = learned(schema, "x,y,class\n1,5,p\n2,5,p\n4,5,q\n6,5,q\n");
  const auto after = learned(schema, "x,y,class\n1,5,p\n3,5,p\n2,5,q\n");

  const Drift drift = compare_in_time(before, after);

  CHECK(find(drift, "y", "p")->undefined.find("column is constant") != std::string::npos);
  CHECK(find(drift, "x", "q")->undefined.empty());
  CHECK(!drift.columns[1].probability);
}

TEST_CASE("a block whose classes share variances is one comparison") {
  ColumnSchema block{.name = "xy", .family = "normal", .columns = {"x", "y"}};
  block.tied = Tying::classes;
  const Model model(schema_of({block}));
  const auto before = observe(model, drawn(200, 0.5, 1, 12));
  const auto after = observe(model, drawn(200, 0.5, 2, 13));

  const Drift drift = compare_in_time(before, after);

  REQUIRE(drift.changes.size() == 1);
  CHECK(drift.changes[0].klass.empty());
  CHECK(drift.changed(drift.changes[0]));
  CHECK(drift.changes[0].moves[0].klass == "q");
  CHECK(drift.changes[0].moves[0].level == "x");
}

TEST_CASE("a block whose columns share a variance is compared class by class") {
  ColumnSchema block{.name = "xy",
                     .family = "normal",
                     .prior = numbers({{"means", Doubles{0, 0}},
                                       {"mean_weights", Doubles{0.5, 0.5}},
                                       {"shapes", Doubles{2}},
                                       {"scales", Doubles{3, 3}}}),
                     .columns = {"x", "y"}};
  block.tied = Tying::features;
  const Model model(schema_of({block}));
  const auto before = observe(model, drawn(40, 0.5, 1, 12));
  const auto after = observe(model, drawn(30, 0.5, 2, 13));
  ModelPosterior both = before;
  merge(both, after);

  const Drift drift = compare_in_time(before, after);

  REQUIRE(drift.changes.size() == 2);
  const double sum =
      find(drift, "xy", "p")->log_bayes_factor + find(drift, "xy", "q")->log_bayes_factor;
  CHECK(sum ==
        Approx(log_evidence(before, "xy") + log_evidence(after, "xy") - log_evidence(both, "xy"))
            .epsilon(1e-11));
  CHECK(find(drift, "xy", "q")->log_bayes_factor > find(drift, "xy", "p")->log_bayes_factor);
}

TEST_CASE("a direction that passes half a turn has moved the shorter way") {
  const Schema schema = schema_of({{.name = "wind", .family = "von_mises"}});
  const auto before = learned(schema, "wind,class\n3.0,p\n3.1,p\n3.05,p\n3.05,p\n");
  const auto after = learned(schema, "wind,class\n-3.0,p\n-3.1,p\n-3.05,p\n-3.05,p\n");
  const auto mid = learned(schema, "wind,class\n0.1,p\n0.2,p\n0.15,p\n0.15,p\n");

  const Move there = compare_in_time(before, after).changes.at(0).moves.at(0);
  const Move back = compare_in_time(after, before).changes.at(0).moves.at(0);

  CHECK(there.parameter == "direction");
  CHECK(there.before == relative(3.05, 0.01));
  CHECK(there.after == relative(2 * std::numbers::pi - 3.05, 0.01));
  CHECK(there.after_interval->lower < there.after);
  CHECK(there.after < there.after_interval->upper);
  CHECK(back.after - back.before == Approx(there.before - there.after));
  REQUIRE(there.size);
  CHECK(*there.size > 0);
  CHECK(*there.size < 10);
  // Within half a turn nothing is moved round.
  const Move within = compare_in_time(mid, before).changes.at(0).moves.at(0);
  CHECK(within.before < 1);
  CHECK(within.after > 2);
  CHECK(within.after < 3.1);
}

TEST_CASE("a structure is left out, with a note") {
  Schema schema =
      schema_of({{.name = "a", .family = "categorical"}, {.name = "b", .family = "categorical"}});
  const char* rows = "a,b,class\nu,s,p\nv,t,p\nu,s,q\nv,s,q\n";
  const Drift naive = compare_in_time(learned(schema, rows), learned(schema, rows));
  schema.structure = {.kind = StructureKind::given, .given = {{.feature = "b", .parents = {"a"}}}};

  const Drift drift = compare_in_time(learned(schema, rows), learned(schema, rows));

  CHECK(drift.changes == naive.changes);
  CHECK(drift.notes.back().find("the structure is left out") != std::string::npos);
}

TEST_CASE("words, empirical-Bayes priors and bins found late are compared, too") {
  const Schema schema = schema_of({{.name = "t", .family = "multinomial"},
                                   {.name = "n", .family = "poisson", .prior = word("empirical")},
                                   {.name = "h", .family = "histogram", .prior = word("auto")}});
  const auto before = learned(schema, "t,n,h,class\na b,1,1,p\na,2,2,p\nb c,5,3,q\na b,9,4,q\n");
  const auto after = learned(schema, "t,n,h,class\nd d,1,5,p\na,4,6,p\nb,5,7,q\na,2,8,q\n");

  const Drift drift = compare_in_time(before, after);

  CHECK(drift.changes.size() == 6);
  for (const Change& change : drift.changes) {
    CAPTURE(change.feature);
    CHECK(change.undefined.empty());
    CHECK(std::isfinite(change.log_bayes_factor));
    CHECK(!change.moves.empty());
  }
}

TEST_CASE("posteriors of other models, discounted ones and options out of range are refused") {
  const auto posterior = learned(one_level(), "a,class\nx,p\ny,q\n");
  const auto other = learned(one_number(), "x,class\n1,p\n2,q\n");
  ModelPosterior discounted = posterior;
  discount(discounted, 0.5);
  ModelPosterior exact = empty_posterior(posterior.model, Summation::exact);

  CHECK(throws_error([&] { (void)compare_in_time(posterior, other); }, ErrorCode::version,
                     "posteriors can be compared only when their schemas are equal"));
  CHECK(throws_error([&] { (void)compare_in_time(posterior, exact); }, ErrorCode::version,
                     "posteriors can be compared only when both add up exactly or neither does"));
  CHECK(throws_error([&] { (void)compare_in_time(posterior, discounted); }, ErrorCode::undefined,
                     "discounted by files"));
  CHECK(throws_error([&] { (void)compare_in_time(posterior, posterior, {.prior_change = 1}); },
                     ErrorCode::domain, "the prior probability of change is 1"));
  CHECK(throws_error([&] { (void)compare_in_time(posterior, posterior, {.threshold = 0}); },
                     ErrorCode::domain));
  CHECK(throws_error([&] { (void)compare_in_time(posterior, posterior, {.mass = 2}); },
                     ErrorCode::domain));
}

TEST_CASE("without a change one is said in at most 2 % of 200 repeats") {
  Index alarms = 0;
  constexpr Index repeats = 200;
  for (Index repeat = 0; repeat < repeats; ++repeat) {
    const Drift drift = compare_in_time(
        learned_numbers(drawn(100, 0.5, 1, static_cast<std::uint64_t>(100 + 2 * repeat))),
        learned_numbers(drawn(100, 0.5, 1, static_cast<std::uint64_t>(101 + 2 * repeat))));
    if (drift.kind() != DriftKind::none) ++alarms;
  }
  CHECK(alarms <= 4);
}

TEST_CASE("a class that only the later data hold is named, and no other class prior is advised") {
  const auto before = learned(one_level(), "a,class\nx,p\ny,p\nx,q\ny,q\n");
  const auto after = learned(one_level(), "a,class\nx,p\ny,q\nx,r\ny,r\n");

  const Drift drift = compare_in_time(before, after);

  CHECK(drift.new_classes == Strings{"r"});
  CHECK(sentences_on(drift, 20).back() ==
        "the model has seen no row of class 'r', and no class prior tells what such rows hold: fit "
        "the new data");
  CHECK(compare_in_time(after, before).new_classes.empty());
}
