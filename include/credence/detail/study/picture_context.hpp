#pragma once
// What pictures of features are made from: rows, bins and levels.
#include <credence/detail/learn/cells.hpp>
#include <credence/detail/study/labelled_rows.hpp>
#include <credence/predict/estimates.hpp>
#include <credence/study/feature_pictures.hpp>
#include <functional>
#include <span>

namespace credence::detail {

/// The numbers of a feature with their classes and weights; missing cells are left out.
struct ClassNumbers {
  std::vector<double> values;
  std::vector<Index> klass;
  std::vector<double> weights;

  void add(double value, Index of, double weight) {
    values.push_back(value);
    klass.push_back(of);
    weights.push_back(weight);
  }
};

/// Bins, densities of the data in them, and the points of a density.
void frame_numbers(const ClassNumbers& data, const PictureOptions& options, bool positive,
                   FeaturePicture& picture);

/// The least and the greatest number of a picture: of all of them, or of 99 in 100 where few lie far
/// out.
struct Range {
  double lower = 0;
  double upper = 1;
};
[[nodiscard]] Range central_range(std::vector<double> values);

/// Ranges of counts, and the shares of the data in them.
struct CountRanges {
  std::vector<double> first;  // of each range
  double width = 1;
  bool open = false;  // the last range has no end
};
[[nodiscard]] CountRanges frame_counts(const ClassNumbers& data, const PictureOptions& options,
                                       FeaturePicture& picture);

/// Keeps the levels that are most frequent, or of the greatest `worth`, and pools the others.
void keep_levels(FeaturePicture& picture, std::span<const double> worth, Index most, bool pool);

/// Returns how much each word says about the class: its part of the information of one token, nats.
[[nodiscard]] std::vector<double> worth_of_words(const std::vector<std::vector<double>>& shares,
                                                 std::span<const double> class_probabilities);

/// Lists that sum to 1, from weights; all 0 where there is no weight.
[[nodiscard]] std::vector<double> shares_of(const std::vector<double>& weights);

/// What all pictures of one table have in common.
struct PictureContext {
  const Estimates& estimates;
  const LabelledRows& rows;
  const PictureOptions& options;

  [[nodiscard]] Index classes() const { return std::ssize(estimates.classes); }
  /// Returns why a cell has no density; null where it has one.
  [[nodiscard]] const std::string* fault(const std::string& feature, Index klass) const;
  [[nodiscard]] FeaturePicture picture(std::string feature, std::string_view family) const;
};

/// Fills in what is expected: `of_class(klass)` is a list of heights, as long as `length`.
void expect(const PictureContext& context, const std::string& feature, std::size_t length,
            const std::function<std::vector<double>(Index)>& of_class, FeaturePicture& picture);

/// Returns the numbers of a feature, of counts without their exposure; of one column of a block.
[[nodiscard]] ClassNumbers class_numbers(const PictureContext& context, const Cells<double>& cells);
[[nodiscard]] ClassNumbers class_numbers(const PictureContext& context, const Cells<Count>& cells);
[[nodiscard]] ClassNumbers class_numbers(const PictureContext& context,
                                         const Cells<std::vector<double>>& cells,
                                         std::size_t column);

/// Returns the levels of a binary column: those of its schema, or 0 and 1.
[[nodiscard]] std::vector<std::string> two_levels(const std::string& feature, const Schema& schema);

}  // namespace credence::detail
