// Levels that a posterior does not know: the error of one, and how many words are.
#include <algorithm>
#include <cmath>
#include <credence/base/error.hpp>
#include <credence/base/parallel.hpp>
#include <credence/detail/predict/unseen.hpp>
#include <cstdint>
#include <numeric>

namespace credence::detail {

void unseen_category(const Table& table, const std::string& feature, Index row,
                     std::string_view level) {
  const Column* column = table.find(feature);
  throw Error(
      ErrorCode::schema,
      "column '" + feature + "', " +
          (column == nullptr ? "row " + std::to_string(row + 1) : table.place(*column, row)) +
          " holds '" + std::string(level) +
          "', which the training data lack; set `unseen` to missing or reserve, or remove the row",
      column == nullptr ? Location{} : table.where(*column, row));
}

namespace {

// One bit a word, whether it is unknown, so that the table stays in the nearest cache.
std::vector<std::uint64_t> unknown_bits(const Slots& slots) {
  const std::size_t words = slots.of.size();
  std::vector<std::uint64_t> unknown(words / 64 + 1);
  for (std::size_t word = 0; word < words; ++word)
    unknown[word / 64] |= std::uint64_t{slots.of[word] < 0} << (word % 64);
  return unknown;
}

Index unknown_in(const WordRows& documents, Index row, const std::vector<std::uint64_t>& unknown) {
  if (documents.missing != nullptr && (*documents.missing)[static_cast<std::size_t>(row)]) return 0;
  Index found = 0;
  const std::uint64_t begin = documents.offsets[row], end = documents.offsets[row + 1];
  for (std::uint64_t at = begin; at < end; ++at) {  // no branches, which nobody could foretell
    const std::uint32_t word = documents.words[at];
    const std::uint64_t counts = documents.counts[at] != 0 ? 1 : 0;
    found += static_cast<Index>(unknown[word / 64] >> (word % 64) & counts);
  }
  // A view marks a document that is missing by a NaN among its counts.
  const bool viewed = found > 0 && documents.missing == nullptr;
  return viewed && std::any_of(documents.counts + begin, documents.counts + end,
                               [](double amount) { return std::isnan(amount); })
             ? 0
             : found;
}

}  // namespace

Index unknown_words(const WordRows& documents, const Slots& slots, RowSpan rows) {
  constexpr Index chunk_rows = 4096;
  const std::vector<std::uint64_t> unknown = unknown_bits(slots);
  std::vector<Index> found(static_cast<std::size_t>((rows.count + chunk_rows - 1) / chunk_rows));
  credence::for_each_chunk(std::ssize(found), [&](Index chunk) {
    const RowSpan part =
        rows.part(chunk * chunk_rows, std::min(chunk_rows, rows.count - chunk * chunk_rows));
    for (Index i = 0; i < part.count; ++i)
      found[static_cast<std::size_t>(chunk)] += unknown_in(documents, part[i], unknown);
  });
  return std::accumulate(found.begin(), found.end(), Index{0});
}

}  // namespace credence::detail
