#pragma once
// An average over single parents whose features are all levels, as arrays of numbers: what each level
// of a feature says given each level of each other one, classes innermost. A row is a sum of entries.
#include <credence/learn/model_posterior.hpp>
#include <credence/predict/estimator.hpp>
#include <credence/predict/prediction.hpp>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace credence::detail {

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
  /// cost  one logarithm a pair of levels and class
  [[nodiscard]] static std::shared_ptr<const PairTerms> of(const Posterior<Model>& posterior,
                                                           Estimator estimator,
                                                           For rows = For::new_rows);

  /// Log joints of rows, rows x classes.
  /// in    unseen_cells: grows by the cells of levels that were not learned
  /// out   positions of rows that no model of the average counts for; their joints are unspecified
  /// throws  Error{schema} for a level that was not learned and whose policy is `error`
  /// cost  features^2 additions of a vector of classes a row
  std::vector<Index> score(const BoundTable& bound, RowSpan rows, std::span<double> joint,
                           Index& unseen_cells) const;
  /// The same of learned rows, each left out; of terms that were made for it.
  /// out   false where some row has no model that counts, or cannot have been learned: the joints are
  ///       then unspecified
  [[nodiscard]] bool score_left_out(const BoundTable& bound, RowSpan rows, const RowsLeftOut& left,
                                    std::span<double> joint) const;

 private:
  // A feature: its levels are entries from `first` on, `missing_` stands for a cell that says nothing.
  struct Feature {
    std::size_t block = 0;
    Index place = 0;  // in the block
    FeatureFacts facts = {};
    std::size_t first = 0;
    std::size_t levels = 0;
  };
  // A parent of all other features.
  struct Parent {
    std::size_t feature = 0;
    Index context = 0;
    std::vector<std::string> levels = {};
    std::vector<double> rows = {};  // that each level was seen in
    double log_weight = 0;
    std::vector<double> terms = {};    // (levels and one never seen) x entries x classes
    std::vector<double> without = {};  // the same for a row's own class once the row is left out
  };
  class Reader;
  class Scorer;

  void take_features(const Posterior<Model>& posterior, For rows);
  [[nodiscard]] bool has_places() const;  // enough for all entries
  [[nodiscard]] bool take_parents(const Posterior<Model>& posterior, For rows);
  [[nodiscard]] bool fill(const Posterior<Model>& children, const std::vector<std::string>& classes,
                          Parent& parent, For rows) const;

  [[nodiscard]] std::vector<Index> score_rows(const Reader& reader, RowSpan rows,
                                              const RowsLeftOut* left,
                                              std::span<double> joint) const;

  std::size_t classes_ = 0;
  std::vector<double> log_classes_;
  std::vector<Feature> features_;
  std::vector<Parent> parents_;
  std::size_t missing_ = 0;    // the entry behind those of all features
  std::vector<double> alone_;  // terms of features given the class alone: entries x classes
  std::vector<double> alone_without_;
  double least_rows_ = 1;
};

/// The answers of such an average to some rows; nothing where some row needs another model.
/// in      terms: of that posterior, which has no feature weights, and estimator
[[nodiscard]] std::optional<Predictions> predict_by_pairs(const PairTerms& terms,
                                                          const Posterior<Model>& posterior,
                                                          Estimator estimator,
                                                          const BoundTable& bound, RowSpan rows);

}  // namespace credence::detail
