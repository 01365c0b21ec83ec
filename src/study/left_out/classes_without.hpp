#pragma once
// The probabilities of the classes once a row is forgotten.
#include <credence/data/convert.hpp>
#include <credence/detail/predict/estimate.hpp>
#include <credence/predict/prediction.hpp>
#include <deque>
#include <optional>

namespace credence::detail {

/// Class probabilities without a row of some class and weight. They depend on these two alone, so
/// that the last answer of each class is kept: of many classes of some, whose answers have as many
/// numbers as there are classes.
class ClassesWithout {
 public:
  struct Answer {
    double weight = 0;
    Fallback fallback = {};      ///< log probabilities, and the most frequent class
    std::string undefined = {};  ///< why there are none
  };

  ClassesWithout(LabelColumn label, Estimator estimator)
      : label_(std::move(label)), estimator_(estimator), kept_(label_.classes.size()) {}

  /// Returns the answer, until the next one is asked for.
  /// throws  Error{domain} when the class has less weight than is to be forgotten
  [[nodiscard]] const Answer& without(Index klass, double weight);

  /// Returns how many answers are kept.
  [[nodiscard]] std::size_t kept() const { return order_.size(); }

 private:
  LabelColumn label_;
  Estimator estimator_;
  void make_room(Index klass);

  std::vector<std::optional<Answer>> kept_;  // of each class
  std::deque<Index> order_ = {};             // classes whose answers are kept, the oldest first
};

/// For each of some rows the position of its class.
/// throws  Error{domain} for a row that has none among those of the label
[[nodiscard]] std::vector<Index> own_classes(const LabelColumn& label, const CodeColumn& data,
                                             const Table& table, std::span<const Index> rows);

}  // namespace credence::detail
