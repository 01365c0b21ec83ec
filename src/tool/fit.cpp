// `credence fit`: data to a posterior file.
#include <credence/learn/posterior_file.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "modelling.hpp"
#include "output.hpp"
#include "values.hpp"
#include "verbs.hpp"

namespace credence::tool {
namespace {

namespace fs = std::filesystem;

Overwrite overwrite_of(const Options& options) {
  if (options.force) return Overwrite::allow;
  std::error_code none;
  const bool in_place =
      options.update && options.out && fs::equivalent(*options.update, *options.out, none);
  return in_place ? Overwrite::allow : Overwrite::refuse;
}

void check_update_flags(const Options& options) {
  const auto refuse = [](bool given, std::string_view flag) {
    if (given)
      throw UsageError(
          fmt::format("flag '{}' has no place beside --update: the schema and the priors "
                      "are those of the posterior; leave it away",
                      flag));
  };
  refuse(options.label.has_value(), "--label");
  refuse(options.schema.has_value(), "--schema");
  refuse(!options.columns.empty(), "--column");
  refuse(!options.drop.empty(), "--drop");
  refuse(!options.priors.empty(), "--prior");
  refuse(options.class_prior.has_value(), "--class-prior");
  refuse(options.like.has_value(), "--like");
}

// A posterior, and how many rows of the data it learned from.
struct Learned {
  Posterior<Model> posterior;
  Index rows = 0;
};

// Rows with a class and a positive weight; those of weight 0 are noted.
Index rows_learned(const Options& options, const Table& table, const std::string& label,
                   Console& console) {
  const Index labelled = table.rows() - rows_without_label(table, label);
  if (!options.weight) return labelled;
  const std::vector<double> weights = row_weights(table, *options.weight);
  const CodeColumn classes = codes_of(table, table.column(label));
  Index weightless = 0;
  for (std::size_t row = 0; row < weights.size(); ++row)
    if (weights[row] == 0 && classes.codes[row] != missing_code) ++weightless;
  if (weightless > 0)
    console.note(fmt::format("{} of weight 0 {} passed over", counted(weightless, "row", "rows"),
                             weightless == 1 ? "was" : "were"));
  return labelled - weightless;
}

void summarise(const Learned& learned, Console& console) {
  const Schema& schema = learned.posterior.model.schema();
  note_unknown_classes(schema, learned.posterior.label.classes, console);
  const auto features = std::count_if(schema.columns.begin(), schema.columns.end(),
                                      [](const auto& column) { return column.family != "none"; });
  console.note(fmt::format("{} learned; the posterior has {} and {}",
                           counted(learned.rows, "row", "rows"),
                           counted(learned.posterior.label.size(), "class", "classes"),
                           counted(features, "feature", "features")));
}

Learned updated(const Options& options, Console& console) {
  check_update_flags(options);
  Timings& timings = console.timings();
  Posterior<Model> posterior =
      timings.time(Phase::read, [&] { return load_posterior(*options.update); });
  const Table table = timings.time(Phase::read, [&] { return read_data_for(posterior, options); });
  if (options.weight) check_column(table, *options.weight, "--weight");
  const Schema& schema = posterior.model.schema();
  std::vector<std::string> known;
  if (options.weight) known.push_back(*options.weight);
  note_unlisted(schema, table, known, console);
  note_rows_without_label(table, schema.label, console);
  timings.time(Phase::observe,
               [&] { observe(posterior, table, options.weight.value_or(std::string())); });
  const Index rows = rows_learned(options, table, posterior.label.name, console);
  return {std::move(posterior), rows};
}

Learned fitted(const Options& options, Console& console) {
  Timings& timings = console.timings();
  const Data data = timings.time(Phase::read, [&] { return read_training_data(options); });
  const Model model = timings.time(Phase::read, [&] { return make_model(options, data, console); });
  const std::string& label = model.schema().label;
  note_rows_without_label(data.table, label, console);
  Posterior<Model> posterior = timings.time(Phase::observe, [&] {
    return observe(model, data.table, options.weight.value_or(std::string()));
  });
  posterior.like_scikit_learn = options.like.has_value();
  const Index rows = rows_learned(options, data.table, label, console);
  return {std::move(posterior), rows};
}

}  // namespace

void fit(const Options& options, Console& console) {
  Output output(options.out, overwrite_of(options));
  const Learned learned = options.update ? updated(options, console) : fitted(options, console);
  console.timings().time(Phase::write, [&] { write_text(output, to_json(learned.posterior)); });
  summarise(learned, console);
}

}  // namespace credence::tool
