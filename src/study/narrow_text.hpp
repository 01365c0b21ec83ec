#pragma once
// A text as it is bound, with some of its words: what is asked of these need not walk over the others.
#include <credence/learn/model_posterior.hpp>
#include <memory>
#include <span>
#include <string>

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

/// Returns the posterior whose texts have the words among these names alone; all other features stay
/// as they are.
[[nodiscard]] Posterior<Model> with_words(const Posterior<Model>& posterior,
                                          std::span<const std::string> names);

}  // namespace credence::detail
