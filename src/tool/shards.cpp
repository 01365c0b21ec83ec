// Shards of DATA, learned or taken over, and merged along their tree.
#include "shards.hpp"

#include <credence/learn/shards.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "chunks.hpp"
#include "faults.hpp"
#include "modelling.hpp"
#include "progress.hpp"
#include "stream.hpp"

namespace credence::tool {
namespace {

namespace fs = std::filesystem;

// What all shards of a run share.
struct Job {
  std::vector<DataFile> files;
  const Form& form;
  ReadOptions options;
  Posterior<Model> empty;
  Index of = 1;
  std::string plan{};
};

// The first rows say what the columns are called; the schema file says the rest.
Model model_of_shards(const FitFlags& flags, const std::vector<DataFile>& files, Data data,
                      const ReadOptions& options, Console& console) {
  if (flags.model.tied && flags.model.tied->by_evidence)
    throw UsageError(
        "--tied by evidence needs all rows at once and has no place beside --shard and --shards; "
        "write the tying into the schema");
  constexpr std::uint64_t little = std::uint64_t{1} << 16;
  ShardReader reader(files, Shard{}, form_of(flags.input), options, little);
  if (!reader.next(data.table))
    throw Error(ErrorCode::parse,
                fmt::format("'{}' has no rows; give a file with at least one row", files[0].path),
                {.file = files[0].path});
  note_separator(flags.input, data.table, console);
  Model model = make_model(flags.input, flags.model, data, console).model;
  check_one_pass(model, "--shard and --shards");
  return model;
}

Job job_of(const FitFlags& flags, Console& console) {
  check_several(flags.input);
  std::vector<DataFile> files = files_to_cut(flags.input);
  Data data = describe_training_data(flags.input);
  const std::string label =
      label_name(flags.input, flags.model.label, data.schema).value_or("label");
  const ReadOptions options = read_options(flags.input, data.missing, label);
  const Model model = model_of_shards(flags, files, std::move(data), options, console);
  Job job{.files = std::move(files),
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

// Learns shards one after another; the rows of all are counted together.
class ShardLearner {
 public:
  ShardLearner(const Job& job, const FitFlags& flags)
      : job_(job), limits_(flags.input.limits), learner_(job.empty, flags) {}

  [[nodiscard]] RecordedPosterior learn(Index number, Console& console) {
    const Index skipped = learner_.counts().without_label;
    const Shard shard{.number = number, .of = job_.of};
    ShardReader reader(job_.files, shard, job_.form, job_.options);
    Table chunk;
    const auto next = [&] { return reader.next(chunk); };
    while (console.timings().time(Phase::read, next)) {
      console.timings().time(Phase::observe, [&] { with_rows_of(reader, [&] { learn(chunk); }); });
      chunk = Table{};
    }
    return {.posterior = learner_.take(job_.empty),
            .provenance = {.shards = {.plan = job_.plan,
                                      .of = job_.of,
                                      .have = {{number, number}},
                                      .skipped_rows = learner_.counts().without_label - skipped,
                                      .read = reader.pieces()}}};
  }
  [[nodiscard]] const Learner& learner() const { return learner_; }

 private:
  void learn(const Table& chunk) {
    learner_.learn(chunk);
    check_levels(learner_.posterior(), limits_, chunk.file());
  }

  const Job& job_;
  ReadLimits limits_;
  Learner learner_;
};

// What a file holds; none for one that is damaged or is not there.
std::optional<RecordedPosterior> held_in(const std::string& path, Console& console) {
  std::error_code ignored;
  if (!fs::is_regular_file(path, ignored)) return std::nullopt;
  try {
    return load_recorded(path);
  } catch (const Error& error) {
    console.note(fmt::format("shard file '{}' does not count: {}", path, error.what()));
    return std::nullopt;
  }
}

void save_shard(const std::string& path, const RecordedPosterior& shard, Overwrite overwrite,
                PosteriorForm form) {
  Output output(path, overwrite);
  output.write(to_bytes(shard, form));
  output.finish();
}

// One task of several: nothing is left to do where its file holds that shard already.
void fit_one_shard(const FitFlags& flags, Console& console) {
  const Job job = job_of(flags, console);
  const Shard shard = *flags.shards.shard;
  const std::string path = flags.common.out.value_or("-");
  if (!flags.common.force && path != "-") {
    const std::optional<RecordedPosterior> held = held_in(path, console);
    if (held && is_unchanged(held->provenance.shards, job.plan, shard, job.files)) {
      console.note(fmt::format("'{}' holds shard {} of {} already", path, shard.number, shard.of));
      return;
    }
  }
  Output output(flags.common.out, flags.common.overwrite());
  ShardLearner shards(job, flags);
  const RecordedPosterior learned = shards.learn(shard.number, console);
  const RowCounts& counts = shards.learner().counts();
  write_posterior(output, flags.common, flags.form, learned);
  console.note(fmt::format("shard {} of {}: trained on {}, {} skipped", shard.number, shard.of,
                           counted(counts.learned(), "row", "rows"),
                           counts.rows - counts.learned()));
}

// All shards, one after another.
class ShardRun {
 public:
  ShardRun(const FitFlags& flags, Console& console)
      : flags_(flags), console_(console), job_(job_of(flags, console)), shards_(job_, flags) {
    if (flags_.shards.folder) make_folder(*flags_.shards.folder);
  }

  [[nodiscard]] RecordedPosterior all() {
    const ProgressBar bar(done_, job_.of, "shards", flags_.common.quiet);
    ShardMerge merging;
    for (Index number = 1; number <= job_.of; ++number) {
      merging.add(shard(number), fmt::format("shard {}", number));
      ++done_;
    }
    RecordedPosterior merged = merging.merged();
    check_levels(merged.posterior, flags_.input.limits, name_of_file(flags_.input.data));
    if (!flags_.shards.record) merged.provenance = {};
    skipped_ = merging.provenance().shards.skipped_rows;
    return merged;
  }

  void note(const Posterior<Model>& posterior) const {
    if (posterior.label.classes.empty())
      throw Error(ErrorCode::schema,
                  fmt::format("column '{}' of {} has no class in any of its rows; check --label "
                              "and --missing",
                              posterior.label.name, name_of_file(flags_.input.data)),
                  {.file = flags_.input.data});
    if (shards_.learner().counts().learned() > 0) shards_.learner().note_rows(console_);
    note_unknown_classes(posterior.model.schema(), posterior.label.classes, console_);
    if (taken_ > 0 && skipped_ > shards_.learner().counts().without_label)
      console_.note(fmt::format("{} without a class in column '{}' are skipped in all shards",
                                counted(skipped_, "row", "rows"), posterior.label.name));
    console_.note(fmt::format("{}, {} of them taken over unread; the posterior has {}",
                              counted(job_.of, "shard", "shards"), taken_,
                              counted(posterior.label.size(), "class", "classes")));
    note_fit(posterior, console_);
  }

 private:
  static void make_folder(const std::string& folder) {
    std::error_code fault;
    fs::create_directories(folder, fault);
    if (fault)
      throw Error(
          ErrorCode::io,
          fmt::format("folder '{}' cannot be made: {}; choose another one for --shard-files",
                      folder, fault.message()),
          {.file = folder});
  }

  // PLAN8-00014-of-00064.bin
  [[nodiscard]] std::string file_of(Index number) const {
    const std::string plan = job_.plan.substr(job_.plan.find(':') + 1, 8);
    return (fs::path(*flags_.shards.folder) /
            fmt::format("{}-{:05}-of-{:05}.bin", plan, number, job_.of))
        .string();
  }

  [[nodiscard]] RecordedPosterior shard(Index number) {
    if (!flags_.shards.folder) return shards_.learn(number, console_);
    const std::string path = file_of(number);
    std::optional<RecordedPosterior> held = held_in(path, console_);
    if (held) {
      if (is_unchanged(held->provenance.shards, job_.plan, {.number = number, .of = job_.of},
                       job_.files)) {
        ++taken_;
        return std::move(*held);
      }
      console_.note(
          fmt::format("the files of shard {} changed since '{}' was written: it is "
                      "learned again",
                      number, path));
    }
    RecordedPosterior learned = shards_.learn(number, console_);
    console_.timings().time(
        Phase::write, [&] { save_shard(path, learned, Overwrite::allow, PosteriorForm::binary); });
    return learned;
  }

  const FitFlags& flags_;
  Console& console_;
  Job job_;
  ShardLearner shards_;
  std::atomic<Index> done_ = 0;
  Index taken_ = 0;
  Index skipped_ = 0;
};

}  // namespace

std::vector<DataFile> files_to_cut(const InputFlags& input) {
  for (const std::string& path : input.files)
    if (path == "-")
      throw UsageError(
          "standard input has no shards; give files, or learn from it with --stream --source NAME");
  return data_files(input.files);
}

void fit_shards(const FitFlags& flags, Console& console) {
  if (flags.shards.shard) return fit_one_shard(flags, console);
  Output output(flags.common.out, flags.common.overwrite());
  ShardRun run(flags, console);
  const RecordedPosterior merged = run.all();
  run.note(merged.posterior);
  console.timings().time(Phase::write,
                         [&] { write_posterior(output, flags.common, flags.form, merged); });
}

}  // namespace credence::tool
