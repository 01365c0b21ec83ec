#pragma once
// How verbs write the posterior files they make.
#include <credence/learn/posterior_file.hpp>

#include "options.hpp"
#include "output.hpp"

namespace credence::tool {

/// Writes a posterior and finishes: in the form of --posterior-format, else of the file's name.
void write_posterior(Output& output, const Options& options, const Posterior<Model>& posterior);

}  // namespace credence::tool
