// Learning curves as text, JSON and CSV.
#include <credence/report/text.hpp>
#include <credence/study/learning_curve.hpp>

#include <fmt/format.h>

#include <algorithm>

#include "report/listing/curve_listing.hpp"
#include "report/listing/curve_text_plot.hpp"
#include "report/listing/result_name.hpp"

namespace credence {

static void list(auto& to, const BestPossible& best) {
  to("accuracy", best.accuracy);
  to("standard_error", best.standard_error);
  to("log_loss", best.log_loss);
}

static void list(auto& to, const LearningCurve& curve) {
  to("rows", curve.rows);
  to("skipped_rows", curve.skipped_rows);
  to("label", curve.label);
  to("classes", curve.classes);
  to("repeats", curve.repeats);
  to("seed", curve.seed);
  to("splits", curve.splits);
  to("stratified", curve.stratified);
  to("complete", curve.complete);
  if (curve.best) to("best", *curve.best);
  if (!curve.structure.empty()) to("structure", curve.structure);
  to("results", curve.points);
}

namespace {

using report::counted;
using report::Shown;

// in  on_training: whether the curve has scores of the training rows
Json runs_of(const CurvePoint& point, bool on_training) {
  Json runs = Json::object();
  for (const char* name : {"repeat", "accuracy", "log_loss", "ruled_out"})
    runs[name] = Json::array();
  if (on_training)
    for (const char* name : {"training_accuracy", "training_log_loss"}) runs[name] = Json::array();
  for (const CurveRun& run : point.runs) {
    runs["repeat"].push_back(run.repeat);
    runs["accuracy"].push_back(report::number(run.accuracy));
    runs["log_loss"].push_back(report::json_of(run.log_loss));
    runs["ruled_out"].push_back(report::json_of(run.ruled_out));
    if (!on_training) continue;
    runs["training_accuracy"].push_back(report::json_of(run.training_accuracy));
    runs["training_log_loss"].push_back(report::json_of(run.training_log_loss));
  }
  return runs;
}

// A repeat of a point, for a table.
struct RunLine {
  CurvePoint point = {};
  CurveRun run = {};
};

void list(auto& to, const RunLine& line) {
  list_rows(to, line.point);
  to("repeat", line.run.repeat);
  to("accuracy", line.run.accuracy);
  to("log_loss", line.run.log_loss);
  to("ruled_out", line.run.ruled_out);
}

std::vector<RunLine> runs_of(const LearningCurve& curve) {
  std::vector<RunLine> lines;
  for (const CurvePoint& point : curve.points)
    for (const CurveRun& run : point.runs)
      lines.push_back({.point = {.estimator = point.estimator,
                                 .test_size = point.test_size,
                                 .test_rows = point.test_rows,
                                 .training_rows = point.training_rows,
                                 .feature_weights = point.feature_weights},
                       .run = run});
  return lines;
}

// What a reader takes in at once; JSON and CSV have the rest.
constexpr std::size_t shown_sizes = 12;

// The points of one estimator after another, each from few training rows to many.
std::vector<std::vector<CurvePoint>> by_estimator(const LearningCurve& curve) {
  std::vector<std::vector<CurvePoint>> parts;
  for (const CurvePoint& point : curve.points) {
    if (parts.empty() || report::name_of(parts.back().front()) != report::name_of(point))
      parts.emplace_back();
    parts.back().push_back(point);
  }
  for (std::vector<CurvePoint>& points : parts)
    std::stable_sort(points.begin(), points.end(), [](const auto& a, const auto& b) {
      return a.training_rows < b.training_rows;
    });
  return parts;
}

// Some of the points, evenly spread, the first and the last among them.
std::vector<CurvePoint> spread_points(const std::vector<CurvePoint>& points) {
  std::vector<CurvePoint> some;
  const std::size_t shown = std::min(points.size(), shown_sizes);
  for (std::size_t i = 0; i < shown; ++i)
    some.push_back(
        points[shown == 1 ? 0 : (i * (points.size() - 1) + (shown - 1) / 2) / (shown - 1)]);
  return some;
}

bool rules_some_out(const CurvePoint& point) { return point.mean_ruled_out.value_or(0) > 0; }

std::string note_on_parts(const LearningCurve& curve);

std::string head(const LearningCurve& curve, std::size_t sizes) {
  std::string text = report::label_text(curve.label, curve.classes);
  text += report::splits_text(curve) + '\n';
  if (!curve.structure.empty()) text += "structure " + curve.structure + '\n';
  if (!curve.complete)
    text += fmt::format(
        "stopped after {}\n",
        counted(curve.points.empty() ? 0 : curve.points.front().repeats, "repeat", "repeats"));
  if (sizes > shown_sizes)
    text += fmt::format("{} of the sizes are shown; to_csv or to_json has all\n", shown_sizes);
  text +=
      "spread: standard deviation of the accuracy over repeats; by test, by training: the parts "
      "of\n"
      "it that come from the choice of test rows and of training rows; log loss in nats\n";
  if (std::any_of(curve.points.begin(), curve.points.end(), rules_some_out))
    text +=
        "p = 0: proportion of test rows whose true class has probability 0, which makes the log "
        "loss\n"
        "infinite\n";
  return text + note_on_parts(curve);
}

std::string table_of(const std::vector<CurvePoint>& points) {
  constexpr const char* share = "{:.4f}";
  const bool some_ruled_out = std::any_of(points.begin(), points.end(), rules_some_out);
  const auto columns = [&](auto& to, const CurvePoint& point) {
    to(Shown{"training rows"}, point.training_rows);
    to(Shown{"test rows"}, point.test_rows);
    to(Shown{"log loss", "{:.4g}"}, point.mean_log_loss);
    if (some_ruled_out) to(Shown{"p = 0", share}, point.mean_ruled_out);
    to(Shown{"accuracy", share}, point.mean_accuracy);
    to(Shown{"median", share}, point.median_accuracy);
    to(Shown{"5 %", share}, point.lower_accuracy);
    to(Shown{"95 %", share}, point.upper_accuracy);
    to(Shown{"spread", share}, point.sd_accuracy);
    to(Shown{"by test", share}, point.split_noise);
    to(Shown{"by training", share}, point.training_noise);
    to(Shown{"undefined"}, point.undefined_repeats);
  };
  return '\n' + report::name_of(points.front()) + '\n' +
         report::text_table(0, spread_points(points), columns).text(2);
}

// What an estimator scores on its training rows, where that is asked for.
std::string training_of(const std::vector<CurvePoint>& points) {
  constexpr const char* share = "{:.4f}";
  constexpr const char* loss = "{:.4g}";
  const auto columns = [&](auto& to, const CurvePoint& point) {
    to(Shown{"training rows"}, point.training_rows);
    to(Shown{"accuracy on them", share}, point.mean_training_accuracy);
    to(Shown{"on test rows", share}, point.mean_accuracy);
    to(Shown{"log loss on them", loss}, point.mean_training_log_loss);
    to(Shown{"on test rows", loss}, point.mean_log_loss);
  };
  return "  on the training rows, beside the test rows\n" +
         report::text_table(0, spread_points(points), columns).text(2);
}

// The parts of the errors of an estimator, where they are asked for.
std::string parts_of(const std::vector<CurvePoint>& points) {
  struct Line {
    Index training_rows = 0;
    ErrorParts parts = {};
  };
  std::vector<Line> lines;
  for (const CurvePoint& point : spread_points(points))
    if (point.parts) lines.push_back({.training_rows = point.training_rows, .parts = *point.parts});
  if (lines.empty()) return {};
  const bool known = lines.front().parts.noise.has_value();
  constexpr const char* share = "{:.4f}";
  const auto columns = [&](auto& to, const Line& line) {
    const ErrorParts& parts = line.parts;
    to(Shown{"training rows"}, line.training_rows);
    to(Shown{"error", share}, parts.error);
    if (known) to(Shown{"noise", share}, parts.noise);
    to(Shown{"bias", share}, parts.bias);
    to(Shown{"+ variance", share}, parts.variance_unbiased);
    to(Shown{"- variance", share}, parts.variance_biased);
    to(Shown{"Brier", share}, parts.brier);
    if (known) to(Shown{"noise", share}, parts.brier_noise);
    to(Shown{"bias", share}, parts.brier_bias);
    to(Shown{"variance", share}, parts.brier_variance);
  };
  return "  parts of the error and of the Brier score\n" +
         report::text_table(0, lines, columns).text(2);
}

std::string note_on_parts(const LearningCurve& curve) {
  if (!is_decomposed(curve)) return {};
  if (curve.best)
    return "parts: error = noise + bias + variance of rows that most training sets get right\n"
           "- variance of the other rows; Brier score = noise + bias + variance; averages over "
           "test\n"
           "rows, which are the same in all repeats\n";
  return "parts: error = bias + variance of rows that most training sets get right - variance of\n"
         "the other rows; Brier score = bias + variance; averages over test rows. The labels of "
         "data\n"
         "do not tell noise from bias: bias holds both\n";
}

std::string best_text(const LearningCurve& curve) {
  if (!curve.best) return {};
  const std::string error =
      curve.best->standard_error > 0 ? fmt::format(" +- {:.2g}", curve.best->standard_error) : "";
  return fmt::format("\nbest possible: accuracy {:.4f}{}, log loss {:.4f}\n", curve.best->accuracy,
                     error, curve.best->log_loss);
}

// The fewest training sets, on average, that the parts of an error are found from.
std::optional<double> fewest_training_sets(const LearningCurve& curve) {
  std::optional<double> fewest;
  for (const CurvePoint& point : curve.points) {
    if (!point.parts || point.parts->rows == 0) continue;
    const double sets =
        static_cast<double>(point.parts->tests) / static_cast<double>(point.parts->rows);
    fewest = std::min(fewest.value_or(sets), sets);
  }
  return fewest;
}

// What undefined repeats do to means, and why each estimator has some, at its fewest training rows.
std::vector<std::string> notes_on_undefined(const LearningCurve& curve) {
  std::vector<std::string> notes;
  for (const std::vector<CurvePoint>& points : by_estimator(curve)) {
    const auto first = std::find_if(points.begin(), points.end(), [](const CurvePoint& point) {
      return point.undefined_repeats > 0;
    });
    if (first == points.end()) continue;
    if (notes.empty())
      notes.emplace_back(
          "undefined: repeats in which the estimate does not exist, as where a class has too few "
          "training rows; all means leave them out, and so flatter the estimator");
    if (!first->why_undefined.empty())
      notes.push_back(fmt::format("{} is undefined in {} of {} after {}; in the first: {}",
                                  report::name_of(*first), first->undefined_repeats,
                                  counted(first->repeats, "repeat", "repeats"),
                                  counted(first->training_rows, "training row", "training rows"),
                                  report::on_one_line(first->why_undefined)));
  }
  return notes;
}

// How not to read the numbers.
std::vector<std::string> notes_on(const LearningCurve& curve) {
  constexpr double enough = 5;
  std::vector<std::string> notes = notes_on_undefined(curve);
  if (const auto sets = fewest_training_sets(curve); sets && *sets < enough)
    notes.push_back(fmt::format(
        "a row is tested after {:.2g} training set{} on average at some size: the variance "
        "comes out too small by a factor of {:.2g}, and bias takes the rest; take more "
        "repeats",
        *sets, *sets == 1 ? "" : "s", 1 - 1 / *sets));
  return notes;
}

}  // namespace

std::string to_text(const LearningCurve& curve) {
  const auto estimators = by_estimator(curve);
  std::string text = head(curve, estimators.empty() ? 0 : estimators.front().size());
  for (const auto& points : estimators)
    text += table_of(points) + (is_scored_on_training(curve) ? training_of(points) : "") +
            parts_of(points);
  return text + report::curve_text_plots(curve, estimators) + best_text(curve) +
         report::notes_text(notes_on(curve));
}

std::string to_json(const LearningCurve& curve, CurveRuns runs) {
  Json document = report::object_of(curve);
  const bool on_training = is_scored_on_training(curve);
  for (std::size_t i = 0; i < curve.points.size(); ++i) {
    Json& result = document["results"][i];
    if (on_training)
      list_training(
          [&](const char* name, const auto& value) { result[name] = report::json_of(value); },
          curve.points[i]);
    if (runs == CurveRuns::write) result["runs"] = runs_of(curve.points[i], on_training);
  }
  return write_json(document, 2) + '\n';
}

std::string to_csv(const LearningCurve& curve, CurveRuns runs, int digits) {
  if (runs == CurveRuns::leave_out) return to_csv(report::numbers_of(curve), digits);
  const bool weighted = report::is_weighted(curve);
  const bool on_training = is_scored_on_training(curve);
  const auto of_run = [&](auto& to, const RunLine& line) {
    if (!curve.structure.empty()) to("structure", curve.structure);
    list(to, line);
    if (weighted) to("feature_weights", line.point.feature_weights);
    if (!on_training) return;
    to("training_accuracy", line.run.training_accuracy);
    to("training_log_loss", line.run.training_log_loss);
  };
  return to_csv(report::numbers_of(runs_of(curve), of_run), digits);
}

}  // namespace credence
