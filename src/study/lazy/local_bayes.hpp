#pragma once
// Naive Bayes of the training rows that meet some conditions, learned when it is asked for.
#include <compare>
#include <credence/predict/classifier.hpp>

#include "study/lazy/counted_levels.hpp"

namespace credence::detail {

/// A column of levels, by its position among them, and a level of it.
struct Condition {
  std::size_t column = 0;
  Code level = 0;

  friend auto operator<=>(const Condition&, const Condition&) = default;
};

/// Conditions on different columns, in their order.
using Conditions = std::vector<Condition>;

/// Training rows, and naive Bayes of some of them without the columns that are the same in all of
/// these. Classes, levels and priors in numbers are those of all training rows. Nothing in it changes.
class LocalBayes {
 public:
  /// in, throws  as the constructor of LazyRules, but for undefined leave-one-out
  LocalBayes(const Model& model, const BoundTable& bound, std::span<const Index> rows,
             Estimator estimator);

  /// What naive Bayes of all training rows has learned.
  [[nodiscard]] const Posterior<Model>& posterior() const { return all_; }
  [[nodiscard]] Estimator estimator() const { return estimator_; }
  [[nodiscard]] const std::vector<LevelColumn>& columns() const { return columns_; }
  /// Training rows; below they are positions from 0 among these.
  [[nodiscard]] Index rows() const { return std::ssize(rows_); }
  [[nodiscard]] Code code(std::size_t column, Index row) const {
    return codes_[column][static_cast<std::size_t>(row)];
  }
  /// The training rows that leave-one-out of naive Bayes of all of them gets wrong.
  [[nodiscard]] const std::vector<Index>& wrong() const { return wrong_; }

  /// The rows, among some, that naive Bayes of all others of these gets wrong; none where an
  /// estimate is undefined.
  /// in   conditions: which these rows meet
  [[nodiscard]] std::optional<std::vector<Index>> wrong(const Conditions& conditions,
                                                        std::span<const Index> rows) const;

  /// What naive Bayes of some training rows says of rows of a table.
  /// in   conditions: which the training rows meet;  bound: made with the model;  asked: positions in
  ///      its table
  [[nodiscard]] Predictions predict(const Conditions& conditions, std::span<const Index> rows,
                                    const BoundTable& bound, std::span<const Index> asked) const;

 private:
  // A posterior of some features, and the training table as it reads it.
  struct Part {
    Posterior<Model> posterior;
    BoundTable bound;
  };
  struct Scores {
    std::vector<double> joint = {};     // rows x classes: log joints, each row left out
    std::vector<Index> otherwise = {};  // rows: the label where every class is impossible
    bool undefined = false;
  };

  void count_columns();
  void check_defined() const;
  [[nodiscard]] std::vector<Index> in_table(std::span<const Index> rows) const;
  [[nodiscard]] Posterior<Model> empty_without(const Conditions& conditions) const;
  [[nodiscard]] Scores others(const Conditions& conditions, std::span<const Index> rows) const;
  [[nodiscard]] Scores labels_alone(std::span<const Index> rows) const;
  [[nodiscard]] Scores left_out(Part part, std::span<const Index> rows) const;

  Estimator estimator_;
  BoundTable bound_;
  Posterior<Model> all_;      // frozen
  Posterior<Model> empty_;    // the same without data
  std::vector<Index> rows_;   // positions in the table
  std::vector<Index> truth_;  // the class of each
  std::vector<LevelColumn> columns_;
  std::vector<std::vector<Code>> codes_;  // of each column and row
  CountedLevels counted_;                 // all columns of levels, or none
  Part rest_;                             // the features that are not counted, where some are
  std::vector<Index> wrong_;
};

}  // namespace credence::detail
