// Comparisons by several processes, which are threads here: what they find together is what one finds.
#include "study/compare/shared_results.hpp"

#include <doctest/doctest.h>

#include <barrier>
#include <thread>

#include "study/compare/scored_rows.hpp"
#include "support/data_error.hpp"
#include "support/models.hpp"
#include "support/shipped.hpp"
#include "support/throws.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

// What part 0 of so many finds, and how often they met.
struct Together {
  Comparison comparison;
  int meetings = 0;
};

Together compared_by(Index parts, const Model& model, const Table& table,
                     const CompareOptions& options) {
  Together together;
  std::vector<std::string> told(static_cast<std::size_t>(parts));
  std::barrier all(static_cast<std::ptrdiff_t>(parts));
  std::vector<std::thread> processes;
  for (Index part = 0; part < parts; ++part)
    processes.emplace_back([&, part] {
      const auto exchange = [&](const std::string& bytes) {
        told[static_cast<std::size_t>(part)] = bytes;
        all.arrive_and_wait();
        std::vector<std::string> heard = told;
        if (part == 0) ++together.meetings;
        all.arrive_and_wait();
        return heard;
      };
      Comparison found =
          compare(model, table, options, {.part = part, .parts = parts, .exchange = exchange});
      if (part == 0) together.comparison = std::move(found);
    });
  for (std::thread& process : processes) process.join();
  return together;
}

// Without the sentence on lazy rules, which tells their seconds.
Comparison without_seconds(Comparison comparison) {
  std::erase_if(comparison.notes,
                [](const std::string& note) { return note.find(" seconds") != std::string::npos; });
  return comparison;
}

void check_parts(const Model& model, const Table& table, const CompareOptions& options,
                 int structures = 1) {
  const Comparison alone = without_seconds(compare(model, table, options));
  for (const Index parts : {1, 2, 3, 7}) {
    CAPTURE(parts);
    const Together together = compared_by(parts, model, table, options);
    const Comparison found = without_seconds(together.comparison);
    CHECK(found.results == alone.results);
    CHECK(found.notes == alone.notes);
    CHECK(found.fits == alone.fits);
    CHECK(found.advised_weights == alone.advised_weights);
    CHECK(found.log_evidence == alone.log_evidence);
    CHECK(together.meetings == (parts == 1 ? 0 : structures));
  }
}

Model model_of_numbers(const Table& table) {
  Schema schema = schema_of({});
  for (const Column& column : table.columns())
    if (column.name != "class" && column.name != "w")
      schema.columns.push_back({.name = column.name, .family = "normal"});
  return Model(schema);
}

}  // namespace

TEST_CASE("processes find together what one finds, whatever is compared") {
  const Table iris = shipped("iris.csv");
  const Model model = model_of_numbers(iris);
  check_parts(model, iris, {});
  check_parts(model, iris, {.folds = 3, .estimators = {Estimator::predictive}});
  check_parts(model, iris, {.folds = 3, .like_scikit_learn = true, .twin = LogisticOptions{}});
  check_parts(model, iris, {.folds = 3, .feature_weights = {.kind = FeatureWeighting::common}});
  check_parts(
      model, iris,
      {.folds = 3, .structures = {Structure{}, {.kind = StructureKind::tan}}, .lazy_rules = true},
      2);
}

TEST_CASE("weights that round, undefined estimates and documents are shared, too") {
  const Table table = table_of(
      "x,class,w\n1,a,0.1\n2,a,0.3\n2.5,b,0.7\n1.5,b,0.1\n9,c,0.2\n9,c,0.9\n8,a,0.3\n7,b,1.1\n");
  check_parts(model_of_numbers(table), table, {.folds = 2, .weight = "w"});
  const Table documents = table_of("note,class\n\"a b b\",p\n\"b c\",q\n\"a a\",p\n\"c c b\",q\n");
  check_parts(Model(schema_of({{.name = "note", .family = "multinomial"}})), documents,
              {.folds = 2, .complement = ComplementWeights::plain});
}

TEST_CASE("results that were damaged on their way are refused") {
  detail::Parcel parcel;
  detail::put(Result{.estimator = "predictive", .on = "training", .metrics = Metrics{}}, parcel);
  const std::string bytes = parcel.packed();
  for (std::size_t size = 0; size < bytes.size(); size += 7) {
    detail::Parcel cut(bytes.substr(0, size));
    CHECK(is(error_of([&] { return detail::taken_result(cut).on; }), ErrorCode::version));
  }
}

TEST_CASE("counts of what never came are refused before there is room for it") {
  const auto taken_with = [](std::initializer_list<std::uint64_t> numbers) {
    detail::Parcel sent;
    sent.put("predictive");
    sent.put("training");
    for (const std::uint64_t number : numbers) sent.put(number);
    detail::Parcel heard(sent.packed());
    return detail::taken_result(heard).on;
  };
  constexpr auto very_many = std::uint64_t{1} << 61;

  // Of a confusion without metrics: its classes; of one without classes: its cells.
  CHECK(is(error_of([&] { return taken_with({0, 1, very_many}); }), ErrorCode::version));
  CHECK(is(error_of([&] { return taken_with({0, 1, 0, very_many}); }), ErrorCode::version));
}

TEST_CASE("numbers of another size than they were sent with are refused") {
  const auto taken_with = [](std::string_view skill) {
    detail::Parcel sent;
    sent.put("predictive");
    sent.put("training");
    for (int absent = 0; absent < 3; ++absent) sent.put(std::uint64_t{0});  // no metrics, ...
    sent.put(std::uint64_t{1});                                             // a skill
    sent.put(skill);
    return [bytes = sent.packed()] {
      detail::Parcel heard(bytes);
      (void)detail::taken_result(heard);
    };
  };
  const std::string damaged =
      "a message between processes is damaged; run again, with one version of credence on all "
      "machines";

  CHECK(fails_with(ErrorCode::version, damaged, taken_with("")));
  CHECK(fails_with(ErrorCode::version, damaged, taken_with("4 by")));
  CHECK(fails_with(ErrorCode::version, damaged, taken_with("9 bytes..")));
  // Of 8 bytes it is a number, and the message ends behind it.
  CHECK(throws_error(taken_with("8 bytes."), ErrorCode::version, "a message between processes"));
}

TEST_CASE("scores of rows that do not fit each other are refused") {
  const std::string damaged =
      "a message between processes is damaged; run again, with one version of credence on all "
      "machines";
  const auto taken = [](const detail::Parcel& sent, const Strings& classes) {
    return [bytes = sent.packed(), classes] {
      detail::Parcel heard(bytes);
      (void)detail::taken_predictions(classes, heard);
    };
  };
  const auto sent = [](std::vector<Index> label) {
    Predictions answers = blank_predictions({"a", "b"}, 2);
    answers.label = std::move(label);
    detail::Parcel parcel;
    detail::put(answers, parcel);
    return parcel;
  };

  CHECK(fails_with(ErrorCode::version, damaged, taken(sent({0, 1}), {"a", "b", "c"})));
  CHECK(fails_with(ErrorCode::version, damaged, taken(sent({0, 1, 1}), {"a", "b"})));
  CHECK(fails_with(ErrorCode::version, damaged, taken(sent({0, 2}), {"a", "b"})));
  CHECK(fails_with(ErrorCode::version, damaged, taken(sent({0, -1}), {"a", "b"})));
  detail::Parcel rows;
  detail::put(detail::LabelledRows{.rows = {0, 1}, .truth = {0, 1}, .weights = {1}}, rows);
  detail::Parcel heard(rows.packed());
  CHECK(fails_with(ErrorCode::version, damaged, [&] { (void)detail::taken_rows(heard); }));
}
