// `credence predict --complement`: labels by the rule of complement naive Bayes.
#include "answers/complement.hpp"

#include <credence/predict/complement.hpp>

#include <fmt/format.h>

#include <algorithm>

#include "answers/twin.hpp"
#include "console/output.hpp"
#include "flags/values.hpp"
#include "input/chunks.hpp"
#include "input/row_notes.hpp"
#include "process/faults.hpp"

namespace credence::tool {
namespace {

std::vector<Group> groups_allowed(const DecisionFlags& flags) {
  std::vector<Group> groups = flags.columns.value_or(std::vector{Group::label});
  for (const Group group : groups)
    if (group != Group::label && group != Group::log_joint)
      throw UsageError(
          "flag '--columns' beside '--complement' takes 'label' and 'log_joint', which then holds "
          "the "
          "scores; the rule has no probabilities");
  return groups;
}

}  // namespace

void refuse_beside_complement(const Grammar& grammar) {
  if (!grammar.given("--complement")) return;
  const std::string_view flag =
      grammar.first_given({"--estimator", "--like", "--class-prior", "--interval-mass", "--draws",
                           "--seed", "--abstain-below", "--loss", "--with-coefficient"});
  if (!flag.empty())
    throw UsageError(fmt::format(
        "flag '{}' has no meaning beside '--complement', whose scores are no probabilities; leave "
        "one of them out",
        flag));
}

void predict_by_complement(const PredictFlags& flags, Console& console) {
  Layout layout{.kept = {},
                .groups = groups_allowed(flags.decisions),
                .digits = flags.common.digits,
                .csv_safe = flags.csv_safe};
  Output output(flags.common.out, flags.common.overwrite());
  Timings& timings = console.timings();
  const FittedModel fitted = fitted_model(flags.posterior, console);
  if (fitted.twin) check_twin_flags(flags);  // the flag of this rule among them
  const Posterior<Model>& posterior = fitted.posterior;
  const auto rule = timings.time(
      Phase::estimate, [&] { return ComplementClassifier(posterior, *flags.complement); });
  output.hold();
  Index unseen_cells = 0;
  std::vector<MissingWord> missing;
  for_tables_of(posterior, flags.input, flags.common.quiet, console, [&](const Table& table) {
    layout.kept.clear();
    for (const std::string& name : columns_of(flags.keep, table, "--keep"))
      layout.kept.push_back(table.find(name));
    static_cast<void>(column_names(layout, rule.classes(), {}));
    const Predictions predictions = timings.time(Phase::score, [&] {
      const auto bound = credence::bind(posterior.model, table);
      return rule.predict(bound, {.count = bound.rows});
    });
    timings.time(Phase::write,
                 [&] { write_predictions(output, predictions, {}, layout, flags.rows()); });
    layout.begins = false;
    unseen_cells += predictions.unseen_cells;
    add_missing_words(missing, table, posterior.model.schema());
  });
  timings.time(Phase::write, [&] {
    end_predictions(output, flags.rows());
    output.finish();
  });
  note_missing_words(std::move(missing), posterior.model.schema(), flags.input, console);
  if (unseen_cells > 0)
    console.note(
        fmt::format("{} the posterior knows; each was treated as its "
                    "column's `unseen` policy says",
                    counted(unseen_cells, "word is none that", "words are none that")));
}

}  // namespace credence::tool
