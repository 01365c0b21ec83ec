// Greedy choice of features from tables of pairs.
#include <credence/study/feature_selection.hpp>

#include <credence/base/parallel.hpp>
#include <credence/detail/base/counted.hpp>

#include "study/selection/coded_ranking.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

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
    throw Error(ErrorCode::domain, "numbers are to be cut into " +
                                       counted(options.bins, "bin", "bins") + "; give at least 2");
}

namespace {

// What a table of two columns and the class says, in nats, from frequencies; at least 0.
struct PairInformation {
  double redundancy = 0;   // I(x; s)
  double joint = 0;        // I(x and s; class)
  double conditional = 0;  // I(x; class | s)
};

// A cell of a table that some rows are in: its place, of x first, then of s, then of the class.
struct Cell {
  std::size_t place = 0;
  double rows = 0;
};

// Every information is a difference of sums of n ln n over the cells of some margin.
// in  cells: by place
PairInformation pair_information(std::span<const Cell> cells, Index levels_of_s, Index classes) {
  std::vector<double> s(static_cast<std::size_t>(levels_of_s), 0.0);
  std::vector<double> y(static_cast<std::size_t>(classes), 0.0);
  std::vector<double> sy(s.size() * y.size(), 0.0);
  double all = 0, of_cells = 0, of_pairs = 0, of_x = 0;
  double pair = 0, x = 0;  // rows of the present levels
  for (std::size_t at = 0; at < cells.size(); ++at) {
    const auto [place, n] = cells[at];
    const std::size_t levels = place / y.size();
    const std::size_t k = levels % s.size();
    y[place % y.size()] += n;
    sy[place - (levels - k) * y.size()] += n;
    of_cells += n_log_n(n);
    pair += n;
    const bool is_last = at + 1 == cells.size();
    if (!is_last && cells[at + 1].place / y.size() == levels) continue;
    x += pair;
    s[k] += pair;
    all += pair;
    of_pairs += n_log_n(std::exchange(pair, 0));
    if (is_last || cells[at + 1].place / sy.size() != place / sy.size())
      of_x += n_log_n(std::exchange(x, 0));
  }
  if (!(all > 0)) return {};
  const auto sum = [](const std::vector<double>& margin) {
    double total = 0;
    for (const double n : margin) total += n_log_n(n);
    return total;
  };
  const double of_s = sum(s);
  const auto nats = [&](double difference) { return std::max(0.0, difference / all); };
  return {.redundancy = nats(of_pairs - of_x - of_s + n_log_n(all)),
          .joint = nats(of_cells - of_pairs - sum(y) + n_log_n(all)),
          .conditional = nats(of_cells - of_pairs - sum(sy) + of_s)};
}

// The cells of a whole table that have rows.
void add_cells(std::span<const double> counts, std::vector<Cell>& cells, std::size_t first = 0) {
  for (std::size_t place = 0; place < counts.size(); ++place)
    if (counts[place] != 0) cells.push_back({.place = first + place, .rows = counts[place]});
}

// Cells of rows, in any order, as cells of a table; the rows of a cell are added in their order.
void join_cells(std::vector<Cell>& cells) {
  std::stable_sort(cells.begin(), cells.end(),
                   [](const Cell& a, const Cell& b) { return a.place < b.place; });
  std::size_t kept = 0;
  for (std::size_t at = 1; at < cells.size(); ++at)
    if (cells[at].place == cells[kept].place)
      cells[kept].rows += cells[at].rows;
    else
      cells[++kept] = cells[at];
  cells.resize(std::min(cells.size(), kept + 1));
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

// The rows that hold each word of a text.
class Holders {
 public:
  explicit Holders(const CodedWords& documents) : first_(documents.names.size() + 1) {
    const auto visit = [&](auto&& f) {
      for (std::size_t row = 0; row < documents.missing.size(); ++row)
        for (std::size_t i = documents.first[row];
             i < documents.first[row + 1] && !documents.missing[row]; ++i)
          f(documents.words[i], row);
    };
    visit([&](std::uint32_t word, std::size_t) { ++first_[word + 1]; });
    std::partial_sum(first_.begin(), first_.end(), first_.begin());
    rows_.resize(first_.back());
    std::vector<std::size_t> next = first_;
    visit([&](std::uint32_t word, std::size_t row) { rows_[next[word]++] = row; });
  }

  [[nodiscard]] std::span<const std::size_t> of(std::uint32_t word) const {
    return std::span(rows_).subspan(first_[word], first_[word + 1] - first_[word]);
  }

 private:
  std::vector<std::size_t> first_;  // words + 1
  std::vector<std::size_t> rows_ = {};
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
    for (const CodedWords& documents : rows.documents) holders_.emplace_back(documents);
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
    for (const bool missing : documents.missing)
      column.codes.push_back(missing ? missing_code : Code{0});
    for (const std::size_t row : holders_[static_cast<std::size_t>(one.documents)].of(one.word))
      column.codes[row] = 1;
    return column;
  }

  // Calls f(candidate, information) for each that is not chosen, beside one column.
  template <class F>
  void for_each_pair(const CodedColumn& beside, const F& f) {
    std::vector<std::vector<double>> known;  // rows that have a document
    for (const CodedWords& documents : rows_.documents)
      known.push_back(document_counts(documents, beside));
    constexpr Index chunk = 64;
    const Index chunks = (std::ssize(candidates_) + chunk - 1) / chunk;
    credence::for_each_chunk(chunks, [&](Index part) {
      const Index end = std::min((part + 1) * chunk, std::ssize(candidates_));
      for (Index i = part * chunk; i < end; ++i) {
        Candidate& one = candidates_[static_cast<std::size_t>(i)];
        if (one.chosen) continue;
        const std::vector<Cell> cells =
            one.column >= 0
                ? column_cells(one, beside)
                : word_cells(one, beside, known[static_cast<std::size_t>(one.documents)]);
        f(one, pair_information(cells, beside.levels, rows_.classes));
      }
    });
  }

  [[nodiscard]] std::size_t cell(Index x, const CodedColumn& beside, std::size_t row) const {
    return static_cast<std::size_t>((x * beside.levels + beside.codes[row]) * rows_.classes +
                                    rows_.truth[row]);
  }

  // A table of very many levels has more cells than rows: its rows are sorted.
  [[nodiscard]] std::vector<Cell> column_cells(const Candidate& one,
                                               const CodedColumn& beside) const {
    constexpr double most_counted = 1 << 20;
    const CodedColumn& column = rows_.columns[static_cast<std::size_t>(one.column)];
    const double size = static_cast<double>(column.levels) * static_cast<double>(beside.levels) *
                        static_cast<double>(rows_.classes);
    const bool sorts = size > most_counted;
    std::vector<Cell> cells;
    std::vector<double> counts(sorts ? 0 : static_cast<std::size_t>(size), 0.0);
    for (std::size_t row = 0; row < rows_.truth.size(); ++row) {
      if (column.codes[row] == missing_code || beside.codes[row] == missing_code) continue;
      const std::size_t place = cell(column.codes[row], beside, row);
      if (sorts)
        cells.push_back({.place = place, .rows = rows_.weights[row]});
      else
        counts[place] += rows_.weights[row];
    }
    if (sorts)
      join_cells(cells);
    else
      add_cells(counts, cells);
    return cells;
  }

  // Rows that have a document, by levels and classes.
  [[nodiscard]] std::vector<double> document_counts(const CodedWords& documents,
                                                    const CodedColumn& beside) const {
    std::vector<double> counts(static_cast<std::size_t>(beside.levels * rows_.classes), 0.0);
    for (std::size_t row = 0; row < rows_.truth.size(); ++row)
      if (!documents.missing[row] && beside.codes[row] != missing_code)
        counts[cell(0, beside, row)] += rows_.weights[row];
    return counts;
  }

  // Absent above present.
  // in  absent: rows that have a document
  [[nodiscard]] std::vector<Cell> word_cells(const Candidate& one, const CodedColumn& beside,
                                             std::vector<double> absent) const {
    std::vector<double> with(absent.size(), 0.0);
    for (const std::size_t row : holders_[static_cast<std::size_t>(one.documents)].of(one.word))
      if (beside.codes[row] != missing_code) with[cell(0, beside, row)] += rows_.weights[row];
    for (std::size_t place = 0; place < with.size(); ++place) absent[place] -= with[place];
    std::vector<Cell> cells;
    add_cells(absent, cells);
    add_cells(with, cells, with.size());
    return cells;
  }

  const CodedRows& rows_;
  Criterion criterion_;
  std::vector<Holders> holders_ = {};  // of each text
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
