// What cannot be drawn, and why; the list in families.hpp.
#include <credence/study/truth.hpp>

#include <algorithm>

namespace credence {
namespace detail {

void check_classes_to_draw(const LabelColumn& label) {
  if (label.size() == 0)
    throw Error(ErrorCode::undefined,
                "label '" + label.name +
                    "' has no classes to draw; list them in the schema under 'classes'");
  if (label.prior.kind == ClassPrior::Kind::frequencies && label.counts.count() == 0)
    prior_without_data(label.name);
}

void no_levels_to_draw(const std::string& feature) {
  throw Error(
      ErrorCode::undefined,
      "column '" + feature + "' has no levels to draw; list them in the schema under 'levels'");
}

void prior_without_data(const std::string& name) {
  throw Error(
      ErrorCode::undefined,
      "column '" + name +
          "': its prior takes numbers from data, and there are none; write all numbers into "
          "the schema, or simulate from a posterior that has seen rows");
}

Index largest(const std::vector<double>& values) {
  return std::max_element(values.begin(), values.end()) - values.begin();
}

}  // namespace detail

template Estimates<Model> drawn_truth(const Posterior<Model>&, std::uint64_t);

}  // namespace credence
