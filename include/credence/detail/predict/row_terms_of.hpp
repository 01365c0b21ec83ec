#pragma once
// The terms of one row for each family: what its cells add to the log joint of each class.
#include <algorithm>
#include <cmath>
#include <concepts>
#include <credence/detail/density/word_terms.hpp>
#include <credence/detail/predict/block_beliefs.hpp>
#include <credence/detail/predict/row_terms.hpp>
#include <credence/detail/predict/unseen.hpp>
#include <credence/learn/bound_table.hpp>
#include <credence/predict/classifier.hpp>

namespace credence::detail {

/// A density of several numbers that says whether it is more than the product of theirs.
template <class D>
concept ColumnsDensity = requires(const D& density) {
  { is_joint(density) } -> std::same_as<bool>;
};

/// Adds one term for a datum.
template <ConjugateFamily F>
void add_datum(RowTerms& row, const CellPlace& place, const typename Block<F>::Datum& datum,
               const ScoreTable<F>& table, Index feature) {
  RowTerm term{.line = {.feature = place.column->name, .value = value_of(place)}};
  term.of_class.assign(row.classes.size(), 0.0);
  table.visit([&](const auto& densities) {
    for (std::size_t c = 0; c < row.classes.size(); ++c)
      if (row.evaluated(c))
        term.of_class[c] = log_density(
            densities[static_cast<std::size_t>(feature) * row.classes.size() + c], datum);
  });
  row.terms.push_back(std::move(term));
}

/// Adds one term for each word of a document, and one for its length where its density has such.
/// in  words: what each entry of the document is called; densities: one for each class
template <WordwiseDensity D>
void add_words(RowTerms& row, const CellPlace& place, const WordCounts& document,
               std::span<const std::string> words, std::span<const D> densities) {
  const std::size_t first = row.terms.size();
  const std::vector<double> none(row.classes.size(), 0.0);
  for (std::size_t i = 0; i < document.size(); ++i)
    row.terms.push_back({.line = {.kind = LineKind::word,
                                  .feature = place.column->name,
                                  .value = words[i],
                                  .count = document[i].count},
                         .of_class = none});
  bool of_length = false;
  for (std::size_t c = 0; c < densities.size(); ++c) {
    if (!row.evaluated(c)) continue;
    const WordTerms terms = word_terms(densities[c], document);
    for (std::size_t i = 0; i < document.size(); ++i)
      row.terms[first + i].of_class[c] = terms.words[i];
    if (!terms.length) continue;
    if (!of_length)
      row.terms.push_back({.line = {.kind = LineKind::length,
                                    .feature = place.column->name,
                                    .count = length(document)},
                           .of_class = none});
    of_length = true;
    row.terms.back().of_class[c] = *terms.length;
  }
}

/// Adds the terms of a document: word by word where its densities are.
/// in  unknown: what the reserved place is called
template <ConjugateFamily F>
void add_document(RowTerms& row, const CellPlace& place, const WordCounts& document,
                  const ScoreTable<F>& table, Index feature, const std::string& unknown) {
  const Feature<F>& known = table.feature(feature);
  const std::size_t first = row.terms.size();
  std::vector<std::string> words;
  for (const WordCount& entry : document)
    words.push_back(entry.word < known.levels.size() ? known.levels[entry.word] : unknown);
  table.visit([&]<class D>(const std::vector<D>& densities) {
    if constexpr (WordwiseDensity<D>)
      add_words<D>(row, place, document, words,
                   std::span(densities).subspan(
                       static_cast<std::size_t>(feature) * row.classes.size(), row.classes.size()));
    else
      add_datum<F>(row, place, document, table, feature);
  });
  for (std::size_t i = 0; i < document.size() && first + i < row.terms.size(); ++i)
    if (document[i].word >= known.levels.size()) row.terms[first + i].line.note = "unseen";
}

/// Adds the terms of a row of numbers: one for each column where the densities of the classes are
/// products over them, else one for all together.
template <TiedFamily F>
void add_numbers(RowTerms& row, const CellPlace& place, const std::vector<double>& numbers,
                 const ScoreTable<F>& table, Index feature) {
  const bool together = table.visit([&]<class D>(const std::vector<D>& densities) {
    const auto* first = densities.data() + feature * std::ssize(row.classes);
    if constexpr (ColumnsDensity<D>)
      return std::any_of(first, first + row.classes.size(),
                         [](const D& density) { return is_joint(density); });
    else
      return true;
  });
  if (together) return add_datum<F>(row, place, numbers, table, feature);
  for (std::size_t j = 0; j < numbers.size(); ++j) {
    add_datum<F>(row, place, only(numbers, j), table, feature);
    ExplanationLine& line = row.terms.back().line;
    line.feature = table.feature(feature).levels[j];
    line.value = as_written(place.table->column(line.feature), place.row);
    if (std::isnan(numbers[j])) line.note = "missing";
  }
}

/// Adds the distribution of the terms that stand at `first` and after it: those of one row of
/// numbers, for two classes at a time.
template <TiedFamily F>
void add_pair_moments(RowTerms& row, std::size_t first, const BlockBeliefs<F>& beliefs,
                      Index feature, const std::vector<double>& numbers) {
  const auto of_numbers = [&](std::vector<double> datum) -> PairMoments {
    return [&beliefs, feature, datum = std::move(datum)](std::size_t klass, std::size_t against) {
      return log_odds_of_cells(beliefs, feature, static_cast<Index>(klass),
                               static_cast<Index>(against), datum);
    };
  };
  row.of_pair.push_back(of_numbers(numbers));
  const bool together = row.terms.size() == first + 1;
  for (std::size_t i = first; i < row.terms.size(); ++i)
    row.terms[i].of_pair = of_numbers(together ? numbers : only(numbers, i - first));
}

/// Adds the distribution of the terms that stand at `first` and after it: those of one feature.
template <ConjugateFamily F>
void add_moments(RowTerms& row, std::size_t first, const BlockBeliefs<F>& beliefs, Index feature,
                 const typename Block<F>::Datum& datum) {
  if constexpr (HasTiedMoments<F>) {
    add_pair_moments(row, first, beliefs, feature, datum);
  } else if constexpr (HasTermMoments<F>) {
    for (Index c = 0; c < beliefs.classes; ++c) {
      const TermMoments moments = beliefs.moments(feature, c, datum);
      row.moments[static_cast<std::size_t>(c)].add(moments);
      if constexpr (std::is_same_v<typename Block<F>::Datum, WordCounts> &&
                    std::is_same_v<typename F::Prior, Dirichlet>)
        add_word_moments(row, first, beliefs.cell(feature, c), datum);
      else
        row.terms[first].moments.push_back(moments);
    }
  } else {
    row.has_moments = false;
  }
}

/// Adds the terms of one feature.
/// in      beliefs: null where no moments are asked for
/// throws  Error{schema} for an unseen category whose policy is `error`, Error{domain} for a cell
///         that the family does not accept; with its place
template <ConjugateFamily F>
void add_feature(RowTerms& row, const CellPlace& place, const ScoreTable<F>& table, Index feature,
                 const Cells<typename Block<F>::Datum>& cells, const BlockBeliefs<F>* beliefs) {
  using Datum = typename Block<F>::Datum;
  const Feature<F>& known = table.feature(feature);
  const Slots slots = slots_of(known, cells);
  std::vector<std::string_view> unknown;
  if constexpr (Block<F>::levelled) unknown = cells.unknown(place.row, slots);
  if (!unknown.empty() && known.unseen == Unseen::error)
    unseen_category(*place.table, known.name, place.row, unknown.front());
  Datum datum{};
  if (!cells.read(place.row, slots, datum)) {
    add_silent(row, place, LineKind::feature, value_of(place),
               unknown.empty() ? "missing" : "unseen");
    return;
  }
  if (!F::accepts(datum))
    outside_support(*place.table, *place.column, place.row, F::name, F::needs);
  const std::size_t first = row.terms.size();
  if constexpr (std::is_same_v<Datum, WordCounts>) {
    add_document<F>(row, place, datum, table, feature, joined(unknown));
  } else if constexpr (TiedFamily<F>) {
    add_numbers<F>(row, place, datum, table, feature);
  } else {
    add_datum<F>(row, place, datum, table, feature);
    if (!unknown.empty()) row.terms.back().line.note = "unseen";
  }
  if (beliefs != nullptr) add_moments<F>(row, first, *beliefs, feature, datum);
  if constexpr (std::is_same_v<Datum, WordCounts>)
    for (const std::string_view word : unknown)
      if (known.reserved() == 0)
        add_silent(row, place, LineKind::word, std::string(word), "unseen");
}

}  // namespace credence::detail
