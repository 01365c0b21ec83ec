// Lines, words and cells of ARFF; what its writers leave open is refused rather than guessed
// (docs/reference/input.md).
#include "data/formats/arff_scanner.hpp"

#include <credence/detail/base/counted.hpp>

#include <algorithm>
#include <charconv>

#include "data/bytes/beyond_limit.hpp"

namespace credence {

namespace {

using Kind = ArffToken::Kind;

[[nodiscard]] bool is_blank(char byte) { return byte == ' ' || byte == '\t'; }
[[nodiscard]] bool is_quote(char byte) { return byte == '\'' || byte == '"'; }
[[nodiscard]] bool ends_word(char byte) {
  return is_blank(byte) || is_quote(byte) || byte == ',' || byte == '{' || byte == '}' ||
         byte == '%';
}

void append_utf8(std::string& text, std::uint32_t code) {
  const auto put = [&](std::uint32_t byte) { text.push_back(static_cast<char>(byte)); };
  if (code < 0x80) return put(code);
  if (code < 0x800) {
    put(0xC0 | code >> 6);
  } else {
    put(0xE0 | code >> 12);
    put(0x80 | (code >> 6 & 0x3F));
  }
  put(0x80 | (code & 0x3F));
}

}  // namespace

ArffScanner::ArffScanner(const CsvText& text)
    : text_(text), bytes_(text.bytes()), next_line_(text.begin()) {}

bool ArffScanner::next_line() {
  while (next_line_ < bytes_.size()) {
    line_begin_ = next_ = next_line_;
    const std::size_t feed = bytes_.find('\n', line_begin_);
    line_end_ = std::min(feed, bytes_.size());
    next_line_ = feed == std::string_view::npos ? bytes_.size() : feed + 1;
    check_line(line_end_);
    if (line_end_ > line_begin_ && feed != std::string_view::npos && bytes_[line_end_ - 1] == '\r')
      --line_end_;
    skip_blanks();
    if (next_ < line_end_ && bytes_[next_] != '%') return true;
  }
  return false;
}

void ArffScanner::check_line(std::uint64_t end) const {
  const std::string_view line = bytes_.substr(line_begin_, end - line_begin_);
  const std::uint64_t most = text_.options().limits.line;
  if (line.size() > most)
    throw beyond_limit("a line longer than " + detail::counted(most, "byte", "bytes"),
                       text_.where(line_begin_), "line");
  if (const std::size_t nul = line.find('\0'); nul != std::string_view::npos)
    throw text_.nul_byte(line_begin_ + nul);
  const std::size_t lone = line.find('\r');
  if (lone != std::string_view::npos && (lone + 1 < line.size() || end == bytes_.size()))
    throw fault("a carriage return that is not followed by a line feed", line_begin_ + lone,
                "end lines with LF or CRLF");
}

void ArffScanner::skip_blanks() {
  while (next_ < line_end_ && is_blank(bytes_[next_])) ++next_;
}

ArffToken ArffScanner::next_token() {
  skip_blanks();
  if (next_ == line_end_ || bytes_[next_] == '%') {
    next_ = line_end_;
    return {.kind = Kind::end, .text = {}, .position = line_end_};
  }
  const char byte = bytes_[next_];
  if (is_quote(byte)) return quoted();
  if (byte != ',' && byte != '{' && byte != '}') return word();
  const Kind kind = byte == ',' ? Kind::comma : byte == '{' ? Kind::open : Kind::close;
  return {.kind = kind, .text = bytes_.substr(next_, 1), .position = next_++};
}

ArffToken ArffScanner::word() {
  const std::size_t begin = next_;
  while (next_ < line_end_ && !ends_word(bytes_[next_])) ++next_;
  if (next_ < line_end_ && (is_quote(bytes_[next_]) || bytes_[next_] == '%'))
    throw fault(
        std::string("a '") + bytes_[next_] + "' inside a word", next_,
        "quote the whole word, as in 'it\\'s 5 \\% more'; a comment needs a blank before it");
  return {.kind = Kind::word, .text = bytes_.substr(begin, next_ - begin), .position = begin};
}

ArffToken ArffScanner::quoted() {
  const std::size_t opening = next_++;
  const char quote = bytes_[opening];
  const std::size_t begin = next_;
  characters_.clear();
  bool has_escape = false;
  for (; next_ < line_end_ && bytes_[next_] != quote; ++next_) {
    if (bytes_[next_] == '\\') {
      if (!has_escape) characters_.assign(bytes_.substr(begin, next_ - begin));
      has_escape = true;
      read_escape();
    } else if (has_escape) {
      characters_.push_back(bytes_[next_]);
    }
  }
  if (next_ >= line_end_)
    throw fault("a quote that is not closed on its line", opening,
                "close it, or write \\' for a quote that belongs to the text");
  const std::string_view inside = bytes_.substr(begin, next_ - begin);
  ++next_;
  if (next_ < line_end_ && (!ends_word(bytes_[next_]) || is_quote(bytes_[next_])))
    throw fault("text behind a closing quote", next_,
                "write \\' for a quote that belongs to the text");
  return {.kind = Kind::quoted,
          .text = has_escape ? std::string_view(characters_) : inside,
          .position = opening,
          .lasts = !has_escape};
}

// At a backslash; afterwards at the last character of the escape.
void ArffScanner::read_escape() {
  constexpr std::string_view written = "nrt\\'\"%";
  constexpr std::string_view meant = "\n\r\t\\'\"%";
  if (++next_ >= line_end_) return;  // the quote is not closed then
  if (bytes_[next_] == 'u') return read_code_point();
  const std::size_t which = written.find(bytes_[next_]);
  if (which == std::string_view::npos)
    throw fault(std::string("the unknown escape '\\") + bytes_[next_] + "'", next_ - 1,
                "write \\\\ for a backslash; known are \\n \\r \\t \\\\ \\' \\\" \\% \\u001E");
  characters_.push_back(meant[which]);
}

void ArffScanner::read_code_point() {
  constexpr std::size_t digits = 4;
  const std::string_view hex =
      bytes_.substr(next_ + 1, std::min<std::uint64_t>(digits, line_end_ - next_ - 1));
  std::uint32_t code = 0;
  const auto [end, error] = std::from_chars(hex.data(), hex.data() + hex.size(), code, 16);
  const bool is_whole = error == std::errc() && end == hex.data() + digits;
  if (!is_whole || (code >= 0xD800 && code < 0xE000) || code == 0)
    throw fault("an escape \\u that is not followed by the four digits of a character", next_ - 1,
                "write the character itself, in UTF-8");
  append_utf8(characters_, code);
  next_ += digits;
}

void ArffScanner::begin_row() {
  next_ = line_begin_;
  skip_blanks();
  is_sparse_ = bytes_[next_] == '{';
  if (is_sparse_) ++next_;
  is_first_ = true;
  fields_ = 0;
}

bool ArffScanner::next_cell(ArffCell& cell) {
  return is_sparse_ ? next_sparse(cell) : next_dense(cell);
}

bool ArffScanner::next_dense(ArffCell& cell) {
  if (!is_first_) {
    const ArffToken between = next_token();
    if (between.kind == Kind::end) return false;
    if (between.kind == Kind::open) throw weight(between);
    if (between.kind != Kind::comma) throw unexpected(between);
  }
  is_first_ = false;
  cell = {.field = fields_++, .value = next_token()};
  if (cell.value.kind == Kind::comma || cell.value.kind == Kind::end)
    throw fault("nothing where a value belongs", cell.value.position,
                "write ? for a missing value, and '' for an empty text");
  if (cell.value.kind == Kind::open) throw weight(cell.value);
  if (!cell.value.is_text()) throw unexpected(cell.value);
  return true;
}

bool ArffScanner::next_sparse(ArffCell& cell) {
  ArffToken token = next_token();
  if (token.kind == Kind::comma && !is_first_)
    token = next_token();
  else if (token.kind == Kind::close)
    return check_end();
  else if (!is_first_)
    throw unexpected(token);
  const std::size_t field = sparse_field(token);
  if (field < fields_)
    throw fault(
        "attribute " + std::to_string(field) + " behind attribute " + std::to_string(fields_ - 1),
        token.position, "sort the pairs of a row by attribute, each once");
  is_first_ = false;
  fields_ = field + 1;
  cell = {.field = field, .value = next_token()};
  if (!cell.value.is_text()) throw unexpected(cell.value);
  return true;
}

std::size_t ArffScanner::sparse_field(const ArffToken& token) const {
  std::size_t field = 0;
  const char* const end = token.text.data() + token.text.size();
  const auto [read, error] = std::from_chars(token.text.data(), end, field);
  if (token.kind == Kind::word && error == std::errc() && read == end) return field;
  throw fault("no number of an attribute where one belongs", token.position,
              "write sparse rows as {NUMBER VALUE, NUMBER VALUE}, numbers from 0 on");
}

// False: there is no further value.
bool ArffScanner::check_end() {
  const ArffToken token = next_token();
  if (token.kind == Kind::comma) throw weight(token);
  if (token.kind != Kind::end) throw unexpected(token);
  return false;
}

Error ArffScanner::weight(const ArffToken& token) const {
  return fault("the weight of a row", token.position,
               "make weights a column of their own, and name it with the argument `weight`");
}

Error ArffScanner::unexpected(const ArffToken& token) const {
  const std::string what =
      token.kind == Kind::end ? "the end of the line" : "'" + std::string(token.text) + "'";
  return fault(what + " where it does not belong", token.position,
               "put commas between values, and quotes around a text with blanks, commas or braces");
}

}  // namespace credence
