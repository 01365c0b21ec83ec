// One block of all normal columns.
#include "tied.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "faults.hpp"

namespace credence::tool {
namespace {

Tying tying_of(const std::string& word) {
  if (const auto tying = tying_named(word)) return *tying;
  throw UsageError(fmt::format(
      "flag '--tied' holds '{}'; it takes 'free', 'classes', 'features' or 'all'", word));
}

bool is_single_normal(const ColumnSchema& column) {
  return column.family == "normal" && column.columns.empty() && !column.tied;
}

// "tied", or the first of "tied_2", ... that nothing else is called.
std::string name_of_block(const Schema& schema) {
  std::string name = "tied";
  for (int i = 2; schema.find(name) != nullptr || schema.label == name; ++i)
    name = fmt::format("tied_{}", i);
  return name;
}

}  // namespace

void tie_normal_columns(Schema& schema, const Options& options, Console& console) {
  if (!options.tied) return;
  ColumnSchema block{.name = {}, .family = "normal", .tied = tying_of(*options.tied)};
  for (const ColumnSchema& column : schema.columns) {
    if (!is_single_normal(column)) continue;
    if (!column.prior.empty())
      throw UsageError(fmt::format(
          "flag '--tied' puts column '{}' into a block, but the schema gives it a prior "
          "of its own; take the prior out, or write the block into the schema",
          column.name));
    block.columns.push_back(column.name);
  }
  if (block.columns.empty())
    throw UsageError("flag '--tied' is for columns of family 'normal', and there is none");
  std::erase_if(schema.columns, is_single_normal);
  block.name = name_of_block(schema);
  console.note(fmt::format("{} normal columns make the block '{}', tied {}", block.columns.size(),
                           block.name, *options.tied));
  schema.columns.push_back(std::move(block));
}

}  // namespace credence::tool
