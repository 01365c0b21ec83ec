// Records of short numbers and texts are read the same on every instruction set: those without the
// vectors read one field after another.
#include <credence/base/instructions.hpp>
#include <credence/data/convert.hpp>
#include <credence/data/csv.hpp>

#include <doctest/doctest.h>

#include <bit>
#include <random>
#include <string>
#include <vector>

#include "data/csv/plain_numbers.hpp"
#include "support/csv_cells.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

using Generator = std::mt19937_64;

std::string digits(Generator& random, std::uint64_t count) {
  std::string text;
  for (std::uint64_t i = 0; i < count; ++i)
    text += static_cast<char>('0' + random() % (random() % 3 == 0 ? 1 : 10));
  return text;
}

// A number of any spelling: with few or many digits, a sign, a point anywhere, an exponent.
std::string spelled(Generator& random) {
  const char* const signs[] = {"", "", "-", "-", "+"};
  std::string text = signs[random() % 5];
  switch (random() % 10) {
    case 0:
      return text + digits(random, 1 + random() % 17);
    case 1:
      return text + digits(random, 1 + random() % 9) + ".";
    case 2:
      return text + "." + digits(random, 1 + random() % 16);
    case 3:
      return text + digits(random, 1 + random() % 4) + "e" + std::to_string(random() % 9);
    case 4:
      return random() % 2 == 0 ? "" : "?";
    default:
      return text + digits(random, 1 + random() % 8) + "." + digits(random, 1 + random() % 9);
  }
}

// Rows of numbers; of `odd` in a thousand fields something else.
std::string written(Generator& random, std::size_t rows, std::size_t width, char separator,
                    std::uint64_t odd) {
  const char* const others[] = {"\"1,5\"", "NA", " 1", "1-",  "--1",       "1.2.3",
                                "-",       ".",  "x",  "1\t", "\"2\"\"\"", "12345678901234567890.5",
                                "1e999"};
  std::string text;
  for (std::size_t j = 0; j < width; ++j) text += (j == 0 ? "a" : separator + std::string("a"));
  text += "\n";
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < width; ++j) {
      if (j > 0) text += separator;
      text += random() % 1000 < odd ? others[random() % std::size(others)] : spelled(random);
    }
    text += random() % 4 == 0 ? "\r\n" : "\n";
  }
  return text;
}

// A text of any length: with quotes around it where it holds what ends a field, sometimes without need.
std::string text_field(Generator& random, char separator) {
  const std::string parts[] = {"a",    "b",  "yes",  "no",
                               "NA",   " ",  "?",    "1.5",
                               "\"\"", "\n", "\r\n", std::string(1, separator),
                               "'",    "-",  "x y",  "long enough to reach beyond sixteen bytes"};
  std::string text;
  bool quoted = random() % 5 == 0;
  const std::uint64_t most = random() % 10 == 0 ? 8 : 2;
  for (std::uint64_t i = random() % (most + 1); i > 0; --i) {
    const std::size_t part = random() % (random() % 4 == 0 ? std::size(parts) : 6);
    quoted = quoted || (part >= 8 && part <= 11);
    text += parts[part];
  }
  return quoted ? "\"" + text + "\"" : text;
}

// Rows of columns that hold numbers, or texts, or numbers first and texts later.
std::string written_with_texts(Generator& random, std::size_t rows, std::size_t width,
                               char separator) {
  std::vector<std::size_t> first_text;
  std::string text;
  for (std::size_t j = 0; j < width; ++j) {
    first_text.push_back(random() % 3 == 0 ? 0 : random() % 4 == 0 ? random() % rows : rows);
    text += (j == 0 ? "a" : separator + std::string("a")) + std::to_string(j);
  }
  text += "\n";
  for (std::size_t i = 0; i < rows; ++i) {
    if (width > 1 && random() % 30 == 0) text += random() % 2 == 0 ? "\n" : "\r\n";
    for (std::size_t j = 0; j < width; ++j) {
      if (j > 0) text += separator;
      text += i >= first_text[j] ? text_field(random, separator) : spelled(random);
    }
    text += random() % 4 == 0 ? "\r\n" : "\n";
  }
  return text;
}

// Everything that a table says of its cells; a message where the text is refused.
std::vector<std::string> all_of(const std::string& text, const CsvOptions& options) {
  std::vector<std::string> said;
  try {
    const Table table = read_csv_text(text, "x.csv", options);
    for (std::size_t j = 0; j < table.columns().size(); ++j) {
      const FileColumn& cells = column(table, j);
      for (Index row = 0; row < table.rows(); ++row) {
        said.push_back(as_written(table.columns()[j], row));
        said.back() += cells.missing(row) ? " missing" : "";
        said.back() += " " + to_string(table.where(table.columns()[j], row));
      }
      for (const std::string& level : codes_of(table, table.columns()[j]).levels)
        said.push_back(level);
      try {
        const RealColumn numbers = numbers_of(table, table.columns()[j]);
        for (Index row = 0; row < table.rows(); ++row)
          said.push_back(std::to_string(std::bit_cast<std::uint64_t>(numbers.view()[row])));
      } catch (const Error& error) {
        said.emplace_back(error.what());
      }
    }
  } catch (const Error& error) {
    said.emplace_back(error.what());
  }
  return said;
}

// Whether every set of instructions reads what the baseline does.
void check_all_instructions(const std::string& text, const CsvOptions& options) {
  use_instructions(Instructions::baseline);
  const auto expected = all_of(text, options);
  for (const Instructions each : available_instructions()) {
    use_instructions(each);
    REQUIRE(all_of(text, options) == expected);
  }
}

}  // namespace

TEST_CASE("short numbers are read alike with and without vectors") {
  for (std::uint64_t trial = 0; trial < 400; ++trial) {
    Generator random(trial);
    const char separator = ",;\t|"[trial % 4];
    const std::string text =
        written(random, 1 + trial % 60, 1 + trial % 9, separator, trial % 3 == 0 ? 0 : trial % 40);
    CsvOptions options{.separator = separator, .trim = trial % 7 == 3};
    options.block = trial % 2 == 0 ? 90 : 100000;
    CAPTURE(trial);
    check_all_instructions(text, options);
  }
}

TEST_CASE("texts among short numbers are read alike with and without vectors") {
  for (std::uint64_t trial = 0; trial < 300; ++trial) {
    Generator random(1000 + trial);
    const char separator = ",;\t|"[trial % 4];
    // Columns are known by the first 16 kB: long texts turn some of them later.
    const std::size_t rows = trial % 20 == 0 ? 3000 : 1 + trial % 90;
    const std::string text = written_with_texts(random, rows, 1 + trial % 7, separator);
    CsvOptions options{.separator = separator, .trim = trial % 5 == 3 && separator != '\t'};
    options.block = trial % 2 == 0 ? 120 : 100000;
    if (trial % 11 == 5) options.quote = std::nullopt;
    if (trial % 13 == 6) options.missing = {"no"};
    CAPTURE(trial);
    check_all_instructions(text, options);
  }
}

TEST_CASE("among four short numbers any may be spelled in an odd way") {
  const char* const odd[] = {"12345678", "-1234567", "123456789", "1.234567", "12.345678", ".5",
                             "5.",       "-.5",      "-5.",       ".",        "-",         "--1",
                             "1.2.3",    "..5",      "1..",       "0",        "-0",        "00",
                             "007",      "0.50",     "-0.0",      "+1",       "1e3",       "1-2",
                             "1/2",      "1:2",      "",          "NA",       "\"3\"",     " 1"};
  std::string text = "a,b,c,d,e\n";
  for (const char* const spelling : odd)
    for (int place = 0; place < 5; ++place)
      for (int k = 0; k < 5; ++k)
        text += (k == place ? std::string(spelling) : std::to_string(10 * k) + ".25") +
                (k < 4 ? "," : "\n");
  check_all_instructions(text, {});
  // Column by column, and each by itself, so that how its numbers are spelled is its own.
  for (const char* const spelling : odd)
    for (int place = 0; place < 5; ++place) {
      std::string row = "a,b,c,d,e\n" + std::string(64, '1') + ",2,3,4,5\n";
      for (int k = 0; k < 5; ++k)
        row += (k == place ? spelling : std::to_string(k)) + std::string(k < 4 ? "," : "\n");
      CAPTURE(spelling);
      check_all_instructions(row + "1,2,3,4,5\n" + std::string(64, '2') + ",2,3,4,5\n", {});
    }
}

TEST_CASE("fields end where they end, however far from each other") {
  for (const std::size_t length : {1U, 60U, 64U, 200U, 70000U}) {
    std::string text = "a,b,c,d,e,f\n";
    for (int row = 0; row < 600; ++row) {
      const bool is_long = row % 300 == 150;
      text += (is_long ? std::string(length, '7') : "1.5") + ",2.5,-3.5,4,5.25," +
              (is_long ? std::string(length, 'x') : "yes") + "\n";
    }
    CAPTURE(length);
    check_all_instructions(text, {});
  }
}

TEST_CASE("every short spelling is the double nearest to it") {
  constexpr std::size_t width = 9;
  Generator random(5);
  std::string text = "a,b,c,d,e,f,g,h,i\n";
  std::vector<std::string> spellings;
  for (std::size_t i = 0; i < 20000 * width; ++i) {
    const std::uint64_t most = i / width % 2 == 0 ? 8 : 4;  // every other row is of four by four
    spellings.push_back((random() % 2 == 0 ? "-" : "") + digits(random, 1 + random() % most) + "." +
                        digits(random, 1 + random() % (most - 1)));
    text += spellings.back() + (i % width + 1 < width ? "," : "\n");
  }
  for (const Instructions each : available_instructions()) {
    use_instructions(each);
    const Table table = read_csv_text(text, "x.csv", {});
    for (std::size_t j = 0; j < width; ++j) {
      const RealColumn numbers = numbers_of(table, table.columns()[j]);
      for (Index row = 0; row < table.rows(); ++row) {
        const auto at = width * static_cast<std::size_t>(row) + j;
        REQUIRE(std::bit_cast<std::uint64_t>(numbers.view()[row]) ==
                std::bit_cast<std::uint64_t>(std::strtod(spellings[at].c_str(), nullptr)));
      }
    }
  }
}

TEST_CASE("a record that is not of short numbers is where reading them stops") {
  const std::string head(16, '#');
  const auto rows_read = [&](const std::string& records, bool has_empty = true,
                             std::size_t width = 2) {
    const std::string text = head + records + std::string(64, '#');
    std::vector<double> numbers(width * text.size());
    std::vector<detail::PlainColumn> columns(width);
    for (std::size_t j = 0; j < width; ++j) columns[j].numbers = numbers.data() + j * text.size();
    std::vector<std::uint64_t> begins(text.size());
    detail::PlainNumbers plain{.text = text,
                               .separator = ',',
                               .has_empty = has_empty,
                               .empty = -1,
                               .longest_record = 40,
                               .columns = columns,
                               .records = begins.data()};
    const char* const begin = text.data() + head.size();
    Index row = 0;
    const char* const end = plain.read(begin, begin + records.size(), row);
    // The rows that were read, and the bytes of them.
    return std::pair{row, end - begin};
  };
  for (const Instructions each : available_instructions()) {
    use_instructions(each);
    if (!detail::PlainNumbers::available()) continue;
    CHECK(rows_read("1,2\n3,4\r\n") == std::pair<Index, std::ptrdiff_t>{2, 9});
    CHECK(rows_read("1,\n,2\n") == std::pair<Index, std::ptrdiff_t>{2, 6});
    CHECK(rows_read("1,\n", false) == std::pair<Index, std::ptrdiff_t>{0, 0});
    CHECK(rows_read("1,2\n3,4,5\n") == std::pair<Index, std::ptrdiff_t>{1, 4});
    CHECK(rows_read("1,2\n3\n") == std::pair<Index, std::ptrdiff_t>{1, 4});
    CHECK(rows_read("1,2\n\n3,4\n") == std::pair<Index, std::ptrdiff_t>{1, 4});
    CHECK(rows_read("1,2\r3,4\n") == std::pair<Index, std::ptrdiff_t>{0, 0});
    CHECK(rows_read("1,2\n\"3\",4\n") == std::pair<Index, std::ptrdiff_t>{1, 4});
    CHECK(rows_read("1,2\n3,4e5\n") == std::pair<Index, std::ptrdiff_t>{1, 4});
    CHECK(rows_read("1,2\n+3,4\n") == std::pair<Index, std::ptrdiff_t>{1, 4});
    CHECK(rows_read("1,2\n1234567890123456,4\n") == std::pair<Index, std::ptrdiff_t>{1, 4});
    CHECK(rows_read("1,2\n-123456789012.345,-4\n") == std::pair<Index, std::ptrdiff_t>{2, 25});
    CHECK(rows_read("1,2\n" + std::string(15, '1') + "," + std::string(15, '1') + "\n").first == 2);
    CHECK(rows_read("1,2\n-.5,-" + std::string(15, '1') + "\n").first == 2);
    CHECK(rows_read("1,2\n" + std::string(41, '1') + ",1\n").first == 1);
    for (const char* const odd : {"+1", "1.2.3", "..", "1..", "1-2", "-", ".", "-.", "--1", "1e3",
                                  "1/2", "1:2", "NA", "1\n", "1,2"})
      for (int place = 0; place < 4; ++place) {
        std::string record;
        for (int k = 0; k < 4; ++k) record += (k == place ? odd : "-1.5") + std::string(",");
        CAPTURE(record);
        CHECK(rows_read("1,2,3,4,5\n" + record + "5\n", true, 5).first == 1);
      }
  }
}

TEST_CASE("a record of plain texts is read at once, one with a quote inside is not") {
  const std::string head(16, '#');
  // The rows that were read, and the codes of their texts.
  const auto rows_read = [&](const std::string& records, bool trims = false) {
    const std::string text = head + records + std::string(64, '#');
    std::vector<double> numbers(text.size());
    std::vector<Code> codes(text.size());
    TextInterner texts;
    std::vector<detail::PlainColumn> columns(3);
    columns[0].numbers = numbers.data();
    columns[1].codes = codes.data();
    columns[1].texts = &texts;
    std::vector<std::uint64_t> begins(text.size());
    detail::PlainNumbers plain{.text = text,
                               .separator = ',',
                               .quote = '"',
                               .trims = trims,
                               .has_others = true,
                               .longest_record = 100,
                               .columns = columns,
                               .records = begins.data()};
    const char* const begin = text.data() + head.size();
    Index row = 0;
    static_cast<void>(plain.read(begin, begin + records.size(), row));
    codes.resize(static_cast<std::size_t>(row));
    return codes;
  };
  const std::string longer(40, 'l');
  for (const Instructions each : available_instructions()) {
    use_instructions(each);
    if (!detail::PlainNumbers::available()) continue;
    CHECK(rows_read("1,a,x\n2,b,\n3,a,y\r\n") == std::vector<Code>{0, 1, 0});
    CHECK(rows_read("1,\"a\",\"x\"\n2,a,x\n,,\n4,\"\",\n") == std::vector<Code>{0, 0, 1, 1});
    CHECK(rows_read("1," + longer + ",x\n2,\"" + longer + "\",\n") == std::vector<Code>{0, 0});
    CHECK(rows_read("1,a,x\n2,\"a,b\",x\n") == std::vector<Code>{0});
    CHECK(rows_read("1,a,x\n2,\"a\"\"\",x\n") == std::vector<Code>{0});
    CHECK(rows_read("1,a,x\n2,a\",x\n") == std::vector<Code>{0});
    CHECK(rows_read("1,a,x\n2,\",x\n") == std::vector<Code>{0});
    CHECK(rows_read("1,a,x\n2,a,x\"\n") == std::vector<Code>{0});
    CHECK(rows_read("1,a,x\n2,a," + longer + "\"\n") == std::vector<Code>{0});
    CHECK(rows_read("1,a,x\n2,a,\"\n\"\n") == std::vector<Code>{0});
    CHECK(rows_read("1,a,x\n2,a,x,\n") == std::vector<Code>{0});
    CHECK(rows_read("1,a,x\n2,a\n") == std::vector<Code>{0});
    CHECK(rows_read("1, a,x\n2,a ,x\n") == std::vector<Code>{0, 1});
    CHECK(rows_read("1,a,x\n2, a,x\n", true) == std::vector<Code>{0});
    CHECK(rows_read("1,a,x\n2,a\t,x\n", true) == std::vector<Code>{0});
  }
}
