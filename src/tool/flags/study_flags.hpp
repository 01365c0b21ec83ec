#pragma once
// The flags of studies: seeds, folds, and logistic regression beside the estimators.
#include <credence/study/compare.hpp>

#include <optional>
#include <string>

#include "flags/flags.hpp"
#include "flags/model_flags.hpp"
#include "flags/values.hpp"

namespace credence::tool {

/// `--seed`.
/// in  drawn: what is the same for the same seed: "folds"
template <class Place>
void declare_seed(Grammar& grammar, Place& seed, const std::string& drawn) {
  grammar.value("--seed", seed, "S", "the same seed gives the same " + drawn + " [1]",
                Whole{.most = std::numeric_limits<std::uint64_t>::max()});
}

/// How cross-validation cuts the rows; the column of folds is with the other columns of the model.
struct FoldFlags {
  std::optional<Index> folds{};
  std::optional<std::uint64_t> seed{};

  void declare(Grammar& grammar, ModelFlags& model);
  void declare_folds(Grammar& grammar, const std::string& form);
};

void declare_fold_column(Grammar& grammar, ModelFlags& model);

/// Returns what the values of `--fold-column` are: groups beside `--folds`.
[[nodiscard]] FoldValues fold_values_of(const FoldFlags& folds, const ModelFlags& model);

/// Returns the folds, the weights and the estimators that a command line asks for.
/// throws  UsageError for flags that exclude each other
[[nodiscard]] CompareOptions study_of(const FoldFlags& folds, const ModelFlags& model);

/// Logistic regression.
struct TwinFlags {
  bool twin = false;
  std::optional<double> ridge{};

  void declare(Grammar& grammar,
               const std::string& help = "add logistic regression on the same columns");
  void declare_ridge(Grammar& grammar);
};

/// Returns how logistic regression learns.
[[nodiscard]] LogisticOptions logistic_options(const TwinFlags& flags);

/// Returns the same where `--twin` asks for it, else none.
[[nodiscard]] std::optional<LogisticOptions> twin_of(const TwinFlags& flags);

}  // namespace credence::tool
