#pragma once
// The terms of learned rows, tile by tile: kept where there are few, else found anew for every pass.
#include <algorithm>
#include <credence/base/parallel.hpp>
#include <optional>

#include "study/left_out/left_out_terms.hpp"

namespace credence::detail {

/// Some rows: terms x features x classes and log class probabilities, row-major.
struct TermTile {
  Index first = 0;  ///< among all rows
  std::span<const double> terms = {};
  std::span<const double> log_classes = {};
  std::span<const Index> truth = {};
  std::span<const double> weights = {};

  [[nodiscard]] std::size_t rows() const { return truth.size(); }
};

/// The rows of LeftOutTerms, cut by their shape alone.
class TermTiles {
 public:
  /// Terms of up to 64 MB are kept for all passes; of more, a tile at a time.
  static constexpr std::size_t most_kept = std::size_t{1} << 23;

  /// in      source: without undefined estimates; outlives the tiles
  /// cost    one leave-one-out scoring
  explicit TermTiles(const LeftOutTerms& source, std::size_t kept_up_to = most_kept);

  /// Features and classes with a row that has no finite term: each once, in the order of the rows.
  [[nodiscard]] const std::vector<UndefinedCell>& undefined() const { return undefined_; }
  [[nodiscard]] std::size_t features() const { return features_; }
  [[nodiscard]] std::size_t classes() const { return classes_; }
  [[nodiscard]] std::size_t rows() const { return truth_.size(); }
  /// The weight of all rows.
  [[nodiscard]] double weight() const { return weight_; }
  /// The same rows with one term: the sum of all.
  [[nodiscard]] TermTiles summed() const;

  /// Calls add(tile, sum) on several threads, each with a Sum that was made anew by `make()`, and
  /// then join(sum) for one tile after the other.
  template <class Make, class Add, class Join>
  void for_each(const Make& make, const Add& add, const Join& join) const {
    const Index slots = std::max<Index>(1, std::min<Index>(tiles(), 2 * threads_in_use()));
    std::vector<std::optional<decltype(make())>> sums(static_cast<std::size_t>(slots));
    credence::for_each_chunk_in_order(
        tiles(), slots,
        [&](Index tile, Index slot) {
          auto& sum = sums[static_cast<std::size_t>(slot)];
          sum.emplace(make());
          visit(tile, [&](const TermTile& rows) { add(rows, *sum); });
        },
        [&](Index, Index slot) { join(*sums[static_cast<std::size_t>(slot)]); });
  }

 private:
  TermTiles() = default;

  [[nodiscard]] Index tiles() const { return (std::ssize(truth_) + tile_rows_ - 1) / tile_rows_; }
  [[nodiscard]] bool kept() const { return source_ == nullptr || !terms_.empty(); }
  /// A tile whose terms are still to be found.
  [[nodiscard]] TermTile outline(Index tile) const;
  template <class Visitor>
  void visit(Index tile, const Visitor& visitor) const {
    TermTile rows = outline(tile);
    const std::size_t of_row = features_ * classes_;
    std::vector<double> terms;
    std::vector<double> log_classes;
    if (kept()) {
      const auto first = static_cast<std::size_t>(rows.first);
      rows.terms = std::span(terms_).subspan(first * of_row, rows.rows() * of_row);
      rows.log_classes = std::span(log_classes_).subspan(first * classes_, rows.rows() * classes_);
    } else {
      terms.resize(rows.rows() * of_row);
      log_classes.resize(rows.rows() * classes_);
      static_cast<void>(
          source_->find(rows.first, static_cast<Index>(rows.rows()), terms, log_classes));
      rows.terms = terms;
      rows.log_classes = log_classes;
    }
    visitor(rows);
  }
  void cut(std::size_t of_row);
  void find_all(bool keep);

  const LeftOutTerms* source_ = nullptr;
  std::size_t features_ = 0;
  std::size_t classes_ = 0;
  Index tile_rows_ = 1;
  double weight_ = 0;
  std::vector<Index> truth_ = {};
  std::vector<double> weights_ = {};
  std::vector<double> terms_ = {};        // rows x features x classes; empty: not kept
  std::vector<double> log_classes_ = {};  // rows x classes; the same
  std::vector<UndefinedCell> undefined_ = {};
};

}  // namespace credence::detail
