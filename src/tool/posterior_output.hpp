#pragma once
// How verbs write the posterior files they make.
#include <credence/learn/posterior_file.hpp>

#include <optional>

#include "common_flags.hpp"
#include "output.hpp"

namespace credence::tool {

/// `--posterior-format`, or the form that the file's name says.
struct PosteriorFormFlag {
  std::optional<PosteriorForm> form{};
  void declare(Grammar& grammar);
};

/// Writes a posterior and finishes.
void write_posterior(Output& output, const CommonFlags& common, PosteriorFormFlag flag,
                     const Posterior<Model>& posterior);

}  // namespace credence::tool
