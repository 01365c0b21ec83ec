// `credence explain`: why one row gets one class and not another.
#include <credence/predict/explain.hpp>

#include <fmt/format.h>

#include "console/pictures.hpp"
#include "flags/values.hpp"
#include "input/estimator_flags.hpp"
#include "input/posterior_flags.hpp"
#include "input/reading.hpp"
#include "input/row_notes.hpp"
#include "input/weight_flags.hpp"
#include "process/faults.hpp"
#include "verbs.hpp"

namespace credence::tool {
namespace of_explain {
namespace {

struct Flags {
  PosteriorFlags posterior;
  InputFlags input{.labelled = false};
  std::uint64_t row = 0;  ///< counted from 1
  std::optional<std::string> klass;
  std::optional<std::string> against;
  LogUnit unit = LogUnit::nats;
  std::optional<double> interval;  ///< mass
  EstimatorFlags estimator;
  PictureFlags pictures;
  CommonFlags common;

  void declare(Grammar& grammar) {
    posterior.declare(grammar);
    input.declare(grammar);
    grammar.section(Section::options);
    grammar
        .value("--row", row, "N", "the row of DATA to explain, counted from 1", Whole{.least = 1})
        .needed("--row N, counted from 1");
    grammar.value("--class", klass, "NAME", "the class to explain [the most probable]");
    grammar.value("--against", against, "NAME",
                  "the class to compare it with [the most probable of the others]");
    declare_unit(grammar, unit);
    grammar
        .value("--interval-mass", interval, "MASS",
               "probability that each credible interval holds [0.9]", mass_of)
        .formerly("--interval");
    estimator.declare(grammar, "predictive");
    declare_like(grammar, estimator.like_scikit_learn, "explain what scikit-learn computes");
    declare_without_weights(grammar, posterior.without_weights);
    posterior.declare_class_prior(grammar);
    input.declare_dialect(grammar);
    pictures.declare(grammar);
    common.declare(grammar, {Format::text, Format::json, Format::csv});
    common.declare_digits(grammar);
    grammar.examples(
        "Examples:\n"
        "  credence explain patients.json today.csv --row 3\n"
        "  credence explain patients.json today.csv --row 3 --class ill --unit decibans --format "
        "json");
  }
};

Index row_asked(std::uint64_t row, const Table& table) {
  if (row > static_cast<std::uint64_t>(table.rows()))
    throw UsageError(fmt::format("flag '--row' is {}, and the data have {}; rows count from 1", row,
                                 counted(table.rows(), "row", "rows")));
  return static_cast<Index>(row - 1);
}

ExplainOptions explain_options(const Flags& flags, const std::vector<std::string>& classes) {
  if (flags.klass) check_class(*flags.klass, "--class", classes);
  if (flags.against) check_class(*flags.against, "--against", classes);
  ExplainOptions asked{.klass = flags.klass.value_or(""), .against = flags.against.value_or("")};
  if (!asked.klass.empty() && asked.klass == asked.against)
    throw UsageError(
        fmt::format("flags '--class' and '--against' both name '{}'; compare it with "
                    "another class",
                    asked.klass));
  asked.mass = flags.interval.value_or(asked.mass);
  return asked;
}

// None where an automatic prior has no numbers: maximum likelihood needs none. Asked for by name, the
// intervals must be there.
std::optional<Beliefs> beliefs_for(const Posterior<Model>& posterior, const Flags& flags) {
  try {
    return beliefs(posterior);
  } catch (const Error& error) {
    if (flags.interval || error.code() != ErrorCode::undefined) throw;
    return std::nullopt;
  }
}

void run(const Flags& flags, Console& console) {
  Results<Explanation> results(flags.common, flags.pictures);
  Timings& timings = console.timings();
  const Posterior<Model> posterior = posterior_asked(flags.posterior, console);
  const Estimator estimator = estimator_to_predict(flags.estimator, posterior);
  const ExplainOptions asked = explain_options(flags, posterior.label.classes);
  const auto estimates =
      timings.time(Phase::estimate, [&] { return estimate(posterior, estimator); });
  const auto believed =
      timings.time(Phase::estimate, [&] { return beliefs_for(posterior, flags); });
  const Data data = read_data_for(posterior, flags.input, console);
  note_missing_words(data.table, posterior.model.schema(), flags.input, console);
  const Index row = row_asked(flags.row, data.table);
  const Explanation explanation = timings.time(Phase::score, [&] {
    const auto bound = credence::bind(posterior.model, data.table);
    return in_unit(believed ? explain(estimates, *believed, bound, row, asked)
                            : explain(estimates, bound, row, asked),
                   flags.unit);
  });
  timings.time(Phase::write, [&] { results.write(explanation); });
  if (believed) note_certain_columns(posterior.model.schema(), console);
}

}  // namespace
}  // namespace of_explain

const Verb verbs::explain = verb<of_explain::Flags, of_explain::run>(
    "explain", "Explain one prediction, feature by feature");

}  // namespace credence::tool
