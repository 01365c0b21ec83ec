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

void summarise(const Posterior<Model>& posterior, Index learned, Console& console) {
  const auto& columns = posterior.model.schema().columns;
  const auto features = std::count_if(columns.begin(), columns.end(),
                                      [](const auto& column) { return column.family != "none"; });
  console.note(fmt::format("{} rows learned; the posterior has {} classes and {} features", learned,
                           posterior.label.size(), features));
}

Posterior<Model> updated(const Options& options, Console& console) {
  check_update_flags(options);
  Posterior<Model> posterior = load_posterior(*options.update);
  const Table table = read_data_for(posterior, options);
  if (options.weight) check_column(table, *options.weight, "--weight");
  const Schema& schema = posterior.model.schema();
  std::vector<std::string> known;
  if (options.weight) known.push_back(*options.weight);
  note_unlisted(schema, table, known, console);
  note_rows_without_label(table, schema.label, console);
  observe(posterior, table, options.weight.value_or(std::string()));
  summarise(posterior, table.rows() - rows_without_label(table, schema.label), console);
  return posterior;
}

Posterior<Model> fitted(const Options& options, Console& console) {
  const Data data = read_training_data(options);
  const Model model = make_model(options, data, console);
  const std::string& label = model.schema().label;
  note_rows_without_label(data.table, label, console);
  Posterior<Model> posterior = observe(model, data.table, options.weight.value_or(std::string()));
  posterior.like_scikit_learn = options.like.has_value();
  summarise(posterior, data.table.rows() - rows_without_label(data.table, label), console);
  return posterior;
}

}  // namespace

void fit(const Options& options, Console& console) {
  Output output(options.out, overwrite_of(options));
  write_text(output,
             to_json(options.update ? updated(options, console) : fitted(options, console)));
}

}  // namespace credence::tool
