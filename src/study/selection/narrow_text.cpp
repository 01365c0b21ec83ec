// Texts without the words that nobody asks for.
#include "study/selection/narrow_text.hpp"

#include <credence/learn/keep.hpp>

#include <algorithm>
#include <cmath>
#include <credence/detail/data/word_rows.hpp>
#include <credence/detail/learn/block_cells.hpp>
#include <unordered_set>

namespace credence::detail {
namespace {

// Documents in memory, and the table that views them.
struct FewWords {
  std::vector<std::uint64_t> offsets = {0};
  std::vector<std::uint32_t> words = {};
  std::vector<double> counts = {};
  Table table = {};
};

// The words of the data that are asked for, numbered anew; -1 for the others.
std::vector<Index> places_of(std::span<const std::string> data, std::span<const std::string> asked,
                             std::vector<std::string>& vocabulary) {
  const std::unordered_set<std::string_view> known(asked.begin(), asked.end());
  std::vector<Index> places;
  places.reserve(data.size());
  for (const std::string& word : data) {
    places.push_back(known.contains(word) ? std::ssize(vocabulary) : -1);
    if (places.back() >= 0) vocabulary.push_back(word);
  }
  return places;
}

void copy_documents(const WordRows& from, std::span<const Index> places, FewWords& to) {
  for (Index row = 0; row < from.rows; ++row) {
    for (std::uint64_t i = from.offsets[row]; i < from.offsets[row + 1]; ++i) {
      const Index place = places[from.words[i]];
      if (place < 0) continue;
      to.words.push_back(static_cast<std::uint32_t>(place));
      to.counts.push_back(from.counts[i]);
    }
    to.offsets.push_back(to.words.size());
  }
}

// Whether a document is missing: marked, or in a view with a NaN among its counts.
bool lacks_documents(const WordRows& rows) {
  if (rows.missing != nullptr)
    return std::find(rows.missing->begin(), rows.missing->end(), true) != rows.missing->end();
  return std::any_of(rows.counts + rows.offsets[0], rows.counts + rows.offsets[rows.rows],
                     [](double count) { return std::isnan(count); });
}

}  // namespace

NarrowText narrow_text(const BoundTable& bound, std::span<const std::string> words) {
  const auto& cells = bound.blocks.front().of<WordCounts>().feature(0);
  const bool asks_for_most = 2 * words.size() > cells.levels().size();
  if (asks_for_most || lacks_documents(cells.documents())) return {.bound = bound};
  const auto few = std::make_shared<FewWords>();
  DocumentView view;
  const std::vector<Index> places = places_of(cells.levels(), words, view.vocabulary);
  copy_documents(cells.documents(), places, *few);
  view.offsets = few->offsets.data();
  view.words = few->words.data();
  view.counts = few->counts.data();
  view.rows = cells.rows();
  const std::string& name = bound.blocks.front().names.front();
  few->table.add(name, std::move(view));
  NarrowText narrow{.bound = bound, .documents = few};
  BlockCells<WordCounts> block;
  block.features.emplace_back(few->table, ColumnSchema{.name = name});
  narrow.bound.blocks.front().cells = std::move(block);
  return narrow;
}

TextWords some_words(const Posterior<Model>& posterior, std::span<const PartPlace> parts) {
  std::map<std::pair<std::size_t, Index>, std::vector<bool>> named;
  for (const auto& [block, feature, member] : parts) {
    if (feature < 0) continue;
    const AnyBlock& all = *posterior.blocks[block];
    if (all.family().facts().datum != DatumKind::words) continue;
    std::vector<bool>& words = named[{block, feature}];
    words.resize(all.members(feature).size(), member < 0);
    if (member < 0)
      words.assign(words.size(), true);
    else
      words[static_cast<std::size_t>(member)] = true;
  }
  TextWords some;
  for (const auto& [text, words] : named) {
    if (std::find(words.begin(), words.end(), false) == words.end()) continue;
    for (std::size_t word = 0; word < words.size(); ++word)
      if (words[word]) some[text].push_back(static_cast<Index>(word));
  }
  return some;
}

Posterior<Model> with_words(const Posterior<Model>& posterior, const TextWords& words) {
  std::vector<std::string> kept;
  for (std::size_t b = 0; b < posterior.blocks.size(); ++b)
    for (Index j = 0; j < posterior.blocks[b]->size(); ++j) {
      const std::string& feature = posterior.blocks[b]->feature(j).name;
      const auto found = words.find({b, j});
      if (found == words.end()) {
        kept.push_back(feature);
        continue;
      }
      const auto members = posterior.blocks[b]->members(j);
      for (const Index word : found->second)
        kept.push_back(part_name(feature, members[static_cast<std::size_t>(word)]));
    }
  return keep(posterior, kept);
}

}  // namespace credence::detail
