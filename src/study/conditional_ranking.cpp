// Greedy choice of features from tables of pairs.
#include <credence/study/feature_selection.hpp>

#include <credence/base/parallel.hpp>

#include "study/coded_ranking.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace credence {
namespace {

double n_log_n(double n) { return n > 0 ? n * std::log(n) : 0; }

}  // namespace

std::string_view to_string(Criterion criterion) {
  switch (criterion) {
    case Criterion::mrmr:
      return "mrmr";
    case Criterion::cmim:
      return "cmim";
    default:
      return "jmi";
  }
}

namespace detail {

void check(const ConditionalOptions& options) {
  if (options.bins < 2)
    throw Error(ErrorCode::domain, "numbers are to be cut into " + std::to_string(options.bins) +
                                       " bins; give at least 2");
}

namespace {

// What a table of two columns and the class says, in nats, from frequencies; at least 0.
struct PairInformation {
  double redundancy = 0;   // I(x; s)
  double joint = 0;        // I(x and s; class)
  double conditional = 0;  // I(x; class | s)
};

// Every information is a difference of sums of n ln n over the cells of some margin.
// in  counts: levels of x x levels of s x classes, in this order
PairInformation pair_information(std::span<const double> counts, Index levels_of_x,
                                 Index levels_of_s, Index classes) {
  std::vector<double> x(static_cast<std::size_t>(levels_of_x), 0.0);
  std::vector<double> s(static_cast<std::size_t>(levels_of_s), 0.0);
  std::vector<double> y(static_cast<std::size_t>(classes), 0.0);
  std::vector<double> sy(s.size() * y.size(), 0.0);
  double all = 0;
  double of_cells = 0;
  double of_pairs = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    for (std::size_t k = 0; k < s.size(); ++k) {
      double pair = 0;
      for (std::size_t c = 0; c < y.size(); ++c) {
        const double n = counts[(i * s.size() + k) * y.size() + c];
        pair += n;
        y[c] += n;
        sy[k * y.size() + c] += n;
        of_cells += n_log_n(n);
      }
      x[i] += pair;
      s[k] += pair;
      all += pair;
      of_pairs += n_log_n(pair);
    }
  if (!(all > 0)) return {};
  const auto sum = [](const std::vector<double>& margin) {
    double total = 0;
    for (const double n : margin) total += n_log_n(n);
    return total;
  };
  const double of_s = sum(s);
  const auto nats = [&](double difference) { return std::max(0.0, difference / all); };
  return {.redundancy = nats(of_pairs - sum(x) - of_s + n_log_n(all)),
          .joint = nats(of_cells - of_pairs - sum(y) + n_log_n(all)),
          .conditional = nats(of_cells - of_pairs - sum(sy) + of_s)};
}

// A column or a word that may be chosen, and what it is worth so far.
struct Candidate {
  std::string name;
  Index column = -1;     // among the columns, or
  Index documents = -1;  // among the documents, with
  std::uint32_t word = 0;
  bool chosen = false;
  double alone = 0;
  double redundancy = 0;  // sums over the chosen
  double joint = 0;
  double least = std::numeric_limits<double>::infinity();
};

class Greedy {
 public:
  Greedy(const CodedRows& rows, Criterion criterion) : rows_(rows), criterion_(criterion) {
    for (std::size_t c = 0; c < rows.columns.size(); ++c)
      candidates_.push_back({.name = rows.columns[c].name, .column = static_cast<Index>(c)});
    for (std::size_t d = 0; d < rows.documents.size(); ++d)
      for (std::size_t w = 0; w < rows.documents[d].names.size(); ++w)
        candidates_.push_back({.name = rows.documents[d].names[w],
                               .documents = static_cast<Index>(d),
                               .word = static_cast<std::uint32_t>(w)});
    std::sort(candidates_.begin(), candidates_.end(),
              [](const Candidate& a, const Candidate& b) { return a.name < b.name; });
    // Beside a column of one level the joint information is that of the candidate alone.
    CodedColumn nothing{.name = {}, .levels = 1};
    nothing.codes.assign(rows.truth.size(), Code{0});
    for_each_pair(nothing,
                  [](Candidate& one, const PairInformation& with) { one.alone = with.joint; });
  }

  [[nodiscard]] std::vector<ConditionalRank> ranking(Index most) {
    std::vector<ConditionalRank> all;
    const Index count =
        most < 0 ? std::ssize(candidates_) : std::min(most, std::ssize(candidates_));
    while (std::ssize(all) < count) {
      Candidate& next = best(std::ssize(all));
      next.chosen = true;
      all.push_back(
          {.name = next.name, .score = score(next, std::ssize(all)), .alone = next.alone});
      if (std::ssize(all) == count) break;
      for_each_pair(codes_of(next), [](Candidate& one, const PairInformation& with) {
        one.redundancy += with.redundancy;
        one.joint += with.joint;
        one.least = std::min(one.least, with.conditional);
      });
    }
    return all;
  }

 private:
  [[nodiscard]] double score(const Candidate& one, Index chosen) const {
    if (chosen == 0) return one.alone;
    const auto count = static_cast<double>(chosen);
    if (criterion_ == Criterion::jmi) return one.joint / count;
    if (criterion_ == Criterion::mrmr) return one.alone - one.redundancy / count;
    return one.least;
  }

  [[nodiscard]] Candidate& best(Index chosen) {
    Candidate* found = nullptr;
    for (Candidate& one : candidates_)
      if (!one.chosen && (found == nullptr || score(one, chosen) > score(*found, chosen)))
        found = &one;
    return *found;
  }

  [[nodiscard]] CodedColumn codes_of(const Candidate& one) const {
    if (one.column >= 0) return rows_.columns[static_cast<std::size_t>(one.column)];
    const CodedWords& documents = rows_.documents[static_cast<std::size_t>(one.documents)];
    CodedColumn column{.name = one.name, .levels = 2};
    for (std::size_t row = 0; row < rows_.truth.size(); ++row) {
      const auto* first = documents.words.data() + documents.first[row];
      const auto* end = documents.words.data() + documents.first[row + 1];
      const bool holds = std::find(first, end, one.word) != end;
      column.codes.push_back(documents.missing[row] ? missing_code : static_cast<Code>(holds));
    }
    return column;
  }

  // Calls f(candidate, information) for each that is not chosen, beside one column.
  template <class F>
  void for_each_pair(const CodedColumn& beside, const F& f) {
    std::vector<WordTables> tables;
    for (const CodedWords& documents : rows_.documents)
      tables.push_back(word_tables(documents, beside));
    constexpr Index chunk = 64;
    const Index chunks = (std::ssize(candidates_) + chunk - 1) / chunk;
    credence::for_each_chunk(chunks, [&](Index part) {
      const Index end = std::min((part + 1) * chunk, std::ssize(candidates_));
      for (Index i = part * chunk; i < end; ++i) {
        Candidate& one = candidates_[static_cast<std::size_t>(i)];
        if (one.chosen) continue;
        const std::vector<double> table =
            one.column >= 0 ? column_table(one, beside)
                            : tables[static_cast<std::size_t>(one.documents)].of(one.word);
        const Index levels =
            one.column >= 0 ? rows_.columns[static_cast<std::size_t>(one.column)].levels : 2;
        f(one, pair_information(table, levels, beside.levels, rows_.classes));
      }
    });
  }

  [[nodiscard]] std::size_t cell(Index x, const CodedColumn& beside, std::size_t row) const {
    return static_cast<std::size_t>((x * beside.levels + beside.codes[row]) * rows_.classes +
                                    rows_.truth[row]);
  }

  [[nodiscard]] std::vector<double> column_table(const Candidate& one,
                                                 const CodedColumn& beside) const {
    const CodedColumn& column = rows_.columns[static_cast<std::size_t>(one.column)];
    std::vector<double> table(
        static_cast<std::size_t>(column.levels * beside.levels * rows_.classes), 0.0);
    for (std::size_t row = 0; row < rows_.truth.size(); ++row)
      if (column.codes[row] != missing_code && beside.codes[row] != missing_code)
        table[cell(column.codes[row], beside, row)] += rows_.weights[row];
    return table;
  }

  // Tables of all words of some documents, counted in one pass over the words that occur.
  struct WordTables {
    std::size_t size = 0;                // of one word: levels beside it x classes
    std::vector<double> documents = {};  // the same, of all documents
    std::vector<double> with_word = {};  // words x size

    // Absent above present.
    [[nodiscard]] std::vector<double> of(std::uint32_t word) const {
      std::vector<double> table = documents;
      const double* with = with_word.data() + word * size;
      table.insert(table.end(), with, with + size);
      for (std::size_t i = 0; i < size; ++i) table[i] -= with[i];
      return table;
    }
  };

  [[nodiscard]] WordTables word_tables(const CodedWords& documents,
                                       const CodedColumn& beside) const {
    WordTables tables{.size = static_cast<std::size_t>(beside.levels * rows_.classes)};
    tables.documents.assign(tables.size, 0.0);
    tables.with_word.assign(documents.names.size() * tables.size, 0.0);
    for (std::size_t row = 0; row < rows_.truth.size(); ++row) {
      if (documents.missing[row] || beside.codes[row] == missing_code) continue;
      const std::size_t at = cell(0, beside, row);
      tables.documents[at] += rows_.weights[row];
      for (std::size_t i = documents.first[row]; i < documents.first[row + 1]; ++i)
        tables.with_word[documents.words[i] * tables.size + at] += rows_.weights[row];
    }
    return tables;
  }

  const CodedRows& rows_;
  Criterion criterion_;
  std::vector<Candidate> candidates_;  // by name
};

}  // namespace

std::vector<ConditionalRank> conditional_ranking(const CodedRows& rows,
                                                 const ConditionalOptions& options) {
  return Greedy(rows, options.criterion).ranking(options.most);
}

}  // namespace detail

std::vector<ConditionalRank> rank_conditionally(const Schema& schema, const BoundTable& bound,
                                                std::span<const Index> truth, Index classes,
                                                std::span<const Index> rows,
                                                const ConditionalOptions& options) {
  detail::check(options);
  return detail::conditional_ranking(
      detail::coded_rows(schema, bound, truth, classes, rows, options.bins), options);
}

}  // namespace credence
