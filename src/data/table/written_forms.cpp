// Forms of texts that people read as numbers or dates.
#include "data/table/written_forms.hpp"

#include <credence/data/number.hpp>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <string>

namespace credence {

namespace {

constexpr std::string_view digits = "0123456789";
constexpr std::string_view no_break_space = "\xC2\xA0";
constexpr std::string_view narrow_space = "\xE2\x80\xAF";

// Of money and percent, in UTF-8: dollar, euro, pound, yen.
constexpr std::array<std::string_view, 8> end_marks{"$",        "%", "\xE2\x82\xAC", "\xC2\xA3",
                                                    "\xC2\xA5", " ", no_break_space, narrow_space};

// Takes one of these off the beginning, and returns whether one stood there.
[[nodiscard]] bool take_first(std::string_view& text, std::string_view mark) {
  if (!text.starts_with(mark)) return false;
  text.remove_prefix(mark.size());
  return true;
}

[[nodiscard]] std::string_view without_end_marks(std::string_view text) {
  const auto takes_one = [&](std::string_view mark) {
    if (text.ends_with(mark)) {
      text.remove_suffix(mark.size());
      return true;
    }
    return take_first(text, mark);
  };
  while (!text.empty() && std::any_of(end_marks.begin(), end_marks.end(), takes_one)) {
  }
  return text;
}

// Takes the digits off the beginning, and returns how many.
std::size_t take_digits(std::string_view& text) {
  const std::size_t count = std::min(text.find_first_not_of(digits), text.size());
  text.remove_prefix(count);
  return count;
}

// Whether a text without a sign is groups of three digits with this mark between them, and decimals
// behind another.
[[nodiscard]] bool is_grouped(std::string_view text, std::string_view mark) {
  const std::size_t first = take_digits(text);
  if (first < 1 || first > 3) return false;
  while (take_first(text, mark))
    if (take_digits(text) != 3) return false;
  if (text.empty()) return true;
  const bool has_decimals = (text.front() == '.' || text.front() == ',') && text.front() != mark[0];
  if (!has_decimals) return false;
  text.remove_prefix(1);
  take_digits(text);
  return text.empty();
}

[[nodiscard]] bool is_number(std::string_view text) {
  if (to_number(text)) return true;
  std::string with_point(text);
  std::replace(with_point.begin(), with_point.end(), ',', '.');
  if (to_number(with_point)) return true;
  for (const std::string_view mark :
       {std::string_view(","), std::string_view("."), std::string_view(" "), std::string_view("'"),
        no_break_space, narrow_space})
    if (is_grouped(text, mark)) return true;
  return false;
}

// Whether a text is three groups of digits with that mark between them, of which an outer one is the
// year.
[[nodiscard]] bool is_day(std::string_view text, char mark) {
  std::array<std::size_t, 3> lengths{};
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    if (i > 0 && !take_first(text, std::string_view(&mark, 1))) return false;
    lengths.at(i) = take_digits(text);
  }
  const auto is_short = [](std::size_t length) { return length == 1 || length == 2; };
  if (!text.empty() || !is_short(lengths[1])) return false;
  return (lengths[0] == 4 && is_short(lengths[2])) ||
         (is_short(lengths[0]) && (lengths[2] == 4 || lengths[2] == 2));
}

}  // namespace

bool is_marked_number(std::string_view text) {
  text = without_end_marks(text);
  if (text.starts_with('-') || text.starts_with('+')) {
    text.remove_prefix(1);
    text = without_end_marks(text);
    if (text.starts_with('-') || text.starts_with('+')) return false;
  }
  return is_number(text);
}

bool is_date(std::string_view text) {
  const std::string_view day = text.substr(0, text.find_first_of(" T"));
  const std::string_view time = text.substr(day.size());
  if (time.size() > 1 && time.find_first_not_of("0123456789:.,+-TZ ") != std::string_view::npos)
    return false;
  return is_day(day, '-') || is_day(day, '/') || is_day(day, '.');
}

}  // namespace credence
