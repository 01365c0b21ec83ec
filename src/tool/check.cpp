// `credence check`: a model's data beside data that the model simulates.
#include <credence/report/predictive_check.hpp>
#include <credence/study/describe.hpp>
#include <credence/study/predictive_checks.hpp>

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>

#include "faults.hpp"
#include "grammar.hpp"
#include "modelling.hpp"
#include "output.hpp"
#include "pictures.hpp"
#include "values.hpp"
#include "verbs.hpp"

namespace credence::tool {

namespace grammar {

void grammar_of_check(CLI::App& verb, Options& options) {
  add_posterior(verb, options);
  add_data(verb, options);
  verb.add_flag("--posterior", options.check.posterior,
                "simulate from what is believed after the data [this]");
  verb.add_flag("--prior", options.check.prior, "simulate from what was believed before the data");
  value(verb, "--simulations", options.check.simulations, "N", "how many data sets [1000]");
  value(verb, "--seed", options.seed, "S", "the same seed gives the same data sets [1]");
  value(verb, "--interval", options.interval, "MASS", "what the simulated intervals hold [0.9]");
  value(verb, "--extreme", options.check.extreme, "P",
        "the tail probability below which a quantity is extreme [0.01]");
  values(verb, "--feature", options.features, "NAME,...",
         "the features to check, repeatable [all]");
  add_weight(verb, options);
  add_dialect(verb, options);
  add_pictures(verb, options);
  add_common(verb, options, "text|json|csv");
  verb.footer(
      "Examples:\n"
      "  credence check patients.json patients.csv\n"
      "  credence check patients.json patients.csv --prior --simulations 5000\n"
      "  credence check patients.json patients.csv --feature age --html age.html");
}

}  // namespace grammar

namespace {

CheckOptions asked_of(const Options& options) {
  if (options.check.prior && options.check.posterior)
    throw UsageError("flags '--prior' and '--posterior' exclude each other; give one of them");
  CheckOptions asked;
  if (options.check.prior) asked.from = SimulatedFrom::prior;
  if (options.seed) asked.seed = whole_number_of(*options.seed, "--seed", 0);
  if (options.interval) asked.mass = mass_of(*options.interval, "--interval");
  if (options.check.extreme) asked.threshold = mass_of(*options.check.extreme, "--extreme");
  if (options.check.simulations) {
    constexpr std::uint64_t most = 1000000;
    const std::uint64_t count = whole_number_of(*options.check.simulations, "--simulations", 1);
    if (count > most)
      throw UsageError(fmt::format("flag '--simulations' is {}; give at most {}", count, most));
    asked.simulations = static_cast<Index>(count);
  }
  const double least = std::floor(2 / asked.threshold);
  if (static_cast<double>(asked.simulations) < least)
    throw UsageError(
        fmt::format("{} simulations cannot show a tail probability below {:.6g}; give at least "
                    "--simulations {:.0f}, or a larger --extreme",
                    asked.simulations, asked.threshold, least));
  return asked;
}

std::string written(const PredictiveCheck& check, const std::string& format) {
  if (format == "json") return to_json(check);
  return format == "csv" ? to_csv(check) : to_text(check);
}

}  // namespace

void check(const Options& options, Console& console) {
  CheckOptions asked = asked_of(options);
  Output output(options.out, options.force ? Overwrite::allow : Overwrite::refuse);
  Pictures pictures(options);
  Timings& timings = console.timings();
  const Posterior<Model> posterior =
      timings.time(Phase::read, [&] { return load_posterior(options.posteriors.front()); });
  asked.features = features_asked(options, posterior.model.schema());
  const Data data = timings.time(Phase::read, [&] { return read_data_for(posterior, options); });
  if (options.weight) check_column(data.table, *options.weight, "--weight");
  note_rows_without_label(data.table, posterior.label.name, console);
  const PredictiveCheck found = timings.time(Phase::score, [&] {
    return predictive_check(posterior, data.table, asked, options.weight.value_or(std::string()));
  });
  timings.time(Phase::write, [&] {
    if (pictures.asked()) pictures.write(page_of(found));
    if (!pictures.instead()) write_text(output, written(found, options.format));
  });
}

}  // namespace credence::tool
