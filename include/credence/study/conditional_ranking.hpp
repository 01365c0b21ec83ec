#pragma once
// Rankings that do not pay twice for the same information: each feature is judged by what it adds to
// those before it.
#include <credence/base/index.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace credence {

struct BoundTable;  // learn/bound_table.hpp
struct Schema;      // data/schema.hpp

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
[[nodiscard]] std::vector<ConditionalRank> rank_conditionally(
    const Schema& schema, const BoundTable& bound, std::span<const Index> truth, Index classes,
    std::span<const Index> rows, const ConditionalOptions& options = {});

}  // namespace credence
