// The stream of DATA, and what grows while it is learned.
#include "chunks.hpp"

#include <fmt/format.h>

#include <utility>

namespace credence::tool {
namespace {

constexpr std::uint64_t megabyte = 1000000;

void check_count(std::size_t count, std::uint64_t most, const std::string& what,
                 const std::string& file) {
  if (count <= most) return;
  throw Error(
      ErrorCode::limit,
      fmt::format("{} of {} has more than {} levels; is it an identifier or text? if not, raise "
                  "the limit with --limit levels=N",
                  what, file, most),
      {.file = file});
}

}  // namespace

Chunks::Chunks(const InputFlags& input, const std::vector<std::string>& missing, std::string label,
               std::uint64_t bytes)
    : stream_(form_of(input).stream(input.data, read_options(input, missing, std::move(label)),
                                    bytes)) {}

bool Chunks::next(Table& table, Index least_rows) {
  const bool more = stream_.next(table, least_rows);
  megabytes_ = static_cast<Index>(stream_.position() / megabyte);
  return more;
}

Index Chunks::all_megabytes() const { return static_cast<Index>(stream_.size() / megabyte); }

void check_levels(const Posterior<Model>& posterior, const ReadLimits& limits,
                  const std::string& file) {
  const Schema& schema = posterior.model.schema();
  check_count(posterior.label.classes.size(), limits.levels,
              fmt::format("label '{}'", schema.label), file);
  for (const auto& block : posterior.blocks) {
    if (block->family().facts().datum != DatumKind::category) continue;
    for (Index j = 0; j < block->size(); ++j)
      check_count(block->feature(j).levels.size(), limits.levels,
                  fmt::format("column '{}'", block->feature(j).name), file);
  }
}

}  // namespace credence::tool
