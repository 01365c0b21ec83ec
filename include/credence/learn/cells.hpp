#pragma once
// The data of one feature, as the values its family observes.
#include <credence/data/convert.hpp>
#include <credence/data/schema.hpp>
#include <credence/density/count.hpp>
#include <credence/density/word_counts.hpp>
#include <optional>

namespace credence {

/// Where each level of the data stands among the levels of a posterior; empty for data without
/// levels.
struct Slots {
  std::vector<Index> of;  ///< -1: a level that the posterior does not know
  Index reserved = -1;    ///< the place kept for such levels, if there is one

  /// The place of a level of the data, -1 where it has none.
  [[nodiscard]] Index operator[](std::size_t level) const {
    return of[level] >= 0 ? of[level] : reserved;
  }
};

/// The level that missing cells become where a schema says so.
inline constexpr std::string_view missing_level = "missing";

/// One feature's data, read from a table once: `Datum` is what its family observes (bool, Code,
/// double, Count or WordCounts). A view where the table already holds the right thing; the table
/// must outlive it.
///
/// expressions  rows()
///              read(row, slots, datum): false where the cell is missing (or all of it is unseen)
///              levels(): the levels (or words) of the data; empty for data without levels
///              mark_levels(row, seen): sets `seen[level]` for the levels that the row holds
///              unknown(row, slots): the levels of the row that `slots` does not know
template <class Datum>
class Cells;

/// Cells without levels answer the questions about levels alike.
struct WithoutLevels {
  [[nodiscard]] std::span<const std::string> levels() const { return {}; }
  void mark_levels(Index, std::vector<bool>&) const {}
};

template <>
class Cells<double> : public WithoutLevels {
 public:
  Cells(const Table& table, const ColumnSchema& feature);
  [[nodiscard]] Index rows() const { return values_.view().size; }
  bool read(Index row, const Slots&, double& datum) const;

 private:
  RealColumn values_;
};

template <>
class Cells<bool> : public WithoutLevels {
 public:
  /// throws  Error{domain} with the place of the first cell that is neither 0 nor 1, nor one of the
  /// two levels
  Cells(const Table& table, const ColumnSchema& feature);
  [[nodiscard]] Index rows() const { return static_cast<Index>(values_.size()); }
  bool read(Index row, const Slots&, bool& datum) const;

 private:
  std::vector<std::int8_t> values_;  // -1 missing
};

template <>
class Cells<Count> : public WithoutLevels {
 public:
  /// throws  Error{domain} with the place of the first exposure that is not positive
  Cells(const Table& table, const ColumnSchema& feature);
  [[nodiscard]] Index rows() const { return counts_.view().size; }
  bool read(Index row, const Slots&, Count& datum) const;

 private:
  RealColumn counts_;
  std::optional<RealColumn> exposures_;
};

template <>
class Cells<Code> {
 public:
  Cells(const Table& table, const ColumnSchema& feature);
  [[nodiscard]] Index rows() const { return static_cast<Index>(column_.codes.size()); }
  bool read(Index row, const Slots& slots, Code& datum) const;
  [[nodiscard]] std::span<const std::string> levels() const { return column_.levels; }
  void mark_levels(Index row, std::vector<bool>& seen) const;
  [[nodiscard]] std::vector<std::string_view> unknown(Index row, const Slots& slots) const;

 private:
  CodeColumn column_;
};

template <>
class Cells<WordCounts> {
 public:
  /// throws  Error{domain} with the place of the first negative count
  Cells(const Table& table, const ColumnSchema& feature);
  [[nodiscard]] Index rows() const { return words_.rows(); }
  /// Words that the posterior does not know are left out, or counted in its reserved place.
  bool read(Index row, const Slots& slots, WordCounts& datum) const;
  [[nodiscard]] std::span<const std::string> levels() const { return words_.vocabulary; }
  void mark_levels(Index row, std::vector<bool>& seen) const;
  [[nodiscard]] std::vector<std::string_view> unknown(Index row, const Slots& slots) const;

 private:
  Words words_;
};

/// The columns of the table that a feature reads, its own name first where it reads itself.
[[nodiscard]] std::vector<std::string> columns_read(const ColumnSchema& feature);

}  // namespace credence
