#pragma once
// The flags of `credence predict`, and labels by a rule that is no probability model.
#include <credence/predict/complement.hpp>

#include <optional>
#include <string>
#include <vector>

#include "common_flags.hpp"
#include "console.hpp"
#include "decisions.hpp"
#include "estimator_flags.hpp"
#include "input_flags.hpp"
#include "lazy.hpp"
#include "posterior_flags.hpp"
#include "shard_flags.hpp"

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

/// Throws UsageError for flags that have no meaning beside `--complement`, where it is given.
void refuse_beside_complement(const Grammar& grammar);

/// `credence predict` with the flag: labels, and scores where `--columns log_joint` asks for them.
/// throws  UsageError for columns of probabilities
void predict_by_complement(const PredictFlags& flags, Console& console);

}  // namespace credence::tool
