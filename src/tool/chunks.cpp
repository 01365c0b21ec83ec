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

std::variant<TableStream, ShardReader> stream_of(const InputFlags& input,
                                                 const ReadOptions& options, std::uint64_t bytes) {
  const Form& form = form_of(input);
  if (!input.is_several()) return form.stream(input.data, options, bytes);
  return ShardReader(data_files(input.files), Shard{}, form, options, bytes);
}

}  // namespace

Chunks::Chunks(const InputFlags& input, const std::vector<std::string>& missing, std::string label,
               std::uint64_t bytes)
    : stream_(stream_of(input, read_options(input, missing, std::move(label)), bytes)) {}

bool Chunks::next(Table& table, Index least_rows) {
  auto* const one = std::get_if<TableStream>(&stream_);
  const bool more =
      one != nullptr ? one->next(table, least_rows) : std::get<ShardReader>(stream_).next(table);
  const auto position = [](const auto& stream) { return stream.position(); };
  megabytes_ = static_cast<Index>(std::visit(position, stream_) / megabyte);
  return more;
}

Index Chunks::all_megabytes() const {
  const auto size = [](const auto& stream) { return stream.size(); };
  return static_cast<Index>(std::visit(size, stream_) / megabyte);
}

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
