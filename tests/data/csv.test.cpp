// Reading separated text: dialects, and what each odd input gives (the table of
// docs/reference/data.md).
#include <credence/data/csv.hpp>

#include <doctest/doctest.h>

#include <fstream>
#include <random>
#include <sstream>

#include "support/csv_cells.hpp"
#include "support/temporary_folder.hpp"

using namespace credence;
using credence::testing::at;
using credence::testing::cells;
using credence::testing::column;
using credence::testing::error_of;
using credence::testing::is;
using credence::testing::read;
using credence::testing::refusal;
using credence::testing::Rows;
using credence::testing::says;

TEST_CASE("a plain file gives its names and cells") {
  CHECK(read("a,b\n1,x\n2,y z\n") == Rows{{"a", "b"}, {"1", "x"}, {"2", "y z"}});
}

TEST_CASE("LF and CRLF may be mixed and the last line needs no end") {
  const Rows expected{{"a", "b"}, {"1", "2"}, {"3", "4"}};

  CHECK(read("a,b\n1,2\n3,4\n") == expected);
  CHECK(read("a,b\r\n1,2\r\n3,4\r\n") == expected);
  CHECK(read("a,b\r\n1,2\n3,4") == expected);
  CHECK(read("a,b\n1,2\r\n3,4\r\n\r\n") == expected);
}

TEST_CASE("a file whose lines end with a lone carriage return is an error with a remedy") {
  const auto error = refusal("a,b\r1,2\r");

  CHECK(is(error, ErrorCode::parse));
  CHECK(error->where() == at(1, 4));
  CHECK(says(error, "x.csv:1:4", "LF or CRLF"));
}

TEST_CASE("a carriage return at the very end of the file is a lone one") {
  CHECK(refusal("a,b\n1,2\r")->where() == at(2, 4));
}

TEST_CASE("a byte-order mark is no part of the first name or place") {
  const Table table = read_csv_text(
      "\xEF\xBB\xBF"
      "a,b\n1,2\n",
      "x.csv");

  CHECK(cells(table) == Rows{{"a", "b"}, {"1", "2"}});
  CHECK(table.place(table.columns()[1], 0) == "x.csv:2:3");
  CHECK(refusal("\xEF\xBB\xBF"
                "a,a\n1,2\n")
            ->where() == at(1, 3));
}

TEST_CASE("a byte-order mark elsewhere stays in its cell") {
  CHECK(read("a\n\xEF\xBB\xBF"
             "1\n")[1][0] ==
        "\xEF\xBB\xBF"
        "1");
}

TEST_CASE("an empty file is an error that names it") {
  for (const std::string text : {"", "\xEF\xBB\xBF"}) {
    CAPTURE(text);
    const auto error = refusal(text);
    CHECK(is(error, ErrorCode::parse));
    CHECK(says(error, "'x.csv'", "row"));
    CHECK(error->where().file == "x.csv");
  }
  CHECK(says(refusal(""), "is empty"));
}

TEST_CASE("a header without rows is an error that says so") {
  for (const std::string text : {"a,b\n", "a,b", "a,b\r\n\r\n", "\n\na,b\n\n"}) {
    CAPTURE(text);
    CHECK(is(refusal(text), ErrorCode::parse));
    CHECK(says(refusal(text), "'x.csv' has a header but no rows"));
  }
}

TEST_CASE("a file of comments and blank lines has no rows") {
  CHECK(says(refusal("# nothing\n\n", {.header = false, .comment = '#'}), "has no rows"));
}

TEST_CASE("a file with NUL bytes that begins as one of another kind is said to be that") {
  const auto says_of = [](std::string begin, const std::string& what) {
    CAPTURE(what);
    begin.push_back('\0');
    CHECK(says(refusal(begin + "\n"), "a NUL byte", what));
  };

  says_of("PK\3\4", "the file is a zip archive (.npz, .xlsx): save its table as CSV");
  says_of(
      "\xFD"
      "7zXZ",
      "the file is compressed by xz: decompress it");
  says_of("BZh91AY", "the file is compressed by bzip2: decompress it");
  says_of(
      "\xFF\xFE"
      "a",
      "the file is UTF-16 text: save it as UTF-8");
  says_of("\xFE\xFF", "the file is UTF-16 text: save it as UTF-8");
  says_of("\x1F\x8B\x08", "the file is compressed twice: decompress it once");
  says_of("\x28\xB5\x2F\xFD", "the file is compressed twice: decompress it once");
  says_of("a.csv" + std::string(252, '\0') + "ustar", "the file is a tar archive");
}

TEST_CASE("a NUL byte is an error at its place") {
  const auto error = refusal(std::string("a,b\n1,\0\n", 8));

  CHECK(is(error, ErrorCode::parse));
  CHECK(error->where() == at(2, 3));
  CHECK(says(error, "NUL", "UTF-8"));
}

TEST_CASE("bytes that are not UTF-8 are kept as they are") {
  CHECK(read("a\ncaf\xE9\n\xFF\n") == Rows{{"a"}, {"caf\xE9"}, {"\xFF"}});
}

TEST_CASE("a quoted field may hold separators and quotes and line ends") {
  CHECK(read("a,b\n\"1,5\",\"say \"\"yes\"\"\"\n\"two\nlines\",\"\r\n\"\n") ==
        Rows{{"a", "b"}, {"1,5", "say \"yes\""}, {"two\nlines", "\r\n"}});
}

TEST_CASE("names may be quoted") {
  CHECK(read("\"a,1\",\"b\"\"\"\n1,2\n")[0] == std::vector<std::string>{"a,1", "b\""});
}

TEST_CASE("a newline in quotes counts as a line for the places behind it") {
  const Table table = read_csv_text("a,b\n\"x\ny\",1\n2,3\n", "x.csv");

  CHECK(table.place(table.columns()[0], 0) == "x.csv:2:1");
  CHECK(table.place(table.columns()[1], 0) == "x.csv:3:4");
  CHECK(table.place(table.columns()[1], 1) == "x.csv:4:3");
}

TEST_CASE("a quote that is never closed is an error at the quote that opened") {
  const auto error = refusal("a,b\n1,\"two\n3,4\n5,6\n");

  CHECK(is(error, ErrorCode::parse));
  CHECK(error->where() == at(2, 3));
  CHECK(says(error, "never closed", "CsvOptions::quote = none"));
}

TEST_CASE("a quote inside a plain field is an error with a remedy") {
  const auto error = refusal("a,b\n1,5\" disk\n");

  CHECK(is(error, ErrorCode::parse));
  CHECK(error->where() == at(2, 4));
  CHECK(says(error, "CsvOptions::quote = none"));
}

TEST_CASE("text behind a closing quote is an error at its place") {
  const auto error = refusal("a,b\n\"1\"x,2\n");

  CHECK(is(error, ErrorCode::parse));
  CHECK(error->where() == at(2, 4));
}

TEST_CASE("another character can be the quote") {
  CHECK(read("a,b\n'1,2',\"\n", {.quote = '\''}) == Rows{{"a", "b"}, {"1,2", "\""}});
}

TEST_CASE("without a quote all quotes are plain characters") {
  CHECK(
      read("say\t\"hi\"\nyou\t\"\n", {.separator = '\t', .quote = std::nullopt, .header = false}) ==
      Rows{{"c1", "c2"}, {"say", "\"hi\""}, {"you", "\""}});
}

TEST_CASE("a short row is an error where it ends") {
  const auto error = refusal("a,b,c\n1,2,3\n4,5\n");

  CHECK(is(error, ErrorCode::parse));
  CHECK(error->where() == at(3, 4));
  CHECK(says(error, "2 fields", "3 columns", "x.csv:3:4"));
}

TEST_CASE("a long row is an error at its first field too many") {
  const auto error = refusal("a,b\n1,2\n3,4,5,6\n");

  CHECK(error->where() == at(3, 5));
  CHECK(says(error, "4 fields", "2 columns"));
}

TEST_CASE("a separator at the end of a line begins one more field") {
  CHECK(read("a,b\n1,\n,\n") == Rows{{"a", "b"}, {"1", ""}, {"", ""}});
  CHECK(read("a,b\n1,") == Rows{{"a", "b"}, {"1", ""}});
  CHECK(says(refusal("a,b\n1,2,\n"), "3 fields"));
}

TEST_CASE("blank lines are skipped where a table has several columns") {
  CHECK(read("\n\na,b\n\n1,2\n\r\n3,4\n\n") == Rows{{"a", "b"}, {"1", "2"}, {"3", "4"}});
  CHECK(says(refusal("a,b\n  \n"), "1 field "));
}

TEST_CASE("a blank line takes nothing from a column of numbers where no text is missing") {
  for (const std::string blank : {"\n", "\r\n", " \n", "\t\r\n"}) {
    CAPTURE(blank);
    std::string text = "id,x\r\n";
    for (int row = 1; row <= 200; ++row)
      text += std::to_string(row) + ",u\r\n" + (row % 50 == 0 ? blank : "");
    const Table table = read_csv_text(text, "x.csv", {.trim = true, .missing = {}});
    CHECK(table.rows() == 200);
    CHECK(column(table, 0).numbers().has_value());
  }
}

TEST_CASE("a blank line of a single column is a missing cell") {
  const Table table = read_csv_text("a\n1\n\n2\n", "x.csv");

  CHECK(cells(table) == Rows{{"a"}, {"1"}, {""}, {"2"}});
  CHECK(column(table, 0).missing(1));
  CHECK(table.place(table.columns()[0], 1) == "x.csv:3:1");
}

TEST_CASE("blank lines before the first row count only in a single column without header") {
  CHECK(read("\n\nx\n", {.header = false}) == Rows{{"c1"}, {""}, {""}, {"x"}});
  CHECK(read("\n\nx,y\n", {.header = false}) == Rows{{"c1", "c2"}, {"x", "y"}});
  CHECK(read("\nx\n", {.header = false, .names = {"n"}}) == Rows{{"n"}, {""}, {"x"}});
}

TEST_CASE("a quoted empty field is no blank line") {
  CHECK(says(refusal("a,b\n\"\"\n"), "1 field in a table of 2 columns"));
}

TEST_CASE("the empty field and the question mark are missing whether quoted or not") {
  const Table table = read_csv_text("a,b\n,?\n\"\",\"?\"\n??,na\n", "x.csv");

  for (std::size_t i = 0; i < 2; ++i) {
    CAPTURE(i);
    CHECK(column(table, i).missing(0));
    CHECK(column(table, i).missing(1));
    CHECK_FALSE(column(table, i).missing(2));
  }
}

TEST_CASE("other marks replace the default ones") {
  const Table table = read_csv_text("a,b,c\nNA,?,-\n", "x.csv", {.missing = {"NA", "-"}});

  CHECK(column(table, 0).missing(0));
  CHECK_FALSE(column(table, 1).missing(0));
  CHECK(column(table, 2).missing(0));
}

TEST_CASE("a dialect in which one character has two roles is refused") {
  for (const CsvOptions& options :
       {CsvOptions{.separator = '"'}, CsvOptions{.separator = '\n'}, CsvOptions{.quote = '\r'},
        CsvOptions{.separator = '#', .comment = '#'}, CsvOptions{.comment = '"'},
        CsvOptions{.quote = '\t', .trim = true}, CsvOptions{.comment = '\0'}})
    CHECK(is(refusal("a,b\n1,2\n", options), ErrorCode::domain));
}

TEST_CASE("a field beyond the limit is an error of the limit at its beginning") {
  const CsvOptions options{.limits = {.field = 10}};
  const std::string plain = "a,b\n1," + std::string(11, 'x') + "\n";
  const std::string quoted = "a,b\n1,\"" + std::string(11, 'x') + "\n";

  CHECK(is(refusal(plain, options), ErrorCode::limit));
  CHECK(is(refusal(quoted, options), ErrorCode::limit));
  CHECK(refusal(quoted, options)->where() == at(2, 3));
  CHECK(read("a,b\n1," + std::string(10, 'x') + "\n", options)[1][1].size() == 10);
}

TEST_CASE("an unbalanced quote at the head of a long file is found") {
  std::string text = "a,b\n\"1,2\n";
  while (text.size() < (std::size_t{1} << 24)) text += "33333,44444\n";

  CHECK(refusal(text)->where() == at(2, 1));
}

TEST_CASE("a hundred thousand columns are read") {
  std::string names;
  std::string row;
  constexpr int count = 100000;
  for (int i = 0; i < count; ++i) {
    names += (i == 0 ? "x" : ",x") + std::to_string(i);
    row += (i == 0 ? "" : ",") + std::to_string(i);
  }

  const Table table = read_csv_text(names + "\n" + row + "\n", "wide.csv");

  REQUIRE(table.columns().size() == count);
  CHECK(std::get<FileColumn>(table.column("x99999").cells)[0] == "99999");
}

TEST_CASE("file and stream and text give the same table") {
  const credence::testing::TemporaryFolder folder;
  const std::string path = folder / "data.csv";
  const std::string text = "a,b\n1,\"x\ny\"\n?,z\n";
  std::ofstream(path, std::ios::binary) << text;
  std::istringstream stream(text);

  const Table from_file = read_csv(path);
  const Table from_stream = read_csv(stream, path);

  CHECK(cells(from_file) == read(text));
  CHECK(cells(from_stream) == read(text));
  CHECK(from_file.place(from_file.columns()[1], 1) == path + ":4:3");
  CHECK(from_stream.place(from_stream.columns()[1], 1) == path + ":4:3");
}

TEST_CASE("a file that is not there is an error of input and output") {
  const auto error = error_of([] { return read_csv("no_such_folder/no_such_file.csv"); });

  CHECK(is(error, ErrorCode::io));
  CHECK(says(error, "no_such_folder/no_such_file.csv"));
}

TEST_CASE("a stream that failed is an error of input and output") {
  std::ifstream missing("no_such_folder/no_such_file.csv");

  CHECK(is(error_of([&] { return read_csv(missing, "gone"); }), ErrorCode::io));
}

TEST_CASE("a stream longer than one chunk is read to its end") {
  std::string text = "a\n";
  for (int i = 0; i < 50000; ++i) text += "12345\n";
  std::istringstream stream(text);

  CHECK(read_csv(stream, "long").rows() == 50000);
}

TEST_CASE("a field is quoted only where it must be") {
  CHECK(csv_field("plain text") == "plain text");
  CHECK(csv_field("") == "");
  CHECK(csv_field("a,b") == "\"a,b\"");
  CHECK(csv_field("a,b", '\t') == "a,b");
  CHECK(csv_field("a\tb", '\t') == "\"a\tb\"");
  CHECK(csv_field("say \"yes\"") == "\"say \"\"yes\"\"\"");
  CHECK(csv_field("two\nlines") == "\"two\nlines\"");
  CHECK(csv_field("cr\r") == "\"cr\r\"");
  CHECK(csv_field("\x1b[5m") == "\x1b[5m");
}

TEST_CASE("written fields read back as they were") {
  const std::vector<std::string> fields{"a,b",    "\"",   "\"\"",     " x ",
                                        "l1\nl2", "\r\n", "\xC3\xA9", "'"};
  std::string text = "c1,c2,c3,c4,c5,c6,c7,c8\n";
  for (std::size_t i = 0; i < fields.size(); ++i)
    text += (i == 0 ? "" : ",") + csv_field(fields[i]);

  CHECK(read(text)[1] == fields);
}

TEST_CASE("tables of any cells read back as they were written") {
  constexpr std::string_view alphabet = "a1,;\"' \t\n\r#?";
  std::mt19937_64 random(20261121);
  for (int trial = 0; trial < 500; ++trial) {
    CAPTURE(trial);
    Rows expected{{"x", "y", "z"}};
    std::string text = "x,y,z\n";
    for (int row = 0; row < 5; ++row) {
      expected.emplace_back();
      for (int i = 0; i < 3; ++i) {
        std::string cell;
        while (random() % 4 != 0) cell += alphabet[random() % alphabet.size()];
        text += (i == 0 ? "" : ",") + csv_field(cell);
        expected.back().push_back(cell);
      }
      text += row % 2 == 0 ? "\n" : "\r\n";
    }
    REQUIRE(read(text) == expected);
  }
}

namespace {

// Bytes of a device that fails before their end.
class BrokenBytes : public std::streambuf {
 protected:
  int_type underflow() override {
    if (is_read_) throw std::ios_base::failure("the device is gone");
    is_read_ = true;
    setg(bytes_, bytes_, bytes_ + 4);
    return traits_type::to_int_type(bytes_[0]);
  }

 private:
  char bytes_[4] = {'a', ',', 'b', '\n'};
  bool is_read_ = false;
};

}  // namespace

TEST_CASE("a stream that breaks is an error, and not the end of the file") {
  BrokenBytes bytes;
  std::istream broken(&bytes);
  const auto error = error_of([&] { (void)read_csv(broken, "device"); });

  CHECK(is(error, ErrorCode::io));
  CHECK(says(error, "cannot read 'device' to its end; check its source"));
}
