// Streams of both forms, and what grows while they are learned.
#include "chunks.hpp"

#include <fmt/format.h>

#include <utility>

#include "dialect.hpp"

namespace credence::tool {
namespace {

constexpr std::uint64_t megabyte = 1000000;

std::variant<CsvStream, ArffStream, SvmlightStream> stream_of(
    const Options& options, const std::vector<std::string>& missing, std::uint64_t bytes) {
  const DataForm form = form_of(options);
  if (form == DataForm::separated)
    return CsvStream(options.data, dialect_of(options, missing), bytes);
  refuse_dialect(options);
  if (form == DataForm::svmlight)
    return SvmlightStream(options.data, FirstColumn::zero, limits_of(options), bytes);
  return ArffStream(options.data, limits_of(options), bytes);
}

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

Chunks::Chunks(const Options& options, const std::vector<std::string>& missing, std::string label,
               std::uint64_t bytes)
    : stream_(stream_of(options, missing, bytes)),
      label_(std::move(label)),
      limits_(limits_of(options)) {}

bool Chunks::read(SvmlightStream& stream, Table& table, Index) {
  SparseRows rows;
  if (!stream.next(rows)) return false;
  table = documents_table(stream.name(), std::move(rows), label_, limits_, arrays_);
  return true;
}

bool Chunks::next(Table& table, Index least_rows) {
  return std::visit(
      [&](auto& stream) {
        const bool more = read(stream, table, least_rows);
        megabytes_ = static_cast<Index>(stream.position() / megabyte);
        return more;
      },
      stream_);
}

Index Chunks::all_megabytes() const {
  return std::visit([](const auto& stream) { return static_cast<Index>(stream.size() / megabyte); },
                    stream_);
}

void check_levels(const Posterior<Model>& posterior, const ReadLimits& limits,
                  const std::string& file) {
  const Schema& schema = posterior.model.schema();
  check_count(posterior.label.classes.size(), limits.levels,
              fmt::format("label '{}'", schema.label), file);
  for (const auto& block : posterior.blocks) {
    if (block->family().facts().word != "categorical") continue;
    for (Index j = 0; j < block->size(); ++j)
      check_count(block->feature(j).levels.size(), limits.levels,
                  fmt::format("column '{}'", block->feature(j).name), file);
  }
}

}  // namespace credence::tool
