// `credence simulate`: data of a model whose parameters are known, and how well one could do on them.
#include <credence/base/file.hpp>
#include <credence/data/csv.hpp>
#include <credence/detail/study/reserved_levels.hpp>
#include <credence/report/text.hpp>
#include <credence/study/simulation.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>

#include "console/output.hpp"
#include "flags/drawn_sizes.hpp"
#include "flags/study_flags.hpp"
#include "flags/values.hpp"
#include "input/estimator_flags.hpp"
#include "input/reading.hpp"
#include "process/faults.hpp"
#include "process/rounding.hpp"
#include "verbs.hpp"

namespace credence::tool {
namespace of_simulate {
namespace {

using Truth = Estimates;

constexpr Index rows_at_once = 1 << 16;
constexpr Index default_draws = 100000;

Whole count_from(std::uint64_t least) {
  return {.least = least, .most = std::numeric_limits<std::int32_t>::max()};
}

// Which flags stand beside each other.
void check_rules(const Grammar& grammar) {
  const auto given = [&](std::string_view flag) { return grammar.given(flag); };
  const auto refuse = [](bool fault, const char* why) {
    if (fault) throw UsageError(why);
  };
  refuse(given("--from") && (given("--schema") || given("--parameters")),
         "flag '--from' brings schema and parameters; leave '--schema' and '--parameters' away");
  refuse(!given("--from") && !given("--schema") && !given("--parameters"),
         "'simulate' needs a model: --schema FILE, --parameters FILE or --from POSTERIOR; see "
         "'credence simulate --help'");
  refuse(given("--estimator") && !given("--from"),
         "flag '--estimator' reads a posterior; give one with --from POSTERIOR");
  refuse(!given("--bayes-error") && !given("--rows"),
         "'simulate' needs --rows N; see 'credence simulate --help'");
  refuse(!given("--bayes-error") && given("--bayes-rows"),
         "flag '--bayes-rows' is for --bayes-error; give the rows of data by --rows");
  refuse(given("--digits") && !given("--bayes-error"),
         "flag '--digits' rounds the Bayes error; simulated data are written exactly, so leave it "
         "out");
  refuse(given("--balanced") && !given("--rows"),
         "flag '--balanced' is of the rows of data; give --rows N beside it");
  refuse(given("--bayes-error") && given("-o") != given("--rows"),
         "beside --bayes-error data go to a file: give both --rows N and -o FILE, or none of them");
}

struct Flags {
  std::optional<std::string> schema;
  std::optional<Index> rows;
  SimulationOptions asked;
  DrawnSizeFlags sizes;
  std::optional<std::string> from;  ///< a posterior
  EstimatorFlags estimator;
  std::optional<std::string> parameters;  ///< a file
  std::optional<std::string> truth;       ///< a file to write
  bool balanced = false;                  ///< equally many rows of each class
  bool bayes_error = false;
  std::optional<Index> draws;
  CommonFlags common;

  void declare(Grammar& grammar) {
    grammar
        .file("--schema", schema, "FILE",
              "the model: classes, levels and priors in numbers (see 'credence schema')")
        .needed_unless("--parameters or --from");
    grammar.value("--rows", rows, "N", "number of rows to simulate", count_from(0))
        .needed_unless("--bayes-error");
    declare_seed(grammar, asked.seed, "rows");
    grammar.file("--from", from, "POSTERIOR",
                 "draw the parameters from what this posterior believes");
    estimator.declare(grammar, "drawn from the posterior");
    grammar.section(Section::options);
    grammar.file("--parameters", parameters, "FILE",
                 "take the parameters from this file, as --truth writes it");
    grammar.value("--truth", truth, "FILE", "write the parameters to this file, JSON").is_written();
    sizes.declare(grammar);
    grammar.on_off("--balanced", balanced, "equally many rows of each class, in turn");
    grammar.on_off("--bayes-error", bayes_error,
                   "write the error of the best possible classifier; data only to -o FILE");
    grammar
        .value("--bayes-rows", draws, "N",
               "estimate the Bayes error from N rows [closed form where there is one, else 100000]",
               count_from(2))
        .formerly("--draws");
    common.declare(grammar, {Format::text, Format::json});
    common.declare_digits(grammar);
    grammar.rule(check_rules);
    grammar.examples(
        "Examples:\n"
        "  credence simulate --schema model.json --rows 100 --seed 7 --truth truth.json -o "
        "data.csv\n"
        "  credence simulate --parameters truth.json --rows 100000 -o test.csv\n"
        "  credence simulate --from patients.json --estimator posterior_mean --bayes-error");
  }
};

Truth truth_asked(const Flags& flags, std::uint64_t seed, Console& console) {
  Timings& timings = console.timings();
  const auto drawn = [&](const Posterior<Model>& posterior) {
    return timings.time(Phase::estimate, [&] { return drawn_truth(posterior, seed); });
  };
  if (flags.from) {
    Posterior<Model> posterior =
        timings.time(Phase::read, [&] { return load_posterior(*flags.from, console); });
    posterior.feature_weights = {};  // rows come from densities
    if (!flags.estimator.estimator) return drawn(posterior);
    const Estimator estimator = *estimator_asked(flags.estimator, posterior);
    return timings.time(Phase::estimate, [&] { return estimate(posterior, estimator); });
  }
  std::optional<Schema> schema =
      timings.time(Phase::read, [&] { return schema_of_file(flags.schema); });
  if (!flags.parameters) return drawn(empty_posterior(Model(std::move(*schema))));
  return timings.time(Phase::read, [&] {
    return truth_from_json(read_until_nul(*flags.parameters), name_of_file(*flags.parameters),
                           schema);
  });
}

void note_columns(const Schema& schema, Console& console) {
  std::vector<std::string> unused;
  for (const ColumnSchema& column : schema.columns)
    if (column.family == "none") unused.push_back(column.name);
  if (!unused.empty())
    console.note(fmt::format("not drawn, for they have no family: {}", quoted_names(unused)));
}

// Learning refuses levels that a list lacks, and leaves such words out.
void note_reserved(const Schema& schema, Console& console) {
  std::map<std::string, std::vector<std::string>> columns;  // by the name of their reserved level
  for (const ColumnSchema& column : schema.columns)
    if (column.unseen == Unseen::reserve && !column.levels.empty())
      columns[detail::name_of_reserved(column.levels)].push_back(column.name);
  for (const auto& [level, names] : columns)
    console.note(
        fmt::format("the reserved level of {} is drawn as '{}'; to learn from these data, list it "
                    "last in the schema under `levels`, and remove `unseen`",
                    quoted_names(names), level));
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

BayesError best_possible(const Truth& truth, SimulationOptions asked, const Flags& flags) {
  if (!flags.draws)
    if (const auto exact = exact_bayes_error(truth)) return *exact;
  asked.rows = flags.draws.value_or(default_draws);
  return bayes_error(truth, asked);
}

void run(const Flags& flags, Console& console) {
  if (flags.bayes_error && flags.common.out == "-")
    throw UsageError(
        "the Bayes error and the data cannot both go to standard output; give -o a file");
  if (flags.truth == "-" && (flags.bayes_error || !flags.common.out || flags.common.out == "-"))
    throw UsageError(
        "flag '--truth' writes to standard output, which takes the result; give one of them a "
        "file");
  SimulationOptions asked = flags.asked;
  asked.rows = flags.rows.value_or(0);
  flags.sizes.put_into(asked);
  if (flags.balanced) asked.classes = ClassesDrawn::in_turn;
  const Overwrite overwrite = flags.common.overwrite();
  std::optional<Output> data, truth_file, best;
  if (flags.rows) data.emplace(flags.common.out, overwrite);
  if (flags.truth) truth_file.emplace(flags.truth, overwrite);
  if (flags.bayes_error) best.emplace(std::nullopt, overwrite);
  Timings& timings = console.timings();
  const Truth truth = truth_asked(flags, asked.seed, console);
  flags.sizes.check(truth.model.schema());
  note_columns(truth.model.schema(), console);
  if (data) note_reserved(truth.model.schema(), console);
  if (truth_file) timings.time(Phase::write, [&] { write_text(*truth_file, to_json(truth)); });
  if (data) timings.time(Phase::write, [&] { write_data(truth, asked, *data); });
  if (!best) return;
  const BayesError found =
      timings.time(Phase::score, [&] { return best_possible(truth, asked, flags); });
  timings.time(Phase::write, [&] {
    const CommonFlags& common = flags.common;
    write_text(*best, common.format == Format::json ? rounded_json(to_json(found), common.digits)
                                                    : to_text(found));
  });
}

}  // namespace
}  // namespace of_simulate

const Verb verbs::simulate = verb<of_simulate::Flags, of_simulate::run>(
    "simulate", "Simulate data from a model, or find its Bayes error");

}  // namespace credence::tool
