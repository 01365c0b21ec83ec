// From flags to a truth, and to what is drawn of it.
#include "input/simulated_curve.hpp"

#include <credence/base/file.hpp>
#include <credence/study/simulation.hpp>

#include <fmt/format.h>

#include "flags/values.hpp"
#include "input/reading.hpp"
#include "process/faults.hpp"

namespace credence::tool {
namespace {

void check_no_data(const Grammar& grammar) {
  if (grammar.given("DATA"))
    throw UsageError(
        "flag '--simulate' draws the rows, so DATA has no meaning beside it; leave one of "
        "them out");
  const std::string_view flag = grammar.first_given(
      {"--label",        "--label-file", "--column",      "--drop",       "--families",  "--prior",
       "--class-prior",  "--tied",       "--covariance",  "--weight",     "--separator", "--quote",
       "--header",       "--comment",    "--missing",     "--trim",       "--decimal",   "--limit",
       "--input-format", "--test-sizes", "--independent", "--stratified", "--words"});
  if (!flag.empty())
    throw UsageError(
        fmt::format("flag '{}' has no meaning beside '--simulate'; leave one of them out", flag));
  if (!grammar.given("--schema") && !grammar.given("--parameters"))
    throw UsageError("flag '--simulate' needs a model: --schema FILE or --parameters FILE");
  if (!grammar.given("--sizes"))
    throw UsageError("flag '--simulate' needs numbers of training rows: --sizes ROWS,...");
}

Whole count_from(std::uint64_t least) { return {.least = least, .most = 1'000'000'000}; }

}  // namespace

void SimulatedCurveFlags::declare(Grammar& grammar) {
  grammar.section(Section::simulation);
  grammar.on_off("--simulate", simulate,
                 "no DATA: draw the rows from the model of --schema or --parameters, and show the "
                 "best possible; sizes by --sizes");
  grammar.file("--parameters", parameters, "FILE",
               "with --simulate: the parameters, as 'credence simulate --truth' writes them [drawn "
               "from the priors of --schema]");
  grammar.value("--test-rows", asked.test_rows, "N", "with --simulate: number of test rows [1000]",
                count_from(1));
  grammar
      .value("--bayes-rows", asked.best_draws, "N",
             "with --simulate: rows that estimate the Bayes error, where it has no closed form "
             "[100000]",
             count_from(2))
      .formerly("--draws");
  sizes.declare(grammar, "with --simulate: ");
}

void check_simulation(const Grammar& grammar) {
  if (grammar.given("--simulate")) {
    check_no_data(grammar);
    return;
  }
  const std::string_view flag = grammar.first_given(
      {"--parameters", "--test-rows", "--bayes-rows", "--tokens", "--exposure"});
  if (!flag.empty())
    throw UsageError(
        fmt::format("flag '{}' has a meaning beside '--simulate' alone; give both or none", flag));
  if (!grammar.given("DATA"))
    throw UsageError(
        "'curve' needs DATA, a file or '-', or --simulate; see 'credence curve --help'");
}

Estimates truth_of_curve(const SimulatedCurveFlags& flags, const std::optional<std::string>& path,
                         std::uint64_t seed, Console& console) {
  return console.timings().time(Phase::read, [&] {
    std::optional<Schema> schema = schema_of_file(path);
    if (!flags.parameters) return drawn_truth(empty_posterior(Model(std::move(*schema))), seed);
    return truth_from_json(read_until_nul(*flags.parameters), name_of_file(*flags.parameters),
                           schema);
  });
}

SimulatedCurveOptions simulation_of_curve(const SimulatedCurveFlags& flags,
                                          const CurveOptions& study) {
  SimulatedCurveOptions asked = flags.asked;
  asked.estimators = study.estimators;
  asked.training_sizes = study.training_sizes;
  asked.repeats = study.repeats;
  asked.twin = study.twin;
  asked.complement = study.complement;
  asked.decompose = study.decompose;
  asked.on_training = study.on_training;
  asked.rows.seed = study.seed;
  flags.sizes.put_into(asked.rows);
  return asked;
}

}  // namespace credence::tool
