// `credence predict`: labels and probabilities of rows.
#include <credence/predict/classifier.hpp>

#include <fmt/format.h>

#include <algorithm>

#include "estimators.hpp"
#include "output.hpp"
#include "prediction_rows.hpp"
#include "values.hpp"
#include "verbs.hpp"

namespace credence::tool {
namespace {

Layout layout_of(const Options& options, const Table& table) {
  Layout layout{.kept = {}, .groups = groups_of(options.output.value_or("label,probability"))};
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

}  // namespace

void predict(const Options& options, Console& console) {
  Output output(options.out, options.force ? Overwrite::allow : Overwrite::refuse);
  Timings& timings = console.timings();
  const Posterior<Model> posterior =
      timings.time(Phase::read, [&] { return load_posterior(options.posteriors.front()); });
  const Estimator estimator = estimator_asked(options, posterior).value_or(Estimator::predictive);
  const auto classifier =
      timings.time(Phase::estimate, [&] { return Classifier<Model>(posterior, estimator); });
  const Data data = timings.time(Phase::read, [&] { return read_data_for(posterior, options); });
  const Table& table = data.table;
  const Layout layout = layout_of(options, table);
  // Names that clash are said before the work is done.
  static_cast<void>(column_names(layout, classifier.classes()));
  const Predictions predictions =
      timings.time(Phase::score, [&] { return classifier.predict(table); });
  const RowFormat format = options.format == "json" ? RowFormat::json : RowFormat::csv;
  timings.time(Phase::write, [&] { write_predictions(output, predictions, layout, format); });
  note_surprises(predictions, estimator, console);
}

}  // namespace credence::tool
