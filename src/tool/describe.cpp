// `credence describe`: a posterior's priors, statistics and estimates.
#include <credence/study/cell_pictures.hpp>
#include <credence/study/describe.hpp>

#include <fmt/format.h>

#include <algorithm>

#include "faults.hpp"
#include "output.hpp"
#include "pictures.hpp"
#include "reading.hpp"
#include "values.hpp"
#include "verbs.hpp"

namespace credence::tool {
namespace {

double interval_asked(const Options& options) {
  if (!options.interval) return DescribeOptions{}.interval;
  const double mass = number_of(*options.interval, "--interval");
  if (mass > 0 && mass < 1) return mass;
  throw UsageError(fmt::format(
      "flag '--interval' has the value '{}'; give a number between 0 and 1", *options.interval));
}

// The classes to picture: that of --class, or all of a few.
std::vector<std::string> classes_asked(const Options& options, const Posterior<Model>& posterior) {
  constexpr std::size_t most = 6;
  std::vector<std::string> classes = posterior.label.classes;
  if (!options.klass) {
    classes.resize(std::min(classes.size(), most));
    return classes;
  }
  if (std::find(classes.begin(), classes.end(), *options.klass) == classes.end())
    throw UsageError(fmt::format(
        "flag '--class' names the class '{}', which the posterior lacks; choose from {}",
        *options.klass, quoted_names(classes)));
  return {*options.klass};
}

// What is believed of the parameters of the features asked for, or of the first of many.
Page cells_page(const Posterior<Model>& posterior, const DescribeOptions& asked,
                const Options& options) {
  constexpr std::size_t most = 12;
  std::vector<std::string> features =
      asked.features.empty() ? feature_names(posterior.model.schema()) : asked.features;
  if (asked.features.empty() && features.size() > most) features.resize(most);
  const CellOptions cell{.level = options.level.value_or(std::string()), .mass = asked.interval};
  std::vector<CellPicture> cells;
  for (const std::string& feature : features)
    for (const std::string& klass : classes_asked(options, posterior)) {
      try {
        cells.push_back(cell_picture(posterior, feature, klass, cell));
      } catch (const Error& error) {
        // Of many, those without a picture are left out; one that was asked for by name is missed.
        if (!asked.features.empty() || error.code() != ErrorCode::undefined) throw;
      }
    }
  return page_of(cells, posterior.label.name);
}

}  // namespace

void describe(const Options& options, Console& console) {
  const double interval = interval_asked(options);
  Output output(options.out, options.force ? Overwrite::allow : Overwrite::refuse);
  Pictures pictures(options);
  Timings& timings = console.timings();
  const Posterior<Model> posterior =
      timings.time(Phase::read, [&] { return load_posterior(options.posteriors.front()); });
  const DescribeOptions asked{.interval = interval,
                              .features = features_asked(options, posterior.model.schema())};
  const Description description =
      timings.time(Phase::estimate, [&] { return credence::describe(posterior, asked); });
  timings.time(Phase::write, [&] {
    write_study(description, options, output, pictures,
                [&] { return cells_page(posterior, asked, options); });
  });
}

}  // namespace credence::tool
