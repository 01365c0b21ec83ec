// NumPy arrays: what is seen, what is converted, and what is refused.
#include <credence/data/npy.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cstring>
#include <fstream>
#include <limits>
#include <utility>

#include "support/data_error.hpp"
#include "support/temporary_folder.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

template <class T>
std::string bytes_of(const std::vector<T>& values) {
  std::string bytes(values.size() * sizeof(T), '\0');
  if (!values.empty()) std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

// A file with this dictionary, filled up so that the values begin at a multiple of `alignment`.
std::string npy(std::string dictionary, const std::string& values, int major = 1,
                std::size_t alignment = 64) {
  const std::size_t width = major == 1 ? 2 : 4;
  while ((8 + width + dictionary.size() + 1) % alignment != 0) dictionary += ' ';
  dictionary += '\n';
  std::string file = "\x93NUMPY";
  file += static_cast<char>(major);
  file += '\0';
  for (std::size_t i = 0; i < width; ++i)
    file += static_cast<char>(dictionary.size() >> (8 * i) & 0xff);
  return file + dictionary + values;
}

std::string dictionary(const std::string& type, const std::string& shape,
                       const std::string& order = "False") {
  return "{'descr': '" + type + "', 'fortran_order': " + order + ", 'shape': " + shape + ", }";
}

// The array in a file of these bytes.
NpyArray array_of(const std::string& file) {
  const TemporaryFolder folder;
  const std::string path = folder / "array.npy";
  std::ofstream(path, std::ios::binary) << file;
  return NpyArray(path);
}

std::optional<Error> refusal_of_array(const std::string& file) {
  return error_of([&] { static_cast<void>(array_of(file)); });
}

// All values row by row; none where they are seen as another type.
template <class T>
std::vector<T> values_of(const NpyArray& array) {
  const NpyArray::Columns columns = array.panel();
  const auto* panel = std::get_if<Panel<T>>(&columns);
  std::vector<T> values;
  if (panel == nullptr) return values;
  for (Index row = 0; row < array.rows(); ++row)
    for (Index j = 0; j < array.columns(); ++j) values.push_back(panel->at(row, j));
  return values;
}

template <class T>
void check_seen(const std::string& type) {
  CAPTURE(type);
  const std::vector<T> values{T{1}, T{2}, T{3}, T{4}, T{5}, T{6}};
  const NpyArray by_row = array_of(npy(dictionary(type, "(2, 3)"), bytes_of(values)));
  CHECK(by_row.rows() == 2);
  CHECK(by_row.columns() == 3);
  CHECK(by_row.dimensions() == 2);
  CHECK(values_of<T>(by_row) == values);
  CHECK(std::get<Panel<T>>(by_row.panel()).row_major());

  const NpyArray by_column = array_of(npy(dictionary(type, "(2, 3)", "True"), bytes_of(values)));
  CHECK(values_of<T>(by_column) == std::vector<T>{T{1}, T{3}, T{5}, T{2}, T{4}, T{6}});

  const NpyArray flat = array_of(npy(dictionary(type, "(6,)"), bytes_of(values)));
  CHECK(flat.rows() == 6);
  CHECK(flat.columns() == 1);
  CHECK(flat.dimensions() == 1);
  CHECK(values_of<T>(flat) == values);
}

template <class From>
void check_converted(const std::string& type) {
  CAPTURE(type);
  const std::vector<From> values{From{0}, static_cast<From>(-1), From{100},
                                 static_cast<From>(std::numeric_limits<From>::min())};
  std::vector<double> expected;
  for (const From value : values) expected.push_back(static_cast<double>(value));
  CHECK(values_of<double>(array_of(npy(dictionary(type, "(2, 2)"), bytes_of(values)))) == expected);
  CHECK(values_of<double>(array_of(npy(dictionary(type, "(2, 2)", "True"), bytes_of(values)))) ==
        std::vector<double>{expected[0], expected[2], expected[1], expected[3]});
}

const std::string three = bytes_of<double>({1.5, -2, 3});

}  // namespace

TEST_CASE("arrays of the types of kernels are seen in either order and with one dimension") {
  check_seen<double>("<f8");
  check_seen<float>("<f4");
  check_seen<std::uint8_t>("|u1");
  check_seen<std::uint8_t>("|b1");
  check_seen<std::int32_t>("<i4");
  check_seen<std::int64_t>("<i8");
}

TEST_CASE("arrays of other whole numbers become double") {
  check_converted<std::int8_t>("|i1");
  check_converted<std::int16_t>("<i2");
  check_converted<std::uint16_t>("<u2");
  check_converted<std::uint32_t>("<u4");
}

TEST_CASE("unsigned whole numbers are read up to 2^53 and refused beyond") {
  const std::uint64_t largest = std::uint64_t{1} << 53;
  const auto file = [](std::uint64_t value) {
    return npy(dictionary("<u8", "(2,)"), bytes_of<std::uint64_t>({7, value}));
  };

  CHECK(values_of<double>(array_of(file(largest))) == std::vector<double>{7, 9007199254740992.0});
  const auto error = refusal_of_array(file(largest + 1));
  CHECK(is(error, ErrorCode::domain));
  CHECK(says(error, "array.npy", "9007199254740993", "position 1", "number classes from 0",
             "float64"));
}

TEST_CASE("formats 2.0 and 3.0 have a longer header") {
  for (const int major : {2, 3}) {
    CAPTURE(major);
    const std::string long_dictionary = dictionary("<f8", "(3,)") + std::string(70000, ' ');
    CHECK(values_of<double>(array_of(npy(long_dictionary, three, major))) ==
          std::vector<double>{1.5, -2, 3});
  }
}

TEST_CASE("values that stand misaligned in the file are copied") {
  std::string odd = dictionary("<f8", "(3,)");
  for (int i = 0; i < 8; ++i) {
    CAPTURE(i);
    const NpyArray array = array_of(npy(odd, three, 1, 1));
    CHECK(values_of<double>(array) == std::vector<double>{1.5, -2, 3});
    const auto panel = std::get<Panel<double>>(array.panel());
    CHECK(reinterpret_cast<std::uintptr_t>(panel.column(0)) % alignof(double) == 0);
    odd += ' ';
  }
}

TEST_CASE("values that are converted or copied end at the limit of memory, and no others") {
  const TemporaryFolder folder;
  const std::string path = folder / "array.npy";
  const auto limited = [&](const std::string& file, std::uint64_t memory) {
    std::ofstream(path, std::ios::binary) << file;
    return error_of([&] { static_cast<void>(NpyArray(path, {.memory = memory})); });
  };
  const std::string converted = npy(dictionary("|i1", "(2, 3)"), "abcdef");
  const std::string seen = npy(dictionary("<f8", "(3,)"), three);

  CHECK(is(limited(converted, 47), ErrorCode::limit));
  CHECK(says(limited(converted, 47), path, "48 bytes", "ReadLimits::memory=N"));
  CHECK_FALSE(limited(converted, 48));
  CHECK_FALSE(limited(seen, 1));
}

TEST_CASE("keys may stand in any order and in either kind of quotes") {
  CHECK(values_of<double>(
            array_of(npy("{\"shape\":(3,),'fortran_order':False , \"descr\": \"<f8\"}", three))) ==
        std::vector<double>{1.5, -2, 3});
}

TEST_CASE("an array that moves keeps its values") {
  for (const std::size_t alignment : {std::size_t{64}, std::size_t{1}}) {
    CAPTURE(alignment);
    NpyArray array = array_of(npy(dictionary("<f8", "(3,)"), three, 1, alignment));
    NpyArray moved = std::move(array);
    NpyArray assigned = array_of(npy(dictionary("|i1", "(1,)"), "x"));
    assigned = std::move(moved);
    CHECK(values_of<double>(assigned) == std::vector<double>{1.5, -2, 3});
  }
}

TEST_CASE("other types are refused with what to do") {
  for (const std::string type : {">f8", "<f2", "<c16", "|O", "|S5", "<U3", "f8", "<f16", "|u8",
                                 "<M8[ns]", "", "<b1", "=f8"}) {
    CAPTURE(type);
    const auto error = refusal_of_array(npy(dictionary(type, "(3,)"), three));
    CHECK(is(error, ErrorCode::parse));
    CHECK(says(error, "array.npy", "'" + type + "'", "astype"));
    const bool may_be_texts = type == "|O" || type == "|S5" || type == "<U3";
    CHECK(says(error, "number classes with numpy.unique(") == may_be_texts);
  }
  CHECK(says(refusal_of_array(
                 npy("{'descr': [('a', '<f8')], 'fortran_order': False, 'shape': (3,), }", three)),
             "named fields"));
}

TEST_CASE("arrays of no, three or more dimensions are refused") {
  CHECK(
      says(refusal_of_array(npy(dictionary("<f8", "()"), bytes_of<double>({1}))), "0 dimensions"));
  CHECK(
      says(refusal_of_array(npy(dictionary("<f8", "(1, 3, 1)"), three)), "3 dimensions", "1 or 2"));
}

TEST_CASE("arrays without values are refused, however long one side is") {
  for (const std::string shape : {"(0,)", "(0, 5)", "(5, 0)", "(0, 1152921504606846976)"}) {
    CAPTURE(shape);
    CHECK(says(refusal_of_array(npy(dictionary("<f8", shape), "")), "without values"));
  }
}

TEST_CASE("values must take the rest of the file exactly") {
  const std::string good = npy(dictionary("<f8", "(3,)"), three);
  CHECK(says(refusal_of_array(good.substr(0, good.size() - 1)), "23 bytes", "24"));
  CHECK(says(refusal_of_array(good + "x"), "25 bytes", "24"));
  CHECK(says(refusal_of_array(npy(dictionary("<f8", "(1000000000000,)"), three)), "8000000000000"));
}

TEST_CASE("a shape whose product overflows is refused") {
  for (const std::string shape : {"(4294967296, 4294967296)", "(18446744073709551615, 3)",
                                  "(2305843009213693952,)", "(2305843009213693953, 8)"}) {
    CAPTURE(shape);
    CHECK(
        says(refusal_of_array(npy(dictionary("<f8", shape), three)), "more than a file can hold"));
  }
}

TEST_CASE("a header that is cut off anywhere is refused") {
  const std::string good = npy(dictionary("<f8", "(3,)"), three);
  for (std::size_t size = 0; size < good.size(); ++size) {
    CAPTURE(size);
    CHECK(is(refusal_of_array(good.substr(0, size)), ErrorCode::parse));
  }
}

TEST_CASE("a file of another kind or version is refused") {
  CHECK(says(refusal_of_array("1,2,3\n4,5,6\n"), "no NumPy array"));
  CHECK(says(refusal_of_array(npy(dictionary("<f8", "(3,)"), three, 4)), "4.0"));
  std::string minor = npy(dictionary("<f8", "(3,)"), three);
  minor[7] = 1;
  CHECK(says(refusal_of_array(minor), "1.1"));
}

TEST_CASE("a header that NumPy would not write is refused") {
  const std::array dictionaries{
      std::string(""),
      std::string("{}"),
      std::string("{'descr': '<f8', 'fortran_order': False, }"),
      std::string("{'descr': '<f8', 'fortran_order': False, 'shape': (3,), 'more': 1}"),
      std::string("{'descr': '<f8', 'descr': '<f8', 'fortran_order': False, 'shape': (3,)}"),
      std::string("{'descr': '<f8', 'fortran_order': 0, 'shape': (3,)}"),
      std::string("{'descr': '<f8', 'fortran_order': False, 'shape': (3)}"),
      std::string("{'descr': '<f8', 'fortran_order': False, 'shape': [3]}"),
      std::string("{'descr': '<f8', 'fortran_order': False, 'shape': (-3,)}"),
      std::string("{'descr': '<f8', 'fortran_order': False, 'shape': (3.0,)}"),
      std::string("{'descr': '<f8', 'fortran_order': False, 'shape': (3,,)}"),
      std::string("{'descr': '<f8', 'fortran_order': False, 'shape': (99999999999999999999,)}"),
      std::string("{'descr': '<f8', 'fortran_order': False, 'shape': (3,)"),
      std::string("{'descr': '<f8 'fortran_order': False, 'shape': (3,)}"),
      std::string("{'descr': '\\x3cf8', 'fortran_order': False, 'shape': (3,)}"),
      std::string("{'descr' '<f8', 'fortran_order': False, 'shape': (3,)}"),
      std::string("{'descr': '<f8', 'fortran_order': False, 'shape': (3,)} + 1"),
      std::string("__import__('os')"),
  };
  for (const std::string& text : dictionaries) {
    CAPTURE(text);
    CHECK(is(refusal_of_array(npy(text, three)), ErrorCode::parse));
  }
}

TEST_CASE("an absent file is an error of input") {
  CHECK(is(error_of([] { NpyArray array("absent.npy"); }), ErrorCode::io));
}

TEST_CASE("a header that breaks off or says a thing twice is refused with what was missed") {
  const auto refused = [](const std::string& text, const std::string& what) {
    CAPTURE(text);
    const auto error = refusal_of_array(npy(text, three));
    CHECK(is(error, ErrorCode::parse));
    CHECK(says(error, "array.npy", what));
  };
  refused("{'fortran_order': False, 'shape': (3,)}", "no 'descr', 'fortran_order' or 'shape'");
  refused("{'descr': '<f8', 'fortran_order': False, 'fortran_order': False, 'shape': (3,)}",
          "the key 'fortran_order' where it does not belong");
  refused("{'descr': '<f8', 'shape': (3,), 'shape': (3,), 'fortran_order': False}",
          "the key 'shape' where it does not belong");
  refused("{'descr': '<f8', 'fortran_order': False, 'shape", "a quote that is not closed");
  refused("{'descr': <f8, 'fortran_order': False}", "no text in quotes where one belongs");
  refused("{'descr': ", "no text in quotes where one belongs");
  refused("{'descr'", "no ':' where one belongs");
}
