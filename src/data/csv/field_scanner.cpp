// Fields of separated text, fast.
#include "data/csv/field_scanner.hpp"

#include <credence/data/number.hpp>

#include <algorithm>
#include <cstring>

namespace credence {

namespace {

// Characters of numbers: where they also separate or quote, a number could run past its field.
[[nodiscard]] bool is_of_numbers(char byte) {
  return std::string_view("0123456789+-.eE").find(byte) != std::string_view::npos;
}

[[nodiscard]] bool is_number(const std::string& mark) { return to_number(mark).has_value(); }

}  // namespace

FieldScanner::FieldScanner(const CsvText& text)
    : separator_(text.options().separator.value_or(',')),
      quote_(text.options().quote.value_or(separator_)),
      has_quote_(text.options().quote.has_value()),
      trim_(text.options().trim),
      text_end_(text.bytes().data() + text.bytes().size()),
      missing_(text.options().missing) {
  if (!has_quote_) quote_ = '\0';  // which no text holds
  ends_plain_[static_cast<unsigned char>(separator_)] = true;
  ends_plain_[static_cast<unsigned char>(quote_)] = true;
  ends_plain_['\n'] = ends_plain_['\r'] = true;
  // Numbers with decimal commas are read the careful way.
  numbers_are_cells_ =
      text.options().decimal == '.' && std::none_of(missing_.begin(), missing_.end(), is_number);
  const bool is_odd = is_of_numbers(separator_) || is_of_numbers(quote_);
  limit_ = text.bytes().data() + (is_odd ? 0 : text.last_begin());
}

std::optional<std::size_t> FieldScanner::mark_of(std::string_view text) const {
  const auto found = std::find(missing_.begin(), missing_.end(), text);
  if (found == missing_.end()) return std::nullopt;
  return static_cast<std::size_t>(found - missing_.begin());
}

const char* FieldScanner::plain(const char* at, std::string_view& text) const {
  const char* end = at;
  while (!ends_plain(*end)) ++end;
  if (has_quote_ && *end == quote_) return nullptr;
  const char* last = end;
  if (trim_)
    while (last != at && is_blank(last[-1])) --last;
  text = {at, static_cast<std::size_t>(last - at)};
  return end;
}

const char* FieldScanner::quoted(const char* at, std::string_view& text) const {
  const auto left = static_cast<std::size_t>(text_end_ - (at + 1));
  const void* closing = std::memchr(at + 1, static_cast<unsigned char>(quote_), left);
  // A quoted field may reach beyond the limit; CsvScanner watches the end of the text.
  if (closing == nullptr || static_cast<const char*>(closing) >= limit_) return nullptr;
  const auto* end = static_cast<const char*>(closing) + 1;
  text = {at + 1, static_cast<std::size_t>(end - at - 2)};
  end = skip_blanks(end);
  return ends_plain(*end) && *end != quote_ ? end : nullptr;
}

}  // namespace credence
