#pragma once
// Random documents for the tests of word kernels.
#include <credence/base/random.hpp>
#include <credence/density/count.hpp>
#include <credence/detail/data/word_rows.hpp>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace credence::testing {

/// Documents that own their numbers.
struct StoredDocuments {
  std::vector<std::uint64_t> offsets{0};
  std::vector<std::uint32_t> words;
  std::vector<double> counts;
  Index vocabulary = 0;

  [[nodiscard]] Index rows() const { return static_cast<Index>(offsets.size()) - 1; }
  [[nodiscard]] WordRows view() const {
    return {.offsets = offsets.data(),
            .words = words.data(),
            .counts = counts.data(),
            .rows = rows(),
            .vocabulary = vocabulary};
  }
  [[nodiscard]] WordCounts document(Index row) const {
    WordCounts result;
    for (auto i = offsets[static_cast<std::size_t>(row)];
         i < offsets[static_cast<std::size_t>(row) + 1]; ++i)
      result.push_back({words[i], counts[i]});
    return result;
  }
  void add(const WordCounts& document) {
    for (const WordCount& entry : document) {
      words.push_back(entry.word);
      counts.push_back(entry.count);
    }
    offsets.push_back(words.size());
  }
};

/// Documents of 0 to `longest` words with whole counts of at most 60, most of them 1.
inline StoredDocuments random_documents(Random& random, Index rows, Index vocabulary,
                                        std::uint64_t longest) {
  StoredDocuments all;
  all.vocabulary = vocabulary;
  for (Index row = 0; row < rows; ++row) {
    std::vector<std::uint32_t> tokens(vocabulary == 0 ? 0 : random.below(longest + 1));
    for (std::uint32_t& token : tokens)
      token = static_cast<std::uint32_t>(random.below(static_cast<std::uint64_t>(vocabulary)));
    WordCounts document = count_words(tokens);
    for (WordCount& entry : document)
      if (random.below(4) == 0) entry.count = static_cast<double>(random.below(61));
    all.add(document);
  }
  return all;
}

/// A class, or -1 for one row in five.
inline std::vector<Code> random_classes(Random& random, Index rows, Index classes) {
  std::vector<Code> codes(static_cast<std::size_t>(rows));
  for (Code& code : codes)
    code = random.below(5) == 0
               ? -1
               : static_cast<Code>(random.below(static_cast<std::uint64_t>(classes)));
  return codes;
}

}  // namespace credence::testing
