// `credence sensitivity`: how far the strength of priors must move until labels change.
#include <credence/report/prior_sensitivity.hpp>
#include <credence/study/find_prior_sensitivity.hpp>

#include <fmt/format.h>

#include "decisions.hpp"
#include "estimators.hpp"
#include "faults.hpp"
#include "output.hpp"
#include "pictures.hpp"
#include "reading.hpp"
#include "values.hpp"
#include "verbs.hpp"

namespace credence::tool {
namespace {

SensitivityOptions asked_of(const Options& options, const Posterior<Model>& posterior) {
  SensitivityOptions asked;
  if (const auto estimator = estimator_asked(options, posterior)) asked.estimator = *estimator;
  if (!options.octaves) return asked;
  const std::uint64_t octaves = whole_number_of(*options.octaves, "--octaves", 1);
  if (octaves > 60)
    throw UsageError(fmt::format("flag '--octaves' is {}; give at most 60", octaves));
  asked.octaves = static_cast<Index>(octaves);
  return asked;
}

std::string written(const PriorSensitivity& found, const std::string& format) {
  if (format == "json") return to_json(found);
  return format == "csv" ? to_csv(found) : to_text(found);
}

}  // namespace

void sensitivity(const Options& options, Console& console) {
  Output output(options.out, options.force ? Overwrite::allow : Overwrite::refuse);
  Pictures pictures(options);
  Timings& timings = console.timings();
  const Posterior<Model> posterior =
      timings.time(Phase::read, [&] { return posterior_asked(options); });
  const SensitivityOptions asked = asked_of(options, posterior);
  const Data data = timings.time(Phase::read, [&] { return read_data_for(posterior, options); });
  const PriorSensitivity found =
      timings.time(Phase::score, [&] { return prior_sensitivity(posterior, data.table, asked); });
  timings.time(Phase::write, [&] {
    if (pictures.asked()) pictures.write(page_of(found));
    if (!pictures.instead()) write_text(output, written(found, options.format));
  });
}

}  // namespace credence::tool
