#pragma once
// Which cells of a structure a row can read: those of classes that its levels of the parents do not
// rule out.
#include <credence/predict/estimates.hpp>
#include <credence/predict/estimator.hpp>

#include "learn/context_priors.hpp"
#include "predict/structure_posteriors.hpp"

namespace credence::detail {

/// A row that is left out, with the level that the parents of a group take in it.
struct LeftOutRow {
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
  /// in  without: a row of the class that is left out; null: none
  [[nodiscard]] bool asks(Index group, Index level, Index klass,
                          const LeftOutRow* without = nullptr) const;

  /// Whether any row reads the cells of a group in a level that rows of this weight have.
  [[nodiscard]] bool is_read(Index group, Index level, double rows) const;

 private:
  // Where the term of a parent is read in a level of the group: in a level of another group's
  // parents, at a level of the parent itself; -1 where its cell is missing.
  struct Place {
    Index level = 0;
    Index value = -1;
  };
  // p(parent | class, those of its own parents that are parents of the group as well).
  struct ParentTerm {
    Index group = 0;
    FeaturePlace feature = {};
    std::vector<Place> places = {};  // of each level of the group's parents
  };

  void add_model(const GroupModel& model);
  void add_terms(Index group, const GroupModel& model);
  [[nodiscard]] Index group_of(const GroupModel& model, const std::string& feature) const;
  // The group that the term of a parent is read from, and where its parents stand among those of
  // the group; -1 where no term rules a class out.
  [[nodiscard]] Index read_from(Index group, const GroupModel& model, const std::string& parent,
                                std::vector<std::size_t>& places) const;
  [[nodiscard]] bool is_zero(const ParentTerm& term, Index level, Index klass,
                             const LeftOutRow* without) const;
  [[nodiscard]] bool is_zero_together(Index group, Index level, Index klass,
                                      const LeftOutRow* without) const;

  const StructurePosteriors& structure_;
  Estimator estimator_;
  std::vector<std::vector<ParentTerm>> terms_;  // of each group
  // Of each group the one with the term of its parents' levels together, in averages; or -1.
  std::vector<Index> together_;
};

/// The tables of one level of a group: nothing is asked of a class that has probability 0, or that
/// the level rules out.
/// in  logs: log class probabilities, of which only -inf counts
[[nodiscard]] Estimates estimate_level(const StructurePosteriors& structure,
                                       const AskedCells& asked, Index group, Index level,
                                       Estimator estimator, std::vector<double> logs);

}  // namespace credence::detail
