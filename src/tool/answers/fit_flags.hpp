#pragma once
// The flags of `credence fit`.
#include <optional>
#include <string>

#include "flags/common_flags.hpp"
#include "flags/input_flags.hpp"
#include "flags/model_flags.hpp"
#include "flags/shard_flags.hpp"
#include "flags/study_flags.hpp"
#include "input/estimator_flags.hpp"
#include "input/posterior_output.hpp"
#include "input/weight_flags.hpp"

namespace credence::tool {

struct FitFlags {
  InputFlags input;
  std::optional<std::string> update;           ///< a posterior file
  std::optional<std::string> from_statistics;  ///< what a database counted, in the place of DATA
  bool stream = false;                         ///< learn chunk after chunk
  bool exact = false;                          ///< add up without rounding
  std::optional<double> discount;              ///< of the past, once
  std::optional<double> discount_rows;         ///< of the past, with each row
  ModelFlags model;
  ShardFlags shards;
  WeightFlags weights;
  TwinFlags twin;            ///< logistic regression in the place of a posterior
  EstimatorFlags estimator;  ///< that weights are found for
  PosteriorFormFlag form;
  CommonFlags common;

  void declare(Grammar& grammar);
  [[nodiscard]] Summation summation() const {
    return exact ? Summation::exact : Summation::rounded;
  }
};

}  // namespace credence::tool
