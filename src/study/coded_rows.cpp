// Bins of numbers, and words that occur.
#include <credence/study/coded_rows.hpp>

#include <cmath>

namespace credence::detail {

namespace {

// Where a run of equal numbers begins, as close to a position as can be.
std::vector<double>::const_iterator border_near(const std::vector<double>& sorted, Index position) {
  const auto at = sorted.begin() + position;
  const auto [first, end] = std::equal_range(sorted.begin(), sorted.end(), *at);
  return at - first <= end - at ? first : end;
}

}  // namespace

CodedColumn binned(std::string name, std::span<const double> numbers, Index bins) {
  std::vector<double> sorted;
  for (const double number : numbers)
    if (!std::isnan(number)) sorted.push_back(number);
  std::sort(sorted.begin(), sorted.end());
  std::vector<double> cuts = sorted;  // the smallest number of each bin
  cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
  if (std::ssize(cuts) > bins) {
    cuts.assign(1, sorted.front());
    for (Index bin = 1; bin < bins; ++bin) {
      const auto cut = border_near(sorted, bin * std::ssize(sorted) / bins);
      if (cut != sorted.end() && *cut > cuts.back()) cuts.push_back(*cut);
    }
  }
  CodedColumn column{.name = std::move(name), .levels = std::max<Index>(1, std::ssize(cuts))};
  for (const double number : numbers)
    column.codes.push_back(
        std::isnan(number) ? missing_code
                           : static_cast<Code>(std::upper_bound(cuts.begin(), cuts.end(), number) -
                                               cuts.begin() - 1));
  return column;
}

void settle(CodedWords& documents, const std::string& feature, std::span<const std::string> words) {
  std::vector<bool> occurs(words.size(), false);
  for (const std::uint32_t word : documents.words) occurs[word] = true;
  std::vector<std::uint32_t> place(words.size(), 0);
  for (std::size_t word = 0; word < words.size(); ++word) {
    if (!occurs[word]) continue;
    place[word] = static_cast<std::uint32_t>(documents.names.size());
    documents.names.push_back(part_name(feature, words[word]));
  }
  for (std::uint32_t& word : documents.words) word = place[word];
}

}  // namespace credence::detail
