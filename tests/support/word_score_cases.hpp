#pragma once
// Documents and densities for the tests of word scores.

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "predict/words/word_scores.hpp"
#include "support/guarded_tile.hpp"
#include "support/instructions.hpp"
#include "support/limits.hpp"
#include "support/word_samples.hpp"

namespace {

using namespace credence;
using namespace credence::testing;

// A log density with the sum of the sizes of what it is added from.
struct Reference {
  double value = 0;
  double size = 0;
};

inline Reference reference(const Multinomial& d, const WordCounts& document) {
  Reference result{.value = log_density(d, document)};
  for (const WordCount& entry : document)
    if (entry.count > 0 && entry.word < d.probabilities.size())
      result.size += std::abs(x_log_y(entry.count, d.probabilities[entry.word]));
  return result;
}

inline Reference reference(const CompoundMultinomial& d, const WordCounts& document) {
  Reference result{.value = log_density(d, document)};
  for (const WordCount& entry : document)
    if (entry.count > 0 && entry.word < d.weights.size())
      result.size += std::abs(log_gamma_ratio(d.weights[entry.word], entry.count));
  if (length(document) > 0)
    result.size += std::abs(log_gamma_ratio(compensated_sum(d.weights), length(document)));
  return result;
}

// How far a score is from the reference, in units of what is allowed; infinity where one is
// infinite and the other is not.
inline double error_of(double score, double start, const Reference& expected) {
  if (!std::isfinite(expected.value)) return score == expected.value ? 0 : infinity;
  if (!std::isfinite(score)) return infinity;
  return std::abs(score - start - expected.value) /
         (1e-12 * expected.size + 4e-16 * std::abs(start) + 1e-300);
}

inline Multinomial random_multinomial(Random& random, Index words, bool impossible_words) {
  Multinomial d{.probabilities =
                    random.dirichlet(std::vector<double>(static_cast<std::size_t>(words), 0.7))};
  for (double& p : d.probabilities) p = std::max(p, 1e-12);
  if (impossible_words)
    for (double& p : d.probabilities) p = random.below(30) == 0 ? 0 : p;
  return d;
}

template <class Density>
std::vector<Density> random_densities(Random& random, Index classes, Index words, bool special) {
  std::vector<Density> all;
  for (Index klass = 0; klass < classes; ++klass) {
    if constexpr (std::is_same_v<Density, Multinomial>) {
      all.push_back(random_multinomial(random, words, special));
    } else {
      Density d;
      for (Index word = 0; word < words; ++word)
        d.weights.push_back(special ? std::exp(20 * (random.uniform() - 0.8))
                                    : 1 + static_cast<double>(random.below(20)));
      all.push_back(d);
    }
  }
  return all;
}

// The largest error over all rows and classes; infinity where a guard was overwritten.
// document(row) gives what is expected to have been scored, nothing where it is missing.
template <class Density, class Data, class DocumentOf>
double largest_error(const std::vector<Density>& densities, const Data& data, const RowSpan& rows,
                     DocumentOf document) {
  const std::vector<bool> live(densities.size(), true);
  const WordScores scores(densities, live);
  const GuardedTile scored(static_cast<Index>(densities.size()), rows.count);
  if (scores.add(data, rows, scored.tile)) return infinity;
  double largest = scored.guards_hold() ? 0 : infinity;
  for (Index i = 0; i < rows.count; ++i)
    for (std::size_t klass = 0; klass < densities.size(); ++klass) {
      const auto k = static_cast<Index>(klass);
      const Reference expected = reference(densities[klass], document(rows[i]));
      largest = std::max(largest, error_of(scored.tile.at(k, i), GuardedTile::start(k), expected));
    }
  return largest;
}

template <class Density>
double error_of_documents(Index rows, Index vocabulary, Index classes, bool special) {
  Random random{static_cast<std::uint64_t>(rows * 1000 + vocabulary * 10 + classes)};
  const auto documents = random_documents(random, rows, vocabulary, 60);
  const auto densities = random_densities<Density>(random, classes, vocabulary, special);
  return largest_error(densities, documents.view(), {.first = 0, .count = rows},
                       [&](Index row) { return documents.document(row); });
}

constexpr std::array<Index, 9> sizes{0, 1, 2, 7, 8, 9, 31, 33, 255};

template <class Density>
void check_documents() {
  on_all_instructions([] {
    for (const bool special : {false, true}) {
      CAPTURE(special);
      for (const Index rows : sizes) {
        CAPTURE(rows);
        CHECK(error_of_documents<Density>(rows, 40, 3, special) <= 1);
      }
      for (Index classes = 1; classes <= 40; ++classes) {
        CAPTURE(classes);
        CHECK(error_of_documents<Density>(11, 60, classes, special) <= 1);
      }
      for (const Index classes : {63, 64, 65, 71, 129, 1000}) {
        CAPTURE(classes);
        CHECK(error_of_documents<Density>(9, 300, classes, special) <= 1);
      }
      CHECK(error_of_documents<Density>(40, 9000, 20, special) <= 1);
    }
  });
}

}  // namespace
