#pragma once
// Two columns of one class: as dependent as they can be, against independent ones.
#include <credence/density/normal_inverse_wishart.hpp>
#include <credence/detail/family/joint_moments.hpp>
#include <credence/study/dependence.hpp>
#include <map>
#include <memory>
#include <mutex>

namespace credence::detail {

/// Adds evidence and information of a table of counts.
/// in      counts: levels x levels, all that there are
/// source  docs/explanation/dependence.md
void test_table(const std::vector<std::vector<double>>& counts, const DependenceOptions& options,
                PairDependence& pair);

/// What draws of the covariance of two columns have in common, whatever the columns hold: Bartlett's
/// triangles, which depend on the shape and the seed alone. Any thread may ask.
class SharedDraws {
 public:
  /// in  options: outlive the draws
  explicit SharedDraws(const DependenceOptions& options) : options_(options) {}

  /// Returns draws of the mutual information of two normal numbers, in nats.
  /// in   after: of two columns
  /// out  as draws of tied_draw give it, one after another from the seed
  [[nodiscard]] std::vector<double> information(const NormalInverseWishart& after) const;

 private:
  struct Triangle {
    double first = 0;
    double between = 0;
    double second = 0;
  };
  using Triangles = std::shared_ptr<const std::vector<Triangle>>;  // shared: kept here or not, they are read

  [[nodiscard]] Triangles draw(double shape) const;
  [[nodiscard]] Triangles triangles(double shape) const;

  const DependenceOptions& options_;
  mutable std::mutex guard_;
  mutable std::map<double, Triangles> known_;  // by the shape
};

/// Adds evidence and information of two columns of numbers.
/// in      seen: of the class;  pooled: of all classes, from which both get their automatic prior
/// throws  Error{undefined} where a column is constant
void test_normals(const JointMoments& seen, const JointMoments& pooled,
                  const DependenceOptions& options, const SharedDraws& draws, PairDependence& pair);

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
