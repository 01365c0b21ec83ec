#pragma once
// Where the columns of a schema are, for whoever looks up all of them.
#include <credence/data/schema.hpp>

#include <string_view>
#include <unordered_map>

namespace credence {

/// Finds columns of a schema by name in constant time, where Schema::find goes through all of them.
/// The schema outlives it and keeps its columns and their names.
class ColumnPlaces {
 public:
  static constexpr std::size_t nowhere = static_cast<std::size_t>(-1);

  explicit ColumnPlaces(const Schema& schema) : columns_(&schema.columns) {
    places_.reserve(columns_->size());
    for (std::size_t i = 0; i < columns_->size(); ++i) places_.emplace((*columns_)[i].name, i);
  }

  /// Returns the position of the first column of that name, or `nowhere`.
  [[nodiscard]] std::size_t of(std::string_view name) const {
    const auto found = places_.find(name);
    return found == places_.end() ? nowhere : found->second;
  }

 private:
  const std::vector<ColumnSchema>* columns_;
  std::unordered_map<std::string_view, std::size_t> places_;
};

}  // namespace credence
