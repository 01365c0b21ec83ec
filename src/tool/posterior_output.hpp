#pragma once
// How verbs write the posterior files they make.
#include <credence/learn/posterior_file.hpp>

#include <optional>

#include "common_flags.hpp"
#include "output.hpp"

namespace credence::tool {

/// Why feature weights of a posterior are gone.
/// in  what: changed it: "the rows that are added"
[[nodiscard]] std::string dropped_weights(std::string_view what);

/// `--posterior-format`, or the form that the file's name says.
struct PosteriorFormFlag {
  std::optional<PosteriorForm> form{};
  void declare(Grammar& grammar);
};

/// Writes a posterior and finishes.
void write_posterior(Output& output, const CommonFlags& common, PosteriorFormFlag flag,
                     const Posterior<Model>& posterior);

}  // namespace credence::tool
