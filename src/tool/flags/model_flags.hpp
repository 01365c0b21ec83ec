#pragma once
// The flags that say what the columns of DATA are to a model.
#include <credence/data/schema.hpp>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "flags/flags.hpp"
#include "flags/structure_flags.hpp"

namespace credence::tool {

/// Instead of a family or a tying: the one with the largest evidence.
inline constexpr const char* by_evidence = "auto";

/// In the place of a column: every column that the prior fits, or that no other flag names.
inline constexpr std::string_view every_column = "*";

/// A family or a prior for a column.
using FamilyFlag = std::pair<std::string, std::string>;
using PriorFlag = std::pair<std::string, PriorSpec>;

/// Who shares a variance in the block of the normal columns.
struct TyingFlag {
  Tying tying = Tying::free;  ///< until evidence has spoken
  bool by_evidence = false;
};

/// How the families of columns are found that no flag and no schema names.
enum class Families {
  inferred,  ///< by what the cells look like
  evidence,  ///< the one with the largest evidence
};

/// A verb without some of them leaves them empty.
struct ModelFlags {
  std::optional<std::string> label{};
  std::vector<FamilyFlag> columns{};
  Families families = Families::inferred;
  std::vector<std::string> drop{};   ///< each a column, or a list of columns
  std::vector<std::string> words{};  ///< the same, of columns that count words; or `*`
  std::vector<PriorFlag> priors{};
  std::optional<ClassPrior> class_prior{};
  std::optional<TyingFlag> tied{};
  std::optional<Covariance> covariance{};
  std::optional<std::string> weight{};
  std::optional<std::string> fold_column{};
  bool like_scikit_learn = false;
  bool has_columns = true;  ///< no flag: whether the verb has `--column`
  StructureFlags structure{};

  /// All but the weight, the folds and scikit-learn.
  void declare(Grammar& grammar);
  void declare_label(Grammar& grammar);
  void declare_drop(Grammar& grammar);

  /// Returns the column of weights, empty for none.
  [[nodiscard]] std::string weights() const { return weight.value_or(std::string()); }
};

void declare_weight(Grammar& grammar, std::optional<std::string>& weight);

// Readers of values, for flags that take the place of these.
[[nodiscard]] FamilyFlag family_flag_of(const std::string& text, std::string_view flag);
[[nodiscard]] PriorFlag prior_flag_of(const std::string& text, std::string_view flag);

// The words that such flags take, and what each means.
[[nodiscard]] std::vector<std::pair<std::string, TyingFlag>> tyings_by_word();
[[nodiscard]] std::vector<std::pair<std::string, Families>> families_by_word();

}  // namespace credence::tool
