#pragma once
// Which cells of a structure a row can read: those of classes that its levels of the parents do not
// rule out.
#include <credence/predict/estimates.hpp>
#include <credence/predict/estimator.hpp>

#include "learn/context_priors.hpp"
#include "predict/structure_posteriors.hpp"

namespace credence::detail {

/// A row that is left out, by the level that the parents of a group take in it.
struct RowWithout {
  Index klass = 0;
  Index level = 0;
  double weight = 0;
};

/// Which classes the cells of a group are asked for. Rows may lack any cell, or hold a level that
/// was never seen: what is not among the parents of a group rules nothing out.
class AskedCells {
 public:
  /// in  structure: outlives this object
  AskedCells(const StructurePosteriors& structure, Estimator estimator);

  /// Whether some row can read the cells of a class in a level of a group's parents: not where the
  /// class has no row of the level, and probability 0 in it.
  /// in  without: a row of the class that does not count; null: none
  [[nodiscard]] bool asks(Index group, Index level, Index klass,
                          const RowWithout* without = nullptr) const;

  /// Whether rows of this weight make the level of a group one that its cells are read in.
  [[nodiscard]] bool is_read(Index group, Index level, double rows) const;

 private:
  // Where the term of a parent is read from in a level of the group: a level of another group's
  // parents, and one of the parent; -1 where its cell is missing.
  struct Place {
    Index level = 0;
    Index value = -1;
  };
  // The term of a parent, given those of its own parents that are parents of the group as well.
  struct OwnTerm {
    Index group = 0;
    FeaturePlace feature = {};
    std::vector<Place> places = {};  // of each level of the group's parents
  };

  void add_model(const GroupModel& model);
  void add_terms(Index group, const GroupModel& model);
  [[nodiscard]] Index group_of(const GroupModel& model, const std::string& feature) const;
  // The group that the term of a parent is read from, and where its parents stand; -1 where none
  // decides.
  [[nodiscard]] Index read_from(Index group, const GroupModel& model, const std::string& parent,
                                std::vector<std::size_t>& places) const;
  [[nodiscard]] bool is_zero(const OwnTerm& term, Index level, Index klass,
                             const RowWithout* without) const;
  [[nodiscard]] bool is_own_zero(Index group, Index level, Index klass,
                                 const RowWithout* without) const;

  const StructurePosteriors& structure_;
  Estimator estimator_;
  std::vector<std::vector<OwnTerm>> terms_;  // of each group
  std::vector<Index>
      together_;  // of each group the one with the term of its parents' levels together; or -1
};

/// The tables of one level of a group: nothing is asked of a class that has probability 0, or that
/// the level rules out.
/// in  logs: of the classes; what is not -inf does not matter
[[nodiscard]] Estimates estimate_level(const StructurePosteriors& structure,
                                       const AskedCells& asked, Index group, Index level,
                                       Estimator estimator, std::vector<double> logs);

}  // namespace credence::detail
