#pragma once
// Scores of columns with normal or Student's t densities, many rows at a time.
#include <credence/density/normal.hpp>
#include <credence/density/student_t.hpp>
#include <credence/detail/data/panel.hpp>
#include <credence/detail/predict/score_tile.hpp>
#include <optional>
#include <span>
#include <vector>

namespace credence {

/// What a density is a density of: the number in a cell, or its natural logarithm. Of the latter
/// the score is that of the cell itself: minus ln x, as log_density(LogNormal, x) has it.
enum class Scale { plain, logarithm };

namespace detail {
/// Location and spread of each feature and class as the kernels walk through them. Only classes
/// that can be chosen are kept; they come in groups, one register tile each.
struct StandardisedCells {
  Index features = 0;
  Index strip = 0;  ///< features that are packed at once
  Scale scale = Scale::plain;
  /// Whether some classes lie so many spreads apart that no common centre keeps the digits.
  bool separated = false;
  std::vector<Index> live{};         ///< positions of the classes that are kept
  std::vector<double> centres{};     ///< features; subtracted from what is read
  std::vector<double> parameters{};  ///< group x feature x class of the group x (rate, shift):
                                     ///< z = rate x - shift; separated: z = rate (x - shift)
  std::vector<double> norms{};       ///< group x feature x class of the group: log density at z = 0
  std::vector<double> strip_norms{};  ///< strips x live: their sum over a strip

  [[nodiscard]] Index strips() const { return strip == 0 ? 0 : (features + strip - 1) / strip; }

  friend bool operator==(const StandardisedCells&, const StandardisedCells&) = default;
};
}  // namespace detail

/// Log densities of a block of normal features, added to the log joints of a tile.
///
///     const NormalScores scores{densities, classes, live};
///     if (const auto fault = scores.add(panel, rows, tile)) ...  // not a number we can score
class NormalScores {
 public:
  NormalScores() = default;
  /// in      densities: features x classes, feature-major.  live: one a class; where it is false
  ///         the class has probability 0 and its densities are never read
  NormalScores(std::span<const Normal> densities, Index classes, const std::vector<bool>& live,
               Scale scale = Scale::plain);

  /// Adds the log density of each row under each live class to a tile of as many rows. Where a cell
  /// is missing (NaN) the term of that feature is dropped.
  /// out     the first entry, row by row, outside the support: infinite, or not positive on the
  ///         scale of the logarithm. The tile then holds nothing of use
  /// cost    two fused multiply-adds a cell and class; about twice that for 32 rows that miss cells
  template <class T>
  [[nodiscard]] std::optional<Entry> add(const Panel<T>& panel, RowSpan rows,
                                         const ScoreTile& tile) const;

  friend bool operator==(const NormalScores&, const NormalScores&) = default;

 private:
  detail::StandardisedCells cells_;
};

namespace detail {
/// Student's t: the log density of a row is the sum of the norms minus, for each run of features
/// with the same degrees of freedom, weight ln((1 + z^2) (1 + z^2) ...).
struct StudentCells {
  StandardisedCells standardised{};
  std::vector<Index> run_ends{};      ///< one past the last feature; no run crosses a strip
  std::vector<Index> first_runs{};    ///< strips + 1: the first run of each strip
  std::vector<double> weights{};      ///< runs x live: (degrees + 1) / 2
  std::vector<StudentT> densities{};  ///< features x live, for products that no double holds

  friend bool operator==(const StudentCells&, const StudentCells&) = default;
};
}  // namespace detail

/// Log densities of a block of Student's t features, added to the log joints of a tile.
///
///     const StudentScores scores{densities, classes, live, Scale::logarithm};
///     if (const auto fault = scores.add(panel, rows, tile)) ...
class StudentScores {
 public:
  StudentScores() = default;
  /// As NormalScores. Neighbouring features share a logarithm where the degrees of freedom of each
  /// class are the same for them.
  StudentScores(std::span<const StudentT> densities, Index classes, const std::vector<bool>& live,
                Scale scale = Scale::plain);

  /// As NormalScores::add.
  /// cost    four multiplications or additions a cell and class, and a logarithm a run of equal
  ///         degrees (up to 64 features)
  template <class T>
  [[nodiscard]] std::optional<Entry> add(const Panel<T>& panel, RowSpan rows,
                                         const ScoreTile& tile) const;

  friend bool operator==(const StudentScores&, const StudentScores&) = default;

 private:
  detail::StudentCells cells_;
};

}  // namespace credence
