#pragma once
// Log joints of rows while a model grows feature by feature: each adds its term and moves no other.
#include <credence/detail/predict/score_tile.hpp>
#include <credence/detail/select/ranked_family.hpp>
#include <map>
#include <optional>

#include "predict/words/growing_words.hpp"
#include "study/selection/feature_terms.hpp"
#include "study/selection/narrow_text.hpp"

namespace credence::detail {

/// Returns where features and parts stand that have these names, as `keep` takes them; feature -1 for
/// one that the posterior does not know.
[[nodiscard]] std::vector<PartPlace> places_of_names(const Posterior<Model>& posterior,
                                                     std::span<const std::string> names);

/// Whether the posterior has learned the rows that it scores.
enum class RowsAre {
  fresh,    ///< it has not
  learned,  ///< it has: each is scored by what is left without it
};

/// The log joints of rows under a model that gets more and more features of a posterior.
///
///     GrowingScores scores(posterior, Estimator::predictive, bound, rows, RowsAre::fresh, places);
///     scores.add(place);
///     scores.joints();    // of the model whose only feature stands there
class GrowingScores {
 public:
  /// in   posterior, bound, rows: outlive it; priors that are found from data stand as numbers;
  ///      bound: has the features of the posterior;  parts: all that may join
  GrowingScores(const Posterior<Model>& posterior, Estimator estimator, const BoundTable& bound,
                const LabelledRows& rows, RowsAre rows_are, std::span<const PartPlace> parts);

  /// Lets a feature, or a part of one, join; nothing for one that is not known.
  /// in    part: one of those that may join, which has not joined yet
  /// cost  of a whole feature one scoring; of a part nothing before the next question
  void add(const PartPlace& part);
  /// Cells without an estimate among the features that joined.
  /// cost  one scoring of the parts of each feature that more parts have joined
  [[nodiscard]] std::vector<UndefinedCell> undefined();
  /// Returns the log joints of the features that joined, until the next question.
  /// in  `undefined()` is empty
  [[nodiscard]] ScoreTile joints();
  /// Returns what each row is answered where every class is impossible; one answer for all where no
  /// row is left out.
  [[nodiscard]] std::span<const Fallback> fallbacks() const { return fallbacks_; }

 private:
  /// Parts of one feature that joined: they share parameters, so that each moves the others.
  struct Parts {
    std::vector<Index> members = {};    ///< in any order
    std::vector<Index> newcomers = {};  ///< members that joined since the last question
    bool stale = true;
    FeatureTerms found = {};
    std::optional<NarrowText> text = {};       ///< of words, once it was asked for
    std::optional<GrowingWords> growing = {};  ///< of words whose terms need not be found anew
    bool grows = false;                        ///< the terms are those of `growing`
  };

  [[nodiscard]] std::size_t classes() const { return posterior_.label.classes.size(); }
  [[nodiscard]] TermContext context() const {
    return {
        .estimator = estimator_,
        .rows = rows_,
        .log_classes = log_classes_,
        .without = left_out_ ? std::span<const Fallback>(fallbacks_) : std::span<const Fallback>()};
  }
  void start();
  void find_fallbacks();
  /// Returns the table as it is bound to one feature.
  [[nodiscard]] BoundTable bound_feature(std::size_t block, Index feature) const;
  [[nodiscard]] FeatureTerms terms_of(const Posterior<Model>& one, const BoundTable& bound) const;
  [[nodiscard]] FeatureTerms terms_of_whole(std::size_t block, Index feature) const;
  [[nodiscard]] FeatureTerms terms_of_parts(std::size_t block, Index feature, Parts& parts) const;
  [[nodiscard]] FeatureTerms terms_of_words(std::size_t block, Index feature, Parts& parts) const;
  static void add_to(const ScoreTile& joints, const std::vector<double>& terms);

  const Posterior<Model>& whole_;
  TextWords some_words_;  // of texts of which some words may not join
  std::optional<Posterior<Model>> narrow_;
  const Posterior<Model>& posterior_;  // of texts the words that may join
  Estimator estimator_;
  const BoundTable& bound_;
  const LabelledRows& rows_;
  bool left_out_;
  std::vector<double> log_classes_;  // 0, or -inf where the cells of a class are not evaluated
  std::vector<Fallback> fallbacks_;  // of each row; one for all where no row is left out
  TileBuffer joint_;                 // of whole features and the classes
  TileBuffer all_;                   // of all that joined
  std::vector<UndefinedCell> undefined_;
  std::map<std::pair<std::size_t, Index>, Parts> parts_;
};

}  // namespace credence::detail
