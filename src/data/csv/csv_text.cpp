// The text of a separated file: mapped or in memory, and the places of its bytes.
#include "data/csv/csv_text.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <functional>
#include <system_error>
#include <utility>

#include "data/bytes/byte_source.hpp"
#include "data/csv/separator.hpp"
#include "data/numbers/decimal.hpp"

namespace credence {

namespace {

void check_dialect(const CsvOptions& options) {
  const auto refuse = [](const std::string& what) {
    throw Error(ErrorCode::domain, what + "; choose different characters");
  };
  if (options.separator && ends_line(*options.separator))
    refuse("the separator cannot be a line end or a NUL byte");
  if (options.quote && ends_line(*options.quote))
    refuse("the quote cannot be a line end or a NUL byte");
  if (options.comment && ends_line(*options.comment))
    refuse("the comment mark cannot be a line end or a NUL byte");
  if (options.separator && options.quote == options.separator)
    refuse("separator and quote are the same character");
  if (options.separator && options.comment == options.separator)
    refuse("separator and comment are the same character");
  if (options.comment && options.comment == options.quote)
    refuse("quote and comment are the same character");
  if (options.trim && options.quote && (*options.quote == ' ' || *options.quote == '\t'))
    refuse("blanks are both trimmed and quotes");
  if (options.decimal != '.' && options.decimal != ',')
    throw Error(ErrorCode::domain,
                std::string("decimals stand behind '") + options.decimal + "'; choose '.' or ','");
}

struct KindOfFile {
  std::string_view mark;
  const char* remedy;
  std::size_t at = 0;  // where the mark stands
};

constexpr const char* compressed_twice = "the file is compressed twice: decompress it once";

// Files that are often given in the place of their text.
constexpr std::array other_kinds{
    KindOfFile{"PK\3\4",
               "the file is a zip archive (.npz, .xlsx): save its table as CSV, or its array with "
               "numpy.save"},
    KindOfFile{"\xFD"
               "7zXZ",
               "the file is compressed by xz: decompress it, or compress it by gzip or zstd"},
    KindOfFile{"BZh",
               "the file is compressed by bzip2: decompress it, or compress it by gzip or "
               "zstd"},
    KindOfFile{"\x1F\x8B", compressed_twice},
    KindOfFile{"\x28\xB5\x2F\xFD", compressed_twice},
    KindOfFile{"ustar", "the file is a tar archive: extract its table and give that", 257},
    KindOfFile{"\xFF\xFE", "the file is UTF-16 text: save it as UTF-8"},
    KindOfFile{"\xFE\xFF", "the file is UTF-16 text: save it as UTF-8"}};

// Short files are copied: a mapping gains nothing there, and they may be written over.
constexpr std::uintmax_t least_mapped = std::uintmax_t{1} << 20;

[[nodiscard]] bool is_long(const std::string& path) {
  std::error_code none;
  return std::filesystem::is_regular_file(path, none) &&
         std::filesystem::file_size(path, none) >= least_mapped && !none;
}

}  // namespace

CsvText::CsvText(std::string bytes, std::string name, CsvOptions options, std::uint64_t first_line,
                 std::shared_ptr<const LinesBefore> before)
    : owned_(std::move(bytes)),
      bytes_(owned_),
      name_(std::move(name)),
      options_(std::move(options)),
      before_(std::move(before)) {
  check_dialect(options_);
  find_begin(first_line);
}

CsvText::CsvText(std::string bytes, std::string name, CsvOptions options,
                 std::vector<FileStart> files)
    : owned_(std::move(bytes)),
      bytes_(owned_),
      name_(std::move(name)),
      options_(std::move(options)),
      files_(std::move(files)) {
  check_dialect(options_);
  find_begin(1);
}

CsvText::CsvText(const std::string& path, CsvOptions options)
    : name_(path == "-" ? "standard input" : path), options_(std::move(options)) {
  if (path != "-" && is_long(path) && !is_compressed_file(path)) {
    mapped_ = detail::MappedFile(path);
    bytes_ = mapped_.text();
  } else {
    ByteSource source(path, options_.limits);
    owned_ = read_text(source, options_.limits);
    bytes_ = owned_;
  }
  check_dialect(options_);
  find_begin(1);
}

void CsvText::find_begin(std::uint64_t first_line) {
  const bool begins_file = first_line == 1 && before_ == nullptr && files_.empty();
  const bool marked = begins_file && bytes_.starts_with(byte_order_mark);
  marks_ = {{.position = marked ? byte_order_mark.size() : 0, .line = first_line}};
}

bool CsvText::holds(std::string_view text) const {
  constexpr std::less<const char*> before;
  return !before(text.data(), bytes_.data()) &&
         !before(bytes_.data() + bytes_.size(), text.data() + text.size());
}

Location CsvText::where(std::uint64_t position) const {
  // A position before the first line lies in the byte-order mark.
  if (position < begin()) return {.file = name_, .line = marks_.front().line, .column = 1};
  const auto mark =
      std::upper_bound(marks_.begin(), marks_.end(), position,
                       [](std::uint64_t at, const Mark& other) { return at < other.position; }) -
      1;
  Mark line = *mark;
  // A line feed at the very end begins no line; behind the position nothing is looked at.
  const std::string_view before = bytes_.substr(0, position);
  for (std::size_t end = before.find('\n', line.position);
       end < before.size() && end + 1 < bytes_.size(); end = before.find('\n', end + 1))
    line = {.position = end + 1, .line = line.line + 1};
  return in_its_file({.file = name_, .line = line.line, .column = position - line.position + 1},
                     position);
}

Location CsvText::in_its_file(Location location, std::uint64_t position) const {
  if (before_) location.line += before_->count();
  if (files_.empty()) return location;
  const auto file = std::upper_bound(files_.begin() + 1, files_.end(), position,
                                     [](std::uint64_t at, const FileStart& other) {
                                       return at < other.position;
                                     }) -
                    1;
  location.file = file->name;
  location.line = location.line - file->line + file->line_there;
  return location;
}

Error CsvText::fault(const std::string& what, std::uint64_t position, const std::string& remedy,
                     ErrorCode code) const {
  const Location location = where(position);
  return Error(code, what + ", " + to_string(location) + "; " + remedy, location);
}

Error CsvText::nul_byte(std::uint64_t position) const {
  std::string remedy = "text files have none: save the file as UTF-8 text";
  const bool begins_file = first_line() == 1 && before_ == nullptr && files_.empty();
  for (const KindOfFile& kind : other_kinds)
    if (begins_file && bytes_.substr(std::min(kind.at, bytes_.size())).starts_with(kind.mark))
      remedy = kind.remedy;
  return fault("a NUL byte", position, remedy);
}

bool CsvText::settle_separator() {
  if (options_.separator) return true;
  const FoundSeparator found = find_separator(bytes_.substr(begin()), options_);
  options_.separator = found.separator;
  return found.is_certain;
}

void CsvText::add_marks(const std::vector<Mark>& marks) {
  for (const Mark& mark : marks)
    if (mark.position > marks_.back().position && mark.position < bytes_.size())
      marks_.push_back(mark);
}

void CsvText::find_last_begin() {
  constexpr auto slack = static_cast<std::size_t>(detail::decimal_slack);
  if (bytes_.size() <= slack) return;
  const std::size_t last = bytes_.rfind('\n', bytes_.size() - 1 - slack);
  last_begin_ = last == std::string_view::npos ? 0 : last + 1;
}

std::optional<double> number_of_cell(std::string_view cell, char decimal, NumberFault* fault) {
  if (decimal == '.') return to_number(cell, fault);
  const std::size_t comma = cell.find(',');
  if (cell.find('.') != std::string_view::npos || cell.find(',', comma + 1) < cell.size()) {
    if (fault != nullptr) *fault = NumberFault::not_a_number;
    return std::nullopt;
  }
  if (comma == std::string_view::npos) return to_number(cell, fault);
  std::string with_point(cell);
  with_point[comma] = '.';
  return to_number(with_point, fault);
}

bool has_decimal_comma(std::string_view cell) {
  return cell.find(',') != std::string_view::npos && number_of_cell(cell, ',').has_value();
}

bool has_thousands_commas(std::string_view cell) {
  if (cell.starts_with('-') || cell.starts_with('+')) cell.remove_prefix(1);
  const auto are_digits = [](std::string_view text) {
    return text.find_first_not_of("0123456789") == std::string_view::npos;
  };
  const std::size_t point = cell.find('.');
  if (point != std::string_view::npos && !are_digits(cell.substr(point + 1))) return false;
  std::string_view groups = cell.substr(0, point);
  const std::size_t first = groups.find(',');
  if (first < 1 || first > 3 || !are_digits(groups.substr(0, first))) return false;
  for (groups.remove_prefix(first); !groups.empty(); groups.remove_prefix(4))
    if (groups.size() < 4 || groups.front() != ',' || !are_digits(groups.substr(1, 3)))
      return false;
  return true;
}

std::string remedy_for_commas(std::string_view cell) {
  const std::string decimals = "read decimal commas with CsvOptions::decimal = ','";
  if (!has_thousands_commas(cell)) return decimals;
  const std::string out = "take the commas out of the file where they separate thousands";
  return has_decimal_comma(cell) ? out + ", or " + decimals : out;
}

}  // namespace credence
