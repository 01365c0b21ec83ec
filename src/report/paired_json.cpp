// Paired comparisons as JSON and CSV.
#include <credence/report/text.hpp>
#include <credence/study/compare_paired.hpp>

#include "report/listing.hpp"

namespace credence {

static void list(auto& to, const DifferencePosterior& test) {
  to("differences", test.seen.count);
  to("mean", test.seen.mean);
  to("deviation", test.seen.deviation);
  to("correlation", test.correlation);
  to("degrees", test.degrees);
  to("scale", test.scale);
  to("rope", test.rope);
  to("first", test.first);
  to("equivalent", test.equivalent);
  to("second", test.second);
  to("mass", test.mass);
  to("interval", report::interval_object(test.interval));
}

static void list(auto& to, const DiscordantRows& rows) {
  to("both", rows.both);
  to("first_only", rows.first_only);
  to("second_only", rows.second_only);
  to("neither", rows.neither);
  to("share", rows.share);
  to("mass", rows.mass);
  to("interval", report::interval_object(rows.interval));
  to("first_better", rows.first_better);
  to("second_better", rows.second_better);
}

static void list(auto& to, const PairedFold& fold) {
  to("repeat", fold.repeat);
  to("fold", fold.fold);
  to("rows", fold.rows);
  to("first", fold.first);
  to("second", fold.second);
  to("difference", fold.difference);
}

static void list(auto& to, const PairedSide& side) {
  to("classifier", side.classifier);
  to("features", side.features);
  to("families", side.families);
  to.object.update(report::result_object(side.result));
}

static void list(auto& to, const PairedComparison& comparison) {
  to("rows", comparison.rows);
  to("skipped_rows", comparison.skipped_rows);
  to("label", comparison.label);
  to("classes", comparison.classes);
  to("folds", comparison.folds);
  to("repeats", comparison.repeats);
  if (comparison.seed) to("seed", *comparison.seed);
  to("measure", comparison.measure);
  to("first", comparison.first);
  to("second", comparison.second);
  to("test", comparison.test);
  to("discordant", comparison.discordant);
  to("differences", comparison.differences);
  to("notes", comparison.notes);
}

std::string to_json(const PairedComparison& comparison) { return report::document_of(comparison); }

std::string to_csv(const PairedComparison& comparison) {
  return to_csv(report::numbers_of(comparison.differences,
                                   [](auto& to, const PairedFold& fold) { list(to, fold); }));
}

}  // namespace credence
