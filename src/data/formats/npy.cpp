// Arrays of NumPy files, seen in the mapped file.
#include <credence/data/npy.hpp>

#include <credence/base/error.hpp>
#include <credence/detail/base/counted.hpp>

#include <bit>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>

#include "data/bytes/beyond_limit.hpp"
#include "data/bytes/decompressor.hpp"
#include "data/formats/npy_header.hpp"

namespace credence {
namespace {

using detail::NpyHeader;
using detail::refuse_npy;

// Bytes of a value; 0 for a type that is not read.
std::size_t size_of(std::string_view type) {
  for (const std::string_view known :
       {"|b1", "|u1", "|i1", "<i2", "<u2", "<i4", "<u4", "<f4", "<i8", "<u8", "<f8"})
    if (type == known) return static_cast<std::size_t>(type[2] - '0');
  return 0;
}

// Whether values are not converted.
bool is_seen(std::string_view type) {
  return type == "<f8" || type == "<f4" || type == "|u1" || type == "|b1" || type == "<i4" ||
         type == "<i8";
}

void check_type(const NpyHeader& header, const std::string& path) {
  // Values are seen as the file has them.
  if (std::endian::native != std::endian::little)
    refuse_npy(path, "is little endian, and this machine is not", "save it as CSV");
  if (size_of(header.type) != 0) return;
  // Texts, and objects, which may be texts.
  const bool may_be_texts =
      header.type.size() > 1 && std::string_view("USO").find(header.type[1]) != std::string::npos;
  if (may_be_texts)
    refuse_npy(path, "holds values of type '" + header.type + "'",
               "convert numbers with array.astype('<f8'), number classes with "
               "numpy.unique(array, return_inverse=True)[1], and save it again");
  refuse_npy(path, "holds values of type '" + header.type + "'",
             "convert the array, for instance with array.astype('<f8'), and save it again");
}

void check_shape(const NpyHeader& header, const std::string& path) {
  if (header.shape.size() == 1 || header.shape.size() == 2) return;
  refuse_npy(path, "holds an array of " + std::to_string(header.shape.size()) + " dimensions",
             "save one of 1 or 2");
}

// The values must take the rest of the file, which also keeps every length within its size.
void check_length(const NpyHeader& header, std::size_t rest, const std::string& path) {
  std::uint64_t bytes = size_of(header.type);
  bool overflow = false;
  for (const std::uint64_t length : header.shape) {
    if (length == 0) refuse_npy(path, "holds an array without values", "save one that has some");
    overflow = overflow || length > std::numeric_limits<std::uint64_t>::max() / bytes;
    if (!overflow) bytes *= length;
  }
  if (!overflow && bytes == rest) return;
  refuse_npy(path,
             "holds " + detail::counted(rest, "byte", "bytes") +
                 " of values where its shape asks for " +
                 (overflow ? std::string("more than a file can hold") : std::to_string(bytes)),
             "it was cut short or added to: save the array again, alone in its file");
}

}  // namespace

NpyArray::NpyArray(const std::string& path, const ReadLimits& limits) : file_(path) {
  if (compression_of(file_.text()) != Compression::none)
    refuse_npy(path, "is compressed, and an array is read where it is", "decompress it first");
  const NpyHeader header = detail::read_npy_header(file_.text(), path);
  check_type(header, path);
  check_shape(header, path);
  check_length(header, file_.bytes().size() - header.size, path);
  by_row_ = !header.by_column;
  dimensions_ = static_cast<int>(header.shape.size());
  rows_ = static_cast<Index>(header.shape[0]);
  columns_ = dimensions_ == 1 ? 1 : static_cast<Index>(header.shape[1]);
  read(path, header.size, header.type, limits);
}

void NpyArray::read(const std::string& path, std::size_t begin, std::string_view type,
                    const ReadLimits& limits) {
  const std::span<const std::byte> bytes = file_.bytes().subspan(begin);
  const std::byte* values = bytes.data();
  const std::uint64_t doubles = static_cast<std::uint64_t>(rows_ * columns_) * sizeof(double);
  if (!is_seen(type)) check_memory(doubles, limits, path);
  if (reinterpret_cast<std::uintptr_t>(values) % size_of(type) != 0) {
    check_memory(bytes.size(), limits, path);
    copied_.assign(bytes.begin(), bytes.end());
    values = copied_.data();
  }
  if (type == "<f8") return point_at<double>(values);
  if (type == "<f4") return point_at<float>(values);
  if (type == "|u1" || type == "|b1") return point_at<std::uint8_t>(values);
  if (type == "<i4") return point_at<std::int32_t>(values);
  if (type == "<i8") return point_at<std::int64_t>(values);
  if (type == "|i1") return convert<std::int8_t>(values, path);
  if (type == "<i2") return convert<std::int16_t>(values, path);
  if (type == "<u2") return convert<std::uint16_t>(values, path);
  if (type == "<u4") return convert<std::uint32_t>(values, path);
  convert<std::uint64_t>(values, path);
}

template <class T>
void NpyArray::point_at(const void* values) {
  const T* const first = static_cast<const T*>(values);
  Starts<T> starts(static_cast<std::size_t>(columns_));
  for (Index j = 0; j < columns_; ++j)
    starts[static_cast<std::size_t>(j)] = first + (by_row_ ? j : j * rows_);
  starts_ = std::move(starts);
}

template <class From>
void NpyArray::convert(const std::byte* values, const std::string& path) {
  constexpr std::uint64_t largest = std::uint64_t{1} << 53;
  const auto size = static_cast<std::size_t>(rows_ * columns_);
  converted_.resize(size);
  for (std::size_t i = 0; i < size; ++i) {
    From value;
    std::memcpy(&value, values + i * sizeof(From), sizeof(From));
    if constexpr (std::is_same_v<From, std::uint64_t>)
      if (value > largest)
        throw Error(ErrorCode::domain,
                    "file '" + path + "' holds " + std::to_string(value) + " at position " +
                        std::to_string(i) +
                        ", which double cannot hold exactly; number classes from 0, and convert "
                        "features to float64 if their last digits do not matter",
                    {.file = path});
    converted_[i] = static_cast<double>(value);
  }
  copied_ = {};
  point_at<double>(converted_.data());
}

NpyArray::Columns NpyArray::panel() const {
  return std::visit(
      [this]<class T>(const Starts<T>& starts) -> Columns {
        return Panel<T>{.columns = starts, .rows = rows_, .stride = by_row_ ? columns_ : Index{1}};
      },
      starts_);
}

}  // namespace credence
