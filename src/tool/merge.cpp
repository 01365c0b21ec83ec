// `credence merge`: posterior files of equal schema into one.
#include <credence/learn/notes.hpp>

#include <fmt/format.h>

#include "modelling.hpp"
#include "posterior_output.hpp"
#include "reading.hpp"
#include "verbs.hpp"

namespace credence::tool {

void merge(const Options& options, Console& console) {
  if (options.posteriors.empty())
    throw UsageError("'merge' needs at least one posterior file; name them before -o");
  Output output(options.out, options.force ? Overwrite::allow : Overwrite::refuse);
  Timings& timings = console.timings();
  const auto load = [&](const std::string& path) {
    return timings.time(Phase::read, [&] { return load_posterior(path); });
  };
  Posterior<Model> merged = load(options.posteriors.front());
  for (std::size_t i = 1; i < options.posteriors.size(); ++i) {
    const std::string& path = options.posteriors[i];
    try {
      credence::merge(merged, load(path));
    } catch (const Error& error) {
      const std::string context =
          fmt::format("merging '{}' into '{}': ", path, options.posteriors.front());
      const bool is_ours = error.where().file.empty() && error.code() != ErrorCode::io;
      throw Error(error.code(), is_ours ? context + error.what() : error.what(), error.where());
    }
  }
  timings.time(Phase::write, [&] { write_posterior(output, options, merged); });
  for (const std::string& note : notes_on_counts(merged)) console.note(note);
  for (const std::string& note : notes_on_incomplete_rows(merged)) console.note(note);
  console.note(
      fmt::format("{} merged: {}",
                  counted(static_cast<Index>(options.posteriors.size()), "posterior", "posteriors"),
                  counted(merged.label.size(), "class", "classes")));
}

}  // namespace credence::tool
