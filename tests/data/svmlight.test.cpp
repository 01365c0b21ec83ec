// Sparse rows of text: what is read_sparse, and where faults are found.
#include <credence/data/svmlight.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>

#include "data/csv/several_files.hpp"
#include "support/data_error.hpp"
#include "support/temporary_folder.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

SparseRows read_sparse(const std::string& text, FirstColumn first = FirstColumn::automatic) {
  return read_svmlight_text(text, "x.svm", first);
}

std::optional<Error> refusal_of_sparse(const std::string& text,
                                       FirstColumn first = FirstColumn::automatic) {
  return error_of([&] { static_cast<void>(read_sparse(text, first)); });
}

// Whether the text is refused at that place with a message that names it and holds `part`.
bool refused_at(const std::string& text, std::uint64_t line, std::uint64_t column,
                const std::string& part, ErrorCode code = ErrorCode::parse) {
  const auto error = refusal_of_sparse(text);
  const Location where{.file = "x.svm", .line = line, .column = column};
  return is(error, code) && error->where() == where && says(error, to_string(where), part);
}

}  // namespace

TEST_CASE("labels, columns and values are read row by row") {
  const SparseRows rows = read_sparse("+1 1:0.5 3:-2 7:1e3\n-1\nspam 2:+4 \n");

  CHECK(rows == SparseRows{.labels = {"+1", "-1", "spam"},
                           .offsets = {0, 3, 3, 4},
                           .columns = {0, 2, 6, 1},
                           .values = {0.5, -2, 1000, 4},
                           .width = 7});
  CHECK(rows.rows() == 3);
}

TEST_CASE("columns count from 1 unless a 0 occurs or it is said otherwise") {
  using Columns = std::vector<std::uint32_t>;
  CHECK(read_sparse("a 1:1 2:1\nb 5:1\n").columns == Columns{0, 1, 4});
  CHECK(read_sparse("a 1:1 2:1\nb 0:1\n").columns == Columns{1, 2, 0});
  CHECK(read_sparse("a 1:1 2:1\n", FirstColumn::zero).columns == Columns{1, 2});
  CHECK(read_sparse("a 1:1 2:1\n", FirstColumn::zero).width == 3);
  CHECK(read_sparse("a 1:1 2:1\n", FirstColumn::one).width == 2);
  const auto error = refusal_of_sparse("a 1:1\nb 0:1\n", FirstColumn::one);
  CHECK(says(error, "x.svm:2:3", "column 0"));
}

TEST_CASE("comments, blank lines, CRLF, tabs and a missing last line end are read") {
  const SparseRows expected = read_sparse("a 1:1 2:2\nb 3:3\n");

  CHECK(read_sparse("# head: 1:x\n\na 1:1 2:2 # 9:9\r\n  \t\n\tb\t3:3") == expected);
  CHECK(read_sparse("\xEF\xBB\xBF"
                    "a 1:1 2:2\nb 3:3\r\n#") == expected);
  CHECK(read_sparse("a 1:1  2:2#\nb 3:3\r") == expected);
}

TEST_CASE("values that are 0 stay stored and tiny ones become 0") {
  CHECK(read_sparse("a 1:0 2:1e-400\n").values == std::vector<double>{0, 0});
}

TEST_CASE("the largest column is read, and more is beyond the limit") {
  CHECK(read_sparse("a 4294967295:1\n").columns.back() == 4294967294U);
  CHECK(read_sparse("a 0:1 4294967295:1\n").width == 4294967296);
  CHECK(refused_at("a 1:1\nb 4294967296:1\n", 2, 3, "4294967295", ErrorCode::limit));
  CHECK(refused_at("a 99999999999999999999999:1\n", 1, 3, "limit", ErrorCode::limit));
}

TEST_CASE("a line without label is refused") {
  CHECK(refused_at("a 1:1\n1:2 2:3\n", 2, 1, "label"));
}

TEST_CASE("what is no pair is refused where it stands") {
  CHECK(refused_at("a 1:1 5\n", 1, 7, "colon"));
  CHECK(refused_at("a :1\n", 1, 3, "whole number"));
  CHECK(refused_at("a -1:1\n", 1, 3, "whole number"));
  CHECK(refused_at("a +1:1\n", 1, 3, "whole number"));
  CHECK(refused_at("a 1.5:1\n", 1, 3, "whole number"));
  CHECK(refused_at("a x:1\n", 1, 3, "whole number"));
  CHECK(refused_at("a 1:\n", 1, 5, "no number"));
  CHECK(refused_at("a 1:2x\n", 1, 5, "no number"));
  CHECK(refused_at("a 1:2:3\n", 1, 5, "no number"));
  CHECK(refused_at("a 1:0x1\n", 1, 5, "no number"));
  CHECK(refused_at("a 1: 2\n", 1, 5, "no number"));
}

TEST_CASE("values that are not finite are refused") {
  CHECK(refused_at("a 1:nan\n", 1, 5, "not finite"));
  CHECK(refused_at("a 1:1\nb 2:-inf\n", 2, 5, "not finite"));
  CHECK(refused_at("a 1:1e400\n", 1, 5, "too large"));
}

TEST_CASE("columns that do not ascend within a row are refused") {
  CHECK(refused_at("a 2:1 2:1\n", 1, 7, "sort"));
  CHECK(refused_at("a 3:1\nb 2:1 1:1\n", 2, 7, "'1' behind column '2'"));
  CHECK(refusal_of_sparse("a 3:1\nb 2:1\n") == std::nullopt);
}

TEST_CASE("queries of rankings are refused") { CHECK(refused_at("3 qid:1 1:0.5\n", 1, 3, "qid")); }

TEST_CASE("NUL bytes and lone carriage returns are refused even in comments") {
  CHECK(refused_at(std::string("a 1:1\nb # \0\n", 12), 2, 5, "NUL"));
  CHECK(refused_at("a 1:1\rb 1:1\n", 1, 6, "carriage return"));
}

TEST_CASE("separated text is refused, which would be rows without pairs") {
  CHECK(refused_at("x,y,class\n1,2,a\n", 1, 1, "read the file as CSV"));
  CHECK(refused_at("\xEF\xBB\xBFx;y\n1;2\n", 1, 1, "separated text"));
  CHECK(read_sparse("a\nb,c\n").rows() == 2);  // rows of several labels, and none of their pairs
  CHECK(read_sparse("a,b 1:2\nc\n").rows() == 2);
}

TEST_CASE("a file without rows is refused") {
  for (const std::string text : {"", "\n\n", "# only a comment\n"}) {
    CAPTURE(text);
    const auto error = refusal_of_sparse(text);
    CHECK(is(error, ErrorCode::parse));
    CHECK(says(error, "x.svm", "no rows"));
  }
}

TEST_CASE("a file is read like its text, and its name stands in messages") {
  const TemporaryFolder folder;
  const std::string path = folder / "rows.svm";
  std::ofstream(path, std::ios::binary) << "a 1:1 4:2\nb 2:7\n";
  CHECK(read_svmlight(path) == read_sparse("a 1:1 4:2\nb 2:7\n"));

  std::ofstream(path, std::ios::binary) << "a 1:x\n";
  CHECK(says(error_of([&] { static_cast<void>(read_svmlight(path)); }), path + ":1:5"));
  CHECK(is(error_of([&] { static_cast<void>(read_svmlight(folder / "absent")); }), ErrorCode::io));
}

TEST_CASE("sparse rows are documents for kernels") {
  const SparseRows rows = read_sparse("a 1:1 4:2\nb 2:7\n");

  const WordRows view = word_rows(rows);

  CHECK(view.rows == 2);
  CHECK(view.vocabulary == 4);
  CHECK(view.words[view.offsets[1]] == 1);
  CHECK(view.counts[1] == 2);
}

TEST_CASE("a stream of any chunks is the file, row by row") {
  const TemporaryFolder folder;
  const std::string path = folder / "rows.svm";
  const std::string text =
      "\xEF\xBB\xBF"
      "a 0:1 3:2.5\r\n# nothing\n\nb 1:1\na 7:4 8:1 9:1 # c\nb\nc 4294967295:1";
  std::ofstream(path, std::ios::binary) << text;
  const SparseRows whole = read_sparse(text, FirstColumn::zero);

  for (std::uint64_t chunk = 1; chunk < 80; ++chunk) {
    CAPTURE(chunk);
    SvmlightStream stream(path, FirstColumn::zero, {}, chunk);
    SparseRows all;
    for (SparseRows rows; stream.next(rows);) {
      REQUIRE(rows.rows() > 0);
      all.labels.insert(all.labels.end(), rows.labels.begin(), rows.labels.end());
      for (std::size_t i = 1; i < rows.offsets.size(); ++i)
        all.offsets.push_back(all.columns.size() + rows.offsets[i]);
      all.columns.insert(all.columns.end(), rows.columns.begin(), rows.columns.end());
      all.values.insert(all.values.end(), rows.values.begin(), rows.values.end());
      all.width = std::max(all.width, rows.width);
    }
    CHECK(all == whole);
    CHECK(stream.position() == text.size());
  }
}

TEST_CASE("a stream tells faults with the lines of its file") {
  const TemporaryFolder folder;
  const std::string path = folder / "rows.svm";
  for (const std::string& text :
       {std::string("a 1:1\nb 2:1\nc 3\n"), std::string("a 1:1\nb 1:2 \0\n", 14),
        std::string("a 1:1\n\n\nb 1:2\rx\n"), std::string("# nothing\n"), std::string()}) {
    CAPTURE(text);
    std::ofstream(path, std::ios::binary) << text;
    const auto expected = error_of([&] { return read_svmlight(path, FirstColumn::zero); });
    REQUIRE(expected);
    for (const std::uint64_t chunk : {1U, 7U, 1000U}) {
      CAPTURE(chunk);
      const auto error = error_of([&] {
        SvmlightStream stream(path, FirstColumn::zero, {}, chunk);
        for (SparseRows rows; stream.next(rows);) {
        }
        return 0;
      });
      REQUIRE(error);
      CHECK(std::string(error->what()) == expected->what());
    }
  }
  CHECK(is(error_of([&] { return SvmlightStream(path, FirstColumn::automatic).size(); }),
           ErrorCode::domain));
}

TEST_CASE("sparse rows end at the limits of lines and memory") {
  const auto limited = [](const ReadLimits& limits) {
    return error_of([&] {
      return read_svmlight_text("a 1:1\nb 2:1 3:1\n", "x.svm", FirstColumn::zero, limits);
    });
  };

  CHECK(says(limited({.line = 8}), "x.svm:2:1", "longer than 8 bytes", "ReadLimits::line=N"));
  CHECK(says(limited({.memory = 10}), "x.svm", "ReadLimits::memory=N"));
  CHECK(is(limited({.memory = 10}), ErrorCode::limit));
  CHECK_FALSE(limited({.line = 9}));
}

TEST_CASE("a table of more columns than its limit is refused, and the limit is named") {
  const TemporaryFolder folder;
  const std::string path = folder / "x.svm";
  std::ofstream(path) << "a 1:1 5:1\nb 3:2\n";
  CHECK(svmlight_table(path, "label", {.columns = 6}).rows() == 2);

  const auto error = error_of([&] { (void)svmlight_table(path, "label", {.columns = 5}); });

  CHECK(is(error, ErrorCode::limit));
  CHECK(says(error, "'" + path +
                        "' has 6 columns, the limit is 5; raise it with "
                        "ReadLimits::columns=N"));
}

TEST_CASE("few pairs of large columns have words for the columns that occur alone") {
  const TemporaryFolder folder;
  const std::string path = folder / "x.svm";
  const auto vocabulary = [&](const std::string& text) {
    std::ofstream(path) << text;
    const Table read = svmlight_table(path);
    return std::get<DocumentView>(read.column("features").cells).vocabulary;
  };

  CHECK(vocabulary("a 1:1 900:2\nb 7:1\n") == std::vector<std::string>{"1", "7", "900"});
  CHECK(vocabulary("a 1:1 3:2\nb 1:1 3:1\n") == std::vector<std::string>{"0", "1", "2", "3"});
}

TEST_CASE("several files of sparse rows end at the limit of memory together") {
  const TemporaryFolder folder;
  const std::string path = folder / "x.svm";
  std::ofstream(path) << "a 1:1 3:2\n";
  const std::uint64_t bytes = 2 * 12 + 40;

  CHECK(svmlight_files({path, path}, "label", {.memory = 2 * bytes}).rows() == 2);
  CHECK(is(error_of([&] {
             (void)svmlight_files({path, path}, "label", {.memory = bytes});
           }),
           ErrorCode::limit));
}

TEST_CASE("a stream that is moved reads on where it was, and knows the size of its file") {
  const TemporaryFolder folder;
  const std::string path = folder / "x.svm";
  std::ofstream(path) << "a 0:1\nb 1:2\n";
  SvmlightStream first(path, FirstColumn::zero, {}, 6);
  SparseRows rows;
  REQUIRE(first.next(rows));
  CHECK(rows.labels == std::vector<std::string>{"a"});

  SvmlightStream moved(std::move(first));
  SvmlightStream last(path);
  last = std::move(moved);

  CHECK(last.size() == 12);
  REQUIRE(last.next(rows));
  CHECK(rows.labels == std::vector<std::string>{"b"});
  CHECK_FALSE(last.next(rows));
}

TEST_CASE("a label that is called as the words of sparse rows is refused") {
  const TemporaryFolder folder;
  const std::string path = folder / "x.svm";
  std::ofstream(path) << "a 1:1 5:1\nb 3:2\n";

  const auto error = error_of([&] { (void)svmlight_table(path, "features"); });

  CHECK(is(error, ErrorCode::schema));
  CHECK(says(error, "is called 'features'; give the label another name"));
}
