#pragma once
// The flags that say which features depend on which others.
#include <credence/data/schema.hpp>

#include <optional>
#include <string>
#include <vector>

#include "flags/flags.hpp"

namespace credence::tool {

/// A structure by name, before other flags say more of it.
struct StructureFlag {
  Structure structure{};
  bool lazy = false;  ///< lazy Bayesian rules, which are no structure of a model
};

/// What a verb can do with structures.
enum class TakesStructures {
  one,          ///< of a posterior
  one_or_lazy,  ///< or lazy rules, which have none
  several,      ///< side by side, lazy rules among them
};

/// A verb without them leaves them empty.
struct StructureFlags {
  std::vector<StructureFlag> named{};  ///< in the order of the flag; none: that of the schema
  std::optional<TreeScore> tree{};
  bool select = false;
  std::optional<double> least_rows{};
  std::optional<double> subsumption_rows{};
  std::optional<ModelWeights> average{};
  std::optional<ContextPrior> prior{};
  std::vector<std::string> parents{};  ///< columns, or lists of columns
  std::optional<LookupCentre> centre{};
  std::optional<double> centre_rows{};
  std::optional<double> gigabytes{};
  bool like_weka = false;

  /// `--structure` and the flags that say more of it.
  void declare(Grammar& grammar, TakesStructures takes);

  /// Whether lazy rules are asked for.
  [[nodiscard]] bool lazy() const;
  /// The other structures, with what the flags say of each; candidates for parents aside.
  [[nodiscard]] std::vector<Structure> structures() const;

 private:
  void declare_details(Grammar& grammar);
};

/// The names of all structure flags but --like.
[[nodiscard]] const std::vector<std::string>& structure_flag_names();

/// One structure, or several in a list.
/// throws  UsageError for an unknown or repeated one, and for a number of parents that is none
[[nodiscard]] std::vector<StructureFlag> structure_of(const std::string& text,
                                                      std::string_view flag);
[[nodiscard]] std::vector<StructureFlag> structures_of(const std::string& text,
                                                       std::string_view flag);

/// Throws UsageError for flags that no structure of the command line takes.
void check_structure_flags(const Grammar& grammar);

/// Throws UsageError where lazy rules are asked for, which a verb cannot do.
/// in  verb: "fit"
void refuse_lazy_rules(const StructureFlags& flags, std::string_view verb);

}  // namespace credence::tool
