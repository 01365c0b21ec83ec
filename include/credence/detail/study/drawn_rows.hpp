#pragma once
// Rows that are drawn on several threads, the same for any number of them, and their table.
#include <algorithm>
#include <credence/base/parallel.hpp>
#include <credence/base/random.hpp>
#include <credence/data/schema.hpp>
#include <credence/data/table.hpp>
#include <credence/density/count.hpp>
#include <credence/study/simulation.hpp>
#include <map>
#include <span>
#include <string_view>

namespace credence {

namespace detail {

/// Throws Error{domain} for a number of rows, of tokens, or an exposure that there cannot be.
void check_options(const SimulationOptions& options);

/// Returns a source of random numbers of its own for each seed, column and chunk of rows: a column
/// is drawn alike whatever other columns and however many rows there are.
[[nodiscard]] Random random_of(std::uint64_t seed, std::string_view column, Index chunk);

/// The rows asked for, cut into chunks that begin where those of every other request do. Rows before
/// the first one asked for, back to the beginning of its chunk, are drawn and dropped.
class DrawnRows {
 public:
  static constexpr Index chunk_rows = 512;

  explicit DrawnRows(const SimulationOptions& options)
      : seed_(options.seed),
        first_chunk_(options.first / chunk_rows),
        dropped_(options.first % chunk_rows),
        size_(dropped_ + options.rows) {}

  /// Returns rows that are drawn; the first `dropped()` of them are not asked for.
  [[nodiscard]] Index size() const { return size_; }
  [[nodiscard]] Index dropped() const { return dropped_; }
  /// Returns the position in the whole simulation of a row that is drawn.
  [[nodiscard]] Index position(Index row) const { return first_chunk_ * chunk_rows + row; }

  /// Calls `draw(row, random)` for each row, on several threads.
  template <class Draw>
  void for_each(std::string_view column, Draw draw) const {
    credence::for_each_chunk((size_ + chunk_rows - 1) / chunk_rows, [&](Index chunk) {
      Random random = random_of(seed_, column, first_chunk_ + chunk);
      const Index end = std::min(size_, (chunk + 1) * chunk_rows);
      for (Index row = chunk * chunk_rows; row < end; ++row) draw(row, random);
    });
  }

 private:
  std::uint64_t seed_;
  Index first_chunk_;
  Index dropped_;
  Index size_;
};

/// Returns the class of each row.
/// in  probabilities: of the classes; at least one is positive
[[nodiscard]] std::vector<Code> draw_classes(const DrawnRows& rows, ClassesDrawn how,
                                             const std::string& label,
                                             std::span<const double> probabilities);

/// Draws places with given weights; one of weight 0 never. On average the cost of a draw does not grow
/// with their number.
class PlaceSampler {
 public:
  explicit PlaceSampler(std::span<const double> weights);
  [[nodiscard]] bool empty() const { return sums_.empty(); }
  /// throws  Error{domain} where no weight is above 0
  [[nodiscard]] std::size_t operator()(Random& random) const;

 private:
  std::vector<double> sums_;  // of the weights up to each place
  // Of as many equal parts of the sum of all: the place where each begins.
  std::vector<Code> guides_;
  std::size_t last_ = 0;  // with a weight
};

/// Draws tokens with given weights.
class TokenSampler {
 public:
  TokenSampler(std::span<const double> weights, Index tokens) : words_(weights), tokens_(tokens) {}
  [[nodiscard]] WordCounts operator()(Random& random) const { return (*this)(random, tokens_); }
  /// Returns the same for a document of another length.
  [[nodiscard]] WordCounts operator()(Random& random, Index tokens) const;

 private:
  PlaceSampler words_;
  Index tokens_;
};

/// The columns of the table that is drawn: what each feature reads, in the order of the schema.
class DrawnColumns {
 public:
  DrawnColumns(const Schema& schema, const SimulationOptions& options);

  // The cells of a feature, whose levels are those of its posterior. A reserved level stands for a
  // category of its own, "unseen"; a column of counts of it there is not.
  void put(const std::string& feature, std::span<const std::string> levels,
           std::vector<std::uint8_t> cells);
  void put(const std::string& feature, std::span<const std::string> levels,
           std::vector<double> cells);
  void put(const std::string& feature, std::span<const std::string> levels,
           std::vector<Code> cells);
  void put(const std::string& feature, std::span<const std::string> levels,
           const std::vector<Count>& cells);
  void put(const std::string& feature, std::span<const std::string> levels,
           const std::vector<WordCounts>& cells);
  void put(const std::string& feature, std::span<const std::string> levels,
           const std::vector<std::vector<double>>& cells);

  /// Returns the table of all columns, the label last.
  [[nodiscard]] Table table(const std::vector<std::string>& classes, std::vector<Code> labels) &&;

 private:
  [[nodiscard]] const ColumnSchema& feature_of(const std::string& name) const;
  void add(const std::string& feature, Column column);

  const Schema& schema_;
  Index dropped_;
  Index rows_;
  double exposure_;
  std::map<std::string, std::vector<Column>, std::less<>> columns_;  // by feature
};

}  // namespace detail
}  // namespace credence
