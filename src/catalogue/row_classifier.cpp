// Answers in the order of a row model's classes.
#include <credence/catalogue/row_classifier.hpp>

#include <algorithm>

namespace credence::detail {

Predictions in_order(const Predictions& others, std::span<const Index> order, Index most_frequent) {
  Predictions answers = others;
  const std::size_t classes = order.size();
  for (std::size_t i = 0; i < classes; ++i)
    answers.classes[i] = others.classes[static_cast<std::size_t>(order[i])];
  for (std::size_t row = 0; row < answers.label.size(); ++row) {
    const std::size_t first = row * classes;
    for (std::size_t i = 0; i < classes; ++i) {
      const std::size_t from = first + static_cast<std::size_t>(order[i]);
      answers.log_joint[first + i] = others.log_joint[from];
      answers.log_probability[first + i] = others.log_probability[from];
    }
    const auto joint = answers.log_joints(static_cast<Index>(row));
    answers.label[row] = answers.impossible[row]
                             ? most_frequent
                             : std::max_element(joint.begin(), joint.end()) - joint.begin();
  }
  return answers;
}

}  // namespace credence::detail
