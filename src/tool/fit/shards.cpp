// Shards of DATA, learned or taken over, and merged along their tree.
#include "fit/shards.hpp"

#include <credence/detail/data/read_in_turn.hpp>
#include <credence/learn/shards.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>

#include "fit/shard_job.hpp"
#include "input/chunks.hpp"
#include "input/modelling.hpp"
#include "input/row_notes.hpp"
#include "process/faults.hpp"
#include "process/progress.hpp"

namespace credence::tool {
namespace {

namespace fs = std::filesystem;

void save_shard(const std::string& path, const RecordedPosterior& shard, Overwrite overwrite,
                PosteriorForm form) {
  Output output(path, overwrite);
  output.write(to_bytes(shard, form));
  output.finish();
}

// One task of several: nothing is left to do where its file holds that shard already.
void fit_one_shard(const FitFlags& flags, Console& console) {
  const ShardJob job = shard_job(flags, console);
  const Shard shard = *flags.shards.shard;
  const std::string path = flags.common.out.value_or("-");
  if (!flags.common.force && path != "-") {
    const std::optional<RecordedPosterior> held =
        held_in(path, [&](const std::string& why) { console.note(why); });
    if (held && is_unchanged(held->provenance.shards, job.plan, shard, job.files)) {
      console.note(fmt::format("'{}' holds shard {} of {} already", path, shard.number, shard.of));
      return;
    }
  }
  Output output(flags.common.out, flags.common.overwrite());
  ShardLearner shards(job, flags);
  ShardEdges edges;
  RecordedPosterior learned{.posterior = job.empty, .provenance = {}};
  with_shard_alone(shard, [&] { learned = shards.learn(shard.number, {}, edges, console); });
  const RowCounts& counts = shards.learner().counts();
  write_posterior(output, flags.common, flags.form, learned);
  console.note(fmt::format("shard {} of {}: trained on {}, {} skipped", shard.number, shard.of,
                           counted(counts.learned(), "row", "rows"),
                           counts.rows - counts.learned()));
}

// All shards, one after another, each process its own.
class ShardRun {
 public:
  ShardRun(const FitFlags& flags, Console& console)
      : flags_(flags), console_(console), job_(shard_job(flags, console)) {
    check_same_plan();
    const Ranks& ranks = console.ranks();
    before_ = job_.of * ranks.rank() / ranks.size();
    last_ = job_.of * (ranks.rank() + 1) / ranks.size();
    if (flags_.shards.folder) make_folder(*flags_.shards.folder);
  }

  /// Returns all shards merged, in the first process alone.
  [[nodiscard]] RecordedPosterior all() {
    Ranks& ranks = console_.ranks();
    {
      const ProgressBar bar(done_, last_ - before_, "shards",
                            flags_.common.quiet || !ranks.is_first());
      ranks.read_in_turn([&](auto begin, ShardEdges& edges) { pass(begin, edges); });
    }
    console_.timings().time(Phase::merge, [&] { ranks.merge(tree_); });
    share_counts();
    if (!ranks.is_first()) return {.posterior = job_.empty, .provenance = {}};
    RecordedPosterior merged{.posterior = tree_.merged(), .provenance = {}};
    check_levels(merged.posterior, flags_.input.limits, name_of_data(flags_.input));
    if (flags_.shards.record)
      merged.provenance.shards = {.plan = job_.plan,
                                  .of = job_.of,
                                  .have = {{1, job_.of}},
                                  .skipped_rows = skipped_,
                                  .read = {}};
    return merged;
  }

  void note(const Posterior<Model>& posterior) const {
    for (const std::string& note : notes_) console_.note(note);
    if (posterior.label.counts.count() == 0)
      throw Error(ErrorCode::schema,
                  fmt::format("column '{}' of {} has no class in any of its rows; check --label "
                              "and --missing",
                              posterior.label.name, name_of_data(flags_.input)),
                  {.file = flags_.input.data});
    if (shards_->learner().counts().learned() > 0) shards_->learner().note_rows(console_);
    note_unknown_classes(posterior.model.schema(), posterior.label.classes, console_);
    if (taken_ > 0 && skipped_ > shards_->learner().counts().without_label)
      console_.note(fmt::format("{} without a class in column '{}' are skipped in all shards",
                                counted(skipped_, "row", "rows"), posterior.label.name));
    console_.note(fmt::format("{}, {} of them taken over unread; the posterior has {}",
                              counted(job_.of, "shard", "shards"), taken_,
                              counted(posterior.label.size(), "class", "classes")));
    note_fit(posterior, console_);
  }

 private:
  // Processes may lie on machines with other files.
  void check_same_plan() {
    const std::vector<std::string> plans = console_.ranks().exchange(job_.plan);
    for (std::size_t rank = 1; rank < plans.size(); ++rank)
      if (plans[rank] != plans[0])
        throw Error(ErrorCode::io,
                    fmt::format("rank {} sees files of other names or sizes than rank 0, or "
                                "another schema; give all machines the same files",
                                rank),
                    {.file = flags_.input.data});
  }

  // The shards of this process, from where the rows of the first of them begin.
  void pass(std::optional<std::uint64_t> begin, ShardEdges& edges) {
    shards_.emplace(job_, flags_);
    tree_ = {};
    notes_.clear();
    taken_ = 0;
    skipped_ = 0;
    done_ = 0;
    for (Index number = before_ + 1; number <= last_; ++number) {
      ShardEdges own;
      const auto learned = [&] {
        try {
          return shard(number, begin, own);
        } catch (...) {
          detail::join(edges, own);
          throw;
        }
      };
      RecordedPosterior part = learned();
      detail::join(edges, own);
      if (own.any) begin = own.end;
      skipped_ += part.provenance.shards.skipped_rows;
      tree_.add({.first = number - 1, .posterior = std::move(part.posterior)});
      ++done_;
    }
  }

  // What became of all rows, in every process.
  void share_counts() {
    Ranks& ranks = console_.ranks();
    if (ranks.size() == 1) return;
    const Index own_taken = taken_, own_skipped = skipped_;
    detail::Parcel parcel;
    const RowCounts& counts = shards_->learner().counts();
    for (const Index count :
         {counts.rows, counts.without_label, counts.weightless, own_taken, own_skipped})
      parcel.put(static_cast<std::uint64_t>(count));
    parcel.put(shards_->learner().file());
    parcel.put(std::uint64_t{notes_.size()});
    for (const std::string& note : notes_) parcel.put(note);
    parcel.put(packed_words(shards_->learner().missing_words()));
    const std::vector<std::string> all = ranks.exchange(parcel.packed());
    for (std::size_t rank = 1; ranks.is_first() && rank < all.size(); ++rank)
      add_counts(detail::Parcel(all[rank]));
  }

  void add_counts(detail::Parcel parcel) {
    const auto next = [&] { return static_cast<Index>(parcel.number()); };
    RowCounts counts;
    counts.rows = next();
    counts.without_label = next();
    counts.weightless = next();
    taken_ += next();
    skipped_ += next();
    const std::string file(parcel.text());
    for (Index left = next(); left > 0; --left) notes_.emplace_back(parcel.text());
    shards_->learner().add_counts(counts, words_from(parcel.text()), file);
  }

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

  [[nodiscard]] RecordedPosterior shard(Index number, std::optional<std::uint64_t> begin,
                                        ShardEdges& edges) {
    const ShardCuts cuts{.begin = begin, .reads_on = true};
    if (!flags_.shards.folder) return shards_->learn(number, cuts, edges, console_);
    const std::string path = file_of(number);
    const Shard which{.number = number, .of = job_.of};
    std::optional<RecordedPosterior> held =
        held_in(path, [&](const std::string& why) { notes_.push_back(why); });
    if (held) {
      const ShardRecord& record = held->provenance.shards;
      const ShardEdges known = edges_of(job_.files, which, job_.form, record.read);
      const bool is_begun_elsewhere = begin && known.begin && *begin != *known.begin;
      if (!is_begun_elsewhere && is_unchanged(record, job_.plan, which, job_.files)) {
        ++taken_;
        edges = known;
        return std::move(*held);
      }
      notes_.push_back(
          fmt::format("the files of shard {} changed since '{}' was written: it is "
                      "learned again",
                      number, path));
    }
    RecordedPosterior learned = shards_->learn(number, cuts, edges, console_);
    console_.timings().time(
        Phase::write, [&] { save_shard(path, learned, Overwrite::allow, PosteriorForm::binary); });
    return learned;
  }

  const FitFlags& flags_;
  Console& console_;
  ShardJob job_;
  Index before_ = 0;  // the shards of this process: those behind this one
  Index last_ = 0;    // up to this one
  std::optional<ShardLearner> shards_;
  ShardTree tree_;
  std::vector<std::string> notes_;
  std::atomic<Index> done_ = 0;
  Index taken_ = 0;
  Index skipped_ = 0;
};

}  // namespace

std::vector<DataFile> files_to_cut(const InputFlags& input, std::string_view otherwise) {
  for (const std::string& path : input.files)
    if (path == "-")
      throw UsageError(fmt::format("standard input has no shards; give files{}", otherwise));
  return data_files(input.files);
}

void fit_shards(const FitFlags& flags, Console& console) {
  if (flags.shards.shard) return fit_one_shard(flags, console);
  const bool is_first = console.ranks().is_first();
  std::optional<Output> output;
  if (is_first) output.emplace(flags.common.out, flags.common.overwrite());
  ShardRun run(flags, console);
  const RecordedPosterior merged = run.all();
  if (!is_first) return;
  run.note(merged.posterior);
  console.timings().time(Phase::write,
                         [&] { write_posterior(*output, flags.common, flags.form, merged); });
}

}  // namespace credence::tool
