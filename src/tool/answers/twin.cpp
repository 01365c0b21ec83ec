// `credence fit --twin`, and what verbs may ask of its files.
#include "answers/twin.hpp"

#include <credence/learn/posterior_file.hpp>

#include <fmt/format.h>

#include <array>
#include <utility>

#include "console/output.hpp"
#include "input/modelling.hpp"
#include "input/reading.hpp"
#include "input/row_notes.hpp"
#include "process/faults.hpp"

namespace credence::tool {

void refuse_beside_twin(const Grammar& grammar) {
  if (!grammar.given("--twin")) return;
  const std::string_view flag = grammar.first_given(
      {"--update", "--discount", "--discount-rows", "--stream", "--exact", "--chunk", "--prior",
       "--class-prior", "--families", "--tied", "--covariance", "--structure", "--like",
       "--feature-weights", "--estimator", "--posterior-format"});
  if (!flag.empty())
    throw UsageError(
        fmt::format("flag '{}' has no meaning beside '--twin': a logistic regression has neither "
                    "statistics nor priors of columns; leave one of the two out",
                    flag));
}

void fit_twin(const FitFlags& flags, Console& console) {
  Output output(flags.common.out, flags.common.overwrite());
  const Training training = read_training(flags.input, flags.model, console);
  const Table& table = training.data.table;
  note_rows_to_study(table, training.model.schema(), flags.input, flags.model, console);
  const LogisticTwin twin = console.timings().time(Phase::estimate, [&] {
    return fit_logistic_twin(training.model, table, logistic_options(flags.twin),
                             flags.model.weights());
  });
  console.timings().time(Phase::write, [&] {
    output.write(to_json(twin));
    output.finish();
  });
  console.note(fmt::format("logistic regression of {} and {} after {}",
                           counted(std::ssize(twin.regression.classes), "class", "classes"),
                           counted(std::ssize(twin.regression.terms), "value", "values"),
                           counted(twin.regression.steps, "step", "steps")));
}

namespace {

Posterior<Model> noted_posterior(const std::string& bytes, const std::string& name,
                                 Console& console) {
  RecordedPosterior recorded = recorded_from_bytes(bytes, name);
  note_partial(recorded.provenance, console);
  return std::move(recorded.posterior);
}

}  // namespace

FittedModel fitted_model(const PosteriorFlags& flags, Console& console) {
  return console.timings().time(Phase::read, [&] {
    const std::string bytes = read_by_first(flags.file, console);
    const std::string name = name_of_file(flags.file);
    if (!is_logistic_twin(bytes))
      return FittedModel{.posterior = under_flags(noted_posterior(bytes, name, console), flags)};
    LogisticTwin twin = logistic_twin_from_json(bytes, name);
    FittedModel fitted{.posterior = empty_posterior(Model(twin.schema))};
    fitted.posterior.label.classes = twin.regression.classes;
    fitted.twin = std::move(twin);
    return fitted;
  });
}

void refuse_for_twin(std::span<const GivenFlag> flags) {
  for (const GivenFlag& each : flags)
    if (each.is_given)
      throw UsageError(
          fmt::format("flag '{}' has no meaning for a logistic regression, which POSTERIOR holds; "
                      "leave it out",
                      each.flag));
}

void check_twin_flags(const PredictFlags& flags) {
  refuse_for_twin(std::array{GivenFlag{flags.estimator.estimator.has_value(), "--estimator"},
                             GivenFlag{flags.estimator.like_scikit_learn, "--like"},
                             GivenFlag{flags.posterior.class_prior.has_value(), "--class-prior"},
                             GivenFlag{flags.posterior.without_weights, "--feature-weights"},
                             GivenFlag{flags.complement.has_value(), "--complement"},
                             GivenFlag{flags.with_coefficient, "--with-coefficient"}});
  const std::vector<Group> groups = groups_asked(flags.decisions);
  if (has_density(groups) || has_interval(groups))
    throw UsageError(
        "a logistic regression has no density of rows and no intervals: '--columns' takes label, "
        "probability, log_probability, impossible, action and expected_loss");
}

}  // namespace credence::tool
