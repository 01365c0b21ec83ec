// From the bytes of a separated text to its records (RFC 4180; what it leaves open:
// docs/reference/data.md).
#include "data/csv/csv_scanner.hpp"

#include <credence/detail/base/counted.hpp>

#include <algorithm>

#include "data/bytes/beyond_limit.hpp"

namespace credence {

CsvScanner::CsvScanner(const CsvText& text)
    : file_(text),
      text_(text.bytes()),
      options_(text.options()),
      separator_(options_.separator.value_or(',')),
      next_(text.begin()) {
  ends_plain_[static_cast<unsigned char>(separator_)] = true;
  ends_plain_['\n'] = ends_plain_['\r'] = true;
  if (options_.quote) ends_plain_[static_cast<unsigned char>(*options_.quote)] = true;
}

bool CsvScanner::next() {
  characters_.clear();
  fields_.clear();
  while (next_ < text_.size() && options_.comment == text_[next_]) skip_line();
  if (next_ >= text_.size()) return false;
  const std::size_t begin = next_;
  do {
    if (fields_.size() == options_.limits.columns)
      throw beyond_limit(
          "a row of more than " + detail::counted(options_.limits.columns, "field", "fields"),
          file_.where(next_), "columns", "is CsvOptions::separator right?");
    read_field();
    check_line(begin);
  } while (read_end_of_field());
  return true;
}

std::string_view CsvScanner::text(std::size_t field) const {
  const std::uint64_t begin = field == 0 ? 0 : fields_[field - 1].end;
  return std::string_view(characters_).substr(begin, fields_[field].end - begin);
}

bool CsvScanner::blank() const {
  return fields_.size() == 1 && !fields_.front().quoted && characters_.empty();
}

bool CsvScanner::begins_as_json() const {
  const std::size_t first = text_.find_first_not_of(" \t\r\n", file_.begin());
  return first != std::string_view::npos && (text_[first] == '[' || text_[first] == '{');
}

void CsvScanner::skip_line() {
  const std::size_t end = text_.find('\n', next_);
  next_ = end == std::string_view::npos ? text_.size() : end + 1;
}

bool CsvScanner::is_blank(char byte) const {
  return (byte == ' ' || byte == '\t') && byte != separator_;
}

void CsvScanner::skip_blanks() {
  while (next_ < text_.size() && is_blank(text_[next_])) ++next_;
}

void CsvScanner::read_field() {
  if (options_.trim) skip_blanks();
  const bool quoted = next_ < text_.size() && options_.quote == text_[next_];
  const std::uint64_t position = next_;
  if (quoted)
    read_quoted();
  else
    read_plain();
  fields_.push_back({.end = characters_.size(), .position = position, .quoted = quoted});
}

void CsvScanner::read_plain() {
  const std::size_t begin = next_;
  while (next_ < text_.size() && !ends_plain(text_[next_])) ++next_;
  check_length(begin, next_);
  if (next_ < text_.size() && options_.quote == text_[next_])
    throw file_.fault(
        "a quote inside a field that does not begin with one", next_,
        std::string(begins_as_json() ? "is this JSON? save its rows as CSV; or " : "") +
            "quote the whole field and double the quote; or use CsvOptions::quote = none if quotes "
            "are plain characters, CsvOptions::trim if blanks stand before the field");
  std::string_view field = text_.substr(begin, next_ - begin);
  if (options_.trim)
    while (!field.empty() && is_blank(field.back())) field.remove_suffix(1);
  characters_.append(field);
}

void CsvScanner::read_quoted() {
  const std::size_t opening = next_++;
  const char quote = *options_.quote;
  for (;;) {
    const std::size_t end = std::min(text_.find(quote, next_), text_.size());
    check_length(opening, end);
    characters_.append(text_.substr(next_, end - next_));
    next_ = end;
    if (end == text_.size())
      throw file_.fault("a quoted field that is never closed", opening,
                        "close it, or use CsvOptions::quote = none if quotes are plain characters");
    ++next_;
    if (next_ == text_.size() || text_[next_] != quote) break;
    characters_.push_back(quote);
    ++next_;
  }
  const std::size_t behind = next_;
  if (options_.trim) skip_blanks();
  if (next_ < text_.size() && text_[next_] != separator_ && !ends_line(text_[next_]))
    throw file_.fault(
        "text behind the closing quote of a field", behind,
        "double a quote that belongs to the field; or use CsvOptions::trim if blanks stand "
        "behind it, CsvOptions::quote = none if quotes are plain characters");
}

void CsvScanner::check_length(std::uint64_t begin, std::uint64_t end) const {
  if (end - begin <= options_.limits.field) return;
  throw beyond_limit(
      "a field longer than " + detail::counted(options_.limits.field, "byte", "bytes"),
      file_.where(begin), "field", "is its closing quote missing?");
}

void CsvScanner::check_line(std::uint64_t begin) const {
  if (next_ - begin <= options_.limits.line) return;
  throw beyond_limit("a row longer than " + detail::counted(options_.limits.line, "byte", "bytes"),
                     file_.where(begin), "line", "is a closing quote missing?");
}

// True when a separator was read, so that the record goes on.
bool CsvScanner::read_end_of_field() {
  record_end_ = next_;
  if (next_ == text_.size()) return false;
  const char byte = text_[next_++];
  if (byte == separator_) return true;
  if (byte == '\n') return false;
  if (next_ < text_.size() && text_[next_] == '\n') {
    ++next_;
    return false;
  }
  throw file_.fault("a carriage return that is not followed by a line feed", next_ - 1,
                    "end lines with LF or CRLF, and quote a field that holds a carriage return");
}

}  // namespace credence
