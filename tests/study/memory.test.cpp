// Studies of structures keep to the memory that the structure allows.
#include <credence/data/infer.hpp>
#include <credence/study/compare.hpp>
#include <credence/study/compare_paired.hpp>
#include <credence/study/learning_curve.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <vector>

#include "learn/structure/contexts.hpp"
#include "study/folds/bound_study.hpp"
#include "support/throws.hpp"

using namespace credence;
using credence::testing::throws_error;

namespace {

// Six columns of ten levels each, which depend on the class a little.
Table categories() {
  Random random(7);
  const Index rows = 300;
  Table table;
  std::vector<std::string> classes;
  for (Index i = 0; i < rows; ++i) classes.push_back(std::string(1, "abc"[i % 3]));
  for (int column = 0; column < 6; ++column) {
    std::vector<std::string> levels;
    for (Index i = 0; i < rows; ++i)
      levels.push_back("v" +
                       std::to_string(random.below(5 + static_cast<std::uint64_t>(i % 3) * 2)));
    table.add("x" + std::to_string(column), levels);
  }
  table.add("class", classes);
  return table;
}

// The same model under a structure whose counts may take so many times what one posterior takes.
Model averaging(const Table& table, double copies) {
  Structure structure{.kind = StructureKind::aode};
  const Model model{infer_schema(table, {.label = "class"}).schema};
  const Model with = with_structure(model, structure);
  const double bytes = detail::bytes_of_contexts(with, bind(with, table));
  structure.gigabytes = copies * bytes / 1e9;
  return with_structure(model, structure);
}

// The log losses of a comparison.
std::vector<double> losses(const Comparison& comparison) {
  std::vector<double> all;
  for (const Result& result : comparison.results) all.push_back(result.metrics->log_loss);
  return all;
}

}  // namespace

TEST_CASE("a study that has no memory for what each fold taught learns training parts anew") {
  const Table table = categories();
  const CompareOptions options{.folds = 5};
  const auto parts_kept = [&](double copies) {
    return detail::keeps_parts(detail::bind_study(averaging(table, copies), table, options), 5);
  };

  CHECK(parts_kept(13.1));
  CHECK_FALSE(parts_kept(12.9));
  const auto kept = losses(compare(averaging(table, 13.1), table, options));
  const auto anew = losses(compare(averaging(table, 2.1), table, options));
  REQUIRE(kept.size() == anew.size());
  for (std::size_t i = 0; i < kept.size(); ++i)
    CHECK((kept[i] == anew[i] || std::abs(kept[i] - anew[i]) <= 1e-12));
}

TEST_CASE("a study that has no memory for one training part ends before it learns") {
  const Table table = categories();
  const Model model = averaging(table, 1.9);
  const auto refused = [&](const auto& study) {
    return throws_error([&] { static_cast<void>(study()); }, ErrorCode::limit,
                        "in each training part of the study");
  };

  CHECK(refused([&] { return compare(model, table, {.folds = 5}); }));
  CHECK(refused([&] { return learning_curve(model, table, {.repeats = 2}); }));
  const Contender contender{.model = model};
  CHECK(refused([&] { return compare_paired(contender, contender, table, {.folds = 5}); }));
  CHECK_NOTHROW(static_cast<void>(observe(model, table)));
}

TEST_CASE("a curve runs as many repeats at a time as its memory allows") {
  const Table table = categories();
  const auto at_once = [&](double copies) {
    return detail::trainings_at_once(
        detail::bind_study(averaging(table, copies), table, CompareOptions{}));
  };
  const auto curve = [&](double copies) {
    return learning_curve(averaging(table, copies), table, {.repeats = 3});
  };

  CHECK(at_once(2.1) == 1);
  CHECK(at_once(7) == 3);
  CHECK(curve(2.1).points == curve(100).points);
}
