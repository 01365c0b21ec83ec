// Learning curves as JSON and CSV.
#include <credence/report/text.hpp>

#include <credence/data/number.hpp>
#include <credence/study/learning_curve.hpp>

#include "report/listing.hpp"

namespace credence {

static void list(auto& to, const CurvePoint& point) {
  to("estimator", point.estimator);
  to("test_size", point.test_size);
  to("test_rows", point.test_rows);
  to("training_rows", point.training_rows);
  to("repeats", point.repeats);
  to("undefined_repeats", point.undefined_repeats);
  to("mean_accuracy", point.mean_accuracy);
  to("median_accuracy", point.median_accuracy);
  to("lower_accuracy", point.lower_accuracy);
  to("upper_accuracy", point.upper_accuracy);
  to("sd_accuracy", point.sd_accuracy);
  to("mean_log_loss", point.mean_log_loss);
  to("median_log_loss", point.median_log_loss);
  to("test_noise", point.test_noise);
  to("split_noise", point.split_noise);
  to("training_noise", point.training_noise);
}

namespace {

Json runs_of(const CurvePoint& point) {
  Json runs = {{"repeat", Json::array()}, {"accuracy", Json::array()}, {"log_loss", Json::array()}};
  for (const CurveRun& run : point.runs) {
    runs["repeat"].push_back(run.repeat);
    runs["accuracy"].push_back(report::number(run.accuracy));
    runs["log_loss"].push_back(report::number(run.log_loss));
  }
  return runs;
}

std::string head_of(const CurvePoint& point) {
  return point.estimator + ',' + to_text(point.test_size) + ',' + std::to_string(point.test_rows) +
         ',' + std::to_string(point.training_rows);
}

std::string run_lines(const LearningCurve& curve) {
  std::string text = "estimator,test_size,test_rows,training_rows,repeat,accuracy,log_loss\n";
  for (const CurvePoint& point : curve.points)
    for (const CurveRun& run : point.runs)
      text += head_of(point) + ',' + std::to_string(run.repeat) + ',' + to_text(run.accuracy) +
              ',' + to_text(run.log_loss) + '\n';
  return text;
}

}  // namespace

std::string to_json(const LearningCurve& curve, CurveRuns runs) {
  Json all = {{"schema_version", 1},
              {"rows", curve.rows},
              {"skipped_rows", curve.skipped_rows},
              {"label", curve.label},
              {"classes", curve.classes},
              {"repeats", curve.repeats},
              {"seed", curve.seed},
              {"splits", curve.splits == CurveSplits::nested ? "nested" : "independent"},
              {"stratified", curve.stratified},
              {"complete", curve.complete}};
  if (curve.best)
    all["best"] = {{"accuracy", number_to_json(curve.best->accuracy)},
                   {"standard_error", number_to_json(curve.best->standard_error)},
                   {"log_loss", number_to_json(curve.best->log_loss)}};
  all["results"] = Json::array();
  for (const CurvePoint& point : curve.points) {
    Json entry = report::json_of(point);
    if (runs == CurveRuns::write) entry["runs"] = runs_of(point);
    all["results"].push_back(std::move(entry));
  }
  return write_json(all, 2) + '\n';
}

std::string to_csv(const LearningCurve& curve, CurveRuns runs) {
  if (runs == CurveRuns::write) return run_lines(curve);
  return to_csv(
      report::numbers_of(curve.points, [](auto& to, const CurvePoint& point) { list(to, point); }));
}

}  // namespace credence
