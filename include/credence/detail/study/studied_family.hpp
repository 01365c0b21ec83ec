#pragma once
// What studies ask of a family: descriptions, pictures, checks against data, and truths to simulate
// from.
#include <credence/base/sum.hpp>
#include <credence/detail/predict/scored_family.hpp>
#include <credence/learn/any_block.hpp>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace credence {

struct CellOptions;         // study/feature_pictures.hpp
struct CellPicture;         // study/feature_pictures.hpp
struct DescribeOptions;     // study/describe.hpp
struct FeatureDescription;  // study/describe.hpp
struct FeatureOverview;     // study/describe.hpp
struct FeaturePicture;      // study/feature_pictures.hpp
struct SimulationOptions;   // study/simulation.hpp
struct TruthRecord;         // study/simulation.hpp

namespace detail {
class DrawnColumns;     // detail/study/drawn_rows.hpp
struct CheckContext;    // detail/study/check_context.hpp
struct ExactParts;      // detail/study/exact_parts.hpp
struct PictureContext;  // detail/study/picture_context.hpp

/// What data are worth at fitted parameters.
struct FitSums {
  CompensatedSum log_likelihood = {};  ///< nats
  double parameters = 0;               ///< that are free
};

/// Throws Error{undefined}: a family of the user's that does not say what data are worth.
[[noreturn]] void no_log_likelihood(const std::string& feature, std::string_view family,
                                    bool shipped);

/// Returns whether a list of features names one; an empty list names all of them.
[[nodiscard]] bool asks_for(std::span<const std::string> asked, const std::string& feature);
}  // namespace detail

/// A family as studies see it. One call a block, or a feature of it; `classes` are the names of the
/// classes of the block.
class StudiedFamily {
 public:
  virtual ~StudiedFamily() = default;

  // What was learned.

  /// Spells out the features of a block that the options ask for.
  virtual void describe(const AnyBlock& block, std::span<const std::string> classes,
                        const DescribeOptions& options,
                        std::vector<FeatureDescription>& features) const = 0;
  /// Returns a first idea of the values of a feature over all classes; its prior is not named.
  [[nodiscard]] virtual FeatureOverview overview(const AnyBlock& block, Index j) const = 0;
  /// Returns how many features have a uniform prior, so that the mode is the maximum of the
  /// likelihood.
  [[nodiscard]] virtual Index uniform_priors(const AnyBlock& block,
                                             std::span<const std::string> classes) const = 0;
  /// Returns whether the predictive density is that at the posterior mean, whatever the data.
  [[nodiscard]] virtual bool predicts_at_mean() const = 0;
  /// Returns by how much a parameter of the likelihood may change and mean the same, as a direction
  /// may by a whole turn; 0 for other parameters.
  [[nodiscard]] virtual double period_of(std::string_view parameter) const = 0;
  /// Returns the weight of the words of a feature that was learned from; 0 where it has none.
  [[nodiscard]] virtual double tokens(const AnyBlock& block, Index j) const = 0;

  /// For each class of a feature the spread of its normal density, on the scale on which it is
  /// normal; empty for a family without one.
  [[nodiscard]] virtual std::vector<double> normal_spreads(
      const AnyBlock& block, Index j, std::span<const std::string> classes) const = 0;
  /// Returns how much of the log evidence of a feature is owed to edges that its numbers gave; 0 for
  /// a family without edges.
  /// throws  as log_evidence; Error{undefined} for bins of one number, whose width no data gave
  [[nodiscard]] virtual double evidence_excess(const AnyBlock& block, Index j,
                                               std::span<const std::string> classes) const = 0;

  /// Adds what the data of a block are worth at the parameters of a table, and counts these.
  /// in      table: of a plug-in estimator; cells of classes of probability 0 are left out
  /// throws  Error{undefined} naming a feature of a family without log_likelihood
  virtual void add_fit(const AnyBlock& block, const AnyTable& table,
                       std::span<const double> log_class_probabilities,
                       detail::FitSums& sums) const = 0;

  // Pictures.

  /// Draws prior, likelihood and posterior of one cell.
  /// throws  as cell_picture
  virtual void picture_cell(const AnyBlock& block, Index j, Index klass,
                            std::span<const std::string> classes, const CellOptions& options,
                            CellPicture& picture) const = 0;
  /// Adds the pictures of the features of a block that are asked for.
  virtual void add_pictures(const detail::PictureContext& context, const AnyBlock& block,
                            const AnyTable& table, const BoundBlock& cells,
                            std::vector<FeaturePicture>& pictures) const = 0;
  /// Returns whether the family's data are numbers between any two of which there are others.
  [[nodiscard]] virtual bool has_numbers_between() const = 0;

  // Data like those at hand.

  /// Checks the features of a block that are asked for against data; one that cannot be checked is
  /// told with the reason.
  virtual void check(const detail::CheckContext& context, const AnyBlock& block,
                     const BoundBlock& cells) const = 0;

  // Truths.

  /// Throws Error{undefined} where parameters of a block cannot be drawn: it has no levels, or a
  /// prior that takes numbers from data, and there are none.
  virtual void check_drawable(const AnyBlock& block,
                              std::span<const std::string> classes) const = 0;
  /// Returns the densities of a block as plain data give them.
  /// throws  as truth_of
  [[nodiscard]] virtual std::unique_ptr<AnyTable> table(
      const AnyBlock& block, const TruthRecord& record,
      std::span<const std::string> classes) const = 0;
  /// Adds the parameters of a table to plain data, and levels to their schema.
  /// throws  as record_of
  virtual void record(const AnyTable& table, std::span<const std::string> classes,
                      TruthRecord& record) const = 0;
  /// Adds all numbers of the parameters of a table, by feature, class and field as `record` has them.
  virtual void add_numbers(const AnyTable& table, std::vector<double>& numbers) const = 0;
  /// Draws the cells of all features of a table, a row of each of the labels.
  /// throws  as simulate
  virtual void draw(const AnyTable& table, std::span<const Code> labels,
                    std::span<const std::string> classes, const SimulationOptions& options,
                    detail::DrawnColumns& columns) const = 0;
  /// Adds the densities of a table to what an exact Bayes error is found from.
  virtual void add_exact(const AnyTable& table, detail::ExactParts& parts) const = 0;
};

/// Returns a family as studies see it. Every FamilyOf is one.
[[nodiscard]] const StudiedFamily& studied(const FamilyType& family);

}  // namespace credence
