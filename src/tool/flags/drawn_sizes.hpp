#pragma once
// The flags `--tokens` and `--exposure` of rows that are simulated.
#include <credence/data/schema.hpp>

#include <optional>
#include <string>

#include "flags/flags.hpp"

namespace credence::tool {

/// The lengths of texts and the exposures of counts that are drawn.
struct DrawnSizeFlags {
  std::optional<Index> tokens{};
  std::optional<double> exposure{};

  /// in  beside: what the help begins with, as "with --simulate: "
  void declare(Grammar& grammar, const std::string& beside = {});

  /// Puts what is given into the options of a simulation.
  template <class Options>
  void put_into(Options& options) const {
    options.tokens = tokens.value_or(options.tokens);
    options.exposure = exposure.value_or(options.exposure);
  }

  /// Throws UsageError for a flag of which no column has a use.
  void check(const Schema& schema) const;
};

}  // namespace credence::tool
