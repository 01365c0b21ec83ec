#pragma once
// What is counted: events over an exposure, and the words of a document.
#include <cmath>
#include <credence/base/members.hpp>
#include <credence/base/special.hpp>
#include <credence/base/sum.hpp>
#include <credence/detail/density/detail.hpp>
#include <cstdint>
#include <span>
#include <vector>

namespace credence {

/// A count of events over an exposure (a time, an area, a number of chances); plain numbers are
/// counts over an exposure of 1.
struct Count {
  double count = 0;
  double exposure = 1;

  constexpr Count() = default;
  // Implicit on purpose: visits.observe(3) reads as it is meant.
  constexpr Count(double events, double over = 1) : count(events), exposure(over) {}

  friend bool operator==(const Count&, const Count&) = default;
};

namespace detail {
/// Returns whether this can be observed: a whole count of at least 0 over a positive exposure.
[[nodiscard]] inline bool is_count(const Count& x) {
  return is_count(x.count) && x.exposure > 0 && std::isfinite(x.exposure);
}
/// Throws Error{domain} for an exposure that is not positive and finite.
inline void check_exposure(double exposure) {
  check_domain(exposure, Domain::positive, "exposure", "a count");
}
}  // namespace detail

/// A word, by its position in the vocabulary, and how often it occurs.
struct WordCount {
  std::uint32_t word = 0;
  double count = 0;

  friend bool operator==(const WordCount&, const WordCount&) = default;
};

/// The words of a document in ascending order, each once. It stands for an ordered sequence of
/// tokens of which only the counts matter: densities of it leave the multinomial coefficient out.
using WordCounts = std::vector<WordCount>;

namespace detail {
/// Returns whether a word can occur this often; the amount need not be whole (weighted words).
[[nodiscard]] inline bool is_amount(double count) { return count >= 0 && count <= largest_count; }
}  // namespace detail

/// Returns whether the words ascend and every count is finite and at least 0.
[[nodiscard]] inline bool is_document(const WordCounts& document) {
  for (std::size_t i = 0; i < document.size(); ++i) {
    if (!detail::is_amount(document[i].count)) return false;
    if (i > 0 && document[i].word <= document[i - 1].word) return false;
  }
  return true;
}

/// Returns the document of a sequence of tokens, each given by its word.
[[nodiscard]] WordCounts count_words(std::span<const std::uint32_t> tokens);

/// Returns the number of tokens of a document.
[[nodiscard]] inline double length(const WordCounts& document) {
  CompensatedSum sum;
  for (const WordCount& entry : document) sum.add(entry.count);
  return sum.value();
}

/// Returns ln of the number of token sequences that have these counts, ln m! - sum ln x_k!. Add it
/// to a log density of the sequence to get that of the counts.
[[nodiscard]] inline double log_coefficient(const WordCounts& document) {
  CompensatedSum sum;
  double tokens = 0;
  for (const WordCount& entry : document) {
    if (tokens > 0) sum.add(log_gamma_ratio(entry.count + 1, tokens) - log_gamma(tokens + 1));
    tokens += entry.count;
  }
  return sum.value();
}

}  // namespace credence
