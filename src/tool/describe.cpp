// `credence describe`: a posterior's priors, statistics and estimates.
#include <credence/report/json.hpp>
#include <credence/report/text.hpp>
#include <credence/study/describe.hpp>

#include <fmt/format.h>

#include <algorithm>

#include "faults.hpp"
#include "output.hpp"
#include "reading.hpp"
#include "values.hpp"
#include "verbs.hpp"

namespace credence::tool {
namespace {

// Each value is a feature, or a list of features.
std::vector<std::string> features_asked(const Options& options, const Schema& schema) {
  const std::vector<std::string> known = feature_names(schema);
  const auto is_known = [&](const std::string& name) {
    return std::find(known.begin(), known.end(), name) != known.end();
  };
  std::vector<std::string> asked;
  for (const std::string& value : options.features)
    for (std::string& name : is_known(value) ? std::vector{value} : list_of(value, "--feature")) {
      if (!is_known(name))
        throw UsageError(fmt::format(
            "flag '--feature' names '{}', which is no feature of {}; its features are {}", name,
            options.posteriors.front(), quoted_names(known)));
      asked.push_back(std::move(name));
    }
  return asked;
}

double interval_asked(const Options& options) {
  if (!options.interval) return DescribeOptions{}.interval;
  const double mass = number_of(*options.interval, "--interval");
  if (mass > 0 && mass < 1) return mass;
  throw UsageError(fmt::format(
      "flag '--interval' has the value '{}'; give a number between 0 and 1", *options.interval));
}

}  // namespace

void describe(const Options& options, Console& console) {
  const double interval = interval_asked(options);
  Output output(options.out, options.force ? Overwrite::allow : Overwrite::refuse);
  Timings& timings = console.timings();
  const Posterior<Model> posterior =
      timings.time(Phase::read, [&] { return load_posterior(options.posteriors.front()); });
  const DescribeOptions asked{.interval = interval,
                              .features = features_asked(options, posterior.model.schema())};
  const Description description =
      timings.time(Phase::estimate, [&] { return credence::describe(posterior, asked); });
  timings.time(Phase::write, [&] {
    write_text(output, options.format == "json" ? to_json(description) : to_text(description));
  });
}

}  // namespace credence::tool
