// Wrong arguments of studies, and how many calls all of these programs made.
#include <credence/data/csv.hpp>
#include <credence/learn/posterior_priors.hpp>
#include <credence/study/compare.hpp>
#include <credence/study/compare_paired.hpp>
#include <credence/study/data_report.hpp>
#include <credence/study/decision_surface.hpp>
#include <credence/study/dependence.hpp>
#include <credence/study/drift.hpp>
#include <credence/study/evaluate.hpp>
#include <credence/study/feature_pictures.hpp>
#include <credence/study/feature_selection.hpp>
#include <credence/study/feature_weights.hpp>
#include <credence/study/learning_curve.hpp>
#include <credence/study/leave_one_out.hpp>
#include <credence/study/predictive_check.hpp>
#include <credence/study/prior_sensitivity.hpp>
#include <credence/study/simulation.hpp>
#include <credence/study/simulation_based.hpp>
#include <credence/study/suggest.hpp>
#include <credence/study/twin.hpp>

#include "misuse/misuse.hpp"

using namespace credence;
using namespace credence::misuse;

namespace {

Table rows() {
  std::string text = "x,z,c,y\n";
  for (int i = 0; i < 40; ++i)
    text += std::to_string(i * 7 % 11) + '.' + std::to_string(i % 10) + ',' +
            std::to_string(i * i % 13) + ',' + "abc"[i % 3] + ',' + (i % 2 == 0 ? "p" : "q") + '\n';
  return read_csv_text(text, "rows");
}

Model model() { return infer_model(rows(), {.label = "y"}); }

const std::vector<Estimator> one{Estimator::predictive};

}  // namespace

TEST_CASE("metrics") {
  Confusion confusion({"a", "b"});
  for (const Index at : outside(2)) {
    refused("add", [&] {
      confusion.add(at, 0);
      return 0;
    });
    refused("add", [&] {
      confusion.add(0, at);
      return 0;
    });
    refused("at", [&] { return confusion.at(at, 0); });
    refused("recall", [&] { return recall(confusion, at); });
    refused("precision", [&] { return precision(confusion, at); });
    refused("f1", [&] { return f1(confusion, at).has_value(); });
    refused("weight_of_class", [&] { return confusion.weight_of_class(at); });
    refused("weight_of_label", [&] { return confusion.weight_of_label(at); });
  }
  for (const double weight : {-1.0, no_number, infinity})
    refused("add", [&] {
      confusion.add(0, 0, weight);
      return 0;
    });
  for (const std::size_t size : {0U, 1U, 3U, 5U})
    refused("matrix", [&] { return Confusion({"a", "b"}, std::vector<double>(size)).cells(); });
  const Predictions said = blank_predictions({"a", "b"}, 2);
  for (const Index klass : outside(2)) {
    if (klass < 0) continue;
    Scorecard card;
    refused("card", [&] {
      card.add(said, std::vector<Index>{0, klass});
      return 0;
    });
    RocScores scores;
    refused("scores", [&] {
      scores.add(said, std::vector<Index>{0, klass});
      return 0;
    });
  }
  for (const std::size_t size : {0U, 1U, 3U}) {
    Scorecard card;
    refused("card", [&] {
      card.add(said, std::vector<Index>(size));
      return 0;
    });
    RocScores scores;
    refused("scores", [&] {
      scores.add(said, std::vector<Index>(size));
      return 0;
    });
  }
  refused("metrics", [] { return Scorecard().metrics(); });
  for (const double mass : no_probability) {
    refused("calibration", [&] { return CalibrationCounts().calibration(mass); });
    refused("interval",
            [&] { return accuracy_interval(Metrics{.accuracy = 0.5, .weight = 2}, mass); });
    refused("discordant", [&] { return discordant_rows({true}, {false}, {}, mass); });
    refused("correlated", [&] { return correlated_t_test(Differences{}, {.mass = mass}); });
  }
  refused("calibration", [] { return calibration(std::vector{0.5}, {true, false}); });
  refused("discordant", [] { return discordant_rows({true}, {false, true}); });
  refused("discordant", [] { return discordant_rows({true}, {false}, std::vector{1.0, 2.0}); });
  for (const double correlation : {-0.5, 1.0, 2.0, no_number})
    survives("correlated",
             [&] { return correlated_t_test(Differences{}, {.correlation = correlation}); });
  survives("differences", [] { return differences_of({}); });
}

TEST_CASE("comparisons, curves and folds") {
  const Table table = rows();
  const std::vector<Index> labels{0, 1, 0, 1};
  for (const Index folds : {Index{-1}, Index{0}, Index{1}, Index{1} << 40}) {
    refused("stratified_folds", [&] { return stratified_folds(labels, 2, folds, 1); });
    refused("group_folds", [&] { return stratified_group_folds(labels, labels, 2, folds, 1); });
    refused("compare", [&] { return compare(model(), table, {.folds = folds}); });
    refused("paired", [&] {
      return compare_paired({.model = model()}, {.model = model()}, table, {.folds = folds});
    });
  }
  for (const Index classes : {Index{-1}, Index{0}, Index{1}}) {
    survives("stratified_folds", [&] { return stratified_folds(labels, classes, 2, 1); });
    survives("group_folds", [&] { return stratified_group_folds(labels, labels, classes, 2, 1); });
  }
  for (const std::string& name : nobody) {
    if (name.empty()) continue;
    refused("compare", [&] { return compare(model(), table, {.fold_column = name}); });
    refused("compare", [&] { return compare(model(), table, {.weight = name}); });
    refused("folds_of_column", [&] { return folds_of_column(table, name); });
    refused("groups_of_column", [&] { return groups_of_column(table, name); });
    refused("evaluate", [&] {
      return evaluate(observe(model(), table), table, {.estimators = one, .weight = name});
    });
    refused("curve", [&] { return learning_curve(model(), table, {.weight = name}); });
    refused("suggest", [&] { return suggest(table, {.label = name}); });
    refused("evidence", [&] { return with_families_by_evidence(model(), table, {name}); });
    refused("surface", [&] { return decision_surface(observe(model(), table), table, name, "x"); });
    refused("cell", [&] { return cell_picture(observe(model(), table), name, "p"); });
    refused("cell", [&] { return cell_picture(observe(model(), table), "x", name); });
    survives("pictures", [&] {
      return feature_pictures(observe(model(), table), table, {.features = {name}});
    });
    refused("check",
            [&] { return predictive_check(observe(model(), table), table, {.features = {name}}); });
    refused("dependence", [&] { return dependence_check(model(), table, {}, name); });
  }
  for (const double share : {0.0, -0.5, 1.5, no_number, infinity}) {
    refused("curve",
            [&] { return learning_curve(model(), table, {.test_sizes = {share}, .repeats = 2}); });
  }
  for (const Index repeats : {Index{-1}, Index{0}}) {
    refused("curve", [&] { return learning_curve(model(), table, {.repeats = repeats}); });
    refused("paired", [&] {
      return compare_paired({.model = model()}, {.model = model()}, table, {.repeats = repeats});
    });
  }
  for (const double mass : no_probability) {
    refused("paired", [&] {
      return compare_paired({.model = model()}, {.model = model()}, table,
                            {.repeats = 1, .mass = mass});
    });
    refused("dependence", [&] { return dependence_check(model(), table, {.mass = mass}); });
    refused("check",
            [&] { return predictive_check(observe(model(), table), table, {.mass = mass}); });
    refused("cell",
            [&] { return cell_picture(observe(model(), table), "x", "p", {.mass = mass}); });
    refused("sbc", [&] { return sbc(freeze(observe(model(), table)), {.mass = mass}); });
    refused("drift", [&] {
      return compare_in_time(observe(model(), table), observe(model(), table), {.mass = mass});
    });
    refused("suggest", [&] { return suggest(table, {.label = "y", .prior_probability = mass}); });
  }
}

TEST_CASE("posteriors under study") {
  const Table table = rows();
  const Posterior<Model> posterior = observe(model(), table);
  const BoundTable bound = bind(model(), table);
  for (const Index row : outside(40)) {
    const std::vector<Index> list{row};
    refused("leave_one_out",
            [&] { return leave_one_out(posterior, one[0], bound, list).predictions; });
    refused("prequential", [&] { return prequential(posterior, bound, list); });
    refused("weights", [&] { return find_feature_weights(posterior, one[0], bound, list).names; });
  }
  for (const Index count : {Index{-1}, Index{0}}) {
    refused("check", [&] { return predictive_check(posterior, table, {.simulations = count}); });
    refused("sbc", [&] { return sbc(freeze(posterior), {.simulations = count}); });
    refused("sbc", [&] { return sbc(freeze(posterior), {.draws = count}); });
    refused("sbc", [&] { return sbc(freeze(posterior), {.bins = count}); });
    survives("surface",
             [&] { return decision_surface(posterior, table, "x", "z", {.steps = count}); });
    refused("cell", [&] { return cell_picture(posterior, "x", "p", {.points = count + 1}); });
    refused("cell", [&] { return cell_picture(posterior, "x", "p", {.points = count}); });
    refused("pictures", [&] { return feature_pictures(posterior, table, {.points = count + 1}); });
    refused("pictures", [&] { return feature_pictures(posterior, table, {.points = count}); });
    survives("report",
             [&] { return data_report(model(), table, nullptr, {.most_features = count}); });
    survives("sensitivity",
             [&] { return prior_sensitivity(posterior, table, {.octaves = count}); });
  }
  const Estimates truth = drawn_truth(freeze(posterior), 1);
  for (const Index count : {Index{-1}, std::numeric_limits<Index>::max()}) {
    refused("simulate", [&] { return simulate(truth, {.rows = count}).rows(); });
    refused("simulate", [&] { return simulate(truth, {.tokens = count}).rows(); });
  }
  for (const double exposure : not_positive)
    refused("simulate", [&] { return simulate(truth, {.exposure = exposure}).rows(); });
  for (const char* text : {"", "{}", "[]", "null", "{\"schema\":1}"}) {
    refused("truth", [&] { return truth_from_json(text, "t").classes; });
    refused("twin", [&] { return logistic_twin_from_json(text, "t"); });
  }
  const Posterior<Model> other =
      observe(Model(Schema{.label = "y", .columns = {{.name = "x", .family = "normal"}}}), table);
  refused("drift", [&] { return compare_in_time(posterior, other); });
  for (const double bad : no_probability)
    refused("drift", [&] { return compare_in_time(posterior, posterior, {.prior_change = bad}); });
  const Table nothing;
  refused("observe", [&] { return observe(model(), nothing); });
  refused("compare", [&] { return compare(model(), nothing, {}); });
  refused("evaluate", [&] { return evaluate(posterior, nothing, {.estimators = one}); });
  refused("evaluate_learned", [&] {
    return evaluate_learned(posterior, table.select(std::vector<Index>{0, 1}), {.estimators = one});
  });
  refused("suggest", [&] { return suggest(nothing, {.label = "y"}); });
  refused("infer", [&] { return infer_model(nothing, {.label = "y"}); });
  refused("report", [&] { return data_report(model(), nothing, nullptr); });
  refused("twin", [&] { return logistic_twin(model(), nothing); });
  for (const Index most : {Index{-2}, std::numeric_limits<Index>::min()})
    refused("select", [&] { return select_features(model(), table, {.most = most}); });
  MESSAGE("calls with wrong arguments: " << calls());
}
