#pragma once
// Lazy rules for `credence predict`: they keep the training rows and have no posterior.
#include <credence/learn/model_posterior.hpp>
#include <credence/study/lazy_rules.hpp>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "console/console.hpp"
#include "flags/flags.hpp"
#include "flags/input_flags.hpp"

namespace credence::tool {

struct LazyFlags {
  bool asked = false;
  std::optional<std::string> train{};  ///< a file of rows with classes
  std::optional<std::string> label{};
  std::vector<std::string> drop{};  ///< each a column, or a list of columns

  void declare(Grammar& grammar);
};

/// Throws UsageError unless the command line has POSTERIOR and DATA, or --train and DATA alone, with
/// no flag that has no meaning there.
void check_posterior_or_train(const Grammar& grammar);

/// The rules of the training rows, and a posterior that has learned nothing, whose model is theirs.
struct LazyTraining {
  std::unique_ptr<const Table> rows;  // which the rules look at
  LazyRules rules;
  Posterior<Model> posterior;
};

/// Reads the training rows.
/// in  input: of DATA; its schema and dialect are those of the training rows as well
/// throws  as read_training and LazyRules
[[nodiscard]] LazyTraining lazy_training(const LazyFlags& flags, const InputFlags& input,
                                         Estimator estimator, Console& console);

}  // namespace credence::tool
