// Quantities of levels and of words: how often each is there.
#include <credence/base/error.hpp>
#include <credence/data/number.hpp>
#include <credence/detail/study/check_quantities.hpp>
#include <credence/detail/study/reserved_levels.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace credence::detail {
namespace {

// The positions of the largest counts, as many as are told apart, in ascending order.
std::vector<std::size_t> most_frequent(const std::vector<double>& counts, Index most) {
  std::vector<std::size_t> order(counts.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return counts[a] > counts[b]; });
  order.resize(std::min(order.size(), static_cast<std::size_t>(most)));
  std::sort(order.begin(), order.end());
  return order;
}

template <class T>
std::vector<T> chosen(const std::vector<T>& all, const std::vector<std::size_t>& positions) {
  std::vector<T> some;
  for (const std::size_t at : positions) some.push_back(all[at]);
  return some;
}

// The last level may be a reserved one, whose name another level has.
std::vector<std::string> distinct(std::vector<std::string> levels) {
  if (levels.empty()) return levels;
  const std::span others = std::span(levels).first(levels.size() - 1);
  levels.back() = distinct_name(levels.back(), others);
  return levels;
}

void put_all(const std::vector<double>& from, std::size_t& place, Heights out) {
  for (const double value : from) out[place++] = value;
}

}  // namespace

CheckedLevels::CheckedLevels(std::string feature, std::vector<std::string> levels, Index classes)
    : CheckedClasses(classes), place_(levels.size()) {
  const auto count = std::ssize(levels);
  columns_.push_back({.feature = std::move(feature),
                      .kind = PictureKind::levels,
                      .levels = distinct(std::move(levels)),
                      .levels_in_all = count});
  for (OfClass& of : classes_) of.counts.resize(place_.size());
}

void CheckedLevels::add(Index klass, std::size_t level, double weight) {
  OfClass& of = in(klass);
  of.weights.push_back(weight);
  of.counts[level] += weight;
}

void CheckedLevels::settle(const CheckOptions& options) {
  std::vector<double> total(place_.size());
  for (const OfClass& of : classes_)
    for (std::size_t level = 0; level < total.size(); ++level) total[level] += of.counts[level];
  CheckedColumn& column = columns_.front();
  const std::vector<std::size_t> kept = most_frequent(total, options.most_levels);
  std::fill(place_.begin(), place_.end(), kept.size());
  for (std::size_t i = 0; i < kept.size(); ++i) place_[kept[i]] = i;
  const std::string pooled = distinct_name("other", column.levels);
  column.levels = chosen(column.levels, kept);
  if (kept.size() < place_.size()) column.levels.push_back(pooled);
  // Of two levels the one is what the other leaves.
  const std::size_t first = column.levels.size() <= 2 ? 1 : 0;
  for (OfClass& of : classes_) {
    CellPlan& plan = of.plans.emplace_back();
    plan.rows = std::ssize(of.weights);
    for (std::size_t i = first; i < column.levels.size(); ++i)
      plan.names.push_back({.quantity = Quantity::count, .level = column.levels[i]});
  }
}

void CheckedLevels::measure(const OfClass& like, const std::vector<double>& counts,
                            Heights out) const {
  std::vector<double> heights(columns_.front().levels.size());
  for (std::size_t level = 0; level < counts.size(); ++level)
    heights[place_[level]] += counts[level];
  std::size_t place = 0;
  const std::size_t named = like.plans.front().names.size();
  put_all({heights.end() - static_cast<std::ptrdiff_t>(named), heights.end()}, place, out);
  put_all(heights, place, out);
}

void CheckedLevels::observed(Index klass, Heights out) const {
  const OfClass& of = in(klass);
  measure(of, of.counts, out);
}

CheckedWords::CheckedWords(std::string feature, std::vector<std::string> words, Index classes)
    : CheckedClasses(classes),
      feature_(std::move(feature)),
      words_(distinct(std::move(words))),
      place_(words_.size(), -1) {}

void CheckedWords::add(Index klass, const WordCounts& document, double weight) {
  const double tokens = length(document);
  const bool whole = std::all_of(document.begin(), document.end(), [](const WordCount& entry) {
    return std::floor(entry.count) == entry.count;
  });
  constexpr double most = 1e7;
  if (!whole || tokens > most)
    throw Error(ErrorCode::undefined,
                "a document of " + to_text(tokens) +
                    " words has no like that could be drawn, for its words are " +
                    (whole ? "too many" : "parts of words") + "; give whole counts");
  OfClass& of = in(klass);
  of.documents.push_back(document);
  of.lengths.push_back(static_cast<Index>(tokens));
  of.weights.push_back(weight);
}

void CheckedWords::settle(const CheckOptions& options) {
  std::vector<double> total(words_.size());
  for (const OfClass& of : classes_)
    for (std::size_t i = 0; i < of.documents.size(); ++i)
      for (const WordCount& entry : of.documents[i])
        total[entry.word] += of.weights[i] * entry.count;
  const std::vector<std::size_t> kept = most_frequent(total, options.most_levels);
  for (std::size_t i = 0; i < kept.size(); ++i) place_[kept[i]] = static_cast<Index>(i);
  columns_.push_back({.feature = feature_,
                      .kind = PictureKind::words,
                      .levels = chosen(words_, kept),
                      .levels_in_all = std::ssize(words_)});
  for (OfClass& of : classes_) {
    CellPlan& plan = of.plans.emplace_back();
    plan.rows = std::ssize(of.weights);
    for (const Quantity quantity : {Quantity::count, Quantity::documents})
      for (const std::string& word : columns_.front().levels)
        plan.names.push_back({.quantity = quantity, .level = word});
    plan.names.push_back({.quantity = Quantity::different_words});
  }
}

void CheckedWords::add_document(const WordCounts& document, double weight, Sums& sums) const {
  sums.weight += weight;
  for (const WordCount& entry : document) {
    if (entry.count > 0) sums.different += weight;
    const Index place = place_[entry.word];
    if (place < 0 || !(entry.count > 0)) continue;
    sums.tokens[static_cast<std::size_t>(place)] += weight * entry.count;
    sums.documents[static_cast<std::size_t>(place)] += weight;
  }
}

void CheckedWords::put(const Sums& sums, Heights out) {
  std::size_t place = 0;
  put_all(sums.tokens, place, out);
  put_all(sums.documents, place, out);
  out[place++] = sums.different / sums.weight;
  put_all(sums.tokens, place, out);
}

void CheckedWords::observed(Index klass, Heights out) const {
  const OfClass& of = in(klass);
  Sums sums(columns_.front().levels.size());
  for (std::size_t i = 0; i < of.documents.size(); ++i)
    add_document(of.documents[i], of.weights[i], sums);
  put(sums, out);
}

}  // namespace credence::detail
