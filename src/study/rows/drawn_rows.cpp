// Random numbers of rows, and the columns that drawn cells make.
#include <credence/detail/study/drawn_rows.hpp>

#include <algorithm>
#include <cmath>
#include <credence/base/error.hpp>
#include <credence/data/convert.hpp>
#include <credence/data/number.hpp>
#include <credence/detail/learn/cells.hpp>
#include <credence/detail/study/reserved_levels.hpp>
#include <limits>

#include "base/split_mix.hpp"

namespace credence::detail {
namespace {

// FNV-1a: a name in 64 bits, the same with every standard library.
std::uint64_t bits_of(std::string_view name) {
  std::uint64_t bits = 0xcbf29ce484222325U;
  for (const char byte : name) bits = (bits ^ static_cast<unsigned char>(byte)) * 0x100000001b3U;
  return bits;
}

std::vector<std::string> with_unseen(std::span<const std::string> levels, Unseen policy) {
  std::vector<std::string> all(levels.begin(), levels.end());
  if (policy == Unseen::reserve) all.push_back(name_of_reserved(levels));
  return all;
}

// Missing cells in the place of the level that stands for them.
void take_missing(std::vector<std::string>& levels, std::vector<Code>& cells) {
  const auto found = std::find(levels.begin(), levels.end(), missing_level);
  if (found == levels.end()) return;
  const auto missing = static_cast<Code>(found - levels.begin());
  levels.erase(found);
  for (Code& code : cells)
    code = code == missing ? missing_code : static_cast<Code>(code - (code > missing ? 1 : 0));
}

void check_word(const std::string& feature, const std::string& word) {
  if (const std::vector<std::string> read = tokens(word); read.size() == 1 && read.front() == word)
    return;
  throw Error(ErrorCode::schema,
              "column '" + feature + "' is a text, and no text has the word '" + word +
                  "' as one token; write words of small letters and digits, or a block of counts");
}

template <class T>
Column numbers_column(const std::string& name, std::span<const T> cells) {
  return {.name = name, .cells = RealColumn{std::vector<double>(cells.begin(), cells.end())}};
}

TextColumn texts_of(std::span<const WordCounts> documents, const std::vector<std::string>& words) {
  TextColumn texts;
  std::string text;
  for (const WordCounts& document : documents) {
    text.clear();
    for (const WordCount& entry : document)
      for (double i = 0; i < entry.count; ++i) {
        if (!text.empty()) text += ' ';
        text += words[entry.word];
      }
    texts.push_back(text, false);
  }
  return texts;
}

// How often each word stands in each document: one list for each word.
std::vector<std::vector<double>> counts_of(std::span<const WordCounts> documents,
                                           std::size_t words) {
  std::vector<std::vector<double>> counts(words, std::vector<double>(documents.size(), 0.0));
  for (std::size_t row = 0; row < documents.size(); ++row)
    for (const WordCount& entry : documents[row])
      if (entry.word < words) counts[entry.word][row] = entry.count;
  return counts;
}

}  // namespace

void check_options(const SimulationOptions& options) {
  const auto check = [](bool fits, const std::string& what, const std::string& remedy) {
    if (!fits) throw Error(ErrorCode::domain, what + "; " + remedy);
  };
  constexpr Index most = std::numeric_limits<Index>::max() / 4;
  check(options.rows >= 0 && options.rows <= most && options.first >= 0 && options.first <= most,
        "rows " + std::to_string(options.first) + " to " +
            std::to_string(options.first + options.rows) + " cannot be drawn",
        "give a number of rows of at least 0");
  check(options.tokens >= 0 && options.tokens <= std::numeric_limits<std::int32_t>::max(),
        "a document cannot have " + std::to_string(options.tokens) + " tokens",
        "give a length of at least 0");
  check(options.exposure > 0 && std::isfinite(options.exposure),
        "the exposure is " + to_text(options.exposure), "give a finite number above 0");
}

Random random_of(std::uint64_t seed, std::string_view column, Index chunk) {
  return Random(mixed(mixed(mixed(seed) ^ bits_of(column)) ^ static_cast<std::uint64_t>(chunk)));
}

std::vector<Code> draw_classes(const DrawnRows& rows, ClassesDrawn how, const std::string& label,
                               std::span<const double> probabilities) {
  std::vector<Code> possible;
  for (std::size_t klass = 0; klass < probabilities.size(); ++klass)
    if (probabilities[klass] > 0) possible.push_back(static_cast<Code>(klass));
  const PlaceSampler sampler(probabilities);
  std::vector<Code> classes(static_cast<std::size_t>(rows.size()));
  rows.for_each(label, [&](Index row, Random& random) {
    Code& klass = classes[static_cast<std::size_t>(row)];
    if (how == ClassesDrawn::at_random)
      klass = static_cast<Code>(sampler(random));
    else
      klass = possible[static_cast<std::size_t>(rows.position(row)) % possible.size()];
  });
  return classes;
}

PlaceSampler::PlaceSampler(std::span<const double> weights) {
  double sum = 0;
  for (const double weight : weights) sums_.push_back(sum += weight);
  last_ =
      static_cast<std::size_t>(std::lower_bound(sums_.begin(), sums_.end(), sum) - sums_.begin());
  const double part = sum / static_cast<double>(weights.size());
  for (std::size_t place = 0; guides_.size() < weights.size();) {
    const double below = static_cast<double>(guides_.size()) * part;
    while (place < last_ && sums_[place] <= below) ++place;
    guides_.push_back(static_cast<Code>(place));
  }
}

std::size_t PlaceSampler::operator()(Random& random) const {
  const double sum = empty() ? 0 : sums_.back();
  check_domain(sum, Domain::positive, "sum of probabilities", "a choice");
  const double share = random.uniform();
  const double below = share * sum;
  const auto part = static_cast<std::size_t>(share * static_cast<double>(guides_.size()));
  // The first place whose sum is above; rounding may take the product to the sum of all: the last
  // place with a weight is then meant.
  auto place = static_cast<std::size_t>(guides_[part]);
  while (place > 0 && sums_[place - 1] > below) --place;  // where rounding put its part before it
  while (place < last_ && sums_[place] <= below) ++place;
  return place;
}

WordCounts TokenSampler::operator()(Random& random, Index tokens) const {
  if (words_.empty()) return {};
  std::vector<std::uint32_t> drawn;
  for (Index i = 0; i < tokens; ++i) drawn.push_back(static_cast<std::uint32_t>(words_(random)));
  return count_words(drawn);
}

DrawnColumns::DrawnColumns(const Schema& schema, const SimulationOptions& options)
    : schema_(schema),
      dropped_(DrawnRows(options).dropped()),
      rows_(options.rows),
      exposure_(options.exposure) {}

const ColumnSchema& DrawnColumns::feature_of(const std::string& name) const {
  return *schema_.find(name);
}

void DrawnColumns::add(const std::string& feature, Column column) {
  columns_[feature].push_back(std::move(column));
}

void DrawnColumns::put(const std::string& feature, std::span<const std::string>,
                       std::vector<std::uint8_t> cells) {
  cells.erase(cells.begin(), cells.begin() + dropped_);
  const std::vector<std::string>& levels = feature_of(feature).levels;
  if (levels.empty())
    add(feature, numbers_column(feature, std::span<const std::uint8_t>(cells)));
  else
    add(feature, {.name = feature,
                  .cells = CodeColumn{.levels = levels,
                                      .codes = std::vector<Code>(cells.begin(), cells.end())}});
}

void DrawnColumns::put(const std::string& feature, std::span<const std::string>,
                       std::vector<double> cells) {
  cells.erase(cells.begin(), cells.begin() + dropped_);
  add(feature, {.name = feature, .cells = RealColumn{std::move(cells)}});
}

void DrawnColumns::put(const std::string& feature, std::span<const std::string> levels,
                       std::vector<Code> cells) {
  cells.erase(cells.begin(), cells.begin() + dropped_);
  const ColumnSchema& column = feature_of(feature);
  std::vector<std::string> all = with_unseen(levels, column.unseen);
  if (column.missing_is_level) take_missing(all, cells);
  add(feature,
      {.name = feature, .cells = CodeColumn{.levels = std::move(all), .codes = std::move(cells)}});
}

void DrawnColumns::put(const std::string& feature, std::span<const std::string>,
                       const std::vector<Count>& cells) {
  std::vector<double> counts;
  for (const Count& cell : cells) counts.push_back(cell.count);
  counts.erase(counts.begin(), counts.begin() + dropped_);
  add(feature, {.name = feature, .cells = RealColumn{std::move(counts)}});
  const std::string& exposure = feature_of(feature).exposure;
  if (!exposure.empty())
    add(feature,
        {.name = exposure,
         .cells = RealColumn{std::vector<double>(static_cast<std::size_t>(rows_), exposure_)}});
}

void DrawnColumns::put(const std::string& feature, std::span<const std::string> levels,
                       const std::vector<WordCounts>& cells) {
  const std::span documents = std::span(cells).subspan(static_cast<std::size_t>(dropped_));
  const ColumnSchema& column = feature_of(feature);
  if (!column.columns.empty()) {
    std::vector<std::vector<double>> counts = counts_of(documents, levels.size());
    for (std::size_t word = 0; word < levels.size(); ++word)
      add(feature, {.name = levels[word], .cells = RealColumn{std::move(counts[word])}});
    return;
  }
  const std::vector<std::string> words = with_unseen(levels, column.unseen);
  for (const std::string& word : words) check_word(feature, word);
  add(feature, {.name = feature, .cells = texts_of(documents, words)});
}

void DrawnColumns::put(const std::string& feature, std::span<const std::string> levels,
                       const std::vector<std::vector<double>>& cells) {
  const std::span rows = std::span(cells).subspan(static_cast<std::size_t>(dropped_));
  for (std::size_t j = 0; j < levels.size(); ++j) {
    std::vector<double> numbers;
    for (const std::vector<double>& row : rows) numbers.push_back(row[j]);
    add(feature, {.name = levels[j], .cells = RealColumn{std::move(numbers)}});
  }
}

Table DrawnColumns::table(const std::vector<std::string>& classes, std::vector<Code> labels) && {
  Table table;
  for (const ColumnSchema& feature : schema_.columns) {
    const auto found = columns_.find(feature.name);
    if (found == columns_.end()) continue;
    for (Column& column : found->second)  // two counts may share an exposure
      if (table.find(column.name) == nullptr) table.add(std::move(column));
  }
  labels.erase(labels.begin(), labels.begin() + dropped_);
  table.add(Column{.name = schema_.label,
                   .cells = CodeColumn{.levels = classes, .codes = std::move(labels)}});
  return table;
}

}  // namespace credence::detail
