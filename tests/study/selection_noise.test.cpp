// Features chosen before cross-validation make noise look like knowledge; chosen inside they do not.
#include <credence/study/feature_selection.hpp>

#include <doctest/doctest.h>

#include <algorithm>

#include "support/models.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

constexpr Index rows = 50;
constexpr Index columns = 1000;

Table noise(std::uint64_t seed) {
  Random random{seed};
  Table table;
  Strings classes;
  for (Index row = 0; row < rows; ++row) classes.emplace_back(row % 2 == 0 ? "a" : "b");
  table.add("class", classes);
  for (Index column = 0; column < columns; ++column) {
    Doubles numbers;
    for (Index row = 0; row < rows; ++row) numbers.push_back(random.normal());
    table.add("x" + std::to_string(column), std::move(numbers));
  }
  return table;
}

Strings best_first(const ModelPosterior& posterior) {
  Strings names;
  for (const Relevance& one : rank_by_evidence(posterior)) names.push_back(one.feature);
  return names;
}

double accuracy_of(const SelectionCurve& curve, Index features) {
  return curve.points[static_cast<std::size_t>(features)].metrics->accuracy;
}

}  // namespace

TEST_CASE("on noise, features chosen before the folds deceive and those chosen inside do not") {
  constexpr Index taken = 20;
  constexpr std::uint64_t tables = 4;
  const SelectionOptions options{.most = taken};
  double before = 0;
  double inside = 0;
  double left_out = 0;
  for (std::uint64_t seed = 1; seed <= tables; ++seed) {
    const Table table = noise(seed);
    const Model model = infer_model(table, {.label = "class"});
    const auto posterior = observe(model, table);
    const Strings names = best_first(posterior);
    const auto given = [&](const auto&, const auto&, const auto&) { return names; };
    const auto anew = [](const auto& others, const auto&, const auto&) {
      return best_first(others);
    };
    before += accuracy_of(selection_in_folds(model, table, given, options), taken) / tables;
    inside += accuracy_of(selection_in_folds(model, table, anew, options), taken) / tables;
    left_out +=
        accuracy_of(selection_leaving_one_out(posterior, table, names, options), taken) / tables;
  }

  // Chance is 0.5 with a standard error of 0.035 over 200 rows; 4 of them are 0.14.
  CHECK(before > 0.9);
  CHECK(left_out > 0.9);
  CHECK(inside < 0.64);
  CHECK(inside > 0.36);
}

TEST_CASE("selection in folds finds nothing worth taking in noise, and says so") {
  const auto selection = select_features(infer_model(noise(5), {.label = "class"}), noise(5),
                                         {.by = RankBy::evidence,
                                          .information = {.draws = 0},
                                          .choose = ChooseBy::cross_validation,
                                          .most = 20});
  CHECK(selection.ranked.kept == 0);
  CHECK(selection.posterior.blocks.empty());
  const auto& notes = selection.ranked.notes;
  CHECK(std::count_if(notes.begin(), notes.end(), [](const std::string& note) {
          return note.starts_with("no feature is worth taking");
        }) == 1);
}
