// `credence fit`: data to a posterior file.
#include <credence/learn/notes.hpp>
#include <credence/learn/posterior_priors.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "learner.hpp"
#include "modelling.hpp"
#include "posterior_output.hpp"
#include "stream.hpp"
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
  refuse(options.tied.has_value(), "--tied");
  refuse(options.covariance.has_value(), "--covariance");
  refuse(options.like.has_value(), "--like");
}

void summarise(const Learner& learner, Console& console) {
  const Posterior<Model>& posterior = learner.posterior();
  const Schema& schema = posterior.model.schema();
  note_unknown_classes(schema, posterior.label.classes, console);
  const auto features = std::count_if(schema.columns.begin(), schema.columns.end(),
                                      [](const auto& column) { return column.family != "none"; });
  console.note(fmt::format("{} learned; the posterior has {} and {}",
                           counted(learner.counts().learned(), "row", "rows"),
                           counted(posterior.label.size(), "class", "classes"),
                           counted(features, "feature", "features")));
  for (const std::string& note : notes_on_priors(posterior)) console.note(note);
  for (const std::string& note : notes_on_counts(posterior)) console.note(note);
  for (const std::string& note : notes_on_incomplete_rows(posterior)) console.note(note);
}

Learner updated(const Options& options, Console& console) {
  Timings& timings = console.timings();
  Posterior<Model> posterior =
      timings.time(Phase::read, [&] { return load_posterior(*options.update); });
  const Data data = timings.time(Phase::read, [&] { return read_data_for(posterior, options); });
  note_unlisted_beside(posterior, data.table, options, console);
  Learner learner(std::move(posterior), options);
  timings.time(Phase::observe, [&] { learner.learn(data.table); });
  return learner;
}

Learner fitted(const Options& options, Console& console) {
  Timings& timings = console.timings();
  const Data data = timings.time(Phase::read, [&] { return read_training_data(options); });
  const Model model = timings.time(Phase::read, [&] { return make_model(options, data, console); });
  Learner learner(empty_posterior(model, summation_of(options)), options);
  timings.time(Phase::observe, [&] { learner.learn(data.table); });
  return learner;
}

Learner learner_of(const Options& options, Console& console) {
  if (options.stream) return learned_from_stream(options, console);
  return options.update ? updated(options, console) : fitted(options, console);
}

}  // namespace

void fit(const Options& options, Console& console) {
  if (options.update) check_update_flags(options);
  check_stream_flags(options);
  Output output(options.out, overwrite_of(options));
  const Learner learner = learner_of(options, console);
  learner.note_rows(console);
  console.timings().time(Phase::write,
                         [&] { write_posterior(output, options, learner.posterior()); });
  summarise(learner, console);
}

}  // namespace credence::tool
