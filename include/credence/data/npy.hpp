#pragma once
// Arrays of numbers as NumPy saves them.
#include <credence/detail/base/large_array.hpp>
#include <credence/detail/base/mapped_file.hpp>
#include <credence/detail/data/limits.hpp>
#include <credence/detail/data/panel.hpp>
#include <credence/detail/data/table_stream.hpp>
#include <string>
#include <variant>
#include <vector>

namespace credence {

/// An array of one or two dimensions in a file (`numpy.save`), seen where it is; one dimension is
/// one column. Arrays of bool, uint8, int32, int64, float32 and float64 are not copied; int8,
/// int16, uint16, uint32 and uint64 are converted to double. Movable; the file must not change
/// meanwhile.
///
///     const NpyArray array("rows.npy");
///     std::visit([](const auto& panel) { ... }, array.panel());
class NpyArray {
 public:
  using Columns = std::variant<Panel<double>, Panel<float>, Panel<std::uint8_t>,
                               Panel<std::int32_t>, Panel<std::int64_t>>;

  /// in      path: of a file in format 1.0, 2.0 or 3.0, little endian, in C or Fortran order;
  ///         "-" is standard input
  /// throws  Error{io} when the file cannot be read;
  ///         Error{parse} for another format, type or number of dimensions, no values at all,
  ///         or one whose values do not take the rest of the file exactly;
  ///         Error{domain} for a uint64 above 2^53, which double cannot hold;
  ///         Error{limit} for values to be copied or converted that take more than `limits` allows
  /// cost    constant where nothing is converted, but for a pointer a column
  explicit NpyArray(const std::string& path, const ReadLimits& limits = {});

  [[nodiscard]] Index rows() const { return rows_; }
  [[nodiscard]] Index columns() const { return columns_; }
  /// 1 or 2.
  [[nodiscard]] int dimensions() const { return dimensions_; }
  /// Returns the values as kernels read them; valid while this object is neither changed nor gone.
  [[nodiscard]] Columns panel() const;

 private:
  template <class T>
  using Starts = std::vector<const T*>;

  template <class T>
  void point_at(const void* values);
  template <class From>
  void convert(const std::byte* values, const std::string& path);
  void read(const std::string& path, std::size_t begin, std::string_view type,
            const ReadLimits& limits);

  detail::MappedFile file_;
  LargeArray<std::byte> copied_;  // of values that stand misaligned in the file
  LargeArray<double> converted_;
  bool by_row_ = true;
  int dimensions_ = 1;
  Index rows_ = 0;
  Index columns_ = 0;
  std::variant<Starts<double>, Starts<float>, Starts<std::uint8_t>, Starts<std::int32_t>,
               Starts<std::int64_t>>
      starts_;
};

/// Returns the columns of an array, seen where they are, which the table keeps: c1, c2, ... or those
/// names.
/// throws  Error as NpyArray; Error{shape} for another number of names than columns; Error{limit} for
///         more columns than `limits` allows; Error{schema} for a name that is empty or stands twice
[[nodiscard]] Table npy_table(const std::string& path, const std::vector<std::string>& names = {},
                              const ReadLimits& limits = {});

/// Adds the whole numbers of a one-dimensional array as categories, one for each row of `table`.
/// throws  Error as NpyArray; Error{shape} for another number of dimensions or rows;
///         Error{domain} for a number that is not whole; Error{schema} for a name that is taken
void add_npy_labels(Table& table, const std::string& path, const std::string& label);

}  // namespace credence
