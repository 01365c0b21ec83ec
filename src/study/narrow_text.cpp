// Texts without the words that nobody asks for.
#include "study/narrow_text.hpp"

#include <credence/learn/keep.hpp>

#include <algorithm>
#include <unordered_map>
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

bool lacks_documents(const WordRows& rows) {
  return rows.missing != nullptr &&
         std::find(rows.missing->begin(), rows.missing->end(), true) != rows.missing->end();
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

Posterior<Model> with_words(const Posterior<Model>& posterior, std::span<const std::string> names) {
  const std::unordered_set<std::string_view> asked(names.begin(), names.end());
  std::vector<std::string> kept;
  for (const Box<AnyBlock>& block : posterior.blocks)
    for (Index j = 0; j < block->size(); ++j) {
      const std::string& feature = block->feature(j).name;
      std::vector<std::string> words;
      if (block->family().facts().datum == DatumKind::words && !asked.contains(feature))
        for (const std::string& word : block->members(j))
          if (std::string part = part_name(feature, word); asked.contains(part))
            words.push_back(std::move(part));
      if (words.empty()) words.push_back(feature);
      kept.insert(kept.end(), words.begin(), words.end());
    }
  return keep(posterior, kept);
}

}  // namespace credence::detail
