// `credence predict`: labels and probabilities of rows.
#include <credence/predict/classifier.hpp>

#include <fmt/format.h>

#include <algorithm>

#include "complement.hpp"
#include "decisions.hpp"
#include "estimators.hpp"
#include "output.hpp"
#include "prediction_rows.hpp"
#include "values.hpp"
#include "verbs.hpp"

namespace credence::tool {
namespace {

Layout layout_of(const Options& options, const Table& table) {
  Layout layout{.kept = {}, .groups = groups_asked(options)};
  for (const std::string& name : columns_of(options.keep, table, "--keep"))
    layout.kept.push_back(table.find(name));
  return layout;
}

void note_surprises(const Predictions& predictions, Estimator estimator, Console& console) {
  const auto impossible =
      std::count(predictions.impossible.begin(), predictions.impossible.end(), true);
  if (impossible > 0)
    console.note(
        fmt::format("{} of {} rows are impossible under every class for estimator '{}': their "
                    "label is the most "
                    "frequent class, their probabilities are those of the classes",
                    impossible, predictions.rows(), to_string(estimator)));
  if (predictions.unseen_cells > 0)
    console.note(
        fmt::format("{} cells or words hold a category that the training data lack; each "
                    "was treated as its column's `unseen` policy says",
                    predictions.unseen_cells));
}

void note_abstained(const Decisions& decisions, Console& console) {
  const auto abstained = std::count(decisions.abstained.begin(), decisions.abstained.end(), true);
  if (abstained > 0)
    console.note(
        fmt::format("{} of {} rows are too unsure for '--abstain-below': they have no label",
                    abstained, decisions.abstained.size()));
}

}  // namespace

void predict(const Options& options, Console& console) {
  if (options.complement) return predict_by_complement(options, console);
  Output output(options.out, options.force ? Overwrite::allow : Overwrite::refuse);
  Timings& timings = console.timings();
  const Posterior<Model> posterior =
      timings.time(Phase::read, [&] { return posterior_asked(options); });
  const Estimator estimator = estimator_asked(options, posterior).value_or(Estimator::predictive);
  const auto classifier =
      timings.time(Phase::estimate, [&] { return Classifier<Model>(posterior, estimator); });
  const Data data = timings.time(Phase::read, [&] { return read_data_for(posterior, options); });
  const Table& table = data.table;
  const Layout layout = layout_of(options, table);
  Decisions decisions{.loss = loss_asked(options, classifier.classes())};
  // Names that clash are said before the work is done.
  static_cast<void>(column_names(layout, classifier.classes(), decisions.loss.actions));
  const Predictions predictions =
      timings.time(Phase::score, [&] { return classifier.predict(table); });
  timings.time(Phase::score,
               [&] { decide(options, layout.groups, posterior, table, predictions, decisions); });
  const RowFormat format = options.format == "json" ? RowFormat::json : RowFormat::csv;
  timings.time(Phase::write,
               [&] { write_predictions(output, predictions, decisions, layout, format); });
  note_surprises(predictions, estimator, console);
  note_abstained(decisions, console);
}

}  // namespace credence::tool
