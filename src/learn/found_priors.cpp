// Empirical priors in numbers, and the notes on them.
#include <credence/learn/found_priors.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace credence {
namespace {

constexpr std::size_t shown_columns = 6;

std::string columns_in_words(const std::vector<std::string>& columns) {
  std::string text;
  for (std::size_t i = 0; i < std::min(shown_columns, columns.size()); ++i)
    text += fmt::format("{}'{}'", i == 0 ? "" : ", ", columns[i]);
  if (columns.size() > shown_columns)
    text += fmt::format(" and {} more", columns.size() - shown_columns);
  return (columns.size() == 1 ? "column " : "columns ") + text;
}

// Sentences about columns; columns of the same note share one.
std::vector<std::string> sentences_of(const std::vector<ColumnNote>& columns_and_notes) {
  std::vector<std::pair<std::string, std::vector<std::string>>> by_note;
  for (const auto& [column, note] : columns_and_notes) {
    const std::string& text = note;
    auto place = std::find_if(by_note.begin(), by_note.end(),
                              [&](const auto& entry) { return entry.first == text; });
    if (place == by_note.end()) place = by_note.insert(by_note.end(), {note, {}});
    place->second.push_back(column);
  }
  std::vector<std::string> sentences;
  for (const auto& [note, columns] : by_note)
    sentences.push_back(fmt::format("the prior of {}: {}", columns_in_words(columns), note));
  return sentences;
}

}  // namespace

bool has_empirical_prior(const Posterior<Model>& posterior) {
  for (const Box<AnyBlock>& block : posterior.blocks)
    for (Index j = 0; j < block->size(); ++j)
      if (block->has_empirical_prior(j)) return true;
  return false;
}

namespace detail {
Posterior<Model> with_numbers(Posterior<Model> posterior) {
  for (Box<AnyBlock>& block : posterior.blocks) block->settle_empirical_priors();
  return posterior;
}
}  // namespace detail

std::vector<std::string> notes_on_priors(const Posterior<Model>& posterior) {
  std::vector<ColumnNote> notes;
  for (const Box<AnyBlock>& block : posterior.blocks)
    for (ColumnNote& note : block->notes_on_priors()) notes.push_back(std::move(note));
  return sentences_of(notes);
}

}  // namespace credence
