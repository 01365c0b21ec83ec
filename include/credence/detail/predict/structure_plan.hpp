#pragma once
// How a structure adds up log joints: groups of features in contexts, and models of such groups.
#include <credence/base/index.hpp>
#include <string>
#include <vector>

namespace credence::detail {

/// The term of the levels that parents take together, given the class: p(levels | class), or
/// p(class, levels) at once.
struct OwnTerms {
  bool with_class = false;  ///< p(class, levels)
  double each = 1;          ///< pseudo-count of each level
  double levels = 0;        ///< how many there can be; 0: there is no such term
  double missing = 0;       ///< rows that are no part of it: those without a level

  [[nodiscard]] bool empty() const { return levels == 0; }
};

/// Features that depend on the same parents, beside the class.
struct TermGroup {
  Index context = -1;   ///< in the contexts of a bound table; -1: the class alone
  Index fallback = -1;  ///< the group that scores rows whose levels were hardly seen
  std::vector<std::string> children;
  std::string parent = {};          ///< of a context of one feature
  std::vector<std::string> levels;  ///< that the parents take together
  std::vector<double> rows;         ///< in which each of them was seen
  OwnTerms own = {};
};

/// A model: its log joint is that of the class and of its groups.
struct GroupModel {
  double log_weight = 0;
  std::vector<Index> groups = {};
  Index parents = -1;  ///< group whose levels must have been seen for the model to count; -1: none
  bool with_class = true;  ///< whether the class has a term of its own
};

/// A level of one feature that comes with a level of another wherever it was seen, which says nothing
/// more then: "pregnant" with "female".
struct Implication {
  Index group = 0;  ///< whose parent is the feature that implies
  Index level = 0;
  Index silent_group = 0;  ///< whose parent is the feature that is implied
  Index silent_level = 0;
  double rows = 0;  ///< that had both
};

/// The models whose average is asked for, and what is asked where none of them counts: each of the
/// lists in turn.
struct StructurePlan {
  std::vector<TermGroup> groups;
  std::vector<std::vector<GroupModel>> tiers;
  double least_rows = 1;        ///< that a level must have been seen in
  bool missing_counts = true;   ///< whether a missing cell is a level that may be a parent's
  bool pools = false;           ///< averages probabilities of classes instead of joint ones
  double subsumption_rows = 0;  ///< that an implication must have been seen in
  std::vector<Implication> implications;
  bool by_evidence = false;      ///< weights are evidences, which a row that is left out changes
  bool looks_up = false;         ///< the only group holds whole rows: how often each was seen
  bool centre_is_naive = false;  ///< of look-up
  double centre_rows = 1;        ///< of look-up

  /// Whether rows are scored by more than one model, or looked up: their log joints are no sums.
  [[nodiscard]] bool is_average() const {
    return looks_up || tiers.front().size() > 1 || tiers.size() > 1;
  }
};

}  // namespace credence::detail
