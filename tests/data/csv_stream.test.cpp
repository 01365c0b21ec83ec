// Files in chunks: together they are the file, with the places of its cells.
#include <credence/data/csv.hpp>

#include <credence/base/parallel.hpp>
#include <credence/data/convert.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>

#include "data/csv/text_head.hpp"
#include "support/csv_cells.hpp"
#include "support/temporary_folder.hpp"
#include "support/written_csv.hpp"

using namespace credence;
using credence::testing::error_of;
using credence::testing::is;
using credence::testing::says;

namespace {

const credence::testing::TemporaryFolder& folder() {
  static const credence::testing::TemporaryFolder one;
  return one;
}

std::string file_of(const std::string& text) {
  const std::string path = folder() / "data.csv";
  std::ofstream(path, std::ios::binary) << text;
  return path;
}

// Cells and places of all chunks, one below the other; the first error where there is one.
std::string in_chunks(const std::string& path, const CsvOptions& options,
                      std::uint64_t chunk_bytes) {
  std::string all;
  try {
    CsvStream stream(path, options, chunk_bytes);
    for (Table chunk; stream.next(chunk);) {
      REQUIRE(chunk.rows() > 0);
      for (Index row = 0; row < chunk.rows(); ++row)
        for (const Column& column : chunk.columns())
          all +=
              column.name + "=" + as_written(column, row) + " " + chunk.place(column, row) + "\n";
    }
  } catch (const Error& error) {
    return error.what();
  }
  return all;
}

// The same of the whole file at once.
std::string whole(const std::string& path, const CsvOptions& options) {
  return in_chunks(path, options, std::uint64_t{1} << 30);
}

}  // namespace

TEST_CASE("chunks are the file with its places") {
  for (std::uint64_t trial = 0; trial < 60; ++trial) {
    CsvOptions options{.separator = trial % 3 == 0 ? ';' : ',', .trim = trial % 4 == 1};
    if (trial % 2 == 0) options.comment = '#';
    testing::CsvWriter writer(options, trial);
    writer.write(1 + trial % 50, 1 + trial % 5);
    const std::string path = file_of(writer.text());
    std::string expected;
    for (const auto& row : writer.rows())
      for (std::size_t i = 0; i < row.size(); ++i)
        expected += "x" + std::to_string(i) + "=" + row[i].text + " " + path + ":" +
                    std::to_string(row[i].line) + ":" + std::to_string(row[i].column) + "\n";
    for (const std::uint64_t chunk : {1U, 3U, 40U, 200U, 100000U}) {
      CAPTURE(trial);
      CAPTURE(chunk);
      REQUIRE(in_chunks(path, options, chunk) == expected);
    }
  }
}

TEST_CASE("a fault in a late chunk is told with its place in the file") {
  const std::string path = file_of("a,b\n1,2\n3,4\n5,6\n7\n8,9\n");

  for (const std::uint64_t chunk : {1U, 10U, 1000U}) {
    CAPTURE(chunk);
    const std::string said = in_chunks(path, {}, chunk);
    CHECK(said.find("1 field in a table of 2 columns, " + path + ":5:2") != std::string::npos);
  }
}

TEST_CASE("a quote that is never closed is told by the stream") {
  const std::string path = file_of("a,b\n1,2\n3,\"4\n5,6\n");

  CHECK(in_chunks(path, {}, 4) == whole(path, {}));
  CHECK(in_chunks(path, {}, 1000).find(path + ":3:3") != std::string::npos);
}

TEST_CASE("a file without rows is an error of the stream") {
  for (const std::string text : {"", "a,b\n", "\n\n"}) {
    CAPTURE(text);
    const std::string path = file_of(text);
    const auto error = error_of([&] { return read_csv(path); });
    REQUIRE(error);
    const std::string expected = error->what();
    CHECK(in_chunks(path, {}, 1) == expected);
    CHECK(in_chunks(path, {}, 1000) == expected);
  }
}

TEST_CASE("blank lines before the rows of a single column are rows in chunks too") {
  const std::string path = file_of("\n\n\n\n\n\nx\n\ny\n");
  const CsvOptions options{.header = false};

  const std::string all = whole(path, options);

  CHECK(read_csv(path, options).rows() == 9);
  CHECK(std::count(all.begin(), all.end(), '\n') == 9);
  for (std::uint64_t chunk = 1; chunk < 12; ++chunk) {
    CAPTURE(chunk);
    CHECK(in_chunks(path, options, chunk) == all);
  }
}

TEST_CASE("a record longer than the chunk is read whole and one beyond the limit is an error") {
  const std::string path = file_of("a,b\n1,\"" + std::string(1000, '\n') + "\"\n2,3\n");

  CHECK(in_chunks(path, {}, 10) == whole(path, {}));
  CHECK(is(error_of([&] {
             CsvStream stream(path, {.limits = {.line = 100}}, 10);
             Table chunk;
             while (stream.next(chunk)) {
             }
             return 0;
           }),
           ErrorCode::limit));
}

TEST_CASE("a table outlives its stream and the chunks behind it") {
  const std::string path = file_of("a\nx\ny\nz\n");
  std::vector<Table> tables;
  {
    CsvStream stream(path, {}, 1);
    for (Table chunk; stream.next(chunk);) tables.push_back(chunk);
  }

  REQUIRE(tables.size() == 3);
  CHECK(as_written(tables[0].columns()[0], 0) == "x");
  CHECK(tables[2].place(tables[2].columns()[0], 0) == path + ":4:1");
}

TEST_CASE("a stream of a file that is not there is an error of input and output") {
  CHECK(is(error_of([] { return CsvStream("no_such_folder/no_such_file.csv"); }), ErrorCode::io));
  CHECK(is(error_of([] { return CsvStream(file_of("a\n1\n"), {.separator = '"'}); }),
           ErrorCode::domain));
}

TEST_CASE("a stream reads on until a table has the rows that were asked for") {
  const testing::TemporaryFolder folder;
  const std::string path = folder / "data.csv";
  std::ofstream(path, std::ios::binary) << "# first\na,b\n1,x\n\n2,y\n3,z\n4,\"u\nv\"\n5,w\n";
  for (const Index least : {0, 1, 3, 4, 5, 6, 100}) {
    CAPTURE(least);
    CsvStream stream(path, {.comment = '#'}, 3);
    Table table;
    REQUIRE(stream.next(table, least));
    CHECK(table.rows() >= std::min<Index>(std::max<Index>(least, 1), 5));
    CHECK(as_written(table.column("b"), 0) == "x");
    CHECK(table.where(table.column("b"), 0).line == 3);
    Index rows = table.rows();
    std::uint64_t last = table.where(table.column("a"), rows - 1).line;
    while (stream.next(table)) {
      rows += table.rows();
      last = table.where(table.column("a"), table.rows() - 1).line;
    }
    CHECK(rows == 5);
    CHECK(last == 9);
  }
}

TEST_CASE("long chunks are read side by side, whatever stands in quotes where they are cut") {
  std::string text = "a,b\n";
  for (int row = 0; text.size() < 4'000'000; ++row)
    text += std::to_string(row) + (row % 3 == 0 ? ",\"x\n\"\"y\n" : ",\"z ") +
            std::string(static_cast<std::size_t>(row % 5), 'w') + "\"\n";
  const std::string path = file_of(text);
  // Cells, and some places, which take long to find.
  const auto read = [&](std::uint64_t chunk_bytes) {
    std::string all;
    Index passed = 0;
    CsvStream stream(path, {}, chunk_bytes);
    for (Table chunk; stream.next(chunk); passed += chunk.rows())
      for (Index row = 0; row < chunk.rows(); ++row)
        for (const Column& column : chunk.columns())
          all += as_written(column, row) +
                 ((passed + row) % 9973 == 0 ? " " + chunk.place(column, row) + "\n" : "\n");
    return all;
  };
  const std::string expected = read(std::uint64_t{1} << 30);
  for (const int threads : {1, 3}) {
    const ThreadLimit limit(threads);
    for (const std::uint64_t chunk : {1'200'001U, 3'999'999U, 5'000'000U}) {
      CAPTURE(chunk);
      CHECK(read(chunk) == expected);
    }
  }
}

TEST_CASE("the first quotes of a file are seen wherever they stand") {
  // Far behind what is looked at at a time, and just before the end of a chunk.
  std::string plain = "a,b\n";
  for (int row = 0; plain.size() < 1'300'000; ++row) plain += std::to_string(row) + ",1\n";
  for (const std::size_t place : {std::size_t{4}, std::size_t{131'070}, std::size_t{1'048'570}}) {
    const std::size_t line = plain.find('\n', place) + 1;
    const std::string path =
        file_of(plain.substr(0, line) + "7,\"x\ny\nz\"\n" + plain.substr(line));
    for (const int threads : {1, 2}) {
      const ThreadLimit limit(threads);
      for (const std::size_t chunk : {line + 5, line + 7, line + 1'100'000}) {
        CAPTURE(chunk);
        Index rows = 0;
        std::vector<std::string> cells;
        CsvStream stream(path, {}, chunk);
        for (Table part; stream.next(part); rows += part.rows())
          if (part.find("b") != nullptr)
            for (Index row = 0; row < part.rows(); ++row)
              if (as_written(*part.find("b"), row) == "x\ny\nz")
                cells.push_back(part.place(*part.find("b"), row));
        CHECK(rows == std::count(plain.begin(), plain.end(), '\n'));
        CHECK(cells.size() == 1);
      }
    }
  }
}

TEST_CASE("chunks of a text whose quotes never close end where the last record began") {
  const CsvOptions plain;
  CHECK(end_of_records("a,b\n1,\"2\n3", plain) == 4);
  CHECK(end_of_records("a,b\n1,\"2\n\",3\n\"", plain) == 13);
  CHECK(end_of_records("\"a\nb\nc", plain) == 0);
  CHECK(end_of_records("1,\"\"\n2\n", plain) == 7);
  CsvOptions with_comments;
  with_comments.comment = '#';
  CHECK(end_of_records("1\n# it's \"\n2\n", with_comments) == 13);
  CHECK(end_of_records("\xEF\xBB\xBF# it's \"\n2\n", with_comments) == 14);
}
