// Cuts of a separated text at the ends of records.
#include "data/csv/csv_blocks.hpp"

#include <credence/base/parallel.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <numeric>

namespace credence {

namespace {

// Counts in counters of one byte each, a cache line at a time: the compiler makes this as wide as the
// instruction set allows.
[[nodiscard]] std::uint64_t count_of(std::string_view bytes, char byte) {
  constexpr std::size_t lane_count = 64;
  constexpr std::size_t longest_run = 255 * lane_count;  // before a counter runs over
  const char* at = bytes.data();
  const char* const end = at + bytes.size();
  std::uint64_t total = 0;
  while (static_cast<std::size_t>(end - at) >= lane_count) {
    const std::size_t whole = static_cast<std::size_t>(end - at) / lane_count * lane_count;
    const char* const stop = at + std::min(longest_run, whole);
    std::array<std::uint8_t, lane_count> lanes{};
    for (; at != stop; at += lane_count)
      for (std::size_t i = 0; i < lane_count; ++i)
        lanes[i] = static_cast<std::uint8_t>(lanes[i] + (at[i] == byte ? 1 : 0));
    total = std::accumulate(lanes.begin(), lanes.end(), total);
  }
  return total + static_cast<std::uint64_t>(std::count(at, end, byte));
}

}  // namespace

CsvCensus::Part CsvCensus::counted(std::string_view bytes, char quote) {
  // Most texts hold neither quotes nor NUL bytes: to find that out costs less than to count none.
  const auto has = [&](char byte) { return bytes.find(byte) != std::string_view::npos; };
  return {.lines = count_of(bytes, '\n'),
          .quotes = has(quote) ? count_of(bytes, quote) : 0,
          .has_nul = has('\0')};
}

CsvCensus::CsvCensus(const CsvText& text)
    : text_(text),
      size_(static_cast<std::size_t>(std::max<std::uint64_t>(text.options().block, 1))) {
  const std::string_view bytes = text.bytes();
  const char quote = text.options().quote.value_or('\n');
  parts_.resize(bytes.size() / size_ + (bytes.size() % size_ == 0 ? 0 : 1));
  std::atomic<bool> has_nul = false;  // then nothing else is asked for
  for_each_chunk(static_cast<Index>(parts_.size()), [&](Index chunk) {
    if (has_nul) return;
    const auto k = static_cast<std::size_t>(chunk);
    parts_[k] = counted(bytes.substr(k * size_, size_), quote);
    if (parts_[k].has_nul) has_nul = true;
    if (!text.options().quote) parts_[k].quotes = 0;
  });
  check_nul();
  Place place;
  std::uint64_t quotes = 0;
  for (const Part& part : parts_) {
    starts_.push_back(place);
    quotes += part.quotes;
    place = {.position = place.position + size_,
             .lines = place.lines + part.lines,
             .in_quotes = quotes % 2 == 1};
  }
}

void CsvCensus::check_nul() const {
  if (std::none_of(parts_.begin(), parts_.end(), [](const Part& part) { return part.has_nul; }))
    return;
  // The first in the file, whatever part was looked at first.
  throw text_.nul_byte(text_.bytes().find('\0'));
}

// A comment may hold a single quote, after which nothing is known without reading all before it.
bool CsvCensus::can_be_cut() const {
  return !text_.options().comment || std::all_of(parts_.begin(), parts_.end(),
                                                 [](const Part& part) { return part.quotes == 0; });
}

// The first beginning of a record at or behind a place.
CsvCensus::Place CsvCensus::next_border(Place place) const {
  const std::string_view bytes = text_.bytes();
  const auto is_border = [&] {
    return !place.in_quotes && (place.position == 0 || bytes[place.position - 1] == '\n');
  };
  while (place.position < bytes.size() && !is_border()) {
    const std::size_t line_end = std::min(bytes.find('\n', place.position), bytes.size() - 1);
    const std::size_t next = line_end + 1;
    if (text_.options().quote) {
      const auto line = bytes.substr(place.position, next - place.position);
      const auto quotes = std::count(line.begin(), line.end(), *text_.options().quote);
      place.in_quotes = place.in_quotes != (quotes % 2 == 1);
    }
    place.position = next;
    place.lines += bytes[line_end] == '\n' ? 1 : 0;
  }
  return place;
}

std::uint64_t CsvCensus::line_feeds() const {
  std::uint64_t lines = 0;
  for (const Part& part : parts_) lines += part.lines;
  return lines;
}

CsvCensus::Place CsvCensus::end() const {
  Place place{.position = text_.bytes().size(), .lines = line_feeds()};
  if (!text_.bytes().ends_with('\n')) ++place.lines;
  return place;
}

std::vector<CsvBlock> CsvCensus::blocks_from(std::uint64_t begin) const {
  const std::string_view before = text_.bytes().substr(0, begin);
  std::vector<Place> borders;
  borders.push_back(
      {.position = begin,
       .lines = static_cast<std::uint64_t>(std::count(before.begin(), before.end(), '\n'))});
  if (can_be_cut())
    for (const Place& start : starts_)
      if (start.position > borders.back().position) borders.push_back(next_border(start));
  if (borders.size() == 1 || borders.back().position < text_.bytes().size()) borders.emplace_back();
  borders.back() = end();
  std::vector<CsvBlock> blocks;
  for (std::size_t i = 0; i + 1 < borders.size(); ++i)
    blocks.push_back({.begin = borders[i].position,
                      .end = borders[i + 1].position,
                      .lines = static_cast<Index>(borders[i + 1].lines - borders[i].lines)});
  return blocks;
}

std::vector<CsvText::Mark> CsvCensus::marks() const {
  const std::string_view bytes = text_.bytes();
  const std::uint64_t first_line = text_.first_line();
  std::vector<CsvText::Mark> marks;
  std::uint64_t last = 0;
  for (const Place& start : starts_) {
    if (start.position < last) continue;
    const std::size_t line_end = bytes.find('\n', start.position);
    if (line_end == std::string_view::npos) break;
    last = line_end + 1;
    marks.push_back({.position = last, .line = first_line + start.lines + 1});
  }
  return marks;
}

std::uint64_t occurrences(std::string_view bytes, char byte) {
  constexpr std::size_t block = std::size_t{1} << 19;
  std::atomic<std::uint64_t> all = 0;
  for_each_chunk(static_cast<Index>((bytes.size() + block - 1) / block), [&](Index chunk) {
    all += count_of(bytes.substr(static_cast<std::size_t>(chunk) * block, block), byte);
  });
  return all;
}

}  // namespace credence
