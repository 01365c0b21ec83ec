// Laws of structures: sums of rows, chain rule, totals of 1, leave-one-out as a fit of the others.
#include <doctest/doctest.h>
#include <credence/learn/found_structure.hpp>
#include <credence/learn/posterior_file.hpp>
#include <credence/predict/classifier.hpp>

#include <cmath>

#include "study/left_out.hpp"
#include "support/models.hpp"
#include "support/nine_rows.hpp"
#include "support/throws.hpp"

using namespace credence;
using testing::table_of;

namespace {

// Levels, answers, missing cells, a number that is never a parent, and weights.
constexpr std::string_view mixed =
    "colour,smoker,size,visits,w,class\n"
    "red,0,1.5,2,1,p\nblue,1,2.5,0,1,p\nred,1,,1,2,p\n,0,4.0,3,1,p\nblue,,3.5,2,1,p\n"
    "green,1,7.0,5,1,q\nblue,1,5.5,4,2,q\ngreen,0,6.0,,1,q\nred,1,8.0,6,1,q\nblue,0,6.5,3,1,q\n";

Model mixed_model(Structure structure) {
  return with_structure(Model(testing::schema_of({{.name = "colour", .family = "categorical"},
                                                  {.name = "smoker", .family = "bernoulli"},
                                                  {.name = "size", .family = "normal"},
                                                  {.name = "visits", .family = "poisson"}})),
                        std::move(structure));
}

Structure of(StructureKind kind) { return {.kind = kind, .may_be_parents = {"colour", "smoker"}}; }

const std::vector<Structure> structures{
    of(StructureKind::tan),
    {.kind = StructureKind::tan, .tree = TreeScore::evidence, .may_be_parents = {"colour"}},
    of(StructureKind::kdb),
    of(StructureKind::aode),
    of(StructureKind::a2de),
    of(StructureKind::lookup),
    {.kind = StructureKind::lookup,
     .may_be_parents = {"colour", "smoker"},
     .centre = LookupCentre::naive},
    {.kind = StructureKind::aode,
     .average = ModelWeights::information,
     .least_rows = 0,
     .may_be_parents = {"colour", "smoker"}},
    {.kind = StructureKind::given,
     .given = {{"size", {"colour", "smoker"}}, {"visits", {"smoker"}}, {"smoker", {"colour"}}}}};

template <class Visitor>
void for_each_structure(Visitor&& visit) {
  for (const Structure& structure : structures) {
    CAPTURE(name_of(structure));
    visit(mixed_model(structure));
  }
}

Posterior<Model> learned_rows(const Model& model, const BoundTable& bound,
                              std::span<const Index> rows) {
  Posterior<Model> posterior = empty_posterior(model);
  observe(posterior, bound, rows);
  return posterior;
}

// Compares what every estimator says of each row, left out, with a fit of the others. A fit also lists
// undefined cells that only other rows ask for; these rows are passed over.
void check_against_refits(const Model& model, const Table& table) {
  const BoundTable bound = bind(model, table, "w");
  Posterior<Model> posterior = empty_posterior(model);
  observe(posterior, bound);
  for (const Estimator estimator : {Estimator::maximum_likelihood, Estimator::maximum_a_posteriori,
                                    Estimator::posterior_mean, Estimator::predictive}) {
    CAPTURE(std::string(to_string(estimator)));
    Index compared = 0;
    for (Index row = 0; row < bound.rows; ++row) {
      CAPTURE(row);
      const auto refitted = testing::refitted_without(posterior, bound, row, estimator);
      const LeaveOneOut left = leave_one_out(posterior, estimator, bound, std::span(&row, 1));
      for (const UndefinedCell& cell : left.undefined)
        CHECK(refitted.undefined.contains({cell.feature, cell.klass}));
      if (!refitted.undefined.empty() || !left.undefined.empty()) continue;
      ++compared;
      CHECK(left.predictions.label == refitted.predictions.label);
      for (std::size_t c = 0; c < 2; ++c)
        CHECK(testing::close(left.predictions.log_joint[c], refitted.predictions.log_joint[c]));
    }
    if (estimator == Estimator::predictive) CHECK(compared == bound.rows);
  }
}

}  // namespace

TEST_CASE("structures: parts merged are the whole") {
  const Table table = table_of(mixed);
  for_each_structure([&](const Model& model) {
    const BoundTable bound = bind(model, table, "w");
    const std::vector<Index> all = all_rows(bound.rows);
    Posterior<Model> merged = learned_rows(model, bound, std::span(all).first(4));
    merge(merged, learned_rows(model, bound, std::span(all).subspan(4)));
    const Posterior<Model> whole = learned_rows(model, bound, all);
    if (model.schema().structure.average == ModelWeights::uniform &&
        model.schema().structure.prior.kind == ContextPrior::Kind::each)
      CHECK(log_evidence(merged) == doctest::Approx(log_evidence(whole)).epsilon(1e-12));
    const Predictions a = Classifier{whole, Estimator::predictive}.predict(table);
    const Predictions b = Classifier{merged, Estimator::predictive}.predict(table);
    for (std::size_t i = 0; i < a.log_joint.size(); ++i)
      CHECK(a.log_joint[i] == doctest::Approx(b.log_joint[i]).epsilon(1e-12));
  });
}

TEST_CASE("structures: rows taken back leave no trace") {
  const Table table = table_of(mixed);
  for_each_structure([&](const Model& model) {
    const BoundTable bound = bind(model, table);
    Posterior<Model> some = empty_posterior(model, Summation::exact);
    const std::vector<Index> all = all_rows(bound.rows);
    observe(some, bound, all);
    const Posterior<Model> before = some;
    const std::vector<Index> twice{1, 6};
    observe(some, bound, twice);
    forget(some, bound, RowSpan{.count = 2, .list = twice.data()});
    CHECK(some == before);
  });
}

TEST_CASE("structures: a row of weight 2 is the row twice") {
  const Table once = table_of(
      "colour,smoker,size,visits,w,class\nred,0,1,2,2,p\nblue,1,2,1,1,q\n"
      "red,1,3,0,1,q\nblue,0,4,3,1,p\n");
  const Table twice = table_of(
      "colour,smoker,size,visits,w,class\nred,0,1,2,1,p\nred,0,1,2,1,p\n"
      "blue,1,2,1,1,q\nred,1,3,0,1,q\nblue,0,4,3,1,p\n");
  for_each_structure([&](const Model& model) {
    const Predictions a =
        Classifier{observe(model, once, "w"), Estimator::predictive}.predict(once);
    const Predictions b =
        Classifier{observe(model, twice, "w"), Estimator::predictive}.predict(once);
    for (std::size_t i = 0; i < a.log_joint.size(); ++i)
      CHECK(a.log_joint[i] == doctest::Approx(b.log_joint[i]).epsilon(1e-12));
  });
}

TEST_CASE("structures: files come back equal, and contradictions are told") {
  const Table table = table_of(mixed);
  for_each_structure([&](const Model& model) {
    const Posterior<Model> posterior = observe(model, table);
    CHECK(posterior_from_json(to_json(posterior), "p.json") == posterior);
    CHECK(posterior_from_bytes(to_bytes(posterior, PosteriorForm::binary), "p.bin") == posterior);
    PosteriorRecord record = record_of(posterior);
    record.contexts.front().class_counts.front() += 1;
    CHECK(testing::throws_error([&] { (void)posterior_of(record); }, ErrorCode::version,
                                "do not add up to the rows of the class"));
    record = record_of(posterior);
    record.contexts.front().classes.back() = "zzz|x";
    CHECK(testing::throws_error([&] { (void)posterior_of(record); }, ErrorCode::version,
                                "context 'zzz|x' is of no class of the label"));
  });
}

TEST_CASE("structures: predictives of rows in turn sum to the log evidence") {
  const Table table = table_of(mixed);
  for (const Structure& structure :
       {Structure{.kind = StructureKind::given,
       .least_rows = 0,
       .given = {{"smoker", {"colour"}}, {"visits", {"smoker"}}}},
        Structure{.kind = StructureKind::given,
        .least_rows = 0,
        .given = {{"visits", {"colour", "smoker"}}, {"colour", {"smoker"}}}}}) {
    const Model model = mixed_model(structure);
    // Levels and priors are those of all rows, so that they do not change underway.
    const Posterior<Model> frozen = freeze(observe(model, table));
    Posterior<Model> so_far = frozen;
    clear_statistics(so_far);
    const BoundTable bound = bind(so_far.model, table);
    double sum = 0;
    for (Index row = 0; row < bound.rows; ++row) {
      const std::vector<Index> one{row};
      const Predictions answer = Classifier{so_far, Estimator::predictive}.predict(bound, one);
      sum += answer.log_joints(0)[row < 5 ? 0 : 1];
      observe(so_far, bound, one);
    }
    CHECK(sum == doctest::Approx(log_evidence(frozen)).epsilon(1e-12));
  }
}

TEST_CASE("structures: probabilities of all complete rows sum to 1") {
  std::string rows = "a,b,c\n";
  for (const char* a : {"0", "1"})
    for (const char* b : {"x", "y", "z"})
      for (const char* c : {"0", "1"}) rows += std::string(a) + ',' + b + ',' + c + '\n';
  const Table every = table_of(rows);
  const Table table = table_of("a,b,c,class\n0,x,0,p\n1,y,0,p\n1,x,1,q\n0,z,1,q\n1,z,1,q\n");
  const Model model(testing::schema_of({{.name = "a", .family = "categorical"},
                                        {.name = "b", .family = "categorical"},
                                        {.name = "c", .family = "categorical"}}));
  for (const StructureKind kind : {StructureKind::tan, StructureKind::kdb, StructureKind::aode,
                                   StructureKind::a2de, StructureKind::naive})
    for (const ContextPrior::Kind prior :
         {ContextPrior::Kind::each, ContextPrior::Kind::rows, ContextPrior::Kind::back_off}) {
      CAPTURE(std::string(to_string(kind)));
      const Posterior<Model> posterior = observe(
          with_structure(model, {.kind = kind, .least_rows = 0, .prior = {prior, 2}}), table);
      double sum = 0;
      for (const double joint :
           Classifier{posterior, Estimator::predictive}.predict(every).log_joint)
        sum += std::exp(joint);
      CHECK(sum == doctest::Approx(1).epsilon(1e-12));
    }
}

TEST_CASE("imagined rows: a column's own probabilities do not depend on the structure") {
  const Table table = table_of("a,b,class\n0,x,p\n1,y,p\n1,x,p\n0,z,q\n1,z,q\n0,x,q\n");
  const Model model =
      with_structure(Model(testing::schema_of({{.name = "a", .family = "categorical"},
                                               {.name = "b", .family = "categorical"}})),
                     {.kind = StructureKind::given,
                      .least_rows = 0,
                      .prior = {ContextPrior::Kind::rows, 1.5},
                      .given = {{"b", {"a"}}}});
  const Classifier dependent{observe(model, table), Estimator::predictive};
  const Table every = table_of("a,b\n0,x\n0,y\n0,z\n1,x\n1,y\n1,z\n");
  const Predictions all = dependent.predict(every);
  // p(b | class) under imagined rows: (n + 1.5 / 3) / (3 + 1.5), class by class; p(class) = 1 / 2.
  const std::array<std::array<double, 3>, 2> counts{{{2, 1, 0}, {1, 0, 2}}};
  for (std::size_t klass = 0; klass < 2; ++klass)
    for (std::size_t level = 0; level < 3; ++level) {
      const double sum = std::exp(all.log_joints(static_cast<Index>(level))[klass]) +
                         std::exp(all.log_joints(static_cast<Index>(level + 3))[klass]);
      CHECK(sum == doctest::Approx(0.5 * (counts[klass][level] + 0.5) / 4.5).epsilon(1e-12));
    }
}

TEST_CASE("contexts back off to the posterior mean of the column under its own prior") {
  // Given p: b was 1 in one row of two with a = 0; no row of p has a = 1.
  const Table table = table_of("a,b,class\n0,1,p\n0,0,p\n0,0,q\n1,1,q\n1,0,q\n");
  const auto ones_of = [&](const PriorSpec& prior, std::string_view asked) {
    const Model model(testing::schema_of({{.name = "a", .family = "bernoulli"},
                                          {.name = "b", .family = "bernoulli", .prior = prior}}));
    const Structure structure{.kind = StructureKind::given,
                              .least_rows = 0,
                              .prior = {ContextPrior::Kind::back_off, 3},
                              .given = {{"b", {"a"}}}};
    const Classifier classifier{observe(with_structure(model, structure), table),
                                Estimator::predictive};
    const Predictions both = classifier.predict(
        table_of(std::string("a,b\n") + std::string(asked) + ",0\n" + std::string(asked) + ",1\n"));
    const double one = std::exp(both.log_joints(1)[0]);
    return one / (one + std::exp(both.log_joints(0)[0]));
  };
  const PriorSpec half{.values = {{"ones", 0.5}, {"zeros", 0.5}}};
  const PriorSpec rare{.values = {{"ones", 2.0}, {"zeros", 8.0}}};
  const PriorSpec by_mean{.values = {{"mean", 0.2}, {"n", 10.0}}};
  const PriorSpec by_class{.by_class = {{"p", rare}, {"q", half}}};
  for (const PriorSpec& prior : {rare, by_mean, by_class}) {
    CHECK(ones_of(prior, "1") == doctest::Approx(3. / 12).epsilon(1e-12));
    CHECK(ones_of(prior, "0") == doctest::Approx((1 + 3 * 3. / 12) / 5).epsilon(1e-12));
  }
  CHECK(ones_of(half, "0") == doctest::Approx((1 + 3 * 1.5 / 3) / 5).epsilon(1e-12));
}

TEST_CASE("a level named missing is a level") {
  const auto evidence_of = [](const std::string& level) {
    const Table table = table_of("a,b,class\n" + level + ",x,p\nyes,y,p\nyes,x,q\n" + level +
                                 ",y,q\n" + level + ",x,q\n");
    return log_evidence(
        observe(with_structure(Model(testing::schema_of({{.name = "a", .family = "categorical"},
                                                         {.name = "b", .family = "categorical"}})),
                               {.kind = StructureKind::given,
                                .prior = {ContextPrior::Kind::rows, 1.5},
                                .given = {{"b", {"a"}}}}),
                table));
  };
  CHECK(evidence_of("missing") == doctest::Approx(evidence_of("absent")).epsilon(1e-14));
}

TEST_CASE("an average by information of features that tell nothing is naive Bayes") {
  const Table table =
      table_of("a,b,class\n0,0,p\n0,1,p\n1,0,p\n1,1,p\n0,0,q\n0,1,q\n1,0,q\n1,1,q\n");
  const Model model(testing::schema_of(
      {{.name = "a", .family = "categorical"}, {.name = "b", .family = "categorical"}}));
  const auto answers = [&](const Structure& structure) {
    return Classifier{observe(with_structure(model, structure), table), Estimator::predictive}
        .predict(table);
  };
  const Predictions average =
      answers({.kind = StructureKind::aode, .average = ModelWeights::information});
  const Predictions naive = answers({});
  REQUIRE(average.log_joint.size() == naive.log_joint.size());
  for (std::size_t i = 0; i < naive.log_joint.size(); ++i)
    CHECK(average.log_joint[i] == doctest::Approx(naive.log_joint[i]).epsilon(1e-12));
}

TEST_CASE("structures: leave-one-out equals a fit of the other rows") {
  const Table table = table_of(mixed);
  for (const Structure& structure : structures) {
    // Look-up has a test of its own; weights by information change with the rows.
    if (structure.kind == StructureKind::lookup || structure.average != ModelWeights::uniform)
      continue;
    CAPTURE(name_of(structure));
    const Posterior<Model> posterior = observe(mixed_model(structure), table, "w");
    const Posterior<Model> frozen = freeze(posterior);
    check_against_refits(frozen.model, table);
    const std::vector<Index> rows = all_rows(table.rows());
    const LeaveOneOut late =
        leave_one_out(posterior, Estimator::predictive, bind(posterior.model, table, "w"), rows);
    const LeaveOneOut early =
        leave_one_out(frozen, Estimator::predictive, bind(frozen.model, table, "w"), rows);
    REQUIRE(late.predictions.log_joint.size() == early.predictions.log_joint.size());
    for (std::size_t i = 0; i < late.predictions.log_joint.size(); ++i)
      CHECK(testing::close(late.predictions.log_joint[i], early.predictions.log_joint[i]));
  }
}

TEST_CASE("structures: what cannot be is refused") {
  const auto refused = [](Structure structure, const char* why) {
    CHECK(testing::throws_error([&] { (void)mixed_model(std::move(structure)); }, ErrorCode::schema,
                                why));
  };
  refused({.kind = StructureKind::given, .given = {{"colour", {"colr"}}}}, "no feature");
  refused({.kind = StructureKind::given, .given = {{"colour", {"colour"}}}}, "its own parent");
  refused({.kind = StructureKind::given, .given = {{"colour", {"smoker"}}, {"smoker", {"colour"}}}},
          "circle");
  refused({.kind = StructureKind::aode, .may_be_parents = {"sizee"}}, "did you mean 'size'");
  refused({.kind = StructureKind::aode, .least_rows = -1}, "at least 0");
  CHECK(testing::throws_error(
      [] {
        (void)with_structure(Model(testing::schema_of({{.name = "text", .family = "multinomial"}})),
                             {.kind = StructureKind::lookup});
      },
      ErrorCode::schema, "no columns to look rows up by"));
  const Table table = table_of(mixed);
  CHECK(testing::throws_error([&] { (void)bind(mixed_model({.kind = StructureKind::tan}), table); },
                              ErrorCode::schema, "give its edges or freeze them"));
}

TEST_CASE("numbers become parents by the edges that tell the classes apart") {
  const Table table = table_of(mixed);
  const Model naive = mixed_model({});
  const BoundTable bound = bind(naive, table);
  const Model settled =
      settle_structure(mixed_model({.kind = StructureKind::aode}), bound, all_rows(bound.rows));
  CHECK_FALSE(needs_settling(settled));
  REQUIRE(settled.schema().structure.edges.size() == 2);
  CHECK(settled.schema().structure.edges[0].column == "size");
  CHECK(settled.schema().structure.edges[0].edges == std::vector<double>{4.75});
  const Predictions answers =
      Classifier{observe(settled, table), Estimator::predictive}.predict(table);
  CHECK(answers.rows() == 10);
}

TEST_CASE(
    "imagined rows are rows of each class: a row's predictive is the ratio of two evidences") {
  const Structure structure{.kind = StructureKind::given,
                            .least_rows = 0,
                            .prior = {.kind = ContextPrior::Kind::rows, .strength = 5},
                            .given = {{.feature = "x1", .parents = {"x0"}}}};
  const std::string all(testing::nine_rows);
  const std::size_t last = all.rfind("1,2,0,1");
  const Model model = testing::nine_model(structure);
  const Posterior<Model> before = observe(model, testing::table_of(all.substr(0, last)));
  const Posterior<Model> after = observe(model, testing::table_of(all));
  const Classifier classifier{before, Estimator::predictive};
  const Predictions answer =
      classifier.predict(testing::table_of("x0,x1,x2,class\n" + all.substr(last)));
  CHECK(answer.log_joints(0)[1] ==
        doctest::Approx(log_evidence(after) - log_evidence(before)).epsilon(1e-13));
  CHECK(std::exp(classifier.log_class_probabilities()[0]) ==
        doctest::Approx((5.0 + 5) / (8 + 10)).epsilon(1e-14));
}
