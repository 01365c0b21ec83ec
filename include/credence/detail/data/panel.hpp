#pragma once
// Columns of numbers in memory as kernels read them: no copy, one number type, one distance.
#include <credence/base/index.hpp>
#include <credence/data/row_span.hpp>
#include <cstdint>
#include <span>
#include <variant>
#include <vector>

namespace credence {

/// Columns of one number type at one distance between rows: entry (i, j) is columns[j][i * stride].
/// A row-major matrix has adjacent columns; columns stored one by one have a stride of 1.
template <class T>
struct Panel {
  std::span<const T* const> columns = {};
  Index rows = 0;
  Index stride = 1;  ///< values, not bytes

  [[nodiscard]] Index width() const { return static_cast<Index>(columns.size()); }
  [[nodiscard]] const T* column(Index j) const { return columns[static_cast<std::size_t>(j)]; }
  [[nodiscard]] const T& at(Index row, Index j) const { return column(j)[row * stride]; }
  /// Returns whether the entries of a row lie side by side. Cost: one comparison a column.
  [[nodiscard]] bool row_major() const {
    for (Index j = 1; j < width(); ++j)
      if (column(j) != column(0) + j) return false;
    return true;
  }
};

/// A column of numbers of any type that kernels read.
using Numbers = std::variant<Strided<double>, Strided<float>, Strided<std::uint8_t>,
                             Strided<std::int32_t>, Strided<std::int64_t>>;

/// Returns whether a number of the column is infinite; missing ones, NaN, are not.
[[nodiscard]] bool has_infinity(const Numbers& column);

namespace detail {
template <class T>
struct PanelColumns {
  std::vector<const T*> starts;
  Index rows = 0;
  Index stride = 1;
};
}  // namespace detail

/// Neighbouring columns of one type and one distance between rows, with the list that a panel needs.
class PanelRun {
 public:
  /// Returns the longest runs that the columns fall into, in their order. All have the same number
  /// of rows.
  [[nodiscard]] static std::vector<PanelRun> of(std::span<const Numbers> columns);

  /// Position of its first column among those it was made of.
  [[nodiscard]] Index first() const { return first_; }
  /// Returns the number of its columns.
  [[nodiscard]] Index width() const;
  /// Calls `f(panel)` with a Panel<T>.
  template <class F>
  decltype(auto) visit(F&& f) const {
    return std::visit(
        [&]<class T>(const detail::PanelColumns<T>& run) {
          return f(Panel<T>{.columns = run.starts, .rows = run.rows, .stride = run.stride});
        },
        columns_);
  }

 private:
  [[nodiscard]] bool take(const Numbers& column);

  Index first_ = 0;
  std::variant<detail::PanelColumns<double>, detail::PanelColumns<float>,
               detail::PanelColumns<std::uint8_t>, detail::PanelColumns<std::int32_t>,
               detail::PanelColumns<std::int64_t>>
      columns_;
};

}  // namespace credence
