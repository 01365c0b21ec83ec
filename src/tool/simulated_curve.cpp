// From flags to a truth, and to what is drawn of it.
#include "simulated_curve.hpp"

#include <credence/base/file.hpp>
#include <credence/study/truth.hpp>
#include <credence/study/truth_file.hpp>

#include <fmt/format.h>

#include <array>

#include "faults.hpp"
#include "values.hpp"

namespace credence::tool {
namespace {

struct Flag {
  const char* name;
  bool given;
};

void check_no_data(const Options& options) {
  if (!options.data.empty())
    throw UsageError("flag '--simulate' draws the rows, so DATA has no meaning beside it");
  const std::array flags{Flag{"--label", options.label.has_value()},
                         Flag{"--label-file", options.label_file.has_value()},
                         Flag{"--column", !options.columns.empty()},
                         Flag{"--drop", !options.drop.empty()},
                         Flag{"--prior", !options.priors.empty()},
                         Flag{"--class-prior", options.class_prior.has_value()},
                         Flag{"--tied", options.tied.has_value()},
                         Flag{"--covariance", options.covariance.has_value()},
                         Flag{"--weight", options.weight.has_value()},
                         Flag{"--separator", options.separator.has_value()},
                         Flag{"--quote", options.quote.has_value()},
                         Flag{"--header", options.header.has_value()},
                         Flag{"--comment", options.comment.has_value()},
                         Flag{"--missing", !options.missing.empty()},
                         Flag{"--trim", options.trim},
                         Flag{"--test-sizes", options.test_sizes.has_value()},
                         Flag{"--independent", options.independent},
                         Flag{"--stratified", options.stratified}};
  for (const auto& [name, given] : flags)
    if (given) throw UsageError(fmt::format("flag '{}' has no meaning beside '--simulate'", name));
  if (!options.schema && !options.parameters)
    throw UsageError("flag '--simulate' needs a model: --schema FILE or --parameters FILE");
  if (!options.training_sizes)
    throw UsageError("flag '--simulate' needs numbers of rows to learn: --sizes ROWS,...");
}

Index count_of(const std::optional<std::string>& text, std::string_view flag, std::uint64_t least,
               Index otherwise) {
  constexpr std::uint64_t most = 1'000'000'000;
  if (!text) return otherwise;
  const std::uint64_t number = whole_number_of(*text, flag, least);
  if (number > most)
    throw UsageError(fmt::format("flag '{}' is {}; give at most {}", flag, number, most));
  return static_cast<Index>(number);
}

std::string name_of(const std::string& path) { return path == "-" ? "standard input" : path; }

}  // namespace

void check_simulation(const Options& options) {
  if (options.simulate) {
    check_no_data(options);
    return;
  }
  const std::array flags{Flag{"--parameters", options.parameters.has_value()},
                         Flag{"--test-rows", options.test_rows.has_value()},
                         Flag{"--draws", options.draws.has_value()},
                         Flag{"--tokens", options.tokens.has_value()},
                         Flag{"--exposure", options.exposure.has_value()}};
  for (const auto& [name, given] : flags)
    if (given) throw UsageError(fmt::format("flag '{}' needs '--simulate' beside it", name));
  if (options.data.empty())
    throw UsageError(
        "'curve' needs DATA, a file or '-', or --simulate; see 'credence curve --help'");
}

Estimates truth_of_curve(const Options& options, std::uint64_t seed, Console& console) {
  return console.timings().time(Phase::read, [&] {
    std::optional<Schema> schema;
    if (options.schema)
      schema = schema_from_json(read_file(*options.schema), name_of(*options.schema));
    if (!options.parameters) return drawn_truth(empty_posterior(Model(std::move(*schema))), seed);
    return truth_from_json(read_file(*options.parameters), name_of(*options.parameters), schema);
  });
}

SimulatedCurveOptions simulation_of_curve(const Options& options, const CurveOptions& study) {
  SimulatedCurveOptions asked{.estimators = study.estimators,
                              .training_sizes = study.training_sizes,
                              .repeats = study.repeats,
                              .twin = study.twin};
  asked.rows.seed = study.seed;
  asked.test_rows = count_of(options.test_rows, "--test-rows", 1, asked.test_rows);
  asked.best_draws = count_of(options.draws, "--draws", 2, asked.best_draws);
  asked.rows.tokens = count_of(options.tokens, "--tokens", 0, asked.rows.tokens);
  if (options.exposure) asked.rows.exposure = number_of(*options.exposure, "--exposure");
  if (!(asked.rows.exposure > 0))
    throw UsageError(
        fmt::format("flag '--exposure' is '{}'; give a number above 0", *options.exposure));
  return asked;
}

}  // namespace credence::tool
