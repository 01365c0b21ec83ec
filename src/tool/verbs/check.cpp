// `credence check`: a model's data beside data that the model simulates.
#include <credence/report/text.hpp>
#include <credence/study/dependence.hpp>
#include <credence/study/describe.hpp>
#include <credence/study/predictive_check.hpp>

#include <fmt/format.h>

#include <cmath>

#include "console/pictures.hpp"
#include "flags/study_flags.hpp"
#include "flags/values.hpp"
#include "input/posterior_flags.hpp"
#include "input/reading.hpp"
#include "input/row_notes.hpp"
#include "input/simulation_based.hpp"
#include "process/faults.hpp"
#include "verbs.hpp"

namespace credence::tool {
namespace of_check {
namespace {

// What DATA, or nothing but the model, is needed for.
void check_subject(const Grammar& grammar) {
  if (grammar.given("--simulation-based")) return;
  const auto need = [&](const char* word, const char* what) {
    if (!grammar.given(word))
      throw UsageError(fmt::format("'check' needs {}; see 'credence check --help'", what));
  };
  need("POSTERIOR", "a POSTERIOR, a file written by 'credence fit'");
  need("DATA", "DATA after POSTERIOR, a file or '-'");
}

// Nothing is simulated to compare two columns.
void check_dependence_flags(const Grammar& grammar) {
  if (!grammar.given("--dependence")) return;
  const std::string_view flag = grammar.first_given(
      {"--from-posterior", "--from-prior", "--simulations", "--extreme", "--features"});
  if (!flag.empty())
    throw UsageError(
        fmt::format("flag '{}' has no meaning beside '--dependence'; leave one of them out", flag));
}

struct Flags {
  PosteriorFlags posterior;
  InputFlags input;
  bool from_posterior = false;
  bool from_prior = false;
  CheckOptions asked;
  std::vector<std::string> features;
  std::optional<std::string> weight;
  bool dependence = false;  ///< of columns on each other, instead
  SimulationBasedFlags simulation_based;
  PictureFlags pictures;
  CommonFlags common;

  void declare(Grammar& grammar) {
    posterior.declare(grammar);
    grammar.at("POSTERIOR").needed_unless("--simulation-based, beside --schema");
    input.declare(grammar).needed_unless("--simulation-based");
    grammar.section(Section::options);
    grammar
        .on_off("--from-posterior", from_posterior,
                "simulate from the posterior, as without a flag")
        .formerly("--posterior");
    grammar.on_off("--from-prior", from_prior, "simulate from the prior").formerly("--prior");
    grammar.value("--simulations", asked.simulations, "N", "how many data sets [1000]",
                  Whole{.least = 1, .most = 1000000});
    declare_seed(grammar, asked.seed, "data sets");
    grammar
        .value("--interval-mass", asked.mass, "MASS",
               "probability that each simulated interval holds [0.9]", mass_of)
        .formerly("--interval");
    grammar.value("--extreme", asked.threshold, "P",
                  "the p-value below which a test statistic is flagged [0.01]",
                  open_probability_of);
    grammar.values("--features", features, "NAME,...", "the features to check, repeatable [all]")
        .formerly("--feature");
    grammar.on_off("--dependence", dependence,
                   "compare every two columns within each class instead: do they depend on each "
                   "other?");
    simulation_based.declare(grammar);
    grammar.rule(check_subject);
    grammar.rule(check_dependence_flags);
    grammar.section(Section::options);
    declare_weight(grammar, weight);
    input.declare_dialect(grammar);
    pictures.declare(grammar, CsvOf::result);
    common.declare(grammar, {Format::text, Format::json, Format::csv});
    common.declare_digits(grammar);
    grammar.examples(
        "Examples:\n"
        "  credence check patients.json patients.csv\n"
        "  credence check patients.json patients.csv --from-prior --simulations 5000\n"
        "  credence check patients.json patients.csv --features age --html age.html\n"
        "  credence check patients.json patients.csv --dependence --html pairs.html\n"
        "  credence check --simulation-based --schema model.json --html ranks.html");
  }
};

CheckOptions asked_of(const Flags& flags) {
  if (flags.from_prior && flags.from_posterior)
    throw UsageError(
        "flags '--from-prior' and '--from-posterior' exclude each other; give one of them");
  CheckOptions asked = flags.asked;
  if (flags.from_prior) asked.from = SimulatedFrom::prior;
  const double least = std::floor(2 / asked.threshold);
  if (static_cast<double>(asked.simulations) < least)
    throw UsageError(fmt::format(
        "{} cannot show a p-value below {:.6g}; give at least "
        "--simulations {:.0f}, or a larger --extreme",
        counted(asked.simulations, "simulation", "simulations"), asked.threshold, least));
  return asked;
}

// Every two columns of DATA within each class.
void check_dependence(const Flags& flags, Console& console) {
  Results<DependenceCheck> results(flags.common, flags.pictures);
  const Posterior<Model> posterior = posterior_asked(flags.posterior, console);
  const Data data = read_data_for(posterior, flags.input, console);
  if (flags.weight) check_weight(data.table, *flags.weight, posterior.model.schema());
  note_rows(data.table, posterior.model.schema(), flags.input, console);
  const DependenceOptions asked{.mass = flags.asked.mass, .seed = flags.asked.seed};
  const DependenceCheck found = console.timings().time(Phase::score, [&] {
    return dependence_check(posterior.model, data.table, asked,
                            flags.weight.value_or(std::string()));
  });
  console.timings().time(Phase::write, [&] { results.write(found); });
}

// Posteriors of simulated data, whose parameters are known.
void check_by_simulation(const Flags& flags, Console& console) {
  Results<SimulationBasedCalibration> results(flags.common, flags.pictures);
  SbcOptions asked = flags.simulation_based.asked;
  asked.seed = flags.asked.seed;
  asked.simulations = flags.asked.simulations;
  const SimulationBasedCalibration found =
      calibrated(flags.input.schema, flags.posterior, flags.features, flags.simulation_based.sizes,
                 asked, console);
  console.timings().time(Phase::write, [&] { results.write(found); });
}

void run(const Flags& flags, Console& console) {
  if (flags.dependence) return check_dependence(flags, console);
  if (flags.simulation_based.on) return check_by_simulation(flags, console);
  CheckOptions asked = asked_of(flags);
  Results<PredictiveCheck> results(flags.common, flags.pictures);
  Timings& timings = console.timings();
  const Posterior<Model> posterior = posterior_asked(flags.posterior, console);
  asked.features = features_asked(flags.features, posterior.model.schema(), flags.posterior.file);
  const Data data = read_data_for(posterior, flags.input, console);
  if (flags.weight) check_weight(data.table, *flags.weight, posterior.model.schema());
  note_rows(data.table, posterior.model.schema(), flags.input, console);
  const PredictiveCheck found = timings.time(Phase::score, [&] {
    return predictive_check(posterior, data.table, asked, flags.weight.value_or(std::string()));
  });
  timings.time(Phase::write, [&] { results.write(found); });
}

}  // namespace
}  // namespace of_check

const Verb verbs::check = verb<of_check::Flags, of_check::run>(
    "check", "Check the model: compare the data with data simulated from it");

}  // namespace credence::tool
