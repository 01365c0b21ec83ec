// Blocks of columns that vary together: from schema to posterior file.
#include <doctest/doctest.h>

#include <credence/family/joint_normal.hpp>
#include <credence/learn/evidence.hpp>
#include <credence/learn/keep.hpp>
#include <credence/learn/model_posterior.hpp>
#include <credence/learn/posterior_file.hpp>
#include <credence/learn/posterior_priors.hpp>

#include "support/block_of.hpp"
#include "support/models.hpp"
#include "support/throws.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

ColumnSchema block(Strings columns, Tying tying = Tying::free, PriorSpec prior = {}) {
  return {.name = "sizes",
          .family = "normal",
          .prior = std::move(prior),
          .columns = std::move(columns),
          .tied = tying,
          .covariance = Covariance::full};
}

const PriorSpec known = numbers({{"means", Doubles{1, 10}},
                                 {"mean_weight", 0.5},
                                 {"shape", 2.0},
                                 {"scales", Doubles{3, -1, 4}}});
constexpr std::string_view rows =
    "x,y,class\n1,10,A\n2,12,A\n1.5,9,A\n0.5,11,A\n3,20,B\n4,26,B\n3.5,21,B\n";
constexpr std::string_view gaps = "x,y,class\n1,10,A\n2,?,A\n?,?,A\n1.5,9,A\n3,20,B\n?,26,B\n";

const JointMoments& cell(const ModelPosterior& posterior, Index klass) {
  return block_of<NormalInverseWishartNormal>(posterior).cell(0, klass);
}

std::string faults_of(ColumnSchema column) {
  const auto error = error_of([&] { (void)Model(schema_of({std::move(column)})); });
  REQUIRE(error);
  CHECK(error->code() == ErrorCode::schema);
  return error->what();
}

}  // namespace

TEST_CASE("a block of columns that vary together learns means and products of each class") {
  const auto posterior = learned(schema_of({block({"x", "y"})}), rows);

  CHECK(cell(posterior, 0).complete == 4);
  CHECK(cell(posterior, 0).means == Doubles{1.25, 10.5});
  CHECK(cell(posterior, 0).scatter[0] == doctest::Approx(1.25).epsilon(1e-15));
  CHECK(cell(posterior, 0).scatter[1] == doctest::Approx(0.5).epsilon(1e-14));
  CHECK(cell(posterior, 0).scatter[2] == doctest::Approx(5).epsilon(1e-15));
  CHECK(block_of<NormalInverseWishartNormal>(posterior).feature(0).levels == Strings{"x", "y"});
}

TEST_CASE("rows that lack a number are left out of the block and told") {
  const auto posterior = learned(schema_of({block({"x", "y"})}), gaps);

  CHECK(cell(posterior, 0).complete == 2);
  CHECK(cell(posterior, 0).incomplete == 1);  // a row without any number is missing as a whole
  CHECK(cell(posterior, 1).incomplete == 1);
  const auto notes = notes_on_incomplete_rows(posterior);
  REQUIRE(notes.size() == 1);
  CHECK(
      notes.front() ==
      "block 'sizes': 2 of 5 rows (by weight) lack a number and taught it nothing; they are scored "
      "by the numbers that they have");
  CHECK(notes_on_incomplete_rows(learned(schema_of({block({"x", "y"})}), rows)).empty());
}

TEST_CASE("rows that lack a count of a block of words are left out of it and told") {
  const Schema schema =
      schema_of({{.name = "words", .family = "multinomial", .columns = {"free", "prize"}},
                 {.name = "note", .family = "multinomial"}});

  const auto notes =
      notes_on_incomplete_rows(learned(schema, "free,prize,note,class\n2,1,a,s\n1,,b,s\n0,0,,h\n"));
  REQUIRE(notes.size() == 1);
  CHECK(notes.front() ==
        "block 'words': 1 of 3 rows (by weight) lack a count and taught it nothing; where a word "
        "does not occur, write 0");
  CHECK(notes_on_incomplete_rows(learned(schema, "free,prize,note,class\n2,1,a,s\n0,0,,h\n"))
            .empty());
}

TEST_CASE("the log evidence of a block is that of its classes, or of all that share a matrix") {
  const auto free = learned(schema_of({block({"x", "y"}, Tying::free, known)}), rows);

  const auto evidence = tying_evidence(free, "sizes");

  REQUIRE(evidence.size() == 2);
  CHECK(evidence[0].tying == Tying::free);
  CHECK(evidence[1].tying == Tying::classes);
  // Reference: the matrix t of the rows of each class, and of all with class means of their own (NumPy).
  CHECK(evidence[0].log_evidence == doctest::Approx(-32.944724938832).epsilon(1e-12));
  CHECK(evidence[1].log_evidence == doctest::Approx(-34.466766323456).epsilon(1e-12));
}

TEST_CASE("a posterior of such a block is saved and loaded bit for bit in both forms") {
  for (const Tying tying : {Tying::free, Tying::classes}) {
    const auto posterior = learned(schema_of({block({"x", "y"}, tying)}), gaps);

    for (const PosteriorForm form : {PosteriorForm::json, PosteriorForm::binary})
      CHECK(posterior_from_bytes(to_bytes(posterior, form), "p") == posterior);
    CHECK(to_json(posterior).find("\"covariance\":\"full\"") != std::string::npos);
  }
}

TEST_CASE("statistics of such a block that contradict their columns are refused") {
  auto record = record_of(learned(schema_of({block({"x", "y"})}), rows));
  const auto refused = [&](Fields statistics) {
    auto wrong = record;
    wrong.features[0].statistics[0] = std::move(statistics);
    return throws_error([&] { (void)posterior_of(wrong); }, ErrorCode::version);
  };
  const auto fields = [](double complete, Doubles means, Doubles scatter) {
    return Fields{{"complete", complete},
                  {"incomplete", 0.0},
                  {"means", std::move(means)},
                  {"scatter", std::move(scatter)}};
  };
  CHECK_FALSE(refused(fields(2, {1, 2}, {1, 1, 1})));
  CHECK_FALSE(refused(fields(0, {}, {})));
  CHECK(refused(fields(2, {}, {})));
  CHECK(refused(fields(2, {1}, {1})));
  CHECK(refused(fields(2, {1, 2}, {1})));
  CHECK(refused(fields(2, {1, 2}, {1, 2, 1})));
  CHECK(refused(fields(-1, {1, 2}, {1, 1, 1})));
}

TEST_CASE("posteriors of parts merge into that of the whole") {
  const Schema schema = schema_of({block({"x", "y"})});
  const Table table = table_of(rows);
  auto first = observe(Model(schema), table.select(std::vector<Index>{0, 4, 5}));
  const auto rest = observe(Model(schema), table.select(std::vector<Index>{1, 2, 3, 6}));
  const auto whole = observe(Model(schema), table);

  merge(first, rest);

  for (const Index klass : {0, 1})
    for (std::size_t k = 0; k < 3; ++k)
      CHECK(cell(first, klass).scatter[k] ==
            doctest::Approx(cell(whole, klass).scatter[k]).epsilon(1e-13));
}

TEST_CASE("columns of such a block can be kept without the others") {
  const auto posterior = learned(schema_of({block({"x", "y"}, Tying::free, known)}), rows);

  const auto small = keep(posterior, Strings{"sizes:y"});

  CHECK(cell(small, 0).means == Doubles{10.5});
  CHECK(cell(small, 0).scatter == Doubles{cell(posterior, 0).scatter[2]});
  CHECK(small.model.schema().columns[0].columns == Strings{"y"});
  const auto alone = learned(
      schema_of({{.name = "y",
                  .family = "normal",
                  .prior = numbers(
                      {{"mean", 10.0}, {"mean_weight", 0.5}, {"shape", 2.0}, {"scale", 4.0}})}}),
      rows);
  CHECK(log_evidence(small) == doctest::Approx(log_evidence(alone)).epsilon(1e-13));
  const auto none =
      keep(learned(schema_of({block({"x", "y"})}), "x,y,class\n?,1,A\n"), Strings{"sizes:x"});
  CHECK(cell(none, 0).means.empty());
}

TEST_CASE("an automatic prior of such a block can be frozen to numbers") {
  const auto posterior = learned(schema_of({block({"x", "y"})}), rows);

  const auto frozen = freeze(posterior);

  CHECK(log_evidence(frozen) == doctest::Approx(log_evidence(posterior)).epsilon(1e-14));
  CHECK(posterior_from_json(to_json(frozen), "p") == frozen);
}

TEST_CASE("a block of columns that vary together says what it cannot be") {
  ColumnSchema alone = block({});
  CHECK(faults_of(alone).find("`tied` or `covariance`, which is for a block") != std::string::npos);
  for (const Tying tying : {Tying::features, Tying::all})
    CHECK(faults_of(block({"x", "y"}, tying)).find("its columns share no variance") !=
          std::string::npos);
  ColumnSchema words = block({"x", "y"});
  words.family = "multinomial";
  CHECK(faults_of(words).find("no use for `covariance`") != std::string::npos);
  CHECK(faults_of(block({"x", "y"}, Tying::free, word("empirical_block")))
            .find("'empirical_block'") != std::string::npos);
  CHECK(faults_of(block({"x", "y", "z"}, Tying::free, known)).find("'means' and the columns") !=
        std::string::npos);
  PriorSpec by_class;
  by_class.by_class = {{"A", known}};
  CHECK(faults_of(block({"x", "y"}, Tying::classes, by_class)).find("differs by class") !=
        std::string::npos);
}

TEST_CASE("a schema names the covariance and ties nothing unless told") {
  const auto schema = schema_from_json(
      R"({"schema_version":1,"label":"class","columns":[{"name":"sizes","family":"normal",)"
      R"("columns":["x","y"],"covariance":"full"}]})",
      "s.json");

  const Model model(schema);

  CHECK(model.schema().columns[0].tied == Tying::free);
  CHECK(schema_from_json(to_json(model.schema()), "s.json") == model.schema());
  CHECK(throws_error(
      [] {
        (void)schema_from_json(
            R"({"schema_version":1,"label":"class","columns":[{"name":"sizes","family":"normal",)"
            R"("columns":["x","y"],"covariance":"half"}]})",
            "s.json");
      },
      ErrorCode::schema, "use 'diagonal' or 'full'"));
}

TEST_CASE("such a block is not kept in exact sums") {
  CHECK(throws_error(
      [] {
        (void)empty_posterior(Model(schema_of({block({"x", "y"})})), Summation::exact);
      },
      ErrorCode::schema));
}
