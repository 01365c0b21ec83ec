// `credence merge`: posterior files of equal schema into one.
#include <credence/learn/notes.hpp>

#include <fmt/format.h>

#include "modelling.hpp"
#include "posterior_output.hpp"
#include "reading.hpp"
#include "update_lock.hpp"
#include "verbs.hpp"

namespace credence::tool {
namespace {

struct Flags {
  std::vector<std::string> posteriors;  ///< files
  PosteriorFormFlag form;
  CommonFlags common;

  void declare(Grammar& grammar) {
    grammar.words("POSTERIOR", posteriors, "FILE", "files written by fit; one alone is copied")
        .is_read()
        .needed("at least one POSTERIOR, a file written by 'credence fit'");
    form.declare(grammar);
    common.declare(grammar, {Format::text, Format::json})
        .needed("-o FILE for the posterior ('-' is standard output)");
    grammar.examples(
        "Examples (all fitted with the same --schema):\n"
        "  credence merge monday.json tuesday.json -o week.json\n"
        "  credence merge week.json -o week.bin");
  }
};

Posterior<Model> merged_of(const std::vector<std::string>& files, Console& console) {
  const auto load = [&](const std::string& path) {
    Posterior<Model> posterior =
        console.timings().time(Phase::read, [&] { return load_posterior(path); });
    if (posterior.feature_weights.any() && files.size() > 1)
      console.note(fmt::format("'{}': {}", path, dropped_weights("merging")));
    return posterior;
  };
  Posterior<Model> merged = load(files.front());
  for (std::size_t i = 1; i < files.size(); ++i) {
    try {
      merge(merged, load(files[i]));
    } catch (const Error& error) {
      const std::string context = fmt::format("merging '{}' into '{}': ", files[i], files.front());
      const bool is_ours = error.where().file.empty() && error.code() != ErrorCode::io;
      throw Error(error.code(), is_ours ? context + error.what() : error.what(), error.where());
    }
  }
  return merged;
}

void run(const Flags& flags, Console& console) {
  Output output(flags.common.out, flags.common.overwrite());
  std::unique_ptr<UpdateLock> lock;
  for (const std::string& path : flags.posteriors)
    if (!lock) lock = lock_if_replaced(path, flags.common.out, console);
  const Posterior<Model> merged = merged_of(flags.posteriors, console);
  if (lock) lock->check_unchanged();
  console.timings().time(Phase::write,
                         [&] { write_posterior(output, flags.common, flags.form, merged); });
  for (const std::string& note : notes_on_counts(merged)) console.note(note);
  for (const std::string& note : notes_on_incomplete_rows(merged)) console.note(note);
  console.note(
      fmt::format("{} merged: {}",
                  counted(static_cast<Index>(flags.posteriors.size()), "posterior", "posteriors"),
                  counted(merged.label.size(), "class", "classes")));
}

}  // namespace

const Verb verbs::merge =
    verb<Flags, run>("merge", "Merge posterior files that were trained on different rows");

}  // namespace credence::tool
