#pragma once
// The families that may stand for a column, learned side by side, and the one with the largest evidence.
#include <credence/learn/model_posterior.hpp>
#include <credence/study/suggest.hpp>

namespace credence::detail {

/// A column whose family the evidence chooses among those that admit all its cells.
struct OpenColumn {
  std::string name = {};
  std::vector<ColumnSchema> candidates = {};  ///< none where the column gets no family
  std::string why_none = {};
  Measure measure = Measure::probability;
  bool on_grid = false;  ///< whole numbers, for which a density is a probability of unit cells
  double least = 0;      ///< the smallest of its numbers
};

/// Returns the columns that the options ask for, in the order of the table, each with its
/// candidates. No label is looked at.
/// out     warnings: what the reader of the data should know
/// throws  as suggest
[[nodiscard]] std::vector<OpenColumn> open_columns(const Table& table,
                                                   const SuggestOptions& options,
                                                   std::vector<std::string>& warnings);

/// Returns the named columns of a model; no cells of other columns are looked at.
/// throws  as suggest; Error{schema} for a name that is no column of the model
[[nodiscard]] std::vector<OpenColumn> open_columns_of(const Model& model, const Table& table,
                                                      const std::vector<std::string>& columns,
                                                      std::string_view weight);

/// Gives a bound table and a posterior without data a block for each family that holds its columns
/// of the model and, in their order, the open columns that it is a candidate for. Both then learn as
/// ever, all candidates in one pass; what was learned is no posterior of a model before
/// `chosen_posterior`.
/// in      bound, start: made with the model;  open: columns of the model
void add_candidates(const Model& model, std::span<const OpenColumn> open, BoundTable& bound,
                    Posterior<Model>& start);

/// The evidence of the candidates of one open column, the best first; undefined ones last. Of
/// evidences that differ by rounding alone the family that was listed first is the better.
using Evidences = std::vector<Relevance>;

/// Returns one list for each open column, in their order.
/// in      learned: made by add_candidates
[[nodiscard]] std::vector<Evidences> evidences_of(const Posterior<Model>& learned,
                                                  std::span<const OpenColumn> open,
                                                  const RelevanceOptions& options = {});

/// Returns the schema with the candidate with the largest evidence for each open column; family
/// "none" where no candidate has an evidence.
[[nodiscard]] Schema chosen_schema(const Posterior<Model>& learned,
                                   std::span<const OpenColumn> open);

/// Returns the posterior of the model of that schema: equal to learning it from the same rows.
/// in      learned: made by add_candidates
[[nodiscard]] Posterior<Model> chosen_posterior(const Posterior<Model>& learned, Schema chosen);

}  // namespace credence::detail
