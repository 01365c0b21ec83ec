// `credence merge`: posterior files of equal schema into one.
#include <credence/detail/base/same_file.hpp>
#include <credence/learn/model_posterior.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "console/update_lock.hpp"
#include "input/posterior_output.hpp"
#include "input/reading.hpp"
#include "process/faults.hpp"
#include "verbs.hpp"

namespace credence::tool {
namespace of_merge {
namespace {

struct Flags {
  std::vector<std::string> posteriors;  ///< files and folders
  bool partial = false;                 ///< shards may be missing
  bool record = false;                  ///< the record stays although none is
  PosteriorFormFlag form;
  CommonFlags common;

  void declare(Grammar& grammar) {
    grammar
        .words("POSTERIOR", posteriors, "FILE",
               "files written by fit, or folders of such (names in .bin or .json); one alone is "
               "copied")
        .is_read()
        .may_be_replaced()
        .needed("at least one POSTERIOR, a file written by 'credence fit'");
    grammar.on_off("--partial", partial,
                   "allow shards to be missing: the result says which it holds");
    grammar.on_off("--record", record,
                   "write which shards the result holds although none is missing");
    form.declare(grammar);
    common.declare(grammar, {Format::text, Format::json}, "an error")
        .needed("-o FILE for the posterior ('-' is standard output)");
    grammar.examples(
        "Examples (all fitted with the same --schema):\n"
        "  credence merge monday.json tuesday.json -o week.json\n"
        "  credence merge week.json -o week.bin\n"
        "  credence merge d -o visits.json");
  }
};

namespace fs = std::filesystem;

// "2.bin" before "10.bin": shards that come in the order of their numbers need least memory.
bool comes_before(const std::string& a, const std::string& b) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  const auto digits_at = [&](const std::string& text, std::size_t at) {
    std::size_t end = at;
    while (end < text.size() && is_digit(text[end])) ++end;
    return end - at;
  };
  std::size_t at = 0;
  while (at < a.size() && at < b.size() && a[at] == b[at]) ++at;
  std::size_t begin = at;
  while (begin > 0 && is_digit(a[begin - 1])) --begin;
  const std::size_t a_digits = digits_at(a, begin);
  const std::size_t b_digits = digits_at(b, begin);
  if (a_digits > 0 && b_digits > 0 && a_digits != b_digits) return a_digits < b_digits;
  return a < b;
}

// The posterior files of a folder, but for the one that is written.
std::vector<std::string> posteriors_in(const std::string& folder,
                                       const std::optional<std::string>& out, Console& console) {
  std::vector<std::string> found;
  Index others = 0;
  std::error_code fault;
  for (const auto& entry : fs::directory_iterator(folder, fault)) {
    const std::string path = entry.path().string();
    std::error_code ignored;
    if (out && detail::is_same_file(path, *out)) continue;
    const bool is_posterior =
        entry.path().extension() == ".bin" || entry.path().extension() == ".json";
    if (is_posterior && entry.is_regular_file(ignored))
      found.push_back(path);
    else
      ++others;
  }
  if (fault)
    throw Error(ErrorCode::io,
                fmt::format("folder '{}' cannot be read: {}; check its permissions", folder,
                            fault.message()),
                {.file = folder});
  if (found.empty())
    throw Error(
        ErrorCode::io,
        fmt::format("folder '{}' holds no posterior file (*.bin, *.json); give one that does, or "
                    "name the files",
                    folder),
        {.file = folder});
  if (others > 0)
    console.note(fmt::format("'{}': {} {} no posterior file by name and {} left out", folder,
                             counted(others, "entry", "entries"), others == 1 ? "is" : "are",
                             others == 1 ? "is" : "are"));
  std::sort(found.begin(), found.end(), comes_before);
  return found;
}

std::vector<std::string> files_of(const Flags& flags, Console& console) {
  std::vector<std::string> files;
  for (const std::string& path : flags.posteriors) {
    std::error_code ignored;
    if (!fs::is_directory(path, ignored)) {
      files.push_back(path);
      continue;
    }
    for (std::string& file : posteriors_in(path, flags.common.out, console))
      files.push_back(std::move(file));
  }
  return files;
}

// Rows that count twice are what somebody may want, and hardly anybody does.
void note_repeated(const std::vector<std::string>& files, Console& console) {
  std::set<fs::path> seen;
  std::error_code none;
  for (const std::string& file : files)
    if (const fs::path path = fs::canonical(file, none); !path.empty() && !seen.insert(path).second)
      console.note(fmt::format("'{}' is named twice: its rows count twice", file));
}

ShardMerge merged_of(const std::vector<std::string>& files, Console& console) {
  ShardMerge merging;
  PosteriorReader reader;
  for (const std::string& path : files) {
    RecordedPosterior part = console.timings().time(
        Phase::read, [&] { return reader.read(read_until_nul(path), name_of_file(path)); });
    if (part.posterior.feature_weights.any() && files.size() > 1)
      console.note(fmt::format("'{}': {}", path,
                               dropped_weights("since they were found from its rows alone")));
    try {
      merging.add(std::move(part), path);
    } catch (const Error& error) {
      const std::string context = fmt::format("merging '{}' into '{}': ", path, files.front());
      const bool is_ours = error.where().file.empty() && error.code() != ErrorCode::io;
      throw Error(error.code(), is_ours ? context + error.what() : error.what(), error.where());
    }
  }
  return merging;
}

// Throws Error{version} for shards that are missing, Error{schema} for ones that are all empty.
void check_complete(const RecordedPosterior& merged, const std::string& missing,
                    const Flags& flags) {
  const ShardRecord& shards = merged.provenance.shards;
  if (!missing.empty() && !flags.partial)
    throw Error(ErrorCode::version,
                fmt::format("{} of {} given, without {}; run what is missing or say "
                            "--partial",
                            shards.count(), counted(shards.of, "shard is", "shards are"), missing));
  if (shards.any() && missing.empty() && merged.posterior.label.counts.count() == 0)
    throw Error(ErrorCode::schema,
                fmt::format("no shard has a row with a class in column '{}'; were the right files "
                            "learned?",
                            merged.posterior.label.name));
}

RecordedPosterior merged_by(const Flags& flags, const std::vector<std::string>& files,
                            Console& console) {
  ShardMerge merging = merged_of(files, console);
  const std::string missing = merging.missing();
  for (const std::string& file : merging.changed_files())
    console.note(fmt::format("file '{}' changed while shards were learned?", file));
  RecordedPosterior merged = merging.merged();
  if (flags.record && !merged.provenance.shards.any())
    throw UsageError(
        "flag '--record' has no meaning for posteriors of which none says which shards it holds; "
        "leave it out");
  if (flags.partial && !merged.provenance.shards.any())
    console.note("'--partial' changes nothing: none of the posteriors says which shards it holds");
  check_complete(merged, missing, flags);
  note_partial(merged.provenance, console);
  if (merged.provenance.shards.complete() && !flags.record) merged.provenance.shards = {};
  return merged;
}

void run(const Flags& flags, Console& console) {
  Output output(flags.common.out, flags.common.overwrite());
  const std::vector<std::string> files = files_of(flags, console);
  std::unique_ptr<UpdateLock> lock;
  for (const std::string& path : files)
    if (!lock) lock = lock_if_replaced(path, flags.common.out, console);
  const RecordedPosterior merged = merged_by(flags, files, console);
  if (lock) lock->check_unchanged();
  console.timings().time(Phase::write,
                         [&] { write_posterior(output, flags.common, flags.form, merged); });
  note_repeated(files, console);
  const Posterior<Model>& posterior = merged.posterior;
  for (const std::string& note : notes_on_counts(posterior)) console.note(note);
  for (const std::string& note : notes_on_incomplete_rows(posterior)) console.note(note);
  console.note(fmt::format("{} merged: {}",
                           counted(static_cast<Index>(files.size()), "posterior", "posteriors"),
                           counted(posterior.label.size(), "class", "classes")));
}

}  // namespace
}  // namespace of_merge

const Verb verbs::merge = verb<of_merge::Flags, of_merge::run>(
    "merge", "Merge posterior files that were trained on different rows");

}  // namespace credence::tool
