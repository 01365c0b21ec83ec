#pragma once
// Labels of rows of binary answers under two classes, by steps of 16 bits, where they are beyond doubt.
#include <credence/detail/data/panel.hpp>
#include <credence/detail/predict/scored_family.hpp>

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace credence::detail {

/// The most columns whose steps add up in the vectors of the kernel.
inline constexpr Index most_answer_columns = 4096;

/// Log densities of one column under both classes: of 0, of 1.
struct AnswerTerms {
  std::array<double, 2> first = {};
  std::array<double, 2> second = {};
};

/// Both classes: where they stand in a model, and where their log joints begin.
struct BothClasses {
  Code first = 0;
  Code second = 1;
  double first_prior = 0;
  double second_prior = 0;
};

/// By how much a row's first log joint is ahead of the second, as whole steps: `start` for a row of zeros,
/// and for each 1 the number of its column. A row is decided where that is more than `doubt`.
struct AnswerSteps {
  AnswerSteps(std::span<const AnswerTerms> terms, const BothClasses& classes);

  bool usable = false;  ///< all terms are finite, and columns are not too many
  BothClasses classes = {};
  Index columns = 0;
  double start = 0;  ///< nats
  double step = 0;   ///< nats
  double doubt = 0;  ///< nats
  /// One number a column, filled up by zeros to a multiple of 64: 256 x high + low.
  std::vector<std::int8_t> high = {}, low = {};
};

/// Returns what finds the labels of rows of a panel; null where steps are not usable, or where an
/// instruction set cannot multiply bytes. It refers to the panel.
/// in      panel: row-major, as many columns as terms
/// cost    of the labels: one pass over the rows, two products of 64 columns each a vector
[[nodiscard]] std::unique_ptr<LabelFinder> answer_label_finder(std::span<const AnswerTerms> terms,
                                                               const BothClasses& classes,
                                                               const Panel<std::uint8_t>& panel);

}  // namespace credence::detail
