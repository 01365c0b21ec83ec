#pragma once
// Two columns of one class: as dependent as they can be, against independent ones.
#include <credence/detail/family/joint_moments.hpp>
#include <credence/study/dependence.hpp>

namespace credence::detail {

/// Adds evidence and information of a table of counts.
/// in      counts: levels x levels, all that there are
/// source  docs/explanation/dependence.md
void test_table(const std::vector<std::vector<double>>& counts, const DependenceOptions& options,
                PairDependence& pair);

/// Adds evidence and information of two columns of numbers.
/// in      seen: of the class;  pooled: of all classes, from which both get their automatic prior
/// throws  Error{undefined} where a column is constant
void test_normals(const JointMoments& seen, const JointMoments& pooled,
                  const DependenceOptions& options, PairDependence& pair);

/// Adds evidence and information of every column of a posterior whose classes are levels of another:
/// one entry each, in its order. Names are those of the columns.
/// in      given: a posterior of one class of the model, priors in numbers
/// throws  as rank_by_mutual_information
struct LevelsTested {
  std::string feature = {};
  PairDependence pair = {};
  std::string undefined = {};  ///< why there are no numbers
};
[[nodiscard]] std::vector<LevelsTested> test_levels(const Posterior<Model>& given,
                                                    const DependenceOptions& options);

/// Puts the pairs of a check in order, gives each its probability, and adds the notes.
void judge(bool weighted, DependenceCheck& check);

}  // namespace credence::detail
