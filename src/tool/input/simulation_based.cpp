// From flags to a simulation-based calibration.
#include "input/simulation_based.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "flags/values.hpp"
#include "input/reading.hpp"
#include "process/faults.hpp"

namespace credence::tool {
namespace {

// A fifth of the simulations is the most bins that they fill.
constexpr std::uint64_t least_simulations = 100;

void check_flags(const Grammar& grammar) {
  const auto refuse = [](std::string_view flag, std::string_view what) {
    if (!flag.empty()) throw UsageError(fmt::format("flag '{}' {}", flag, what));
  };
  if (!grammar.given("--simulation-based"))
    return refuse(grammar.first_given({"--rows", "--draws", "--tokens", "--exposure"}),
                  "has a meaning beside '--simulation-based' alone; give both or none");
  refuse(grammar.first_given({"DATA", "--dependence", "--from-posterior", "--from-prior",
                              "--interval-mass", "--extreme", "--weight", "--separator", "--quote",
                              "--header", "--comment", "--missing", "--trim", "--decimal",
                              "--label-file", "--input-format", "--limit"}),
         "has no meaning beside '--simulation-based', which simulates the rows; leave one of them "
         "out");
  if (grammar.given("POSTERIOR") == grammar.given("--schema"))
    throw UsageError(
        "flag '--simulation-based' needs a model: a POSTERIOR, or --schema FILE; give one of them");
}

}  // namespace

void SimulationBasedFlags::declare(Grammar& grammar) {
  grammar.section(Section::simulation);
  grammar.on_off(
      "--simulation-based", on,
      "no DATA: simulate parameters from the priors of POSTERIOR or of --schema, and data "
      "from them; are the posteriors calibrated?");
  grammar.value("--rows", asked.rows, "N",
                "with --simulation-based: the most rows of a data set [20]",
                Whole{.least = 1, .most = 1'000'000});
  grammar.value("--draws", asked.draws, "N",
                "with --simulation-based: draws from each posterior [99]",
                Whole{.least = 1, .most = 100'000});
  sizes.declare(grammar, "with --simulation-based: ");
  grammar.rule(check_flags);
}

SimulationBasedCalibration calibrated(const std::optional<std::string>& schema,
                                      const PosteriorFlags& posterior,
                                      const std::vector<std::string>& features,
                                      const DrawnSizeFlags& sizes, SbcOptions asked,
                                      Console& console) {
  if (asked.simulations < static_cast<Index>(least_simulations))
    throw UsageError(
        fmt::format("{} cannot show how ranks are distributed; give at "
                    "least --simulations {}",
                    counted(asked.simulations, "simulation", "simulations"), least_simulations));
  asked.bins = std::min(asked.bins, asked.draws + 1);
  const auto calibrate = [&](const auto& subject, const Schema& of, const std::string& file) {
    asked.features = features_asked(features, of, file);
    sizes.check(of);
    sizes.put_into(asked);
    return console.timings().time(Phase::score, [&] { return sbc(subject, asked); });
  };
  if (!schema) {
    const Posterior<Model> learned = posterior_asked(posterior, console);
    return calibrate(learned, learned.model.schema(), posterior.file);
  }
  const Model model =
      console.timings().time(Phase::read, [&] { return Model(*schema_of_file(schema)); });
  return calibrate(model, model.schema(), *schema);
}

}  // namespace credence::tool
