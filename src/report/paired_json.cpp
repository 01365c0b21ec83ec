// Paired comparisons as JSON and CSV.
#include <credence/data/number.hpp>
#include <credence/report/text.hpp>
#include <credence/study/compare_paired.hpp>

#include "report/result_json.hpp"

#include <fmt/format.h>

#include <cmath>

namespace credence {
namespace {

using report::interval_object;
using report::number;

Json object(const PairedSide& side) {
  Json entry = {
      {"classifier", side.classifier}, {"features", side.features}, {"families", side.families}};
  entry.update(report::result_object(side.result));
  return entry;
}

Json object(const DifferencePosterior& test) {
  return {{"differences", test.seen.count},
          {"mean", number(test.seen.mean)},
          {"deviation", number(test.seen.deviation)},
          {"correlation", number(test.correlation)},
          {"degrees", number(test.degrees)},
          {"scale", number(test.scale)},
          {"rope", number(test.rope)},
          {"first", number(test.first)},
          {"equivalent", number(test.equivalent)},
          {"second", number(test.second)},
          {"mass", number(test.mass)},
          {"interval", interval_object(test.interval)}};
}

Json object(const DiscordantRows& rows) {
  return {{"both", number(rows.both)},
          {"first_only", number(rows.first_only)},
          {"second_only", number(rows.second_only)},
          {"neither", number(rows.neither)},
          {"share", number(rows.share)},
          {"mass", number(rows.mass)},
          {"interval", interval_object(rows.interval)},
          {"first_better", number(rows.first_better)},
          {"second_better", number(rows.second_better)}};
}

Json object(const PairedFold& fold) {
  return {{"repeat", fold.repeat},
          {"fold", fold.fold},
          {"rows", fold.rows},
          {"first", number(fold.first)},
          {"second", number(fold.second)},
          {"difference", number(fold.difference)}};
}

std::string cell(double value) { return std::isnan(value) ? std::string() : to_text(value); }

}  // namespace

std::string to_json(const PairedComparison& comparison) {
  Json all = {{"schema_version", 1},
              {"rows", comparison.rows},
              {"skipped_rows", comparison.skipped_rows},
              {"label", comparison.label},
              {"classes", comparison.classes},
              {"folds", comparison.folds},
              {"repeats", comparison.repeats}};
  if (comparison.seed) all["seed"] = *comparison.seed;
  all["measure"] = to_string(comparison.measure);
  all["first"] = object(comparison.first);
  all["second"] = object(comparison.second);
  all["test"] = comparison.test ? object(*comparison.test) : Json(nullptr);
  all["discordant"] = comparison.discordant ? object(*comparison.discordant) : Json(nullptr);
  all["differences"] = Json::array();
  for (const PairedFold& fold : comparison.differences) all["differences"].push_back(object(fold));
  all["notes"] = comparison.notes;
  return write_json(all, 2) + '\n';
}

std::string to_csv(const PairedComparison& comparison) {
  std::string text = "repeat,fold,rows,first,second,difference\n";
  for (const PairedFold& fold : comparison.differences)
    text += fmt::format("{},{},{},{},{},{}\n", fold.repeat, fold.fold, fold.rows, cell(fold.first),
                        cell(fold.second), cell(fold.difference));
  return text;
}

}  // namespace credence
