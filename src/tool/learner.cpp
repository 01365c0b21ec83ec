// Tables into a posterior, one after another.
#include "learner.hpp"

#include <fmt/format.h>

#include <utility>

#include "modelling.hpp"

namespace credence::tool {

Learner::Learner(Posterior<Model> posterior, const Options& options)
    : posterior_(std::move(posterior)), weight_(options.weight.value_or(std::string())) {
  posterior_.like_scikit_learn = posterior_.like_scikit_learn || options.like.has_value();
}

void Learner::learn(const Table& table) {
  static_cast<void>(table.column(posterior_.label.name));
  const auto bound = bind<Families>(posterior_.model.schema(), table, weight_);
  observe(posterior_, bound, RowSpan{.count = bound.rows}, work_);
  count(bound);
  file_ = table.file();
}

void Learner::count(const BoundTable<Families>& bound) {
  counts_.rows += bound.rows;
  for (std::size_t row = 0; row < bound.label.codes.size(); ++row) {
    if (bound.label.codes[row] == missing_code)
      ++counts_.without_label;
    else if (!bound.weights.empty() && bound.weights[row] == 0)
      ++counts_.weightless;
  }
}

void Learner::note_rows(Console& console) const {
  const Index rows = counts_.weightless;
  note_rows_without_label({.rows = counts_.rows, .skipped = counts_.without_label},
                          posterior_.label.name, file_, console);
  if (rows > 0)
    console.note(fmt::format("{} of weight 0 {} passed over", counted(rows, "row", "rows"),
                             rows == 1 ? "was" : "were"));
}

}  // namespace credence::tool
