// Compressed files: they read as what they were made of, whole and in chunks, and faults are told.
#include <credence/data/arff.hpp>
#include <credence/data/csv.hpp>
#include <credence/data/npy.hpp>
#include <credence/data/svmlight.hpp>

#include <doctest/doctest.h>

#include <sys/stat.h>
#include <zlib.h>
#include <zstd.h>
#include <array>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <random>

#include "base/descriptor.hpp"
#include "data/bytes/byte_source.hpp"
#include "support/csv_cells.hpp"
#include "support/temporary_folder.hpp"

using namespace credence;
using credence::testing::cells;
using credence::testing::error_of;
using credence::testing::is;
using credence::testing::Rows;
using credence::testing::says;

namespace {

std::string gzipped(std::string text) {
  z_stream stream{};
  REQUIRE(deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) == Z_OK);
  std::string out(deflateBound(&stream, static_cast<uLong>(text.size())) + 64, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(text.data());
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  REQUIRE(deflate(&stream, Z_FINISH) == Z_STREAM_END);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

// With a checksum, so that every damaged byte is found.
std::string zstandard(const std::string& text) {
  ZSTD_CCtx* const context = ZSTD_createCCtx();
  ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
  std::string out(ZSTD_compressBound(text.size()), '\0');
  const std::size_t size =
      ZSTD_compress2(context, out.data(), out.size(), text.data(), text.size());
  ZSTD_freeCCtx(context);
  REQUIRE(ZSTD_isError(size) == 0);
  out.resize(size);
  return out;
}

struct Packing {
  const char* name;
  std::string (*compressed)(std::string);
};
const std::array packings{Packing{"gzip", gzipped},
                          Packing{"zstd", [](std::string text) { return zstandard(text); }}};

std::string saved(const std::string& bytes) {
  static const testing::TemporaryFolder folder;
  const std::string path = folder / "x.csv";
  std::ofstream(path, std::ios::binary) << bytes;
  return path;
}

std::string numbers(int rows) {
  std::mt19937_64 random(20261121);
  std::string text = "a,b\n";
  for (int row = 0; row < rows; ++row)
    text += std::to_string(random() % 1000) + ",\"x\n" + std::to_string(random() % 7) + "\"\n";
  return text;
}

Rows in_chunks(const std::string& path, std::uint64_t chunk_bytes, const ReadLimits& limits = {}) {
  Rows all;
  CsvStream stream(path, {.limits = limits}, chunk_bytes);
  for (Table table; stream.next(table);) {
    const Rows some = cells(table);
    all.insert(all.end(), some.begin() + (all.empty() ? 0 : 1), some.end());
  }
  return all;
}

std::optional<Error> refusal(const std::string& bytes) {
  const std::string path = saved(bytes);
  const auto whole = error_of([&] { return read_csv(path); });
  const auto streamed = error_of([&] { return in_chunks(path, 100); });
  REQUIRE(whole.has_value() == streamed.has_value());
  if (whole && !streamed->where().line) CHECK(std::string(whole->what()) == streamed->what());
  return whole;
}

}  // namespace

TEST_CASE("compressed text reads as the text, at once and in chunks") {
  const std::string text = numbers(3000);
  const Rows expected = cells(read_csv_text(text, "x.csv"));

  for (const Packing& form : packings) {
    CAPTURE(form.name);
    const std::string path = saved(form.compressed(text));
    CHECK(cells(read_csv(path)) == expected);
    for (const std::uint64_t chunk : {1000U, 12345U, 1000000U}) {
      CAPTURE(chunk);
      CHECK(in_chunks(path, chunk) == expected);
    }
  }
}

TEST_CASE("members of gzip and frames of zstd follow one another") {
  const std::string text = numbers(500);
  const Rows expected = cells(read_csv_text(text, "x.csv"));

  for (const Packing& form : packings)
    for (const std::size_t cut : {std::size_t{0}, std::size_t{1}, text.size() / 2, text.size()}) {
      CAPTURE(form.name);
      CAPTURE(cut);
      const std::string path =
          saved(form.compressed(text.substr(0, cut)) + form.compressed(text.substr(cut)));
      CHECK(cells(read_csv(path)) == expected);
      CHECK(in_chunks(path, 777) == expected);
    }
}

TEST_CASE("frames of zstd that are to be skipped may stand before others") {
  const std::string text = numbers(500);
  const std::string skipped(
      "\x50\x2A\x4D\x18\x04\x00\x00\x00"
      "free",
      12);

  const std::string path = saved(skipped + zstandard(text) + skipped);

  CHECK(cells(read_csv(path)) == cells(read_csv_text(text, "x.csv")));
  CHECK(in_chunks(path, 777) == cells(read_csv_text(text, "x.csv")));
}

TEST_CASE("compressed data that are cut short anywhere are refused") {
  for (const Packing& form : packings) {
    const std::string whole = form.compressed(numbers(50));
    CAPTURE(form.name);
    for (std::size_t size = 4; size < whole.size(); ++size) {
      CAPTURE(size);
      const auto error = refusal(whole.substr(0, size));
      CHECK(is(error, ErrorCode::parse));
      CHECK(says(error, form.name, "cut short", "x.csv"));
    }
    CHECK_FALSE(refusal(whole));
  }
}

TEST_CASE("a damaged byte of compressed data is refused or changes nothing") {
  const std::string text = numbers(50);
  const Rows expected = cells(read_csv_text(text, "x.csv"));

  for (const Packing& form : packings) {
    const std::string whole = form.compressed(text);
    CAPTURE(form.name);
    int refused = 0;
    for (std::size_t at = 4; at < whole.size(); ++at) {
      CAPTURE(at);
      std::string damaged = whole;
      damaged[at] = static_cast<char>(damaged[at] ^ 1 << at % 8);
      const std::string path = saved(damaged);
      Rows rows;
      if (const auto error = error_of([&] { return rows = cells(read_csv(path)); })) {
        CHECK((is(error, ErrorCode::parse) || is(error, ErrorCode::limit)));
        ++refused;
      } else {
        CHECK(rows == expected);  // bytes of the header that say nothing of the text
      }
    }
    CHECK(refused > static_cast<int>(whole.size()) - 20);
  }
}

TEST_CASE("bytes behind the end of compressed data are refused") {
  for (const Packing& form : packings) {
    CAPTURE(form.name);
    const auto error = refusal(form.compressed("a\n1\n") + "2\n");
    CHECK(is(error, ErrorCode::parse));
    CHECK(says(error, form.name, "damaged"));
  }
}

TEST_CASE("zeros up to the end of gzip data, which tapes leave, are passed over") {
  const std::string text = numbers(500);
  const Rows expected = cells(read_csv_text(text, "x.csv"));

  for (const std::size_t zeros : {1U, 2U, 512U, 300'000U}) {
    CAPTURE(zeros);
    const std::string padding(zeros, '\0');
    const std::string path = saved(gzipped(text) + gzipped("") + padding);
    CHECK(cells(read_csv(path)) == expected);
    CHECK(in_chunks(path, 777) == expected);
    for (const std::string& other : {std::string("2\n"), gzipped("2\n")}) {
      const auto error = refusal(gzipped(text) + padding + other);
      CHECK(is(error, ErrorCode::parse));
      CHECK(says(error, "gzip", "behind zeros stand other bytes", "x.csv"));
    }
  }
  CHECK(is(refusal(zstandard("a\n1\n") + std::string(512, '\0')), ErrorCode::parse));
}

TEST_CASE("compressed data end at the limit of what they may become") {
  const std::string text = "a\n" + std::string(std::size_t{1} << 22, '1') + "\n";

  for (const Packing& form : packings) {
    CAPTURE(form.name);
    const std::string path = saved(form.compressed(text));
    const CsvOptions options{.limits = {.decompressed = 1000}};
    const auto whole = error_of([&] { return read_csv(path, options); });
    CHECK(is(whole, ErrorCode::limit));
    CHECK(says(whole, "more than 1000 bytes", "x.csv", "ReadLimits::decompressed=N"));
    CHECK(is(error_of([&] { return in_chunks(path, 100, options.limits); }), ErrorCode::limit));
  }
}

TEST_CASE("every reader of text takes compressed files and arrays do not") {
  const std::string arff = "@relation r\n@attribute a real\n@data\n1\n2\n";

  for (const Packing& form : packings) {
    CAPTURE(form.name);
    CHECK(cells(read_arff(saved(form.compressed(arff)))) == Rows{{"a"}, {"1"}, {"2"}});
    ArffStream stream(saved(form.compressed(arff)), {}, 3);
    Table table;
    REQUIRE(stream.next(table, 2));
    CHECK(table.rows() == 2);
    CHECK(read_svmlight(saved(form.compressed("x 1:2\n"))).values == std::vector<double>{2});
    const auto error =
        error_of([path = saved(form.compressed("\x93NUMPY"))] { return NpyArray(path).rows(); });
    CHECK(is(error, ErrorCode::parse));
    CHECK(says(error, "is compressed", "decompress it first"));
  }
}

TEST_CASE("a stream tells how much of its file was read, as it lies there") {
  for (const Packing& form : packings) {
    CAPTURE(form.name);
    const std::string bytes = form.compressed(numbers(1000));
    CsvStream stream(saved(bytes), {}, 100);
    CHECK(stream.position() == 0);
    CHECK(stream.size() == bytes.size());
    for (Table table; stream.next(table);) {
    }
    CHECK(stream.position() == bytes.size());
  }
}

TEST_CASE(
    "a file that is written over while it is read in parts is refused, one that grows is not") {
  const auto rows_while = [](const std::string& bytes, std::ios::openmode mode) {
    const std::string path = saved(bytes);
    CsvStream stream(path, {}, 100);
    Table table;
    REQUIRE(stream.next(table));
    Index rows = table.rows();
    const auto before = std::filesystem::last_write_time(path);
    std::ofstream(path, std::ios::binary | mode) << bytes;
    std::filesystem::last_write_time(path, before + std::chrono::seconds(1));
    while (stream.next(table)) rows += table.rows();
    return rows;
  };
  const std::string text = numbers(1000);

  for (const std::string& bytes : {text, gzipped(text), zstandard(text)}) {
    const auto error = error_of([&] { return rows_while(bytes, std::ios::in); });
    CHECK(is(error, ErrorCode::io));
    CHECK(says(error, "x.csv' changed while it was read"));
  }
  CHECK(rows_while(text, std::ios::app) >= 1000);
}

TEST_CASE(
    "a compressed file of zeros, or of a line without an end, is refused before all of it is out") {
  constexpr std::size_t size = std::size_t{64} << 20;
  // So little may come out that whoever decompresses on meets this limit instead.
  const ReadLimits limits{.line = std::uint64_t{4} << 20, .decompressed = std::uint64_t{16} << 20};
  const std::string head = "x,class\n";
  for (const Packing& form : packings) {
    CAPTURE(form.name);
    const auto error_in = [&](char byte) {
      return error_of([&, path = saved(form.compressed(head + std::string(size, byte)))] {
        return read_csv(path, {.limits = limits});
      });
    };

    const auto zeros = error_in('\0'), line = error_in('7');

    CHECK(is(zeros, ErrorCode::parse));
    CHECK(says(zeros, "a NUL byte", "x.csv:2:1"));
    CHECK(is(line, ErrorCode::limit));
    CHECK(says(line, "a row longer than 4194304 bytes", "x.csv:2:1"));
  }
}

TEST_CASE("a part of what cannot be read from its middle is refused, and nothing stays open") {
  const testing::TemporaryFolder folder;
  const std::string pipe = folder / "pipe";
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  const Descriptor writer = opened(pipe.c_str(), O_RDWR);
  const auto open_ones = [] {
    using Entries = std::filesystem::directory_iterator;
    return std::distance(Entries("/proc/self/fd"), Entries());
  };
  const auto before = open_ones();

  const auto error = error_of([&] { ByteSource(pipe, {}, ByteRange{.from = 1, .to = 2}); });

  CHECK(is(error, ErrorCode::io));
  CHECK(says(error, "pipe' cannot be read: "));
  CHECK(open_ones() == before);
}
