#pragma once
// How verbs write the posterior files they make.
#include <credence/learn/shards.hpp>

#include <optional>

#include "console/console.hpp"
#include "console/output.hpp"
#include "flags/common_flags.hpp"

namespace credence::tool {

/// Returns a note that a posterior has lost its feature weights.
/// in  why: "since ..."
[[nodiscard]] std::string dropped_weights(std::string_view why);

/// `--posterior-format`, or the form that the file's name says.
struct PosteriorFormFlag {
  std::optional<PosteriorForm> form{};
  void declare(Grammar& grammar);
};

/// Notes what a reader should know of a posterior that was fitted: one class alone, priors, counts and
/// rows of blocks that are incomplete.
void note_fit(const Posterior<Model>& posterior, Console& console);

/// Writes a posterior with its record, and finishes.
void write_posterior(Output& output, const CommonFlags& common, PosteriorFormFlag flag,
                     const RecordedPosterior& recorded);

}  // namespace credence::tool
