#pragma once
// An average over single parents whose features are all levels, as arrays of numbers: what the levels
// of a few features say together given each level of each other one, classes innermost. Under each parent
// a row is a product of entries; of logarithms, where products could be too small for a double, a sum.
#include <credence/detail/base/large_array.hpp>
#include <credence/learn/model_posterior.hpp>
#include <credence/predict/estimator.hpp>
#include <credence/predict/prediction.hpp>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace credence::detail {

class FeaturePlaces;  // learn/structure/feature_places.hpp

/// Rows that are each left out of what was learned, all of weight 1.
struct RowsLeftOut {
  std::span<const Index> own = {};           ///< the class of each row
  std::span<const double> log_classes = {};  ///< classes x classes: row k without a row of class k
};

/// The terms of an average.
class PairTerms {
 public:
  /// Which terms are made.
  enum class For { new_rows, left_out_rows };

  /// Null where there are no such terms: for another structure or estimator (posterior mean and
  /// predictive have them), features of numbers or words, and what Weka does.
  /// cost  one division a pair of levels and class, and one product an entry
  [[nodiscard]] static std::shared_ptr<const PairTerms> of(const Posterior<Model>& posterior,
                                                           Estimator estimator,
                                                           For rows = For::new_rows);

  /// Log joints of rows, rows x classes.
  /// in    unseen_cells: grows by the cells of levels that were not learned
  /// out   positions of rows that no model of the average counts for; their joints are unspecified
  /// throws  Error{schema} for a level that was not learned and whose policy is `error`
  /// cost  parents x groups of features: a product of a vector of classes each
  std::vector<Index> score(const BoundTable& bound, RowSpan rows, std::span<double> joint,
                           Index& unseen_cells) const;
  /// The same of learned rows, each left out; of terms that were made for it.
  /// out   false where some row has no model that counts, or cannot have been learned, and for very many
  ///       classes: the joints are then unspecified
  [[nodiscard]] bool score_left_out(const BoundTable& bound, RowSpan rows, const RowsLeftOut& left,
                                    std::span<double> joint) const;

 private:
  // A feature: one of a group, in whose entries its levels lie `step` apart; behind its levels is a cell
  // that says nothing.
  struct Feature {
    std::size_t block = 0;
    Index place = 0;  // in the block
    FeatureFacts facts = {};
    std::size_t levels = 0;
    std::size_t first = 0;  // among the levels of all features
    std::size_t group = 0;
    std::size_t step = 1;
  };
  // Features that are looked up together: an entry for each combination of their levels.
  struct Group {
    std::vector<std::size_t> features = {};
    std::size_t first = 0;  // among the entries of all groups
    std::size_t entries = 1;
  };
  // A parent of all other features.
  struct Parent {
    std::size_t feature = 0;
    Index context = 0;
    std::vector<std::string> levels = {};
    std::vector<double> rows = {};  // that each level was seen in
    LargeArray<double> terms = {};  // (levels and one never seen) x entries x width
  };
  class LevelShares;
  class Reader;
  class Scorer;

  // Whether the exponents of probabilities are large enough for products; those of 0 are.
  [[nodiscard]] static bool are_large(std::span<const double> logs);
  [[nodiscard]] bool take(const Posterior<Model>& posterior);
  void take_features(const Posterior<Model>& posterior);
  void group_features();
  [[nodiscard]] bool take_parents(const Posterior<Model>& posterior);
  [[nodiscard]] bool fill(const Posterior<Model>& children, const FeaturePlaces& places,
                          const std::vector<std::string>& classes, Parent& parent);
  void multiply(std::vector<double>& shares, double* entries) const;
  [[nodiscard]] std::vector<Index> score_rows(const Reader& reader, RowSpan rows,
                                              const RowsLeftOut* left,
                                              std::span<double> joint) const;

  std::size_t classes_ = 0;
  bool left_out_ = false;  // behind the classes of an entry are those without a row of their own
  std::size_t width_ = 0;  // doubles of an entry
  bool logarithms_ = false;
  std::vector<double> log_classes_;
  std::vector<double> weights_;  // of models, in the order of the contexts
  std::vector<Feature> features_;
  std::vector<Group> groups_;
  std::vector<Parent> parents_;
  std::size_t levels_ = 0;     // of all features, cells that say nothing among them
  std::size_t entries_ = 0;    // of all groups
  std::vector<double> alone_;  // shares of levels given the class alone: levels x width
  double least_rows_ = 1;
};

/// The answers of such an average to some rows; nothing where some row needs another model.
/// in      terms: of that posterior, which has no feature weights, and estimator
[[nodiscard]] std::optional<Predictions> predict_by_pairs(const PairTerms& terms,
                                                          const Posterior<Model>& posterior,
                                                          Estimator estimator,
                                                          const BoundTable& bound, RowSpan rows);

}  // namespace credence::detail
