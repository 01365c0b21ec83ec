#pragma once
// Random documents and rows of counts for the tests of word kernels.
#include <credence/base/instructions.hpp>
#include <credence/base/random.hpp>
#include <credence/density/count.hpp>
#include <credence/detail/data/word_rows.hpp>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace credence::testing {

/// Uses one instruction set until it is gone, then the widest again.
class UsingInstructions {
 public:
  explicit UsingInstructions(Instructions instructions) { use_instructions(instructions); }
  UsingInstructions(const UsingInstructions&) = delete;
  UsingInstructions& operator=(const UsingInstructions&) = delete;
  ~UsingInstructions() { use_instructions(available_instructions().back()); }
};

/// Documents that own their numbers.
template <class Count>
struct StoredDocuments {
  std::vector<std::uint64_t> offsets{0};
  std::vector<std::uint32_t> words;
  std::vector<Count> counts;
  Index vocabulary = 0;

  [[nodiscard]] Index rows() const { return static_cast<Index>(offsets.size()) - 1; }
  [[nodiscard]] WordRows<Count> view() const {
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
      result.push_back({words[i], static_cast<double>(counts[i])});
    return result;
  }
  void add(const WordCounts& document) {
    for (const WordCount& entry : document) {
      words.push_back(entry.word);
      counts.push_back(static_cast<Count>(entry.count));
    }
    offsets.push_back(words.size());
  }
};

/// Documents of 0 to `longest` words with whole counts of at most 60, most of them 1.
template <class Count>
StoredDocuments<Count> random_documents(Random& random, Index rows, Index vocabulary,
                                        std::uint64_t longest) {
  StoredDocuments<Count> all;
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

/// Columns of counts that own their numbers, row by row or column by column.
template <class T>
struct StoredColumns {
  std::vector<T> values;
  std::vector<const T*> columns;
  Index rows = 0;
  Index stride = 1;

  StoredColumns(const std::vector<double>& row_major, Index rows_, Index width, bool by_row,
                Index beyond = 0)
      : rows(rows_), stride(by_row ? width + beyond : 1) {
    const Index size = by_row ? rows * stride : rows * width;
    values.resize(static_cast<std::size_t>(size) + 1);
    for (Index row = 0; row < rows; ++row)
      for (Index j = 0; j < width; ++j)
        values[static_cast<std::size_t>(by_row ? row * stride + j : j * rows + row)] =
            static_cast<T>(row_major[static_cast<std::size_t>(row * width + j)]);
    for (Index j = 0; j < width; ++j) columns.push_back(values.data() + (by_row ? j : j * rows));
  }
  [[nodiscard]] Panel<T> panel() const {
    return {.columns = columns, .rows = rows, .stride = stride};
  }
};

/// Whole counts of at most 9, a third of them 0, row-major.
inline std::vector<double> random_counts(Random& random, Index rows, Index width) {
  std::vector<double> counts(static_cast<std::size_t>(rows * width));
  for (double& count : counts)
    count = random.below(3) == 0 ? 0 : static_cast<double>(random.below(10));
  return counts;
}

/// A row of counts as a document of the words that occur.
inline WordCounts document_of(const std::vector<double>& row_major, Index row, Index width) {
  WordCounts document;
  for (Index j = 0; j < width; ++j)
    document.push_back(
        {static_cast<std::uint32_t>(j), row_major[static_cast<std::size_t>(row * width + j)]});
  return document;
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
