// Counts what may separate the fields of two records.
#include "data/csv/separator.hpp"

#include <algorithm>
#include <array>

namespace credence {

namespace {

// Of equal ones the first is taken: the comma stands in texts and numbers, too.
constexpr std::array candidates{'\t', ';', '|', ','};
using CandidateCounts = std::array<std::size_t, candidates.size()>;

// How often records hold each candidate, one record after another.
class Records {
 public:
  Records(std::string_view text, const CsvOptions& options) : text_(text), options_(options) {}

  /// Of the next record that is neither a comment nor blank; none at the end of the text.
  [[nodiscard]] std::optional<CandidateCounts> next() {
    while (next_ < text_.size()) {
      const std::size_t begin = next_;
      const bool is_comment = options_.comment == text_[begin];
      const CandidateCounts counts = is_comment ? skip_line() : record();
      if (!is_comment && !is_blank(text_.substr(begin, next_ - begin))) return counts;
    }
    return std::nullopt;
  }

 private:
  CandidateCounts skip_line() {
    next_ = std::min(text_.find('\n', next_), text_.size() - 1) + 1;
    return {};
  }

  CandidateCounts record() {
    CandidateCounts counts{};
    bool in_quotes = false;
    while (next_ < text_.size()) {
      const char byte = text_[next_++];
      if (options_.quote == byte) in_quotes = !in_quotes;
      if (in_quotes) continue;
      if (byte == '\n') break;
      for (std::size_t i = 0; i < counts.size(); ++i) counts[i] += byte == candidates[i] ? 1 : 0;
    }
    return counts;
  }

  [[nodiscard]] bool is_blank(std::string_view record) const {
    return record.find_first_not_of(options_.trim ? "\r\n \t" : "\r\n") == std::string_view::npos;
  }

  std::string_view text_;
  const CsvOptions& options_;
  std::size_t next_ = 0;
};

}  // namespace

FoundSeparator find_separator(std::string_view text, const CsvOptions& options) {
  Records records(text, options);
  const CandidateCounts first = records.next().value_or(CandidateCounts{});
  const std::optional<CandidateCounts> second = records.next();
  const bool has_names = !options.header && !options.names.empty();
  const auto is_free = [&](char byte) { return options.quote != byte && options.comment != byte; };
  // Tabs that are trimmed may stand around any other separator.
  const auto is_trimmed = [&](std::size_t i) { return candidates[i] == '\t' && options.trim; };
  const auto fits = [&](std::size_t i) {
    return (!second || (*second)[i] == first[i]) &&
           (!has_names || first[i] + 1 == options.names.size());
  };
  std::optional<std::size_t> best;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (first[i] == 0 || !is_free(candidates[i])) continue;
    const bool is_better =
        !best || (fits(i) == fits(*best) ? is_trimmed(*best) || first[i] > first[*best] : fits(i));
    if (is_better) best = i;
  }
  const char none =
      is_free(',') ? ',' : *std::find_if(candidates.begin(), candidates.end(), is_free);
  return {.separator = best ? candidates[*best] : none, .is_certain = second.has_value()};
}

}  // namespace credence
