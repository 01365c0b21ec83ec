// Files cut into shards: each row is in one of them, whatever the number of shards.
#include <doctest/doctest.h>
#include <credence/data/shards.hpp>

#include <zlib.h>

#include <random>

#include "support/csv_cells.hpp"
#include "support/run_tool.hpp"

using namespace credence;
using namespace credence::testing;
using programs::write_to;

namespace {

// The rows of all shards, one shard after the other.
Rows rows_of_shards(const std::vector<std::string>& paths, Index of,
                    const ReadOptions& options = {}, std::uint64_t chunk = 64) {
  Rows all;
  for (Index number = 1; number <= of; ++number) {
    ShardReader reader(data_files(paths), {.number = number, .of = of}, form_of(paths.front()),
                       options, chunk);
    for (Table table; reader.next(table);) {
      Rows rows = cells(table);
      all.insert(all.end(), rows.begin() + 1, rows.end());
    }
  }
  return all;
}

Rows rows_of(const Table& table) {
  Rows rows = cells(table);
  rows.erase(rows.begin());
  return rows;
}

// Rows of different lengths: blank lines, comments to skip, CRLF, cells with separators.
std::string table_text(unsigned seed, bool with_head = true) {
  std::mt19937 random(seed);
  std::string text = with_head ? "name,\"a\nb\",c\n" : "";
  const auto any = [&](unsigned n) { return random() % n; };
  for (int row = 0; row < 60; ++row) {
    const std::string end = any(4) == 0 ? "\r\n" : "\n";
    if (any(8) == 0) text += end;
    text += std::string(any(9), 'x') + ',' + std::to_string(any(1000)) + ',' +
            (any(3) == 0 ? "\"p, \"\"q\"\"\"" : std::to_string(row)) + end;
  }
  return text;
}

void write_gzip(const std::string& path, const std::string& text) {
  gzFile file = gzopen(path.c_str(), "wb");
  REQUIRE(gzwrite(file, text.data(), static_cast<unsigned>(text.size())) ==
          static_cast<int>(text.size()));
  gzclose(file);
}

}  // namespace

TEST_CASE("the parts of all shards are the files from end to end") {
  const std::vector<DataFile> files{
      {.path = "a", .size = 7}, {.path = "b", .size = 0}, {.path = "c", .size = 12}};

  CHECK(parts_of(files, {.number = 1, .of = 1}) ==
        std::vector<FilePart>{{.file = 0, .from = 0, .to = 7}, {.file = 2, .from = 0, .to = 12}});
  CHECK(parts_of(files, {.number = 2, .of = 3}) ==
        std::vector<FilePart>{{.file = 0, .from = 6, .to = 7}, {.file = 2, .from = 0, .to = 5}});
  for (Index of = 1; of <= 40; ++of) {
    std::uint64_t bytes = 0;
    for (Index number = 1; number <= of; ++number)
      for (const FilePart& part : parts_of(files, {.number = number, .of = of})) {
        CHECK(part.from == (part.file == 0 ? bytes : bytes - 7));
        bytes += part.to - part.from;
      }
    CAPTURE(of);
    CHECK(bytes == 19);
  }
}

TEST_CASE("cuts do not overflow at the largest files and numbers") {
  const std::uint64_t most = std::uint64_t{1} << 62;
  const Index of = Index{1} << 40;
  const std::vector<FilePart> last =
      parts_of({{.path = "a", .size = most}}, {.number = of, .of = of});

  REQUIRE(last.size() == 1);
  CHECK(last.front().to == most);
  CHECK(last.front().to - last.front().from == std::uint64_t{1} << 22);
}

TEST_CASE("each row is in one shard whatever their number") {
  const TemporaryFolder folder;
  for (unsigned seed = 1; seed <= 12; ++seed) {
    const bool with_head = seed % 3 != 0;
    const std::string first = folder / "a.csv", second = folder / "b.csv", third = folder / "c.csv";
    std::string text = table_text(seed, with_head);
    write_to(first, (seed % 2 == 0 ? "\xEF\xBB\xBF" : "") + text);
    text = table_text(seed + 100, with_head);
    text.resize(text.find_last_not_of("\r\n") + 1);
    write_to(second, text);
    write_to(third, with_head ? "name,\"a\nb\",c\n" : "1,2,3");
    ReadOptions options;
    options.text.header = with_head;
    const Rows whole = rows_of(read_csv_files({first, second, third}, options.text));
    for (Index of = 1; of <= 90; of += of < 12 ? 1 : 13) {
      CAPTURE(seed);
      CAPTURE(of);
      CHECK(rows_of_shards({first, second, third}, of, options) == whole);
    }
  }
}

TEST_CASE("a cut within a quoted row is refused by the shard before it, or right") {
  const TemporaryFolder folder;
  const std::string path = folder / "a.csv";
  std::string text = "id,text\n";
  for (int row = 0; row < 29; ++row)
    text += std::to_string(row) + ",\"one\ntwo, \"\"three\"\"\n\n" + std::string(60, '4') + "\"\n";
  write_to(path, text);
  const Rows whole = rows_of(read_csv(path));
  int refused = 0;
  int right = 0;
  for (Index of = 1; of <= 60; ++of) {
    CAPTURE(of);
    Rows rows;
    const auto error = error_of([&] { return rows = rows_of_shards({path}, of); });
    if (!error) {
      CHECK(rows == whole);
      ++right;
      continue;
    }
    CHECK(is(error, ErrorCode::parse));
    CHECK(says(error, "row spans the cut at byte", "choose another N"));
    ++refused;
  }
  CHECK(right >= 3);
  CHECK(refused > 20);
}

TEST_CASE("a shard that reads on gives its last row whole, and the next one begins behind it") {
  const TemporaryFolder folder;
  const std::string path = folder / "a.csv", other = folder / "b.csv";
  std::string text = "id,text\n";
  for (int row = 0; row < 29; ++row) {
    text += std::to_string(row) + ",\"";
    for (int line = 0; line < row % 7; ++line) text += "1,2\n";
    text += "\"\n";
  }
  write_to(path, text);
  write_to(other, "id,text\n1,\"a\nb\"");  // without a line feed at its end
  const std::vector<std::string> paths{path, other};
  const Rows whole = rows_of(read_csv_files(paths));
  int moved = 0;
  for (Index of = 1; of <= 150; of += of < 30 ? 1 : 17) {
    CAPTURE(of);
    Rows rows;
    ShardEdges before;
    for (Index number = 1; number <= of; ++number) {
      const Shard shard{.number = number, .of = of};
      ShardReader reader(data_files(paths), shard, form_of(path), {}, 16,
                         {.begin = before.end, .reads_on = true});
      for (Table table; reader.next(table);) {
        Rows part = cells(table);
        rows.insert(rows.end(), part.begin() + 1, part.end());
      }
      const ShardEdges edges = reader.edges();
      CHECK(edges == edges_of(data_files(paths), shard, form_of(path), reader.pieces()));
      if (before.end) CHECK(edges.begin == before.end);
      moved += before.end && text[*before.end - 1] == '\n' && text[*before.end - 2] == '"' ? 1 : 0;
      before = edges;
    }
    CHECK(rows == whole);
  }
  CHECK(moved > 100);
}

TEST_CASE(
    "a shard that begins in quotes which seem to open there reads no further than a row may be") {
  const TemporaryFolder folder;
  const std::string path = folder / "a.csv";
  std::string text = "id,text\n0,\"";
  for (int line = 0; line < 60; ++line) text += "1,2\n";
  text += "\"\n";
  for (int row = 1; row < 4000; ++row) text += std::to_string(row) + ",plain\n";
  write_to(path, text);
  ReadOptions options;
  options.text.limits.line = 5000;
  const auto files = data_files({path});
  const Index of = static_cast<Index>(text.size() / 100);
  ShardReader reader(files, {.number = 3, .of = of}, form_of(path), options, 64,
                     {.begin = {}, .reads_on = true});
  const auto error = error_of([&] {
    for (Table table; reader.next(table);) CHECK(table.rows() > 0);
    return 0;
  });
  CHECK(is(error, ErrorCode::limit));
  CHECK(reader.edges().begin < 250);

  Rows rows;
  ShardEdges before;
  for (Index number = 1; number <= of; ++number) {
    ShardReader right(files, {.number = number, .of = of}, form_of(path), options, 64,
                      {.begin = before.end, .reads_on = true});
    for (Table table; right.next(table);) {
      Rows part = cells(table);
      rows.insert(rows.end(), part.begin() + 1, part.end());
    }
    before = right.edges();
  }
  CHECK(rows == rows_of(read_csv(path)));
}

TEST_CASE("a shard that begins elsewhere than the one before ends is mended, behind known ends") {
  using Starts = std::vector<std::optional<std::uint64_t>>;
  const auto starts = [](const std::vector<ShardEdges>& edges) { return corrected_starts(edges); };
  const ShardEdges first{.any = true, .begin = {}, .end = 10}, empty{},
      right{.any = true, .begin = 10, .end = 20}, wrong{.any = true, .begin = 18, .end = 30},
      unknown{.any = true, .begin = 20, .end = {}};

  CHECK(starts({first, right, unknown}) == Starts{{}, {}, {}});
  CHECK(starts({first, empty, wrong, empty, unknown}) == Starts{{}, {}, 10, {}, 30});
  CHECK(starts({unknown, wrong}) == Starts{{}, {}});
}

TEST_CASE("compressed files and ARFF files are whole in the shard of their first byte") {
  const TemporaryFolder folder;
  const std::string packed = folder / "a.csv.gz", plain = folder / "b.csv",
                    arff = folder / "c.arff";
  write_gzip(packed, table_text(5));
  write_to(plain, table_text(6));
  write_to(arff, "@relation r\n@attribute x numeric\n@attribute y {p,q}\n@data\n1,p\n2,q\n3,?\n");
  const Rows whole = rows_of(read_csv_files({packed, plain}));

  for (const Index of : {1, 2, 5, 50}) {
    CAPTURE(of);
    CHECK(rows_of_shards({packed, plain}, of) == whole);
    CHECK(rows_of_shards({arff}, of) == Rows{{"1", "p"}, {"2", "q"}, {"3", "?"}});
  }
}

TEST_CASE("sparse rows are cut between lines and arrays between rows") {
  const TemporaryFolder folder;
  const std::string sparse = folder / "a.svm", array = folder / "a.npy";
  std::string text = "# a comment\n";
  for (int row = 0; row < 40; ++row)
    text += std::to_string(row) + " 1:2 " + std::to_string(row + 2) + ":1\n";
  write_to(sparse, text);
  std::string head = "{'descr': '<f8', 'fortran_order': False, 'shape': (50, 3), }";
  head.resize(117, ' ');
  std::string bytes = std::string("\x93NUMPY\x01\x00\x76\x00", 10) + head + '\n';
  for (int i = 0; i < 150; ++i) {
    const double number = i;
    bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
  }
  write_to(array, bytes);

  for (const Index of : {1, 3, 7, 45, 200}) {
    CAPTURE(of);
    Index rows = 0;
    std::vector<double> numbers;
    for (Index number = 1; number <= of; ++number) {
      const Shard shard{.number = number, .of = of};
      ShardReader documents(data_files({sparse}), shard, form_of(sparse), {}, 32);
      for (Table table; documents.next(table); rows += table.rows())
        CHECK(as_written(table.column("label"), 0) == std::to_string(rows));
      ShardReader cells(data_files({array}), shard, form_of(array), {}, 100);
      for (Table table; cells.next(table);) {
        for (Index row = 0; row < table.rows(); ++row)
          numbers.push_back(std::get<RealColumn>(table.column("c2").cells).view()[row]);
        CHECK((of > 1 || cells.position() == numbers.size() * 24));
      }
    }
    CHECK(rows == 40);
    REQUIRE(numbers.size() == 50);
    for (std::size_t row = 0; row < 50; ++row) CHECK(numbers[row] == 3.0 * double(row) + 1);
  }
}

TEST_CASE("a fault in a shard names the line of its file") {
  const TemporaryFolder folder;
  const std::string path = folder / "a.csv";
  std::string text = "x,y\n";
  for (int row = 0; row < 50; ++row) text += row == 40 ? "1,2,3\n" : "10,20\n";
  write_to(path, text);

  for (const Index of : {1, 2, 9}) {
    CAPTURE(of);
    const auto error = error_of([&] { return rows_of_shards({path}, of); });
    CHECK(says(error, "a.csv:42:", "a row of 3 fields"));
    REQUIRE(error);
    CHECK(error->where().line == 42);
  }
  const std::string other = folder / "b.csv";
  write_to(other, "x,y\n1,2\n3,\"4\n");
  const auto unclosed = error_of([&] { return read_csv_files({other, path}); });
  CHECK(says(unclosed, "b.csv:3:3"));
  write_to(other, "x,y\n1,2\n3,4");
  const auto ended = error_of([&] {
    write_to(folder / "c.csv", "x,y\n1,2\r");
    return read_csv_files({folder / "c.csv", other});
  });
  CHECK(says(ended, "c.csv:2:4", "carriage return"));
  const auto ragged = error_of([&] { return read_csv_files({other, path}); });
  CHECK(says(ragged, "a.csv:42:"));
}

TEST_CASE("files of other columns are refused with both files and the column") {
  const TemporaryFolder folder;
  const std::string a = folder / "a.csv", b = folder / "b.csv";
  write_to(a, "x,y\n1,2\n");
  write_to(b, "x,z\n1,2\n");

  for (const bool sharded : {false, true}) {
    CAPTURE(sharded);
    const auto error = error_of([&] {
      return sharded ? rows_of_shards({a, b}, 1) : rows_of(read_csv_files({a, b}));
    });
    CHECK(is(error, ErrorCode::schema));
    CHECK(says(error, "column 2 is 'y'", "'z'", "a.csv", "b.csv"));
  }
  write_to(b, "x\n1\n");
  CHECK(says(error_of([&] { return read_csv_files({a, b}); }), "column 'y' is in", "not in"));
}

TEST_CASE("what a shard read is told with its bytes and their hash") {
  const TemporaryFolder folder;
  const std::string path = folder / "a.csv";
  write_to(path, "x,y\n1,2\n3,4\n5,6\n");
  const DataFile file = data_files({path}).front();
  ShardReader reader({file}, {.number = 2, .of = 2}, form_of(path));
  for (Table table; reader.next(table);) CHECK(table.rows() == 2);

  REQUIRE(reader.pieces().size() == 1);
  const ReadPiece& piece = reader.pieces().front();
  CHECK(piece.file == "a.csv");
  CHECK(piece.size == 16);
  CHECK(piece.modified == file.modified);
  CHECK(piece.from == 8);
  CHECK(piece.to == 16);
  CHECK(piece.content == content_of(path, 8, 16));
  // XXH3 of 128 bits with seed 0 of no bytes, as the reference implementation publishes it.
  CHECK(content_of(path, 3, 3) == "xxh3:99aa06d3014798d86001c324468d497f");
}

TEST_CASE("of a file that grows after it was looked at the rows of before are read") {
  const TemporaryFolder folder;
  const std::string path = folder / "a.csv";
  write_to(path, "x,y\n1,2\n3,4\n");
  ShardReader reader(data_files({path}), {}, form_of(path));
  write_to(path, "x,y\n1,2\n3,4\n5,6\n");

  Index rows = 0;
  for (Table table; reader.next(table);) rows += table.rows();
  CHECK(rows == 2);
}

TEST_CASE("a file that changes while a shard of several is read is refused") {
  const TemporaryFolder folder;
  const std::string path = folder / "a.csv";
  write_to(path, "x,y\n1,2\n3,4\n5,6\n");
  ShardReader reader(data_files({path}), {.number = 1, .of = 2}, form_of(path));
  write_to(path, "x,y\n1,2\n3,4\n5,6\n7,8\n");

  const auto error = error_of([&] {
    for (Table table; reader.next(table);) CHECK(table.rows() < 4);
    return 0;
  });
  CHECK(is(error, ErrorCode::io));
  CHECK(says(error, "changed while it was read"));
}

TEST_CASE("words stand for files, folders and patterns by the order of bytes") {
  const TemporaryFolder folder;
  for (const char* name : {"b.csv", "a.csv", "C.csv", "_SUCCESS", ".hidden", "a[1].csv"})
    write_to(folder / name, "x\n1\n");
  std::filesystem::create_directory(folder.path() / "empty");
  using Paths = std::vector<std::string>;

  CHECK(data_paths(folder.path().string()) ==
        Paths{folder / "C.csv", folder / "a.csv", folder / "a[1].csv", folder / "b.csv"});
  CHECK(data_paths(folder / "[ab].csv") == Paths{folder / "a.csv", folder / "b.csv"});
  CHECK(data_paths(folder / "a[1].csv") == Paths{folder / "a[1].csv"});
  CHECK(data_paths(folder / "none.csv") == Paths{folder / "none.csv"});
  CHECK(data_paths("-") == Paths{"-"});
  CHECK(is(error_of([&] { return data_paths(folder / "*.tsv"); }), ErrorCode::io));
  CHECK(is(error_of([&] { return data_paths(folder / "empty"); }), ErrorCode::io));
  std::filesystem::create_symlink("/nowhere/at.csv", folder.path() / "z.csv");
  const auto lost = error_of([&] { return data_paths(folder.path().string()); });
  CHECK(is(lost, ErrorCode::io));
  CHECK(says(lost, "z.csv"));
  write_to(folder / "list", "x.csv\r\n\ny y.csv\n");
  CHECK(listed_paths(folder / "list") == Paths{"x.csv", "y y.csv"});
  CHECK(is(error_of([&] { return data_files({folder.path().string()}); }), ErrorCode::io));
  CHECK(usual_shards({{.path = "a", .size = (std::uint64_t{1} << 24) + 1}}) == 2);
  CHECK(usual_shards({{.path = "a", .size = std::uint64_t{1} << 50}}) == 4096);
}
