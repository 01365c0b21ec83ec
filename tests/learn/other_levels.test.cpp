// Levels that are not listed and count as one of the list.
#include <credence/data/csv.hpp>
#include <credence/data/schema.hpp>
#include <credence/learn/posterior_file.hpp>
#include <credence/predict/classifier.hpp>

#include <doctest/doctest.h>

#include <string>

#include "support/throws.hpp"

using namespace credence;
using credence::testing::throws_error;

namespace {

Table places(const std::string& cells) { return read_csv_text("city,class\n" + cells, "rows"); }

ColumnSchema city() {
  return {.name = "city", .family = "categorical", .levels = {"Rome", "Oslo"}, .others = "other"};
}

Model model_of(ColumnSchema column) {
  return Model(Schema{.label = "class", .columns = {std::move(column)}});
}

// The counts of the levels of each class.
std::vector<Fields> counts_of(const Posterior<Model>& posterior) {
  return record_of(posterior).features.at(0).statistics;
}

}  // namespace

TEST_CASE(
    "a level that is not listed counts as the one of all others, in learning and in scoring") {
  const Table data = places("Rome,a\nOslo,a\nLima,a\nother,b\nKiev,b\n,b\n");
  const Posterior<Model> posterior = observe(model_of(city()), data);

  CHECK(record_of(posterior).features.at(0).levels ==
        std::vector<std::string>{"Oslo", "Rome", "other"});
  CHECK(counts_of(posterior) == std::vector<Fields>{{{"counts", std::vector<double>{1, 1, 1}}},
                                                    {{"counts", std::vector<double>{0, 0, 2}}}});

  const Classifier classifier(posterior, Estimator::predictive);
  const Predictions never = classifier.predict(places("Tokyo,a\n"));
  CHECK(never.log_joint == classifier.predict(places("other,a\n")).log_joint);
  CHECK(never.unseen_cells == 0);
}

TEST_CASE("the level of all others may be one of the list, and missing cells a level beside it") {
  ColumnSchema column = city();
  column.others = "Oslo";
  column.missing_is_level = true;
  const Posterior<Model> posterior =
      observe(model_of(column), places("Rome,a\nOslo,a\nLima,a\n,a\nmissing,b\n"));

  CHECK(record_of(posterior).features.at(0).levels ==
        std::vector<std::string>{"Oslo", "Rome", "missing"});
  CHECK(counts_of(posterior) == std::vector<Fields>{{{"counts", std::vector<double>{2, 1, 1}}},
                                                    {{"counts", std::vector<double>{1, 0, 0}}}});
}

TEST_CASE("rows in parts, in any order, make the posterior of all, and its file keeps the key") {
  const Model model = model_of(city());
  Posterior<Model> parts = observe(model, places("Kiev,b\nRome,a\n"));
  merge(parts, observe(model, places("Lima,a\nOslo,b\n")));

  CHECK(parts == observe(model, places("Rome,a\nLima,a\nOslo,b\nKiev,b\n")));
  CHECK(posterior_from_json(to_json(parts), "file") == parts);
  CHECK(parts.model.schema().columns[0].others == "other");
}

TEST_CASE("weights of a prior are those of the listed levels, then that of all others") {
  ColumnSchema column = city();
  column.prior.values = {{"weights", std::vector<double>{1, 2, 5}}};

  const Model model = model_of(column);

  CHECK(model.schema().columns[0].levels == std::vector<std::string>{"Oslo", "Rome", "other"});
  CHECK(std::get<std::vector<double>>(model.schema().columns[0].prior.values.at(0).second) ==
        std::vector<double>{2, 1, 5});
}

TEST_CASE("`others` without a use is refused by name") {
  const auto refused = [](const ColumnSchema& column, const std::string& text) {
    return throws_error([&] { static_cast<void>(model_of(column)); }, ErrorCode::schema, text);
  };
  ColumnSchema without = city();
  without.levels.clear();
  ColumnSchema reserved = city();
  reserved.unseen = Unseen::reserve;
  ColumnSchema missing = city();
  missing.missing_is_level = true;
  missing.others = "missing";

  CHECK(refused(without, "lists no levels"));
  CHECK(refused(reserved, "no level is unseen"));
  CHECK(refused(missing, "rename `others`"));
  CHECK(refused({.name = "city", .family = "normal", .others = "x"}, "has no use for `others`"));
}

TEST_CASE("a schema's text keeps the level of all others") {
  const Schema schema{.label = "class", .columns = {city()}};
  CHECK(schema_from_json(to_json(schema), "schema") == schema);
}
