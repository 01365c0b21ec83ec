#pragma once
// The flags of `credence predict`.
#include <credence/predict/complement.hpp>

#include <optional>
#include <string>
#include <vector>

#include "answers/decisions.hpp"
#include "answers/lazy.hpp"
#include "flags/common_flags.hpp"
#include "flags/input_flags.hpp"
#include "input/estimator_flags.hpp"
#include "input/posterior_flags.hpp"

namespace credence::tool {

struct PredictFlags {
  PosteriorFlags posterior;
  InputFlags input{.labelled = false};
  EstimatorFlags estimator;
  std::vector<std::string> keep;                ///< columns, or lists of columns
  std::optional<ComplementWeights> complement;  ///< how the weights of that rule are scaled
  DecisionFlags decisions;
  bool with_coefficient = false;
  bool csv_safe = false;
  LazyFlags lazy;
  std::optional<Shard> shard;  ///< the rows of this one alone
  CommonFlags common;

  void declare(Grammar& grammar);
  [[nodiscard]] RowFormat rows() const {
    return common.format == Format::json ? RowFormat::json : RowFormat::csv;
  }
};

}  // namespace credence::tool
