// The rows of a shard, file after file.
#include <credence/data/npy.hpp>
#include <credence/data/shards.hpp>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <numeric>
#include <optional>
#include <utility>

#include "base/changed_file.hpp"
#include "base/moved_from.hpp"
#include "data/bytes/byte_source.hpp"
#include "data/csv/csv_head.hpp"
#include "data/csv/several_files.hpp"
#include "data/csv/text_head.hpp"
#include "data/formats/npy_header.hpp"
#include "data/formats/parts.hpp"

namespace credence {
namespace {

// A part of a file whose rows are handed out.
struct OpenPart {
  std::function<bool(Table&)> next{};
  std::function<std::uint64_t()> position{};
  std::function<Index()> first_row{};   // of forms whose cells have no places
  bool is_checked = false;              // its columns are those of the first part
  ReadPiece piece{};                    // without its content
  std::shared_ptr<ContentHash> hash{};  // of what was read; null: of the bytes from the file
};

std::string base_name(const std::string& path) {
  return std::filesystem::path(path).filename().string();
}

// Other files are whole in the shard of their first byte.
bool is_cut_between_lines(const std::string& path, const Form& form) {
  return form.is_cut && !is_compressed_file(path);
}

// Where rows begin in an array, and how many bytes each takes.
struct ArrayBytes {
  std::uint64_t begin = 0;
  std::uint64_t row = 1;
  Index rows = 0;
  bool by_column = false;

  ArrayBytes(const DataFile& file, Index row_count) : rows(row_count) {
    const detail::MappedFile bytes(file.path);
    const detail::NpyHeader header = detail::read_npy_header(bytes.text(), file.path);
    begin = header.size;
    by_column = header.by_column && header.shape.size() > 1;
    row = std::max<std::uint64_t>((file.size - begin) / static_cast<std::uint64_t>(rows), 1);
  }

  [[nodiscard]] Index row_at_or_after(std::uint64_t cut) const {
    if (cut <= begin) return 0;
    return std::min(rows, static_cast<Index>((cut - begin + row - 1) / row));
  }
};

}  // namespace

std::vector<std::optional<std::uint64_t>> corrected_starts(std::span<const ShardEdges> edges) {
  std::vector<std::optional<std::uint64_t>> starts(edges.size());
  std::optional<std::uint64_t> end;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    if (!edges[i].any) continue;
    if (end && edges[i].begin && *end != *edges[i].begin) starts[i] = end;
    end = edges[i].end;
  }
  return starts;
}

ShardEdges edges_of(const std::vector<DataFile>& files, Shard shard, const Form& form,
                    const std::vector<ReadPiece>& pieces) {
  const std::vector<FilePart> parts = parts_of(files, shard);
  ShardEdges edges{.any = !parts.empty()};
  if (parts.empty() || pieces.empty()) return edges;
  const auto is_cut = [&](const FilePart& part) {
    return is_cut_between_lines(files[part.file].path, form);
  };
  if (parts.front().from > 0 && is_cut(parts.front())) edges.begin = pieces.front().from;
  const FilePart& last = parts.back();
  if (last.to < files[last.file].size && is_cut(last)) edges.end = pieces.back().to;
  return edges;
}

struct ShardReader::State {
  std::vector<DataFile> files;
  const Form& form;
  ReadOptions options;
  std::uint64_t chunk_bytes;
  std::vector<FilePart> parts;
  bool is_all;  // rows of all files, and no shard beside others
  ShardCuts cuts;
  std::vector<std::string> names{};        // of the columns
  std::vector<std::string> by_place{};     // those of the names that the header lacks
  std::string names_file{};                // that has them
  std::vector<DeclaredColumn> declared{};  // by the first file, where its form declares columns
  std::optional<OpenPart> open{};
  std::size_t next_part = 0;
  std::vector<ReadPiece> pieces{};
  ShardEdges edges{};
  std::uint64_t passed = 0;  // bytes of the parts that are done

  State(std::vector<DataFile> all, Shard shard, const Form& of_files, ReadOptions asked,
        std::uint64_t chunk, ShardCuts told)
      : files(std::move(all)),
        form(of_files),
        options(std::move(asked)),
        chunk_bytes(chunk),
        parts(parts_of(files, shard)),
        is_all(shard.of == 1),
        cuts(told) {
    if (files.empty()) throw Error(ErrorCode::shape, "no file was given; give at least one");
    edges.any = !parts.empty();
    // No byte of an empty file is in any part, so that nobody would miss its rows.
    for (const DataFile& file : files)
      if (file.size == 0) throw nothing_read(file.path, true, false);
    if (!form.has_dialect) return;
    if (!options.text.separator) options.text.separator = form.separator;
    const TextHead head = read_text_head(files.front().path, options.text);
    names = head.names;
    by_place = head.by_place;
    names_file = files.front().path;
    options.text.separator = head.separator;
  }

  // A file that cannot be cut is read where its first byte lies.
  [[nodiscard]] std::optional<ByteRange> whole(const FilePart& part) const {
    if (part.from > 0) return std::nullopt;
    return ByteRange{.from = 0, .to = files[part.file].size};
  }

  // The lines of a part of a text whose head has that end.
  [[nodiscard]] ByteRange lines_of(const FilePart& part, std::uint64_t head_end) const {
    const DataFile& file = files[part.file];
    ByteRange range{.from = row_at_or_after(file.path, part.from, head_end, file.size),
                    .to = row_at_or_after(file.path, part.to, head_end, file.size)};
    if (&part == &parts.front() && part.from > 0 && cuts.begin) {
      range.from = *cuts.begin;
      range.to = std::max(range.to, range.from);
    }
    range.reads_on = cuts.reads_on;
    if (range.to < file.size) range.cut = part.to;  // else the file ends the last row
    return range;
  }

  [[nodiscard]] std::optional<ByteRange> range_of(const FilePart& part) const {
    const DataFile& file = files[part.file];
    const bool is_whole = !is_cut_between_lines(file.path, form);
    if (form.has_dialect) {
      const TextHead head = read_text_head(file.path, options.text);
      check_same_columns(names, names_file, head.names, file.path);
      if (!is_whole) return lines_of(part, head.end);
    }
    return is_whole ? whole(part) : lines_of(part, 0);
  }

  [[nodiscard]] ReadPiece piece_of(const DataFile& file, std::uint64_t from,
                                   std::uint64_t to) const {
    return {.file = base_name(file.path),
            .size = file.size,
            .modified = file.modified,
            .from = from,
            .to = to};
  }

  [[nodiscard]] TableStream stream_of(const DataFile& file, const ByteRange& range) const {
    if (form.has_dialect)
      return csv_part(file.path, options.text,
                      range.from == 0 ? TextHead{} : TextHead{.names = names, .by_place = by_place},
                      range, chunk_bytes);
    if (form.part != nullptr) return form.part(file.path, options, range, chunk_bytes);
    return form.stream(file.path, options, chunk_bytes);
  }

  [[nodiscard]] std::optional<OpenPart> opened_text(const FilePart& part) {
    std::optional<ByteRange> range = range_of(part);
    if (!range) return std::nullopt;
    const DataFile& file = files[part.file];
    if (&part == &parts.front() && part.from > 0) edges.begin = range->from;
    OpenPart made{.piece = piece_of(file, range->from, range->to),
                  .hash = form.has_dialect || form.part != nullptr ? std::make_shared<ContentHash>()
                                                                   : nullptr};
    range->hash = made.hash.get();
    const auto stream = std::make_shared<TableStream>(stream_of(file, *range));
    made.next = [stream](Table& table) { return stream->next(table); };
    made.position = [stream] { return stream->position(); };
    if (form.labels_rows) count_rows(made, file.path, range->from);
    return made;
  }

  // Sparse rows have no places.
  static void count_rows(OpenPart& part, const std::string& path, std::uint64_t from) {
    const auto passed = std::make_shared<Index>(0);  // rows before those of the last table
    const auto last = std::make_shared<Index>(0);    // of that table
    part.next = [next = std::move(part.next), passed, last](Table& table) {
      *passed += std::exchange(*last, 0);
      if (!next(table)) return false;
      *last = table.rows();
      return true;
    };
    part.first_row = [path, from, passed] {
      return (from == 0 ? 0 : svmlight_rows_before(path, from)) + *passed;
    };
  }

  // Rows of an array, some at a time; where columns are stored one by one, all bytes are said to be read.
  [[nodiscard]] OpenPart opened_array(const FilePart& part) const {
    const DataFile& file = files[part.file];
    auto read = std::make_shared<const Table>(form.read(file.path, options));
    const ArrayBytes bytes(file, read->rows());
    const Index first = bytes.row_at_or_after(part.from);
    const Index end = part.to >= file.size ? bytes.rows : bytes.row_at_or_after(part.to);
    const auto place = [&](Index row) {
      return bytes.begin + bytes.row * static_cast<std::uint64_t>(row);
    };
    OpenPart made{.piece = bytes.by_column ? piece_of(file, 0, file.size)
                                           : piece_of(file, place(first), place(end))};
    const auto row = std::make_shared<Index>(first);
    const Index step = std::max<Index>(static_cast<Index>(chunk_bytes / bytes.row), 1);
    made.next = [read = std::move(read), row, end, step](Table& table) {
      if (*row >= end) return false;
      std::vector<Index> rows(static_cast<std::size_t>(std::min(step, end - *row)));
      std::iota(rows.begin(), rows.end(), *row);
      *row += step;
      table = read->select(rows);
      return true;
    };
    made.first_row = [row, step] { return std::max<Index>(*row - step, 0); };
    made.position = [row, first, end, size = bytes.row] {
      return static_cast<std::uint64_t>(std::min(*row, end) - first) * size;
    };
    return made;
  }

  void open_next() {
    const FilePart& part = parts[next_part++];
    open = form.stream == nullptr ? opened_array(part) : opened_text(part);
  }

  void check_columns(const Table& table) {
    if (std::exchange(open->is_checked, true)) return;
    std::vector<std::string> found;
    for (const Column& column : table.columns()) found.push_back(column.name);
    if (names.empty()) {
      names = found;
      names_file = table.file();
    }
    check_same_columns(names, names_file, found, table.file());
    std::vector<DeclaredColumn> columns = declared_columns(table);
    if (declared.empty())
      declared = std::move(columns);
    else
      check_same_declarations(declared, names_file, columns, table.file());
  }

  void close() {
    const FilePart& part = parts[next_part - 1];
    const DataFile& file = files[part.file];
    ReadPiece piece = std::move(open->piece);
    if (open->hash) piece.to = std::max(piece.to, piece.from + open->position());
    const bool is_last = next_part == parts.size() && part.to < file.size;
    if (is_last && is_cut_between_lines(file.path, form)) edges.end = piece.to;
    piece.content = open->hash ? open->hash->text() : content_of(file.path, piece.from, piece.to);
    open.reset();
    passed += part.to - part.from;
    const DataFile now = data_files({file.path}).front();
    // Shards of one file must see the same bytes; all rows are those up to where the file ended.
    const bool is_changed = now.size != file.size || now.modified != file.modified;
    if (is_all ? now.size < file.size : is_changed) throw changed_while_read(file.path);
    pieces.push_back(std::move(piece));
  }
};

ShardReader::ShardReader(std::vector<DataFile> files, Shard shard, const Form& form,
                         const ReadOptions& options, std::uint64_t chunk_bytes, ShardCuts cuts)
    : state_(std::make_unique<State>(std::move(files), shard, form, options, chunk_bytes, cuts)) {}
ShardReader::ShardReader(ShardReader&&) noexcept = default;
ShardReader& ShardReader::operator=(ShardReader&&) noexcept = default;
ShardReader::~ShardReader() = default;

bool ShardReader::next(Table& table) {
  State& state = detail::behind(state_, "the reader");
  for (;;) {
    if (!state.open) {
      if (state.next_part == state.parts.size()) return false;
      state.open_next();
      continue;
    }
    if (state.open->next(table)) {
      state.check_columns(table);
      return true;
    }
    state.close();
  }
}

const std::vector<ReadPiece>& ShardReader::pieces() const {
  return detail::behind(state_, "the reader").pieces;
}

ShardEdges ShardReader::edges() const { return detail::behind(state_, "the reader").edges; }

Index ShardReader::first_row() const {
  const State& state = detail::behind(state_, "the reader");
  return state.open && state.open->first_row ? state.open->first_row() : 0;
}

std::uint64_t ShardReader::position() const {
  const State& state = detail::behind(state_, "the reader");
  return state.passed + (state.open ? state.open->position() : 0);
}

std::uint64_t ShardReader::size() const {
  std::uint64_t bytes = 0;
  for (const FilePart& part : detail::behind(state_, "the reader").parts)
    bytes += part.to - part.from;
  return bytes;
}

}  // namespace credence
