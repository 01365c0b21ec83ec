// Class probabilities without one row.
#include "study/left_out/classes_without.hpp"

#include <credence/data/levels.hpp>
#include <credence/detail/base/if_defined.hpp>
#include <credence/detail/predict/any_moving.hpp>

namespace credence::detail {

void ClassesWithout::make_room(Index klass) {
  constexpr std::size_t most_numbers = std::size_t{1} << 22;
  if (order_.size() > most_numbers / kept_.size()) {
    kept_[static_cast<std::size_t>(order_.front())].reset();
    order_.pop_front();
  }
  order_.push_back(klass);
}

const ClassesWithout::Answer& ClassesWithout::without(Index klass, double weight) {
  std::optional<Answer>& kept = kept_[static_cast<std::size_t>(klass)];
  if (kept && kept->weight == weight) return *kept;
  if (!kept) make_room(klass);
  kept = Answer{.weight = weight};
  double& count = label_.counts.counts[static_cast<std::size_t>(klass)];
  const double full = count;
  label_.counts.forget(static_cast<Code>(klass), weight);
  kept->fallback.label = most_frequent_class(label_);
  kept->undefined = why_undefined([&] {
    kept->fallback.log_class_probabilities = log_class_probabilities(label_, estimator_);
  });
  count = full;
  return *kept;
}

std::vector<Index> own_classes(const LabelColumn& label, const CodeColumn& data, const Table& table,
                               std::span<const Index> rows) {
  const std::vector<Index> at = positions_in(data.levels, label.classes);
  std::vector<Index> own;
  own.reserve(rows.size());
  for (const Index row : rows) {
    const Code code = data.codes.empty() ? missing_code : data.codes[static_cast<std::size_t>(row)];
    own.push_back(code == missing_code ? -1 : at[static_cast<std::size_t>(code)]);
    if (own.back() < 0)
      throw cannot_forget(table, label.name, row, "has no class that was learned");
  }
  return own;
}

}  // namespace credence::detail
