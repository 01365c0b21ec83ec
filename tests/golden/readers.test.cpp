// What independent readers make of hostile files (readers.jsonl, by make_readers.py), whole and in
// chunks. CREDENCE_READER_CASES names another file of such cases.
#include <credence/data/arff.hpp>
#include <credence/data/csv.hpp>
#include <credence/data/npy.hpp>
#include <credence/data/number.hpp>
#include <credence/data/svmlight.hpp>

#include <doctest/doctest.h>

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "support/paths.hpp"
#include "support/temporary_folder.hpp"

using namespace credence;
using Json = nlohmann::json;

namespace {

// The bytes that a text stands for, each a character of Latin-1.
std::string bytes_of(const Json& text) {
  const auto utf8 = text.get<std::string>();
  std::string bytes;
  for (std::size_t i = 0; i < utf8.size(); ++i) {
    const auto byte = static_cast<unsigned char>(utf8[i]);
    if (byte < 0x80) {
      bytes.push_back(utf8[i]);
      continue;
    }
    const auto next = static_cast<unsigned char>(utf8.at(++i));
    bytes.push_back(static_cast<char>((byte & 3) << 6 | (next & 0x3F)));
  }
  return bytes;
}

std::string from_base64(const std::string& text) {
  constexpr std::string_view digits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  std::uint32_t bits = 0;
  int count = 0;
  for (const char c : text.substr(0, text.find('='))) {
    bits = bits << 6 | static_cast<std::uint32_t>(digits.find(c));
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes.push_back(static_cast<char>(bits >> count & 0xFF));
  }
  return bytes;
}

double from_hexadecimal(const Json& text) {
  std::string digits = text.get<std::string>();
  if (digits == "nan") return std::nan("");
  const bool negative = digits.starts_with('-');
  digits.erase(0, negative ? 3 : 2);  // sign and 0x
  double number = 0;
  const auto read =
      std::from_chars(digits.data(), digits.data() + digits.size(), number, std::chars_format::hex);
  REQUIRE(read.ec == std::errc{});
  return negative ? -number : number;
}

bool is_same(double a, const Json& expected) {
  if (expected.is_null()) return std::isnan(a);
  const double b = from_hexadecimal(expected);
  return a == b && std::signbit(a) == std::signbit(b);
}

const testing::TemporaryFolder& folder() {
  static const testing::TemporaryFolder one;
  return one;
}

std::string saved(const std::string& bytes) {
  const std::string path = folder() / "case";
  std::ofstream(path, std::ios::binary) << bytes;
  return path;
}

void check_cell(const FileColumn& column, Index row, const Json& expected) {
  CHECK(column.missing(row) == expected.is_null());
  if (expected.is_null()) return;
  if (expected.is_string()) {
    CHECK(column[row] == bytes_of(expected));
  } else {
    REQUIRE(column.numbers());
    CHECK(is_same((*column.numbers())[row], expected[1]));
  }
}

// The rows of a table, from the first of the expected ones on; returns the next.
std::size_t check_rows(const Table& table, const Json& expected, std::size_t first) {
  REQUIRE(table.columns().size() == expected["names"].size());
  REQUIRE(first + static_cast<std::size_t>(table.rows()) <= expected["rows"].size());
  for (std::size_t j = 0; j < table.columns().size(); ++j) {
    const Column& column = table.columns()[j];
    CHECK(column.name == bytes_of(expected["names"][j]));
    for (Index row = 0; row < table.rows(); ++row)
      check_cell(std::get<FileColumn>(column.cells), row,
                 expected["rows"][first + static_cast<std::size_t>(row)][j]);
  }
  return first + static_cast<std::size_t>(table.rows());
}

template <class Stream>
void check_stream(Stream stream, const Json& expected) {
  std::size_t row = 0;
  for (Table chunk; stream.next(chunk);) row = check_rows(chunk, expected, row);
  CHECK(row == expected["rows"].size());
}

void check_csv(const Json& expected) {
  const std::string bytes = bytes_of(expected["bytes"]);
  // Python knows no missing cells; the stored ones are the empty field and the question mark.
  CsvOptions options{.separator = expected["separator"].get<std::string>()[0],
                     .quote = expected["quote"].get<std::string>()[0],
                     .missing = {"", "?"}};
  for (const std::uint64_t block : {1U, 7U, 40U, 1000000U}) {
    CAPTURE(block);
    options.block = block;
    CHECK(check_rows(read_csv_text(bytes, "case", options), expected, 0) ==
          expected["rows"].size());
    check_stream(CsvStream(saved(bytes), options, block), expected);
  }
}

void check_arff(const Json& expected) {
  const std::string bytes = bytes_of(expected["bytes"]);
  const Table table = read_arff_text(bytes, "case");
  CHECK(check_rows(table, expected, 0) == expected["rows"].size());
  for (std::size_t j = 0; j < table.columns().size(); ++j) {
    std::vector<std::string> levels;
    for (const Json& level : expected["levels"][j]) levels.push_back(bytes_of(level));
    CHECK(declared_levels(table.columns()[j]) == levels);
  }
  for (const std::uint64_t chunk : {1U, 7U, 40U, 1000000U}) {
    CAPTURE(chunk);
    check_stream(ArffStream(saved(bytes), {}, chunk), expected);
  }
}

void check_svmlight(const Json& expected) {
  const auto first = expected["zero"].get<bool>() ? FirstColumn::zero : FirstColumn::one;
  const SparseRows rows = read_svmlight_text(bytes_of(expected["bytes"]), "case", first);
  REQUIRE(static_cast<std::size_t>(rows.rows()) == expected["rows"].size());
  for (std::size_t i = 0; i < rows.labels.size(); ++i) {
    CHECK(to_number(rows.labels[i]) == from_hexadecimal(expected["labels"][i]));
    const Json& pairs = expected["rows"][i];
    REQUIRE(rows.offsets[i + 1] - rows.offsets[i] == pairs.size());
    for (std::size_t k = 0; k < pairs.size(); ++k) {
      CHECK(rows.columns[rows.offsets[i] + k] == pairs[k][0].get<std::uint32_t>());
      CHECK(is_same(rows.values[rows.offsets[i] + k], pairs[k][1]));
    }
  }
}

void check_npy(const Json& expected) {
  const NpyArray array(saved(from_base64(expected["base64"].get<std::string>())));
  REQUIRE(static_cast<std::size_t>(array.rows()) == expected["rows"].size());
  REQUIRE(static_cast<std::size_t>(array.columns()) == expected["rows"][0].size());
  std::visit(
      [&](const auto& panel) {
        for (Index i = 0; i < array.rows(); ++i)
          for (Index j = 0; j < array.columns(); ++j)
            CHECK(is_same(
                static_cast<double>(panel.at(i, j)),
                expected["rows"][static_cast<std::size_t>(i)][static_cast<std::size_t>(j)]));
      },
      array.panel());
}

}  // namespace

TEST_CASE("files read as independent readers read them") {
  const std::map<std::string, void (*)(const Json&)> checks{
      {"csv", check_csv}, {"arff", check_arff}, {"svmlight", check_svmlight}, {"npy", check_npy}};
  const char* const other = std::getenv("CREDENCE_READER_CASES");
  std::ifstream file(other == nullptr ? testing::project_file("tests/golden/readers.jsonl")
                                      : other);
  std::string line;
  REQUIRE(std::getline(file, line));  // the tools
  std::map<std::string, int> cases;
  for (int number = 2; std::getline(file, line); ++number) {
    CAPTURE(number);
    const Json one = Json::parse(line);
    const auto form = one["form"].get<std::string>();
    CAPTURE(form);
    checks.at(form)(one);
    ++cases[form];
  }
  for (const auto& [form, check] : checks) {
    const auto& shown = form;
    CAPTURE(shown);
    CHECK(cases[form] >= 40);
  }
}
