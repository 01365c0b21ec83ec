// SQL against real databases: what they count is what the rows say, and they answer as `predict` does.
#include "engines/rows.hpp"

#include <filesystem>
#include <random>

using namespace credence;
using namespace credence::engines;

namespace {

void check_learned(Engine& engine, const Model& model, const Table& table,
                   const std::string& name) {
  const std::string csv = counted(engine, model, {.table = in_marks(name, '"')});
  const auto posterior = sql::posterior_from_statistics(model, csv, "counted.csv");
  const double most = largest_difference(record_of(observe(model, table)), record_of(posterior));
  MESSAGE(engine.name() << ", " << name << ": statistics within " << most);
  CHECK(most <= 1e-12);
}

void check_predicted(Engine& engine, const Model& model, const Table& table,
                     const std::string& name, std::initializer_list<Estimator> estimators) {
  const auto posterior = observe(model, table);
  for (const Estimator estimator : estimators) {
    CAPTURE(to_string(estimator));
    const Apart most = apart(engine, posterior, table, {.table = in_marks(name, '"')}, estimator);
    MESSAGE(engine.name() << ", " << name << ", " << to_string(estimator) << ": labels that differ "
                          << most.labels << " of " << table.rows() << ", log joints within "
                          << most.joint << ", probabilities " << most.probability);
    CHECK(most.labels == 0);
    CHECK(most.joint <= 1e-12);
    CHECK(most.probability <= 1e-11);
  }
}

void check_credit(Engine& engine) {
  const Table table = read_csv(testing::project_file("examples/data/german_credit.csv"));
  const Model model = infer_model(table, {.label = "class"});
  upload(engine, "credit", table, number_columns(model));
  check_learned(engine, model, table, "credit");
  check_predicted(
      engine, model, table, "credit",
      {Estimator::maximum_likelihood, Estimator::posterior_mean, Estimator::predictive});
}

// The file as published, which is not shipped.
std::string adult_file() {
  const char* named = std::getenv("CREDENCE_ADULT");
  return named != nullptr ? named : testing::project_file("../shared/data/adult/adult.data");
}

void check_adult(const std::string& name) {
  const std::string adult = adult_file();
  if (!std::filesystem::exists(adult))
    return void(std::puts("skipped: adult.data does not lie beside the project"));
  const auto database = engine(name);
  if (!database) return;
  const Table table = read_csv(adult, {.header = false, .trim = true});
  const Model model = infer_model(table, {.label = "c15"});
  upload(*database, "adult", table, number_columns(model));
  check_learned(*database, model, table, "adult");
  check_predicted(*database, model, table, "adult", {Estimator::predictive});
}

// Names and levels that would end a text, a name or a statement of some database or client.
const std::vector<std::string> hostile{"'); DROP TABLE t; --",
                                       "a\"b",
                                       "back\\slash",
                                       "line\nfeed",
                                       "$$",
                                       ":name",
                                       "it\xE2\x80\x99s",
                                       "\n.quit\n",
                                       "{0} %s",
                                       "/* ; */",
                                       "\\'",
                                       "x'||'y",
                                       "\\q",
                                       "a,b\"\r\nc"};

void check_hostile(Engine& engine) {
  std::vector<std::vector<std::string>> cells(4);
  for (std::size_t row = 0; row < 140; ++row) {
    cells[0].push_back(hostile[row % hostile.size()]);
    cells[1].push_back(hostile[(row * row) % hostile.size()]);
    cells[2].push_back(std::to_string(static_cast<double>(row % 17) / 3));
    cells[3].push_back(hostile[(row / 3) % 3]);
  }
  Table table;
  table.add(hostile[0], cells[0]);
  table.add(hostile[1], cells[1]);
  table.add(hostile[3], cells[2]);
  table.add(hostile[2], cells[3]);
  Schema schema{.label = hostile[2],
                .columns = {{.name = hostile[0], .family = "categorical"},
                            {.name = hostile[1], .family = "categorical"},
                            {.name = hostile[3], .family = "normal"}}};
  const Model model(schema);
  const std::string name = "t\"; DROP TABLE t; --";
  upload(engine, name, table, number_columns(model));
  check_learned(engine, model, table, name);
  check_predicted(engine, model, table, name, {Estimator::posterior_mean, Estimator::predictive});
}

// A column of each family, with missing cells.
struct Families {
  Table table;
  Model model;
  Model scored;
  Model plugged;  // by other estimators than the predictive alone
};

Families every_family() {
  std::mt19937_64 engine(20261125);
  const auto uniform = [&] { return static_cast<double>(engine() >> 11) * 0x1p-53; };
  std::map<std::string, std::vector<std::string>> cells;
  const auto add = [&](const std::string& name, double value) {
    cells[name].push_back(uniform() < 0.05 ? std::string() : to_text(value));
  };
  for (int row = 0; row < 600; ++row) {
    const double k = row % 3;
    cells["class"].push_back(std::string(1, static_cast<char>('a' + row % 3)));
    cells["colour"].push_back(uniform() < 0.05 ? ""
                                               : "c" + std::to_string(int(uniform() * (4 + k))));
    cells["many"].push_back("m" + std::to_string(int(uniform() * uniform() * 120)));
    cells["yes"].push_back(uniform() < 0.3 + 0.2 * k ? "Y" : "N");
    add("binary", uniform() < 0.2 + 0.2 * k ? 1 : 0);
    add("far", 1e6 + k + uniform());
    add("logs", std::exp(k * uniform() - 1));
    add("counts", row == 300 ? 1e6 : std::floor(40 * k * uniform() * uniform()));
    cells["time"].push_back(to_text(0.5 + uniform()));
    add("rate", std::floor(9 * uniform() * (1 + k)));
    add("waits", -std::log(uniform()) / (1 + k));
    add("trials", std::floor(-std::log(uniform()) * (2 + 3 * k)));
    add("sizes", 0.1 + uniform() * (1 + k));
    add("failures", std::floor(6 * uniform() * (1 + k)));
    add("bins", uniform() + k * uniform());
    add("angle", 3 * uniform() + k);
    for (const char* name : {"w1", "w2", "w3"}) add(name, std::floor(5 * uniform() * (1 + k)));
    for (const char* name : {"t1", "t2", "j1", "j2", "j3"}) add(name, uniform() + k * 0.5);
    for (const char* name : {"k1", "k2", "k3"})
      cells[name].push_back(row % 40 == 7 ? std::string() : to_text(uniform() + k));
    cells["weight"].push_back(to_text(std::floor(4 * uniform()) / 2));
  }
  Families all;
  for (const auto& [name, texts] : cells) all.table.add(name, texts);
  Schema schema{.label = "class"};
  schema.columns = {{.name = "colour", .family = "categorical", .unseen = Unseen::reserve},
                    {.name = "many", .family = "categorical"},
                    {.name = "yes", .family = "bernoulli", .levels = {"N", "Y"}},
                    {.name = "binary", .family = "bernoulli"},
                    {.name = "far", .family = "normal"},
                    {.name = "logs", .family = "lognormal"},
                    {.name = "counts", .family = "poisson"},
                    {.name = "rate", .family = "poisson", .exposure = "time"},
                    {.name = "waits", .family = "exponential"},
                    {.name = "trials", .family = "geometric"},
                    {.name = "sizes", .family = "gamma"},
                    {.name = "failures", .family = "negative_binomial"},
                    {.name = "bins", .family = "histogram"},
                    {.name = "words", .family = "multinomial", .columns = {"w1", "w2", "w3"}}};
  all.scored = Model(schema);
  schema.columns.push_back(
      {.name = "tied", .family = "normal", .columns = {"t1", "t2"}, .tied = Tying::classes});
  schema.columns.push_back({.name = "whole",
                            .family = "normal",
                            .columns = {"k1", "k2", "k3"},
                            .covariance = Covariance::full});
  all.plugged = Model(schema);
  schema.columns.push_back({.name = "joint",
                            .family = "normal",
                            .columns = {"j1", "j2", "j3"},
                            .covariance = Covariance::full});
  schema.columns.push_back({.name = "angle", .family = "von_mises"});
  all.model = Model(schema);
  return all;
}

void check_families(Engine& engine) {
  const Families all = every_family();
  std::vector<std::string> numbers = number_columns(all.model);
  numbers.emplace_back("weight");
  upload(engine, "families", all.table, numbers);
  check_learned(engine, all.model, all.table, "families");
  check_predicted(engine, all.scored, all.table, "families",
                  {Estimator::posterior_mean, Estimator::predictive});
  check_predicted(engine, all.plugged, all.table, "families",
                  {Estimator::maximum_a_posteriori, Estimator::posterior_mean});
  const std::string csv =
      counted(engine, all.model, {.table = in_marks("families", '"'), .weight = "weight"});
  const auto weighted = sql::posterior_from_statistics(all.model, csv, "weighted.csv");
  CHECK(largest_difference(record_of(observe(all.model, all.table, "weight")),
                           record_of(weighted)) <= 1e-12);
}

// Numbers that are kept as text: missing-value strings are missing, and what is no number ends all.
void check_texts(Engine& engine) {
  const Model model(
      Schema{.label = "y",
             .columns = {{.name = "x", .family = "normal"}, {.name = "n", .family = "poisson"}}});
  Table table;
  table.add("y", std::vector<std::string>{"a", "a", "b", "b", "?"});
  table.add("x", std::vector<std::string>{"1.5", "NA", "2e0", "-0.25", "7"});
  table.add("n", std::vector<std::string>{"1", "?", "2", "3", "4"});
  upload(engine, "texts", table, {});
  const sql::Source source{.table = "texts", .from_text = {"x", "n"}};
  const auto posterior =
      sql::posterior_from_statistics(model, counted(engine, model, source), "texts.csv");
  CHECK(numbers_in(record_of(posterior).features[0].statistics[0], "count")[0] == 1);
  CHECK(record_of(posterior).class_counts == std::vector<double>{2, 2});

  for (const char* bad : {"abc", "-1", "12abc", " 1", "1 ", "\t1", "0x10", "1_0", "inf"}) {
    CAPTURE(bad);
    REQUIRE(engine.run("UPDATE texts SET n = '" + std::string(bad) + "' WHERE id = 2;").exit == 0);
    const Run learned = engine.run(sql::learning_sql(model, source, dialect_of(engine)));
    CHECK_THROWS_AS(
        static_cast<void>(sql::posterior_from_statistics(model, learned.out, "texts.csv")), Error);
    const Run scored =
        engine.run(sql::prediction_sql(posterior, source, dialect_of(engine), {.kept = {"id"}}));
    CHECK_FALSE(scored.err.empty());
  }
}

// Levels that are not listed count as one of the list, where missing cells are a level and where not.
void check_others(Engine& engine) {
  Table table;
  std::vector<std::string> classes, cities, colours;
  for (int row = 0; row < 120; ++row) {
    classes.push_back(row % 3 == 0 ? "a" : "b");
    cities.push_back(row % 10 == 0 ? "" : "city" + std::to_string(row % 7 + row % 2));
    colours.push_back(row % 13 == 0 ? "" : "c" + std::to_string(row % 5));
  }
  table.add("class", classes);
  table.add("city", cities);
  table.add("colour", colours);
  const Model model(Schema{.label = "class",
                           .columns = {{.name = "city",
                                        .family = "categorical",
                                        .levels = {"city1", "city2"},
                                        .others = "else's"},
                                       {.name = "colour",
                                        .family = "categorical",
                                        .levels = {"c0", "c3"},
                                        .others = "c3",
                                        .missing_is_level = true}}});
  upload(engine, "places", table, {});
  check_learned(engine, model, table, "places");
  check_predicted(engine, model, table, "places", {Estimator::predictive});

  Posterior<Model> exact = empty_posterior(model, Summation::exact);
  observe(exact, table);
  const std::string csv = counted(engine, model, {.table = in_marks("places", '"')});
  CHECK(to_json(sql::posterior_from_statistics(model, csv, "counted.csv", Summation::exact)) ==
        to_json(exact));
}

// More features than one statement computes: their sums go on in the next.
void check_many_features(Engine& engine) {
  std::mt19937_64 random(20261127);
  Table table;
  Schema schema{.label = "class"};
  std::vector<std::string> classes;
  for (int row = 0; row < 80; ++row) classes.push_back(row % 2 == 0 ? "a" : "b");
  table.add("class", classes);
  for (int j = 0; j < 210; ++j) {
    const std::string name = "x" + std::to_string(j);
    const bool is_level = j % 3 == 0;
    std::vector<std::string> cells;
    for (int row = 0; row < 80; ++row) {
      const auto drawn = static_cast<int>(random() % (is_level ? 70U : 5U));
      cells.push_back(drawn == 1 ? "" : (is_level ? "c" : "") + std::to_string(drawn + row % 2));
    }
    table.add(name, cells);
    const char* family = is_level ? "categorical" : j % 3 == 1 ? "normal" : "exponential";
    schema.columns.push_back({.name = name, .family = family});
  }
  const Model model(schema);
  upload(engine, "wide", table, number_columns(model));
  check_learned(engine, model, table, "wide");
  check_predicted(engine, model, table, "wide", {Estimator::posterior_mean, Estimator::predictive});
}

// A class whose cells are all missing, one whose columns are constant, and one that no row has.
void check_gaps(Engine& engine) {
  Table table;
  const auto add = [&](const char* name, std::vector<std::string> cells) {
    table.add(name, std::move(cells));
  };
  add("class", {"full", "full", "full", "gone", "gone", "flat", "flat", "half"});
  for (const char* name : {"t1", "j1"}) add(name, {"1", "2.5", "4", "", "", "7", "7", "3"});
  for (const char* name : {"t2", "j2"}) add(name, {"3", "1", "2", "", "", "5", "5", "2"});
  add("n", {"2", "0", "5", "", "", "0", "0", "1"});
  add("x", {"0.5", "", "2", "", "", "9", "9", "4"});
  add("a", {"u", "v", "u", "", "", "v", "v", "u"});
  Schema schema{
      .label = "class",
      .classes = {"flat", "full", "gone", "half", "never"},
      .columns = {
          {.name = "n", .family = "poisson"},
          {.name = "x", .family = "normal"},
          {.name = "a", .family = "categorical"},
          {.name = "tied", .family = "normal", .columns = {"t1", "t2"}, .tied = Tying::classes},
          {.name = "joint",
           .family = "normal",
           .columns = {"j1", "j2"},
           .covariance = Covariance::full}}};
  const Model model(schema);
  upload(engine, "gaps", table, number_columns(model));
  check_learned(engine, model, table, "gaps");
}

void check_engine(const std::string& name) {
  const auto database = engine(name);
  if (!database) return;
  check_others(*database);
  check_credit(*database);
  check_hostile(*database);
  check_families(*database);
  check_texts(*database);
  check_many_features(*database);
  check_gaps(*database);
}

}  // namespace

TEST_CASE("sqlite counts what the rows say and answers as predict does") { check_engine("sqlite"); }

TEST_CASE("postgresql counts what the rows say and answers as predict does") {
  check_engine("postgresql");
}

TEST_CASE("duckdb counts what the rows say and answers as predict does") { check_engine("duckdb"); }

namespace {

// SQL of the standard, in a database that understands it.
class Standard final : public Engine {
 public:
  explicit Standard(std::unique_ptr<Engine> database) : database_(std::move(database)) {}
  [[nodiscard]] std::string name() const override { return "ansi"; }
  [[nodiscard]] std::string real_type() const override { return database_->real_type(); }
  [[nodiscard]] Run run(const std::string& sql) override { return database_->run(sql); }

 private:
  std::unique_ptr<Engine> database_;
};

}  // namespace

TEST_CASE(
    "postgresql runs SQL of the standard, counts what the rows say and answers as predict does") {
  auto database = engine("postgresql");
  if (!database) return;
  Standard standard(std::move(database));
  check_credit(standard);
  check_others(standard);
  // Its common table expressions are written out again wherever they are read: PostgreSQL takes
  // minutes for the scores of all families.
  const Families all = every_family();
  upload(standard, "families", all.table, number_columns(all.model));
  check_learned(standard, all.model, all.table, "families");
}

TEST_CASE("sqlite says of 32,561 rows what the library says") { check_adult("sqlite"); }

TEST_CASE("postgresql says of 32,561 rows what the library says") { check_adult("postgresql"); }

TEST_CASE("duckdb says of 32,561 rows what the library says") { check_adult("duckdb"); }

TEST_CASE("duckdb reads a Parquet file as a table and as a query") {
  const auto database = engine("duckdb");
  if (!database) return;
  const Table table = read_csv(testing::project_file("examples/data/german_credit.csv"));
  const Model model = infer_model(table, {.label = "class"});
  upload(*database, "credit", table, number_columns(model));
  const std::string file = dynamic_cast<Duckdb&>(*database).file("credit.parquet");
  REQUIRE(database->run("COPY credit TO '" + file + "' (FORMAT PARQUET);").exit == 0);

  const PosteriorRecord rows = record_of(observe(model, table));
  for (const sql::Source& source :
       {sql::Source{.table = "'" + file + "'"},
        sql::Source{.query = "SELECT * FROM '" + file + "' -- all of it",
        .where = "id >= 0 -- too"}}) {
    const std::string csv = counted(*database, model, source);
    CHECK(largest_difference(rows, record_of(sql::posterior_from_statistics(model, csv, "c"))) <=
          1e-12);
  }
}
