#pragma once
// A text as it is bound, with some of its words: what is asked of these need not walk over the others.
#include <credence/detail/select/ranked_family.hpp>
#include <credence/learn/model_posterior.hpp>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace credence::detail {

/// A bound table whose only feature is a text of some words, and what it views.
struct NarrowText {
  BoundTable bound = {};
  std::shared_ptr<const void> documents = {};
};

/// Returns the text with the words that the posterior's only feature knows, in the order of the
/// data; the text itself where a document is missing, or most words are asked for.
/// in   bound: its only block holds the text
[[nodiscard]] NarrowText narrow_text(const BoundTable& bound, std::span<const std::string> words);

/// Words of texts, as sorted positions, by block and feature.
using TextWords = std::map<std::pair<std::size_t, Index>, std::vector<Index>>;

/// Returns the words among some parts of a posterior, of the texts of which
/// they name some words but not all.
[[nodiscard]] TextWords some_words(const Posterior<Model>& posterior,
                                   std::span<const PartPlace> parts);

/// Returns the posterior whose texts have these words alone; all other features
/// stay as they are.
[[nodiscard]] Posterior<Model> with_words(const Posterior<Model>& posterior,
                                          const TextWords& words);

}  // namespace credence::detail
