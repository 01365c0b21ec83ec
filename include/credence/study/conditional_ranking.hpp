#pragma once
// Rankings that do not pay twice for the same information: each feature is judged by what it adds to
// those before it.
#include <credence/study/coded_rows.hpp>
#include <optional>
#include <string_view>

namespace credence {

/// What a feature is worth beside those that were chosen before it.
enum class Criterion {
  jmi,   ///< mean of I(feature and chosen; class) over the chosen: joint mutual information
  mrmr,  ///< I(feature; class) less the mean of I(feature; chosen)
  cmim,  ///< the smallest I(feature; class | chosen)
};

/// "jmi", "mrmr" or "cmim".
[[nodiscard]] std::string_view to_string(Criterion criterion);

/// The criterion of that name; none when there is no such.
[[nodiscard]] std::optional<Criterion> criterion_named(std::string_view name);

/// A feature in the order in which it was chosen.
struct ConditionalRank {
  std::string name = {};  ///< as `keep` takes it
  double score = 0;       ///< by the criterion when it was chosen; nats
  double alone = 0;       ///< I(feature; class) of its table, nats

  friend bool operator==(const ConditionalRank&, const ConditionalRank&) = default;
};

struct ConditionalOptions {
  Criterion criterion = Criterion::jmi;
  Index bins = 5;   ///< of about equally many rows, that numbers are cut into; at least 2
  Index most = -1;  ///< how many features to choose; -1: all
};

namespace detail {

/// What a table of two columns and the class says, in nats, from frequencies; at least 0.
struct PairInformation {
  double redundancy = 0;   ///< I(x; s)
  double joint = 0;        ///< I(x and s; class)
  double conditional = 0;  ///< I(x; class | s)
};

/// in   counts: levels of x x levels of s x classes, in this order
[[nodiscard]] PairInformation pair_information(std::span<const double> counts, Index levels_of_x,
                                               Index levels_of_s, Index classes);

/// The columns and words of coded rows, best first.
/// throws  Error{domain} for fewer than 2 bins
[[nodiscard]] std::vector<ConditionalRank> conditional_ranking(const CodedRows& rows,
                                                               const ConditionalOptions& options);
void check(const ConditionalOptions& options);

}  // namespace detail

/// Features by what each adds to those before it: chosen one by one, the first by its mutual
/// information with the class, each next by the criterion; of equal ones the earlier name. Tables of
/// pairs are counted from rows, which statistics of single features cannot give. Levels are taken as
/// they are, numbers in bins of about equally many rows, words of a text as whether they occur.
/// Missing cells leave their row out of the tables of their column.
/// in      bound: made with this schema;  truth: for each row of the table its class;  rows:
///         positions in the table, all with a class
/// throws  Error{domain} for fewer than 2 bins
/// cost    for each feature that is chosen one pass over the codes of all others
/// source  [brown2012]
template <class List>
[[nodiscard]] std::vector<ConditionalRank> rank_conditionally(
    const Schema& schema, const BoundTable<List>& bound, std::span<const Index> truth,
    Index classes, std::span<const Index> rows, const ConditionalOptions& options = {}) {
  detail::check(options);
  return detail::conditional_ranking(
      detail::coded_rows(schema, bound, truth, classes, rows, options.bins), options);
}

}  // namespace credence
