// What is written in cells, and terms that need no family.
#include <credence/detail/predict/row_terms.hpp>

#include <credence/base/special.hpp>
#include <credence/base/sum.hpp>

namespace credence::detail {

// A number in memory that is missing has no text, while a missing cell of a file shows its own.
static std::string shown(const Column& column, Index row) {
  const bool is_number = std::holds_alternative<RealColumn>(column.cells) ||
                         std::holds_alternative<NumberView>(column.cells);
  std::string text = as_written(column, row);
  return is_number && text == "nan" ? std::string() : text;
}

std::string value_of(const CellPlace& place) {
  const ColumnSchema& column = *place.column;
  if (!column.columns.empty()) return {};
  std::string value = shown(place.table->column(column.name), place.row);
  if (column.exposure.empty()) return value;
  return value + " / " + shown(place.table->column(column.exposure), place.row);
}

std::string joined(std::span<const std::string_view> words) {
  std::string text;
  for (const std::string_view word : words) text.append(text.empty() ? "" : ", ").append(word);
  return text;
}

std::vector<double> only(const std::vector<double>& numbers, std::size_t j) {
  std::vector<double> alone(numbers.size(), std::numeric_limits<double>::quiet_NaN());
  alone[j] = numbers[j];
  return alone;
}

void add_silent(RowTerms& row, const CellPlace& place, LineKind kind, std::string value,
                std::string note) {
  // Member by member: of a nested temporary g++ 12 says that it may be uninitialised.
  RowTerm& term = row.terms.emplace_back();
  term.line.kind = kind;
  term.line.feature = place.column->name;
  term.line.value = std::move(value);
  term.line.note = std::move(note);
  term.of_class.assign(row.classes.size(), 0.0);
}

void add_word_moments(RowTerms& row, std::size_t first, const Dirichlet& believed,
                      const WordCounts& document) {
  const double total = compensated_sum(believed.weights);
  const bool of_length = row.terms.size() > first + document.size();
  for (std::size_t i = 0; i < document.size(); ++i) {
    const double own = believed.weights[document[i].word];
    const double count = document[i].count;
    row.terms[first + i].moments.push_back(
        of_length
            ? TermMoments{.mean = count * digamma(own), .variance = count * count * trigamma(own)}
        : own > 0.5 * total ? moments_of_place(believed.weights, document[i].word, count)
                            : moments_of_share(own, total - own, count));
  }
  if (!of_length) return;
  const double tokens = length(document);
  // Where no text has a word, the total is 0, of which there is no digamma.
  const TermMoments of_total = tokens == 0
                                   ? TermMoments{}
                                   : TermMoments{.mean = -tokens * digamma(total),
                                                 .variance = tokens * tokens * trigamma(total)};
  row.terms.back().moments.push_back(of_total);
}

}  // namespace credence::detail
