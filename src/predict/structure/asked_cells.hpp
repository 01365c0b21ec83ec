#pragma once
// The cells of a structure that a row can read: those of the classes that the levels of the parents
// do not rule out.
#include <credence/predict/estimates.hpp>
#include <credence/predict/estimator.hpp>

#include "learn/structure/feature_places.hpp"
#include "predict/structure/structure_posteriors.hpp"

namespace credence::detail {

/// A row that is left out, with the level that the parents of a group take in it.
struct LeftOutRow {
  Index klass = 0;
  Index level = 0;
  double weight = 0;
};

/// Tells for which classes the cells of a group need an estimate. A row may have missing cells and
/// unseen levels, so only the parents of a group can rule a class out.
class AskedCells {
 public:
  /// in  structure: outlives this object
  AskedCells(const StructurePosteriors& structure, Estimator estimator);

  /// Returns whether some row can read the cells of a class at a level of a group's parents. None
  /// can where the class has no training row at that level and gives the level probability 0.
  /// in  without: a row of the class that is left out; null: none
  [[nodiscard]] bool asks(Index group, Index level, Index klass,
                          const LeftOutRow* without = nullptr) const;

  /// Returns whether rows read the cells of a group at a level.
  /// in  rows: the weight of the training rows at that level
  [[nodiscard]] bool is_read(Index group, Index level, double rows) const;

 private:
  // Where the term of a parent stands for one level of the group: at a level of another group's
  // parents, and at a value of the parent itself; -1 where that value is missing.
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
  // Returns the group that holds the term of a parent; -1 where no term can rule a class out.
  // Sets the places of that group's own parents among those of the first group.
  [[nodiscard]] Index read_from(Index group, const GroupModel& model, const std::string& parent,
                                std::vector<std::size_t>& places) const;
  [[nodiscard]] bool is_zero(const ParentTerm& term, Index level, Index klass,
                             const LeftOutRow* without) const;
  [[nodiscard]] bool is_zero_together(Index group, Index level, Index klass,
                                      const LeftOutRow* without) const;

  const StructurePosteriors& structure_;
  Estimator estimator_;
  std::vector<std::vector<ParentTerm>> terms_;  // of each group
  // In averages, for each group the one that holds the joint term of its parents' levels; else -1.
  std::vector<Index> together_;
};

/// Returns the estimates of one level of a group, without the classes that have probability 0 or
/// that the level rules out.
/// in  logs: log class probabilities; all that matters is which of them are -inf
[[nodiscard]] Estimates estimate_level(const StructurePosteriors& structure,
                                       const AskedCells& asked, Index group, Index level,
                                       Estimator estimator, std::vector<double> logs);

}  // namespace credence::detail
