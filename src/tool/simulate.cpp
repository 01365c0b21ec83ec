// `credence simulate`: data of a model whose parameters are known, and how well one could do on them.
#include <credence/base/file.hpp>
#include <credence/data/csv.hpp>
#include <credence/report/bayes_error.hpp>
#include <credence/study/find_bayes_error.hpp>
#include <credence/study/simulation.hpp>
#include <credence/study/truth.hpp>
#include <credence/study/truth_file.hpp>

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <limits>

#include "estimators.hpp"
#include "faults.hpp"
#include "grammar.hpp"
#include "modelling.hpp"
#include "output.hpp"
#include "values.hpp"
#include "verbs.hpp"

namespace credence::tool {

namespace grammar {

void grammar_of_simulate(CLI::App& verb, Options& options) {
  value(verb, "--schema", options.schema, "FILE",
        "the model: classes, levels and priors in numbers (see 'credence schema')");
  value(verb, "--rows", options.rows, "N", "how many rows to draw");
  value(verb, "--seed", options.seed, "S", "the same seed gives the same rows [1]");
  const auto from = [&options](const std::string& path) { options.posteriors = {path}; };
  verb.add_option_function<std::string>("--from", from,
                                        "draw the parameters from what this posterior believes")
      ->type_name("POSTERIOR");
  add_estimator(verb, options, "drawn from the posterior");
  value(verb, "--parameters", options.parameters, "FILE",
        "take the parameters from this file, as --truth writes it");
  value(verb, "--truth", options.truth, "FILE", "write the parameters to this file, JSON");
  value(verb, "--tokens", options.tokens, "N", "how many words each text has [50]");
  value(verb, "--exposure", options.exposure, "E", "the exposure of counts that have one [1]");
  verb.add_flag("--balanced", options.balanced, "equally many rows of each class, in turn");
  verb.add_flag("--bayes-error", options.bayes_error,
                "write the error of the best possible classifier; data only to -o FILE");
  value(verb, "--draws", options.draws, "N",
        "find the Bayes error from N rows [closed form where there is one, else 100000]");
  add_common(verb, options, "text|json");
  verb.footer(
      "Examples:\n"
      "  credence simulate --schema model.json --rows 100 --seed 7 --truth truth.json -o data.csv\n"
      "  credence simulate --parameters truth.json --rows 100000 -o test.csv\n"
      "  credence simulate --from patients.json --estimator posterior_mean --bayes-error");
}

}  // namespace grammar

namespace {

using Truth = Estimates;

constexpr Index rows_at_once = 1 << 16;
constexpr Index default_draws = 100000;

Index count_of(const std::optional<std::string>& text, std::string_view flag, std::uint64_t least,
               Index otherwise) {
  if (!text) return otherwise;
  const std::uint64_t number = whole_number_of(*text, flag, least);
  if (number > static_cast<std::uint64_t>(std::numeric_limits<std::int32_t>::max()))
    throw UsageError(fmt::format("flag '{}' is {}; give at most {}", flag, number,
                                 std::numeric_limits<std::int32_t>::max()));
  return static_cast<Index>(number);
}

void check_flags(const Options& options) {
  const bool posterior = !options.posteriors.empty();
  if (posterior && (options.schema || options.parameters))
    throw UsageError(
        "flag '--from' brings schema and parameters; leave '--schema' and '--parameters' away");
  if (!posterior && !options.schema && !options.parameters)
    throw UsageError(
        "'simulate' needs a model: --schema FILE, --parameters FILE or --from POSTERIOR; see "
        "'credence simulate --help'");
  if (options.estimator && !posterior)
    throw UsageError("flag '--estimator' reads a posterior; give one with --from POSTERIOR");
  if (!options.bayes_error && !options.rows)
    throw UsageError("'simulate' needs --rows N; see 'credence simulate --help'");
  if (!options.bayes_error && options.draws)
    throw UsageError("flag '--draws' is for --bayes-error; give the rows of data by --rows");
  if (options.bayes_error && options.out.has_value() != options.rows.has_value())
    throw UsageError(
        "beside --bayes-error data go to a file: give both --rows N and -o FILE, or none of them");
  if (options.bayes_error && options.out == "-")
    throw UsageError(
        "the Bayes error and the data cannot both go to standard output; give -o a file");
}

Schema schema_asked(const Options& options) {
  const std::string name = *options.schema == "-" ? "standard input" : *options.schema;
  return schema_from_json(read_file(*options.schema), name);
}

SimulationOptions simulation_asked(const Options& options) {
  SimulationOptions asked;
  asked.rows = count_of(options.rows, "--rows", 0, 0);
  if (options.seed) asked.seed = whole_number_of(*options.seed, "--seed", 0);
  asked.tokens = count_of(options.tokens, "--tokens", 0, asked.tokens);
  if (options.exposure) asked.exposure = number_of(*options.exposure, "--exposure");
  if (!(asked.exposure > 0))
    throw UsageError(
        fmt::format("flag '--exposure' is '{}'; give a number above 0", *options.exposure));
  if (options.balanced) asked.classes = ClassesDrawn::in_turn;
  return asked;
}

Truth truth_asked(const Options& options, std::uint64_t seed, Console& console) {
  Timings& timings = console.timings();
  const auto drawn = [&](const Posterior<Model>& posterior) {
    return timings.time(Phase::estimate, [&] { return drawn_truth(posterior, seed); });
  };
  if (!options.posteriors.empty()) {
    const Posterior<Model> posterior =
        timings.time(Phase::read, [&] { return load_posterior(options.posteriors.front()); });
    if (!options.estimator) return drawn(posterior);
    const Estimator estimator = *estimator_asked(options, posterior);
    return timings.time(Phase::estimate, [&] { return estimate(posterior, estimator); });
  }
  std::optional<Schema> schema;
  if (options.schema) schema = timings.time(Phase::read, [&] { return schema_asked(options); });
  if (!options.parameters) return drawn(empty_posterior(Model(std::move(*schema))));
  const std::string name = *options.parameters == "-" ? "standard input" : *options.parameters;
  return timings.time(
      Phase::read, [&] { return truth_from_json(read_file(*options.parameters), name, schema); });
}

void note_columns(const Schema& schema, Console& console) {
  std::vector<std::string> unused;
  for (const ColumnSchema& column : schema.columns)
    if (column.family == "none") unused.push_back(column.name);
  if (!unused.empty())
    console.note(fmt::format("not drawn, for they have no family: {}", quoted_names(unused)));
}

std::string header_of(const Table& table) {
  std::string line;
  for (const Column& column : table.columns())
    line += (line.empty() ? "" : ",") + csv_field(column.name);
  return line + '\n';
}

std::string rows_of(const Table& table) {
  std::string lines;
  for (Index row = 0; row < table.rows(); ++row) {
    const char* separator = "";
    for (const Column& column : table.columns()) {
      lines += separator + csv_field(as_written(column, row));
      separator = ",";
    }
    lines += '\n';
  }
  return lines;
}

// Part after part, so that a long simulation is never held.
void write_data(const Truth& truth, SimulationOptions asked, Output& output) {
  Index left = asked.rows;
  do {
    asked.rows = std::min(left, rows_at_once);
    const Table part = simulate(truth, asked);
    if (asked.first == 0) output.write(header_of(part));
    output.write(rows_of(part));
    asked.first += asked.rows;
    left -= asked.rows;
  } while (left > 0);
  output.finish();
}

BayesError best_possible(const Truth& truth, SimulationOptions asked, const Options& options) {
  if (!options.draws)
    if (const auto exact = exact_bayes_error(truth)) return *exact;
  asked.rows = count_of(options.draws, "--draws", 2, default_draws);
  return bayes_error(truth, asked);
}

}  // namespace

void simulate(const Options& options, Console& console) {
  check_flags(options);
  const SimulationOptions asked = simulation_asked(options);
  const Overwrite overwrite = options.force ? Overwrite::allow : Overwrite::refuse;
  std::optional<Output> data, truth_file, best;
  if (options.rows) data.emplace(options.out, overwrite);
  if (options.truth) truth_file.emplace(options.truth, overwrite);
  if (options.bayes_error) best.emplace(std::nullopt, overwrite);
  Timings& timings = console.timings();
  const Truth truth = truth_asked(options, asked.seed, console);
  note_columns(truth.model.schema(), console);
  if (truth_file) timings.time(Phase::write, [&] { write_text(*truth_file, to_json(truth)); });
  if (data) timings.time(Phase::write, [&] { write_data(truth, asked, *data); });
  if (!best) return;
  const BayesError found =
      timings.time(Phase::score, [&] { return best_possible(truth, asked, options); });
  timings.time(Phase::write, [&] {
    write_text(*best, options.format == "json" ? to_json(found) : to_text(found));
  });
}

}  // namespace credence::tool
