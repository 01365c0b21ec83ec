// Learning curves as JSON and CSV.
#include <credence/report/text.hpp>

#include <credence/data/number.hpp>
#include <credence/study/learning_curve.hpp>

#include <array>
#include <cmath>

#include "data/schema_json.hpp"

namespace credence {
namespace {

struct Field {
  const char* name;
  std::optional<double> CurvePoint::*value;
};
constexpr std::array fields{Field{"mean_accuracy", &CurvePoint::mean_accuracy},
                            Field{"median_accuracy", &CurvePoint::median_accuracy},
                            Field{"lower_accuracy", &CurvePoint::lower_accuracy},
                            Field{"upper_accuracy", &CurvePoint::upper_accuracy},
                            Field{"sd_accuracy", &CurvePoint::sd_accuracy},
                            Field{"mean_log_loss", &CurvePoint::mean_log_loss},
                            Field{"median_log_loss", &CurvePoint::median_log_loss},
                            Field{"test_noise", &CurvePoint::test_noise},
                            Field{"split_noise", &CurvePoint::split_noise},
                            Field{"training_noise", &CurvePoint::training_noise}};

Json number_or_word(double value) {
  return std::isfinite(value) ? number_to_json(value) : Json("inf");
}

Json runs_of(const CurvePoint& point) {
  Json runs = {{"repeat", Json::array()}, {"accuracy", Json::array()}, {"log_loss", Json::array()}};
  for (const CurveRun& run : point.runs) {
    runs["repeat"].push_back(run.repeat);
    runs["accuracy"].push_back(number_to_json(run.accuracy));
    runs["log_loss"].push_back(number_or_word(run.log_loss));
  }
  return runs;
}

Json object(const CurvePoint& point, CurveRuns runs) {
  Json entry = {{"estimator", point.estimator}, {"test_size", number_to_json(point.test_size)},
                {"test_rows", point.test_rows}, {"training_rows", point.training_rows},
                {"repeats", point.repeats},     {"undefined_repeats", point.undefined_repeats}};
  for (const auto& [name, member] : fields) {
    const std::optional<double>& value = point.*member;
    entry[name] = value ? number_or_word(*value) : Json(nullptr);
  }
  if (runs == CurveRuns::write) entry["runs"] = runs_of(point);
  return entry;
}

std::string head_of(const CurvePoint& point) {
  return point.estimator + ',' + to_text(point.test_size) + ',' + std::to_string(point.test_rows) +
         ',' + std::to_string(point.training_rows);
}

std::string summary_lines(const LearningCurve& curve) {
  std::string text = "estimator,test_size,test_rows,training_rows,repeats,undefined_repeats";
  for (const Field& field : fields) text += std::string(",") + field.name;
  text += '\n';
  for (const CurvePoint& point : curve.points) {
    text += head_of(point) + ',' + std::to_string(point.repeats) + ',' +
            std::to_string(point.undefined_repeats);
    for (const Field& field : fields) {
      const std::optional<double>& value = point.*field.value;
      text += ',' + (value ? to_text(*value) : std::string());
    }
    text += '\n';
  }
  return text;
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
  for (const CurvePoint& point : curve.points) all["results"].push_back(object(point, runs));
  return write_json(all, 2) + '\n';
}

std::string to_csv(const LearningCurve& curve, CurveRuns runs) {
  return runs == CurveRuns::write ? run_lines(curve) : summary_lines(curve);
}

}  // namespace credence
