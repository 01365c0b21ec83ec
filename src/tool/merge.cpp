// `credence merge`: posterior files of equal schema into one.
#include <credence/learn/posterior_file.hpp>

#include <fmt/format.h>

#include "output.hpp"
#include "reading.hpp"
#include "verbs.hpp"

namespace credence::tool {

void merge(const Options& options, Console& console) {
  if (options.posteriors.size() < 2)
    throw UsageError("'merge' needs at least two posterior files; name them before -o");
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
  timings.time(Phase::write, [&] { write_text(output, to_json(merged)); });
  console.note(fmt::format("{} posteriors merged: {} classes", options.posteriors.size(),
                           merged.label.size()));
}

}  // namespace credence::tool
