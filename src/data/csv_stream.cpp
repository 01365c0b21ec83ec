// Separated text in chunks that end with a record.
#include <credence/data/csv_stream.hpp>

#include <fcntl.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

#include "data/csv_blocks.hpp"
#include "data/csv_head.hpp"
#include "data/csv_rows.hpp"
#include "data/csv_text.hpp"

namespace credence {

namespace {

[[noreturn]] void fail_to_read(const std::string& name, int error) {
  throw Error(ErrorCode::io,
              "file '" + name + "' cannot be read: " + std::generic_category().message(error) +
                  "; check the path and its permissions",
              Location{.file = name});
}

// Bytes of a file or of standard input, which stays open.
class Source {
 public:
  Source(const std::string& path, const std::string& name) : name_(name) {
    if (path == "-") return;
    do descriptor_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY);
    while (descriptor_ < 0 && errno == EINTR);
    if (descriptor_ < 0) fail_to_read(name_, errno);
  }
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;
  ~Source() {
    if (descriptor_ != STDIN_FILENO) ::close(descriptor_);
  }

  // Appends until `bytes` has that size; false at the end of the file.
  bool fill(std::string& bytes, std::size_t size) {
    constexpr std::size_t at_a_time = std::size_t{1} << 20;
    while (bytes.size() < size) {
      const std::size_t before = bytes.size();
      const std::size_t wanted = std::min(at_a_time, size - before);
      bytes.resize(before + wanted);
      const ssize_t got = ::read(descriptor_, bytes.data() + before, wanted);
      bytes.resize(before + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
      if (got < 0 && errno != EINTR) fail_to_read(name_, errno);
      if (got == 0) return false;
    }
    return true;
  }

 private:
  int descriptor_ = STDIN_FILENO;
  std::string name_;
};

// The byte behind the last record that is whole for sure; 0 where there is none.
[[nodiscard]] std::size_t end_of_records(std::string_view bytes, const CsvOptions& options) {
  if (!options.quote || bytes.find(*options.quote) == std::string_view::npos)
    return bytes.rfind('\n') + 1;  // npos + 1 is 0
  std::size_t end = 0;
  bool in_quotes = false;
  std::size_t begin = 0;
  for (std::size_t line_end = bytes.find('\n'); line_end != std::string_view::npos;
       line_end = bytes.find('\n', begin)) {
    const std::string_view line = bytes.substr(begin, line_end - begin);
    const bool is_comment = !in_quotes && options.comment && line.starts_with(*options.comment);
    if (!is_comment && std::count(line.begin(), line.end(), *options.quote) % 2 == 1)
      in_quotes = !in_quotes;
    begin = line_end + 1;
    if (!in_quotes) end = begin;
  }
  return end;
}

}  // namespace

struct CsvStream::State {
  State(const std::string& path, CsvOptions dialect, std::uint64_t chunk)
      : name(path == "-" ? "standard input" : path),
        options(std::move(dialect)),
        chunk_bytes(std::max<std::uint64_t>(chunk, 1)),
        source(path, name) {
    static_cast<void>(CsvText(std::string(), name, options));  // for the dialect
  }

  std::string name;
  CsvOptions options;
  std::uint64_t chunk_bytes;
  Source source;
  std::string bytes = {};  // read, but not handed on
  std::uint64_t line = 1;  // at which they begin
  bool at_end = false;
  bool is_empty = true;
  bool has_rows = false;
  std::vector<std::string> names = {};

  [[nodiscard]] bool next(Table& table, Index least_rows);
  [[nodiscard]] std::size_t read_records(std::size_t least);
  [[nodiscard]] Table rows_of(std::shared_ptr<CsvText> text);
};

// Reads at least so many bytes, and then to the end of a record; returns where that is.
std::size_t CsvStream::State::read_records(std::size_t least) {
  for (std::size_t wanted = least;; wanted = 2 * bytes.size()) {
    at_end = !source.fill(bytes, wanted) || at_end;
    is_empty = is_empty && bytes.empty();
    const std::size_t end = at_end ? bytes.size() : end_of_records(bytes, options);
    if (at_end || end > 0) return end;
    if (bytes.size() > std::max<std::uint64_t>(options.max_field, chunk_bytes))
      throw CsvText(std::move(bytes), name, options, line)
          .fault("a record longer than " + std::to_string(options.max_field) + " bytes", 0,
                 "is a closing quote missing?", ErrorCode::limit);
  }
}

Table CsvStream::State::rows_of(std::shared_ptr<CsvText> text) {
  const CsvCensus census(*text);
  text->add_marks(census.marks());
  std::uint64_t begin = text->begin();
  if (names.empty()) {
    CsvHead head = read_head(*text);
    names = std::move(head.names);
    begin = head.end;
  }
  if (names.empty()) return Table(name);
  Table table = read_rows(text, names, census.blocks_from(begin));
  line += census.line_feeds();
  return table;
}

bool CsvStream::State::next(Table& table, Index least_rows) {
  std::size_t least = chunk_bytes;
  while (!at_end || !bytes.empty()) {
    const std::size_t end = read_records(least);
    std::string rest = bytes.substr(end);
    bytes.resize(end);
    const auto text = std::make_shared<CsvText>(std::move(bytes), name, options, line);
    bytes = std::move(rest);
    const std::uint64_t first_line = line;
    const bool at_begin = names.empty();
    Table found = rows_of(text);
    // Without a record yet the lines before it may be rows.
    if (!at_end && (names.empty() || found.rows() < least_rows)) {
      bytes.insert(0, text->bytes());
      line = first_line;
      if (at_begin) names.clear();
      least = 2 * bytes.size();
      continue;
    }
    if (found.rows() == 0) continue;
    has_rows = true;
    table = std::move(found);
    return true;
  }
  if (!has_rows) throw nothing_read(name, is_empty, options.header && !names.empty());
  return false;
}

CsvStream::CsvStream(const std::string& path, CsvOptions options, std::uint64_t chunk_bytes)
    : state_(std::make_unique<State>(path, std::move(options), chunk_bytes)) {}
CsvStream::CsvStream(CsvStream&&) noexcept = default;
CsvStream& CsvStream::operator=(CsvStream&&) noexcept = default;
CsvStream::~CsvStream() = default;

bool CsvStream::next(Table& table, Index least_rows) { return state_->next(table, least_rows); }

}  // namespace credence
