#include <credence/study/leave_one_out.hpp>

#include <doctest/doctest.h>

#include <credence/base/parallel.hpp>
#include <credence/data/csv.hpp>
#include <credence/data/infer.hpp>
#include <credence/learn/found_structure.hpp>
#include <credence/learn/keep.hpp>
#include <credence/study/feature_weights.hpp>

#include "study/refits.hpp"
#include "support/shipped.hpp"
#include "support/throws.hpp"

using namespace credence;
using testing::check_against_refits;
using testing::Strings;

TEST_CASE("leave-one-out of iris and wine equals a fit of the other rows") {
  for (const char* name : {"iris", "wine"}) {
    CAPTURE(name);
    const Table table = testing::shipped(name);
    check_against_refits(infer_model(table, {.label = "class"}), table);
  }
}

TEST_CASE("leave-one-out of categories equals a fit of the other rows") {
  for (const char* name : {"house_votes_84", "german_credit"}) {
    CAPTURE(name);
    const Table table = testing::shipped(name);
    check_against_refits(infer_model(table, {.label = "class"}), table, 5);
  }
}

TEST_CASE("leave-one-out of word counts equals a fit of the other rows") {
  const Table table = testing::shipped("digits");
  Schema schema{.label = "class"};
  ColumnSchema pixels{.name = "pixels", .family = "multinomial"};
  for (const Column& column : table.columns())
    if (column.name != "class") pixels.columns.push_back(column.name);
  schema.columns.push_back(std::move(pixels));
  check_against_refits(Model(schema), table, 29);
}

TEST_CASE("leave-one-out takes a row of weight w back with weight w") {
  check_against_refits(
      testing::schema_of({{.name = "x", .family = "normal"},
                          {.name = "city", .family = "categorical"},
                          {.name = "note", .family = "multinomial"}}),
      "x,city,note,w,class\n1.5,b,one two two,2,p\n2,a,two,0.5,p\n4,c,one,1,p\n"
      "2.5,a,,1.25,p\n7,a,one one,0,p\n3,b,three one,3,q\n5,b,one,0.1,q\n4,a,two,7,q\n"
      "9,c,one three,1,q\n",
      "w");
}

TEST_CASE("a missing cell leaves its cell as it is in leave-one-out") {
  check_against_refits(
      testing::schema_of({{.name = "x", .family = "normal", .prior = testing::word("auto3")},
                          {.name = "yes", .family = "bernoulli"},
                          {.name = "visits", .family = "poisson"},
                          {.name = "wait", .family = "exponential"},
                          {.name = "tries", .family = "geometric"},
                          {.name = "size", .family = "lognormal"}}),
      "x,yes,visits,wait,tries,size,class\n1,1,?,0.5,3,1,p\n?,0,4,0.7,1,2,p\n"
      "3,?,2,1.1,?,4,p\n2,1,1,?,2,?,p\n6,0,5,0.1,0,5,q\n?,1,?,0.4,2,6,q\n7,?,7,0.2,1,9,q\n"
      "8,0,3,0.3,2,?,q\n");
}

TEST_CASE("a class with a single row is empty once the row is forgotten") {
  const Schema schema =
      testing::schema_of({{.name = "x", .family = "normal", .prior = testing::word("auto3")},
                          {.name = "city", .family = "categorical", .unseen = Unseen::reserve}});
  const std::string_view csv = "x,city,class\n1,a,p\n2,b,p\n4,a,p\n3,c,q\n5,a,r\n6,b,r\n7,b,r\n";
  check_against_refits(schema, csv);
  Schema uniform = schema;
  uniform.class_prior = testing::uniform_classes();
  check_against_refits(uniform, csv);
  uniform.class_prior = testing::class_frequencies();
  check_against_refits(uniform, csv);
  uniform.class_prior = testing::given_classes({{"p", 0.5}, {"q", 0.2}, {"r", 0.3}});
  check_against_refits(uniform, csv);
}

TEST_CASE("a level of one row stays known in leave-one-out, and nothing is NaN") {
  const auto posterior =
      testing::learned(testing::schema_of({{.name = "city", .family = "categorical"}}),
                       "city,class\na,p\na,p\nb,p\na,q\nc,q\na,q\n");
  const Table table = testing::table_of("city,class\na,p\na,p\nb,p\na,q\nc,q\na,q\n");
  const auto bound = bind(posterior.model, table);
  const std::vector<Index> rows{2};

  const auto mean = leave_one_out(posterior, Estimator::posterior_mean, bound, rows).predictions;
  const auto most =
      leave_one_out(posterior, Estimator::maximum_likelihood, bound, rows).predictions;

  // Two rows of p with a; K is 3: (0 + 1) / (2 + 3). Classes: (2 + 1) / (5 + 2).
  CHECK(mean.log_joints(0)[0] == doctest::Approx(std::log(3.0 / 7) + std::log(1.0 / 5)));
  CHECK(mean.log_joints(0)[1] == doctest::Approx(std::log(4.0 / 7) + std::log(1.0 / 6)));
  // No class has b any more: the most frequent class is q with 3 of 5 rows.
  CHECK(most.impossible[0]);
  CHECK(most.label[0] == 1);
  CHECK(most.probability(0, 1) == doctest::Approx(0.6));
}

TEST_CASE("a row that holds nearly all of a sum is left out to full precision") {
  const Schema schema = testing::schema_of({{.name = "x", .family = "normal"},
                                            {.name = "wait", .family = "exponential"},
                                            {.name = "visits", .family = "poisson"},
                                            {.name = "size", .family = "lognormal"}});
  check_against_refits(
      schema,
      "x,wait,visits,size,class\n1,0.1,1,2,p\n2,0.3,2,3,p\n4e7,7e8,3000000,1e200,p\n"
      "1.5,0.2,1,1,p\n3,1,2,4,q\n4,2,5,5,q\n5,1,1,7,q\n");
  // Without its first row the second class has one value, twice: no variance, whatever was rounded.
  for (const char* first : {"0.1", "1.3", "7.7", "123.456", "-0.03"})
    check_against_refits(testing::schema_of({{.name = "x", .family = "normal"}}),
                         "x,class\n1,p\n2,p\n4,p\n" + std::string(first) + ",q\n0.7,q\n0.7,q\n");
}

TEST_CASE("rows of any weights are left out") {
  Schema schema = testing::schema_of(
      {{.name = "x",
        .family = "normal",
        .prior = testing::numbers(
            {{"mean", 0.0}, {"mean_weight", 1.0}, {"shape", 1.0}, {"scale", 1.0}})}});
  schema.class_prior = testing::uniform_classes();
  // Of each class all numbers but one are the same, and rows together weigh less than one.
  std::string csv = "x,w,class\n";
  for (int i = 0; i < 40; ++i) {
    csv += (i == 20 ? "700.25,3e-7,p\n" : "0.1,3e-7,p\n");
    csv += (i == 7 ? "-312.7,7e-9,q\n" : "1e-3,7e-9,q\n");
  }
  check_against_refits(schema, csv, "w");
  check_against_refits(schema,
                       "x,w,class\n-1.2,1e-300,p\n-0.2,1e-275,q\n1.1,1e-200,p\n1.2,1e-100,q\n"
                       "0.9,1e-10,p\n1.7,1e-15,q\n0.6,1e10,p\n0.8,1e40,q\n-1.5,1e290,p\n"
                       "1.6,1e297,q\n",
                       "w");
}

TEST_CASE("a row that is impossible already is still asked for later estimates") {
  check_against_refits(testing::schema_of({{.name = "city", .family = "categorical"},
                                           {.name = "x", .family = "normal"}}),
                       "city,x,class\na,1,p\nb,2,p\na,4,q\nb,5,q\na,7,q\n");
}

TEST_CASE("priors by class and levels with priors below 1 survive leave-one-out") {
  ColumnSchema city{.name = "city", .family = "categorical"};
  city.prior = testing::numbers({{"each", 0.25}});
  ColumnSchema x{.name = "x", .family = "normal"};
  x.prior.by_class = {
      {"p", testing::word("auto")},
      {"q",
       testing::numbers({{"mean", 1.0}, {"mean_weight", 2.0}, {"shape", 2.0}, {"scale", 3.0}})}};
  check_against_refits(testing::schema_of({city, x}),
                       "city,x,class\na,1,p\nb,2,p\na,4,p\nb,3,q\na,5,q\nb,6,q\nb,9,q\n");
  city.levels = {"a", "b", "c"};
  city.prior = testing::weights({1.5, 2, 0.5});
  check_against_refits(
      testing::schema_of({city, x}),
      "city,x,class\na,1,p\nb,2,p\na,4,p\nc,2,p\nb,3,q\na,5,q\nb,6,q\nc,9,q\nc,4,q\n");
}

TEST_CASE("leave-one-out keeps empirical priors as all rows give them") {
  const auto check = [](const char* name, const std::string& prior, std::size_t step) {
    CAPTURE(name);
    CAPTURE(prior);
    const Table table = testing::shipped(name);
    Schema schema = infer_schema(table, {.label = "class"}).schema;
    for (ColumnSchema& column : schema.columns)
      if (column.family != "none") column.prior = testing::word(prior);
    check_against_refits(Model(std::move(schema)), table, step);
  };
  for (const char* prior : {"empirical", "empirical_block"}) check("iris", prior, 7);
  for (const char* prior : {"empirical", "empirical_block", "empirical_each", "leave_one_out_each"})
    check("house_votes_84", prior, 61);
}

TEST_CASE("a class that only the schema knows is scored by its prior in leave-one-out") {
  Schema schema = testing::schema_of({{.name = "x", .family = "normal"}});
  schema.classes = {"p", "q", "never"};
  check_against_refits(schema, "x,class\n1,p\n2,p\n4,p\n3,q\n5,q\n6,q\n");
}

TEST_CASE("one class alone is asked only what its own rows ask") {
  check_against_refits(testing::schema_of({{.name = "x", .family = "normal"},
                                           {.name = "yes", .family = "bernoulli"}}),
                       "x,yes,class\n1,1,p\n2,?,p\n4,0,p\n");
  check_against_refits(testing::schema_of({{.name = "x", .family = "normal"}}),
                       "x,class\n1,p\n2,p\n");
}

TEST_CASE("a prior that the data do not determine is undefined for the estimators that ask it") {
  const auto undefined = [](const char* prior, std::string_view csv, Estimator estimator) {
    const auto posterior = testing::learned(
        testing::schema_of({{.name = "x", .family = "normal", .prior = testing::word(prior)}}),
        csv);
    const Table table = testing::table_of(csv);
    const auto bound = bind(posterior.model, table);
    std::vector<std::string> classes;
    for (const auto& cell :
         leave_one_out(posterior, estimator, bound, all_rows(table.rows())).undefined)
      classes.push_back(cell.klass);
    return classes;
  };
  const std::string_view constant = "x,class\n1,p\n1,p\n1,q\n1,q\n";
  CHECK(undefined("auto", constant, Estimator::predictive) == Strings{""});
  CHECK(undefined("auto", constant, Estimator::maximum_likelihood) == Strings{"p", "q"});
  const std::string_view one_class_varies = "x,class\n1,p\n2,p\n4,p\n5,q\n5,q\n5,q\n";
  CHECK(undefined("empirical", one_class_varies, Estimator::predictive) == Strings{""});
  CHECK(undefined("empirical", one_class_varies, Estimator::maximum_likelihood) == Strings{"q"});
}

TEST_CASE("a row that was never learned is refused with its place") {
  const auto posterior =
      testing::learned(testing::schema_of({{.name = "city", .family = "categorical"}}),
                       "city,class\na,p\nb,p\na,q\nb,q\n");
  const auto left_out = [&](std::string_view csv) {
    const Table table = testing::table_of(csv);
    const auto bound = bind(posterior.model, table);
    (void)leave_one_out(posterior, Estimator::predictive, bound, all_rows(table.rows()));
  };
  CHECK(testing::throws_error([&] { left_out("city,class\nc,p\n"); }, ErrorCode::domain,
                              "data.csv:2:1: 'c' was never learned"));
  CHECK(testing::throws_error([&] { left_out("city,class\na,never\n"); }, ErrorCode::domain,
                              "has no class that was learned"));
}

TEST_CASE("rows of a text of which some words were kept cannot be left out, and it is said why") {
  const std::string_view csv = "text,class\nfree prize,p\nyou,q\nfree,p\nyou prize,q\n";
  const Table table = testing::table_of(csv);
  const auto all =
      testing::learned(testing::schema_of({{.name = "text", .family = "multinomial"}}), csv);
  const auto left_out = [&](const Posterior<Model>& posterior) {
    const auto bound = bind(posterior.model, table);
    return leave_one_out(posterior, Estimator::predictive, bound, all_rows(table.rows()));
  };

  CHECK(left_out(all).undefined.empty());
  CHECK(testing::throws_error([&] { (void)left_out(keep(all, Strings{"text:free"})); },
                              ErrorCode::domain,
                              "data.csv:2:1: 'prize' was never learned, or not kept"));
}

TEST_CASE("leave-one-out gives the same bits for any number of threads") {
  const Table table = testing::shipped("breast_cancer");
  const Model model = infer_model(table, {.label = "class"});
  const auto posterior = observe(model, table);
  const auto bound = bind(model, table);
  const std::vector<Index> rows = all_rows(table.rows());
  std::vector<std::vector<double>> joints;
  for (const int threads : {1, 2, 5}) {
    const ThreadLimit limit(threads);
    joints.push_back(
        leave_one_out(posterior, Estimator::predictive, bound, rows).predictions.log_joint);
  }
  CHECK(joints[0] == joints[1]);
  CHECK(joints[0] == joints[2]);
}

TEST_CASE(
    "without its only row a label has no likelihood: leaving it out says so, whatever hangs") {
  const Model naive(testing::schema_of(
      {{.name = "x", .family = "categorical"}, {.name = "y", .family = "categorical"}}));
  const Table table = testing::table_of("x,y,class\nu,s,a\n");
  const std::vector<Index> only{0};
  const Strings kinds{"naive", "tan", "aode"};
  for (const StructureKind kind : {StructureKind::naive, StructureKind::tan, StructureKind::aode}) {
    CAPTURE(kinds[static_cast<std::size_t>(
        kind == StructureKind::aode ? 2 : kind == StructureKind::tan)]);
    const Model model = with_structure(naive, {.kind = kind});
    const auto posterior = observe(model, table);
    const BoundTable bound = bind(model, table);

    const LeaveOneOut left = leave_one_out(posterior, Estimator::maximum_likelihood, bound, only);

    REQUIRE(left.undefined.size() == 1);
    CHECK(left.undefined[0].feature == "class");
    CHECK(left.undefined[0].klass.empty());
    CHECK(left.undefined[0].why.ends_with(
        "does not exist: no data was seen; observe some, or use predictive"));
    CHECK(testing::throws_error(
        [&] {
          (void)find_feature_weights(posterior, Estimator::maximum_likelihood, bound, only,
                                     {.kind = FeatureWeighting::common});
        },
        ErrorCode::undefined,
        "there are no feature weights: estimator 'maximum_likelihood' is undefined for 1 cell:\n"
        "  column 'class': "));
    CHECK(leave_one_out(posterior, Estimator::predictive, bound, only).undefined.empty());
  }
}
