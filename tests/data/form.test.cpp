// The table of input formats: names find their row, and each row reads what its format writes.
#include <credence/data/csv.hpp>
#include <credence/data/form.hpp>
#include <credence/data/shards.hpp>

#include <doctest/doctest.h>

#include <fstream>
#include <set>

#include "support/temporary_folder.hpp"

using namespace credence;

namespace {

// Two rows of a label and a number as every format writes them.
struct Written {
  std::string_view format;
  std::string text;
};

std::vector<Written> written() {
  // A header of NumPy is filled up with blanks.
  std::string header = "{'descr': '<f8', 'fortran_order': False, 'shape': (2,), }";
  header.resize(117, ' ');
  header += '\n';
  const std::string npy = "\x93NUMPY" + std::string({1, 0, 118, 0}) + header;
  const std::string one{0, 0, 0, 0, 0, 0, '\xF0', '\x3F'};
  return {{"csv", "class,x\na,1\nb,1\n"},
          {"tsv", "class\tx\na\t1\nb\t1\n"},
          {"arff", "@relation r\n@attribute class {a,b}\n@attribute x real\n@data\na,1\nb,1\n"},
          {"svmlight", "a 3:1\nb 3:1\n"},
          {"npy", npy + one + one}};
}

std::string saved(const testing::TemporaryFolder& folder, const std::string& name,
                  const std::string& text) {
  const std::string path = folder / name;
  std::ofstream(path, std::ios::binary) << text;
  return path;
}

ReadOptions options_for(const Form& form) {
  ReadOptions options{.label = "class"};
  options.text.separator = form.separator;
  return options;
}

const Form& form_named(std::string_view name) {
  for (const Form& form : forms())
    if (form.name == name) return form;
  FAIL(std::string(name));
  return forms().front();
}

}  // namespace

TEST_CASE("the end of a name says the format, and what is behind it the compression") {
  CHECK(form_of("a.csv").name == "csv");
  CHECK(form_of("-").name == "csv");
  CHECK(form_of("UP.ARFF").name == "arff");
  CHECK(form_of("b.Svm.GZ").name == "svmlight");
  CHECK(form_of("a.tsv").name == "tsv");
  CHECK(form_of("a.arff").name == "arff");
  CHECK(form_of("a.svm").name == "svmlight");
  CHECK(form_of("a.svmlight").name == "svmlight");
  CHECK(form_of("a.libsvm").name == "svmlight");
  CHECK(form_of("a.npy").name == "npy");
  CHECK(form_of("a.tsv.gz").name == "tsv");
  CHECK(form_of("a.arff.zst").name == "arff");
  CHECK(form_of("a.gz").name == "csv");
  CHECK(form_of("arff").name == "csv");
  CHECK(compression_names() == "gzip or zstd");
}

TEST_CASE("no two formats share a name or the end of one") {
  std::set<std::string_view> seen;
  for (const Form& form : forms()) {
    CAPTURE(form.name);
    CHECK(seen.insert(form.name).second);
    for (const std::string_view suffix : form.suffixes) {
      if (suffix.empty()) continue;
      CHECK(suffix.starts_with('.'));
      CHECK(seen.insert(suffix).second);
      CHECK(&form_of("file" + std::string(suffix)) == &form);
    }
  }
}

TEST_CASE("each format reads what it writes, whole and as a stream") {
  const testing::TemporaryFolder folder;
  INFO("written() holds two rows of each format");
  CHECK(written().size() == forms().size());
  for (const auto& example : written()) {
    CAPTURE(example.format);
    const auto& [name, text] = example;
    const Form& form = form_named(name);
    const std::string path = saved(folder, "data", text);

    const Table table = form.read(path, options_for(form));

    CHECK(table.rows() == 2);
    CHECK((table.find("class") != nullptr) == form.names_columns);
    if (form.stream == nullptr) continue;
    TableStream stream = form.stream(path, options_for(form), 1);
    Index rows = 0;
    for (Table chunk; stream.next(chunk);) rows += chunk.rows();
    CHECK(rows == 2);
    CHECK(stream.position() == stream.size());
  }
}

TEST_CASE("memory that a table views is kept with it") {
  const testing::TemporaryFolder folder;
  Table kept;
  {
    const Form& form = form_named("svmlight");
    const Table read = form.read(saved(folder, "x.svm", "a 3:1.5\nb 0:2 3:4\n"), {});
    kept = read;
  }

  const auto& documents = std::get<DocumentView>(kept.column("features").cells);

  CHECK(documents.offsets[2] == 3);
  CHECK(documents.counts[0] == 1.5);
  CHECK(documents.counts[2] == 4);
}

TEST_CASE("each format reads several files as one table, whose cells keep their places") {
  const testing::TemporaryFolder folder;
  for (const auto& example : written()) {
    CAPTURE(example.format);
    const auto& [name, text] = example;
    const Form& form = form_named(name);
    if (form.read_several == nullptr) continue;
    const std::vector<std::string> paths{saved(folder, "one", text), saved(folder, "two", text)};

    const Table table = form.read_several(paths, options_for(form));

    CHECK(table.rows() == 4);
    if (!form.names_columns || form.labels_rows) continue;
    const Column& column = table.column("class");
    CHECK(as_written(column, 0) == as_written(column, 2));
    CHECK(table.where(column, 3).file == paths[1]);
    CHECK(table.where(column, 3).line == table.where(column, 1).line);
  }
}

TEST_CASE("of a format without parts each file is whole in the shard of its first byte") {
  const testing::TemporaryFolder folder;
  const std::vector<std::string> paths{saved(folder, "one", "class,x\na,1\nb,1\n"),
                                       saved(folder, "two", "class,x\na,2\nb,?\nb,4\n")};
  const Form whole{
      .name = "whole",
      .read = [](const std::string& path, const ReadOptions&) { return read_csv(path); },
      .stream = [](const std::string& path, const ReadOptions& options, std::uint64_t chunk_bytes)
          -> TableStream { return CsvStream(path, options.text, chunk_bytes); }};

  std::vector<Index> rows;
  for (Index number = 1; number <= 3; ++number) {
    ShardReader reader(data_files(paths), {.number = number, .of = 3}, whole);
    rows.push_back(0);
    for (Table table; reader.next(table);) rows.back() += table.rows();
    CHECK(reader.pieces().size() == (rows.back() > 0 ? 1u : 0u));
    for (const ReadPiece& piece : reader.pieces()) {
      CHECK(piece.from == 0);
      CHECK(piece.to == piece.size);
      CHECK(!piece.content.empty());
    }
  }

  CHECK(rows == std::vector<Index>{2, 3, 0});
}
