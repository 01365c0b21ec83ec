// Shards of `credence fit`, each learned by itself.
#include "fit/shard_job.hpp"

#include <credence/detail/base/shell_words.hpp>

#include <fmt/format.h>

#include <filesystem>
#include <functional>

#include "fit/shards.hpp"
#include "fit/stream.hpp"
#include "input/chunks.hpp"
#include "input/modelling.hpp"

namespace credence::tool {
namespace {

// The first rows say what the columns are called; the schema file says the rest.
Model model_of_shards(const FitFlags& flags, const std::vector<DataFile>& files, Data data,
                      const ReadOptions& options, Console& console) {
  if (flags.model.tied && flags.model.tied->by_evidence)
    throw UsageError(
        "--tied by evidence needs all rows at once and has no place beside --shard and --shards; "
        "write the tying into the schema");
  for (const FamilyFlag& column : flags.model.columns)
    if (column.second == by_evidence)
      throw UsageError(fmt::format(
          "--column {} chooses a family by all rows and has no place beside --shard and --shards; "
          "write the family into the schema",
          detail::shell_word(fmt::format("{}={}", column.first, by_evidence))));
  constexpr std::uint64_t little = std::uint64_t{1} << 16;
  ShardReader reader(files, Shard{}, form_of(flags.input), options, little);
  if (!reader.next(data.table)) no_rows(flags.input);
  note_head(flags.input, data.table, console);
  Model model = make_model(flags.input, flags.model, data, console).model;
  check_one_pass(model, data.table, flags.model, "--shard and --shards");
  return model;
}

}  // namespace

ShardJob shard_job(const FitFlags& flags, Console& console) {
  check_several(flags.input);
  std::vector<DataFile> files =
      files_to_cut(flags.input, ", or learn from it with --stream --source NAME");
  Data data = describe_training_data(flags.input);
  const std::string label =
      label_name(flags.input, flags.model.label, data.schema).value_or("label");
  const ReadOptions options = read_options(flags.input, data.missing, label);
  const Model model = model_of_shards(flags, files, std::move(data), options, console);
  ShardJob job{.files = std::move(files),
               .form = form_of(flags.input),
               .options = options,
               .empty = empty_posterior(model, flags.summation())};
  job.empty.like_scikit_learn = flags.model.like_scikit_learn;
  job.of = flags.shards.shard ? flags.shards.shard->of
                              : flags.shards.shards.value_or(usual_shards(job.files));
  job.plan = plan_of({.files = job.files,
                      .of = job.of,
                      .form = std::string(job.form.name),
                      .dialect = options.text,
                      .label = options.label,
                      .weight = flags.model.weights()},
                     job.empty);
  return job;
}

ShardLearner::ShardLearner(const ShardJob& job, const FitFlags& flags)
    : job_(job), limits_(flags.input.limits), learner_(job.empty, flags) {}

RecordedPosterior ShardLearner::learn(Index number, const ShardCuts& cuts, ShardEdges& edges,
                                      Console& console) {
  const Index skipped = learner_.counts().without_label;
  const Shard shard{.number = number, .of = job_.of};
  ShardReader reader(job_.files, shard, job_.form, job_.options, stream_part_bytes, cuts);
  try {
    learn_rows(reader, console);
  } catch (...) {
    edges = reader.edges();
    throw;
  }
  edges = reader.edges();
  return {.posterior = learner_.take(job_.empty),
          .provenance = {.shards = {.plan = job_.plan,
                                    .of = job_.of,
                                    .have = {{number, number}},
                                    .skipped_rows = learner_.counts().without_label - skipped,
                                    .read = reader.pieces()}}};
}

void ShardLearner::learn_rows(ShardReader& reader, Console& console) {
  Table chunk;
  const auto next = [&] { return reader.next(chunk); };
  while (console.timings().time(Phase::read, next)) {
    console.timings().time(Phase::observe, [&] { with_rows_of(reader, [&] { learn(chunk); }); });
    chunk = Table{};
  }
}

void ShardLearner::learn(const Table& chunk) {
  learner_.learn(chunk);
  check_levels(learner_.posterior(), limits_, chunk.file());
}

std::optional<RecordedPosterior> held_in(const std::string& path,
                                         const std::function<void(const std::string&)>& note) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return std::nullopt;
  try {
    return load_recorded(path);
  } catch (const Error& error) {
    note(fmt::format("shard file '{}' does not count: {}", path, error.what()));
    return std::nullopt;
  }
}

}  // namespace credence::tool
