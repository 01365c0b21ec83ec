#pragma once
// What each feature says of learned rows once they are taken out: the numbers that feature weights are
// found from, whatever the structure of the model.
#include <credence/learn/model_posterior.hpp>
#include <credence/predict/estimates.hpp>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace credence::detail {

/// Rows that a posterior has learned, each scored by what is left without it:
/// log joint[n, c] = log_classes[n, c] + sum over j of weight_j x terms[n, j, c].
/// Of naive Bayes a term is ln p(x_j | c); of a structure it is that of a column given its parents.
class LeftOutTerms {
 public:
  virtual ~LeftOutTerms() = default;

  /// The names of what has a weight, in the order of the terms.
  [[nodiscard]] virtual std::span<const std::string> names() const = 0;
  [[nodiscard]] virtual std::span<const std::string> classes() const = 0;
  [[nodiscard]] virtual std::span<const Index> truth() const = 0;     ///< of each row: its class
  [[nodiscard]] virtual std::span<const double> weights() const = 0;  ///< of each row
  /// Estimates that no row can do without; where there are some, `find` is not to be called.
  [[nodiscard]] virtual const std::vector<UndefinedCell>& undefined() const = 0;

  /// Some of the rows, from the position `first` among them on. Several threads may call it.
  /// out  terms: count x names x classes, row-major, nats; 0 where the cell is missing, and for a
  ///      class of probability 0;  log_classes: count x classes; -inf for such a class
  ///      what is returned: estimates that do not exist without some row, whose terms mean nothing
  [[nodiscard]] virtual std::vector<UndefinedCell> find(Index first, Index count,
                                                        std::span<double> terms,
                                                        std::span<double> log_classes) const = 0;

  [[nodiscard]] Index rows() const { return std::ssize(truth()); }
  /// How many terms a row has.
  [[nodiscard]] std::size_t terms_of_row() const { return names().size() * classes().size(); }
};

/// Adds the undefined cells of some parts that are not listed yet, in the order of the parts.
void add_new_cells(const std::vector<std::vector<UndefinedCell>>& parts,
                   std::vector<UndefinedCell>& undefined);

/// Those of naive Bayes, features in the order of the schema; a block of words or columns is one.
/// in      posterior: its empirical-Bayes priors stand as numbers; it and `bound` outlive the terms;
///         rows: some of those that it has learned;  learned: all of them, or empty for `rows`
/// throws  as leave_one_out
/// cost    of a row that is found: one scoring of it, and one density of each cell's own class
[[nodiscard]] std::unique_ptr<LeftOutTerms> left_out_terms(const Posterior<Model>& posterior,
                                                           Estimator estimator,
                                                           const BoundTable& bound,
                                                           std::span<const Index> rows,
                                                           std::span<const Index> learned = {});

}  // namespace credence::detail
