#pragma once
// Documents of words in memory as kernels read them, without a copy.
#include <credence/data/convert.hpp>
#include <credence/detail/data/panel.hpp>

namespace credence {

/// The largest count of a word; larger ones are refused, as densities refuse them.
inline constexpr double largest_amount = 1e300;

/// Documents stored row after row (CSR): those of row i stand at offsets[i] to offsets[i + 1]. Each
/// word stands once in a document; a count of 0 is as good as none.
struct WordRows {
  const std::uint64_t* offsets = nullptr;  ///< rows + 1, ascending
  const std::uint32_t* words = nullptr;    ///< positions in the vocabulary of the data
  const double* counts = nullptr;
  Index rows = 0;
  Index vocabulary = 0;  ///< how many words the data know
  const std::vector<bool>* missing =
      nullptr;                       ///< rows: whether there is no document; null: all are there
  const Index* translate = nullptr;  ///< vocabulary: where a word stands in the posterior, -1:
                                     ///< nowhere; null: where it stands in the data
  Index reserved = -1;  ///< place in the posterior of all words that stand nowhere, -1: they are
                        ///< left out
};

/// Returns the documents of a column (data/convert.hpp), which must outlive the view.
[[nodiscard]] inline WordRows word_rows(const Words& words) {
  return {.offsets = words.offsets.data(),
          .words = words.words.data(),
          .counts = words.counts.data(),
          .rows = words.rows(),
          .vocabulary = static_cast<Index>(words.vocabulary.size()),
          .missing = &words.missing};
}

}  // namespace credence
