#pragma once
// The columns of levels of a posterior (binary and categorical ones), as codes of rows of any table.
#include <credence/learn/model_posterior.hpp>
#include <string>
#include <vector>

namespace credence::detail {

/// A column of levels among the features of a posterior.
struct LevelColumn {
  std::string name = {};
  std::vector<std::string> levels = {};
  std::size_t block = 0;
  Index feature = 0;  ///< of the block
};

/// The columns of levels of a posterior, in the order of the schema.
/// in   bound: made with the posterior's model
[[nodiscard]] std::vector<LevelColumn> level_columns(const Posterior<Model>& posterior,
                                                     const BoundTable& bound);

/// The positions of the levels of some rows; missing_code for a cell that is missing or whose level
/// the posterior does not know.
/// in   bound: made with the posterior's model, of any table;  rows: positions in it
[[nodiscard]] std::vector<Code> level_codes(const Posterior<Model>& posterior,
                                            const LevelColumn& column, const BoundTable& bound,
                                            std::span<const Index> rows);

}  // namespace credence::detail
