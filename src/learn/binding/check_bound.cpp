// What is said of a table that was bound to another model.
#include "learn/binding/check_bound.hpp"

#include <credence/base/error.hpp>
#include <credence/detail/base/counted.hpp>
#include <credence/detail/base/place.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "base/names.hpp"

namespace credence::detail {

void bound_to_another(const BoundTable& bound, std::string_view family, std::string_view feature) {
  const std::string& file = bound.table->file();
  const std::string table = file.empty() ? "the table" : "'" + file + "'";
  const std::string what =
      family.empty() ? fmt::format("its column '{}' is no such feature of this model", feature)
                     : fmt::format("the feature '{}' of family '{}' is not where this model has it",
                                   feature, family);
  throw Error(
      ErrorCode::schema,
      fmt::format("{} was bound to another model: {}; call bind with this model", table, what),
      {.file = file});
}

void check_weight_column(const Schema& schema, std::string_view weight) {
  if (weight.empty()) return;
  if (weight == schema.label)
    throw Error(ErrorCode::schema,
                fmt::format("column '{}' cannot hold weights: it is the label; name another column "
                            "with the argument `weight`",
                            weight));
  for (const ColumnSchema& feature : schema.columns) {
    if (feature.family == "none") continue;
    const std::vector<std::string>& block = feature.columns;
    const bool is_read = block.empty() ? feature.name == weight : among(block, weight);
    if (is_read || feature.exposure == weight)
      throw Error(
          ErrorCode::schema,
          fmt::format("column '{}' cannot hold weights: feature '{}' of the model reads it; "
                      "drop the feature, or name another column with the argument `weight`",
                      weight, feature.name));
  }
}

void check_contexts(const BoundTable& bound, Index contexts) {
  if (bound.contexts.size() >= contexts) return;
  throw Error(ErrorCode::schema,
              fmt::format("the table was bound to another model, whose structure has {} of "
                          "{}; call bind with this model",
                          counted(bound.contexts.size(), "context", "contexts"), contexts));
}

void check_rows(const BoundTable& bound, RowSpan rows) {
  if (bound.table == nullptr)
    throw Error(ErrorCode::schema, "the table was not bound; call bind with the model and a table");
  const auto size = static_cast<std::size_t>(bound.rows);
  if (rows.count < 0) no_such_place("row", rows.count, bound.rows);
  if (rows.list == nullptr) {
    if (rows.count <= 0) return;
    const auto first = static_cast<Index>(place_of("row", rows.first, size));
    if (rows.count > bound.rows - first) {
      constexpr Index last = std::numeric_limits<Index>::max();
      no_such_place("row", rows.count - 1 > last - first ? last : first + (rows.count - 1),
                    bound.rows);
    }
    return;
  }
  for (Index i = 0; i < rows.count; ++i) static_cast<void>(place_of("row", rows.list[i], size));
}

}  // namespace credence::detail
