// Columns of texts as documents of words.
#include <credence/data/convert.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <unordered_map>

#include "data/csv/file_cells.hpp"

namespace credence {

namespace {

using Word = std::uint32_t;

struct TextHash {
  using is_transparent = void;
  std::size_t operator()(std::string_view text) const {
    return std::hash<std::string_view>{}(text);
  }
};

// Collects documents under a vocabulary in the order of first occurrence.
class WordCounter {
 public:
  explicit WordCounter(const Column& column) : column_(column) { words_.offsets.push_back(0); }

  void add(std::string_view text, bool missing) {
    document_.clear();
    if (!missing)
      for_each_token(text, buffer_,
                     [&](std::string_view token) { document_.push_back(word(token)); });
    std::sort(document_.begin(), document_.end());
    for (std::size_t i = 0; i < document_.size(); ++i) {
      const bool repeated = i > 0 && document_[i] == document_[i - 1];
      if (!repeated) {
        words_.words.push_back(document_[i]);
        words_.counts.push_back(0);
      }
      words_.counts.back() += 1;
    }
    words_.offsets.push_back(words_.words.size());
    words_.missing.push_back(missing);
  }

  [[nodiscard]] Words sorted() &&;

 private:
  [[nodiscard]] Word word(std::string_view token) {
    if (const auto known = positions_.find(token); known != positions_.end()) return known->second;
    if (positions_.size() == std::numeric_limits<Word>::max())
      throw Error(ErrorCode::limit, "column '" + column_.name +
                                        "' has more distinct words than the limit of 4294967295; "
                                        "use fewer rows");
    const auto position = static_cast<Word>(positions_.size());
    positions_.emplace(token, position);
    words_.vocabulary.emplace_back(token);
    return position;
  }
  void sort_document(std::size_t begin, std::size_t end);

  const Column& column_;
  Words words_;
  std::unordered_map<std::string, Word, TextHash, std::equal_to<>> positions_;
  std::string buffer_;
  std::vector<Word> document_;
  std::vector<std::pair<Word, double>> entries_;
};

void WordCounter::sort_document(std::size_t begin, std::size_t end) {
  entries_.clear();
  for (std::size_t i = begin; i < end; ++i)
    entries_.emplace_back(words_.words[i], words_.counts[i]);
  std::sort(entries_.begin(), entries_.end());
  for (std::size_t i = begin; i < end; ++i) {
    words_.words[i] = entries_[i - begin].first;
    words_.counts[i] = entries_[i - begin].second;
  }
}

Words WordCounter::sorted() && {
  std::vector<Word> order(words_.vocabulary.size());
  std::iota(order.begin(), order.end(), Word{0});
  std::sort(order.begin(), order.end(),
            [&](Word a, Word b) { return words_.vocabulary[a] < words_.vocabulary[b]; });
  std::vector<Word> to(order.size());
  std::vector<std::string> vocabulary(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    to[order[i]] = static_cast<Word>(i);
    vocabulary[i] = std::move(words_.vocabulary[order[i]]);
  }
  words_.vocabulary = std::move(vocabulary);
  for (Word& word : words_.words) word = to[word];
  for (std::size_t row = 0; row + 1 < words_.offsets.size(); ++row)
    sort_document(words_.offsets[row], words_.offsets[row + 1]);
  return std::move(words_);
}

struct ToWords {
  const Column& column;

  Words operator()(const RealColumn&) const { throw no_text(); }
  Words operator()(const NumberView&) const { throw no_text(); }
  [[nodiscard]] Error no_text() const {
    return Error(ErrorCode::schema,
                 "family 'multinomial' needs texts: column '" + column.name +
                     "' holds numbers; choose another family, or name it among the columns of a "
                     "block of counts");
  }
  Words operator()(const CodeColumn& codes) const {
    return of_codes(codes.levels, {.data = codes.codes.data(), .size = column.size()});
  }
  Words operator()(const CodeView& view) const { return of_codes(view.levels, view.codes); }
  [[nodiscard]] Words of_codes(const std::vector<std::string>& levels, Strided<Code> codes) const {
    WordCounter counter(column);
    for (Index row = 0; row < codes.size; ++row) {
      const bool missing = codes[row] == missing_code;
      counter.add(missing ? std::string_view() : levels[static_cast<std::size_t>(codes[row])],
                  missing);
    }
    return std::move(counter).sorted();
  }
  Words operator()(const DocumentView& view) const {
    const std::uint64_t end = view.offsets[view.rows];
    Words words{.vocabulary = view.vocabulary,
                .offsets = {view.offsets, view.offsets + view.rows + 1},
                .words = {view.words, view.words + end},
                .counts = {view.counts, view.counts + end},
                .missing = {}};
    for (Index row = 0; row < view.rows; ++row)
      words.missing.push_back(std::any_of(view.counts + view.offsets[row],
                                          view.counts + view.offsets[row + 1],
                                          [](double count) { return std::isnan(count); }));
    return words;
  }
  // The empty text is a document even where the empty field marks a missing cell.
  Words operator()(const TextColumn& texts) const {
    WordCounter counter(column);
    for (Index row = 0; row < texts.size(); ++row)
      counter.add(texts[row], texts.missing(row) && !texts[row].empty());
    return std::move(counter).sorted();
  }
  Words operator()(const FileColumn& cells) const {
    const FileColumn read = with_texts(cells);
    const DistinctTexts& texts = *read.state().texts;
    WordCounter counter(column);
    for (Index row = 0; row < read.size(); ++row) {
      const auto code = static_cast<std::size_t>(read.state().codes.get()[row]);
      // NA and its like may be words.
      counter.add(texts.texts[code], texts.missing[code] && texts.texts[code] == "?");
    }
    return std::move(counter).sorted();
  }
};

}  // namespace

Words words_of(const Table&, const Column& column) {
  return std::visit(ToWords{column}, column.cells);
}

}  // namespace credence
