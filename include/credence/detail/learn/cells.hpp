#pragma once
// The data of one feature, as the values its family observes.
#include <credence/data/convert.hpp>
#include <credence/data/schema.hpp>
#include <credence/density/count.hpp>
#include <credence/detail/data/panel.hpp>
#include <credence/detail/data/word_rows.hpp>
#include <credence/detail/family/datum_kind.hpp>
#include <credence/detail/learn/feature_facts.hpp>
#include <memory>
#include <optional>

namespace credence {

/// Where each level of the data stands among the levels of a posterior; empty for data without
/// levels.
struct Slots {
  std::vector<Index> of;  ///< -1: a level that the posterior does not know
  Index reserved = -1;    ///< the place kept for such levels, if there is one
  bool same = false;      ///< known: every level of the data has its own number in the posterior

  /// Returns the place of a level of the data, -1 where it has none.
  [[nodiscard]] Index operator[](std::size_t level) const {
    return of[level] >= 0 ? of[level] : reserved;
  }
};

/// The level that missing cells become where a schema says so.
inline constexpr std::string_view missing_level = "missing";

/// One feature's data, read from a table once: `Datum` is what its family observes (bool, Code,
/// double, Count, WordCounts or a row of numbers). A view where the table already holds the right
/// thing; the table must outlive it. Copies share what was converted.
///
/// expressions  rows()
///              read(row, slots, datum): false where the cell is missing (or all of it is unseen)
///              levels(): the levels (or words) of the data; empty for data without levels
///              mark_levels(row, seen): sets `seen[level]` for the levels that the row holds
///              unknown(row, slots): the levels of the row that `slots` does not know
template <class Datum>
class Cells;

namespace detail {

/// Cells without levels answer the questions about levels alike.
struct WithoutLevels {
  [[nodiscard]] std::span<const std::string> levels() const { return {}; }
  void mark_levels(Index, std::vector<bool>&) const {}
};

/// Numbers of a feature, wherever they are: converted and owned, or seen in the table.
class NumberCells {
 public:
  /// throws  Error{parse} with the place of the first cell that is no number
  NumberCells(const Table& table, const std::string& column);

  [[nodiscard]] Index rows() const { return rows_; }
  /// Returns the number as double; NaN where the cell is missing.
  [[nodiscard]] double operator[](Index row) const {
    return std::visit([row](const auto& view) { return static_cast<double>(view[row]); }, view_);
  }
  /// As a kernel reads them.
  [[nodiscard]] const Numbers& numbers() const { return view_; }
  /// Returns whether the table only views memory of somebody else, so that nothing was checked yet.
  [[nodiscard]] bool viewed() const { return viewed_; }

 private:
  // None where the table has the numbers. Shared and never changed, so that BoundTable::part copies
  // cells without converting or copying a number.
  std::shared_ptr<const RealColumn> owned_;
  Numbers view_;
  Index rows_ = 0;
  bool viewed_ = false;
};

/// Values of a feature, owned or a view of the table.
template <class T>
class OwnedOrView {
 public:
  OwnedOrView() = default;
  explicit OwnedOrView(std::vector<T> values)
      : owned_(std::make_shared<const std::vector<T>>(std::move(values))),
        view_{.data = owned_->data(), .size = static_cast<Index>(owned_->size())} {}
  explicit OwnedOrView(Strided<T> values) : view_(values) {}

  [[nodiscard]] const Strided<T>& view() const { return view_; }

 private:
  std::shared_ptr<const std::vector<T>> owned_;  // none where the table has them; shared by parts
  Strided<T> view_;
};

}  // namespace detail

template <>
class Cells<double> : public detail::WithoutLevels {
 public:
  Cells(const Table& table, const ColumnSchema& feature);
  [[nodiscard]] Index rows() const { return values_.rows(); }
  bool read(Index row, const Slots&, double& datum) const;
  [[nodiscard]] Numbers numbers() const { return values_.numbers(); }
  [[nodiscard]] bool viewed() const { return values_.viewed(); }

 private:
  detail::NumberCells values_;
};

/// Returns a row of a block of numbers: one for each column of the block, NaN where it is missing.
template <>
class Cells<std::vector<double>> : public detail::WithoutLevels {
 public:
  Cells(const Table& table, const ColumnSchema& feature);
  [[nodiscard]] Index rows() const { return columns_.front().rows(); }
  bool read(Index row, const Slots&, std::vector<double>& datum) const;
  [[nodiscard]] bool viewed() const;

 private:
  std::vector<detail::NumberCells> columns_;
};

template <>
class Cells<bool> : public detail::WithoutLevels {
 public:
  /// throws  Error{domain} with the place of the first cell that is neither 0 nor 1, nor one of the
  /// two levels; cells that the table only views are checked when they are read by a kernel
  Cells(const Table& table, const ColumnSchema& feature);
  [[nodiscard]] Index rows() const;
  bool read(Index row, const Slots&, bool& datum) const;
  /// 0 and 1; NaN where the cell is missing.
  [[nodiscard]] Numbers numbers() const;
  [[nodiscard]] bool viewed() const;

 private:
  std::variant<detail::OwnedOrView<float>, detail::NumberCells>
      values_;  // float: 0, 1 or NaN, of two levels
};

template <>
class Cells<Count> : public detail::WithoutLevels {
 public:
  /// throws  Error{domain} with the place of the first exposure that is not positive
  Cells(const Table& table, const ColumnSchema& feature);
  [[nodiscard]] Index rows() const { return counts_.rows(); }
  bool read(Index row, const Slots&, Count& datum) const;
  [[nodiscard]] Numbers numbers() const { return counts_.numbers(); }
  [[nodiscard]] bool viewed() const { return counts_.viewed(); }
  [[nodiscard]] bool exposed() const { return exposures_.has_value(); }

 private:
  detail::NumberCells counts_;
  std::optional<detail::NumberCells> exposures_;
};

template <>
class Cells<Code> {
 public:
  Cells(const Table& table, const ColumnSchema& feature);
  [[nodiscard]] Index rows() const { return codes_.view().size; }
  bool read(Index row, const Slots& slots, Code& datum) const;
  [[nodiscard]] std::span<const std::string> levels() const { return *levels_; }
  void mark_levels(Index row, std::vector<bool>& seen) const;
  [[nodiscard]] std::vector<std::string_view> unknown(Index row, const Slots& slots) const;
  [[nodiscard]] Numbers numbers() const { return codes_.view(); }
  [[nodiscard]] bool viewed() const { return false; }

 private:
  std::shared_ptr<const std::vector<std::string>> levels_;  // shared, so that parts copy no name
  detail::OwnedOrView<Code> codes_;
};

template <>
class Cells<WordCounts> {
 public:
  /// throws  Error{domain} with the place of the first negative count
  Cells(const Table& table, const ColumnSchema& feature);
  [[nodiscard]] Index rows() const { return rows_.rows; }
  /// Words that the posterior does not know are left out, or counted in its reserved place.
  bool read(Index row, const Slots& slots, WordCounts& datum) const;
  [[nodiscard]] std::span<const std::string> levels() const { return vocabulary_; }
  void mark_levels(Index row, std::vector<bool>& seen) const;
  [[nodiscard]] std::vector<std::string_view> unknown(Index row, const Slots& slots) const;
  /// As a kernel reads them.
  [[nodiscard]] const WordRows& documents() const { return rows_; }
  /// Returns whether the table only views memory of somebody else, so that no count was checked
  /// yet.
  [[nodiscard]] bool viewed() const { return viewed_; }

 private:
  /// Whether there is no document: it is missing or, where the table only views it, has a NaN.
  [[nodiscard]] bool absent(Index row) const;

  std::shared_ptr<const Words> words_;  // none where the table has the documents
  std::span<const std::string> vocabulary_;
  WordRows rows_;
  bool viewed_ = false;
};

/// Returns the columns of the table that a feature reads, its own name first where it reads itself.
[[nodiscard]] std::vector<std::string> columns_read(const ColumnSchema& feature);

/// Where the levels of the data stand in a feature; nothing for data without levels.
template <class Datum>
[[nodiscard]] Slots slots_of(const FeatureFacts& feature, const Cells<Datum>& data) {
  if constexpr (!has_levels(kind_of_datum<Datum>)) {
    return {};
  } else {
    Slots slots{.of = positions_in(data.levels(), feature.levels),
                .reserved = feature.reserved() == 1 ? std::ssize(feature.levels) : -1};
    slots.same = true;
    for (std::size_t level = 0; level < slots.of.size(); ++level)
      slots.same = slots.same && slots.of[level] == static_cast<Index>(level);
    return slots;
  }
}

}  // namespace credence
