// The stream of DATA, and what grows while it is learned.
#include "input/chunks.hpp"

#include <credence/data/convert.hpp>
#include <credence/detail/learn/cells.hpp>
#include <credence/learn/family_type.hpp>

#include <fmt/format.h>

#include <sys/stat.h>
#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

#include "input/reading.hpp"
#include "process/faults.hpp"
#include "process/progress.hpp"

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

bool is_regular(const std::string& path, struct stat& status) {
  return path != "-" && ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode);
}

// Enough for the blocks of many threads, and little in memory at a time.
constexpr std::uint64_t part_bytes = std::uint64_t{1} << 23;

}  // namespace

void no_rows(const InputFlags& input) {
  const bool has_names = form_of(input).has_dialect && (!input.header || input.header->line);
  throw Error(ErrorCode::parse,
              fmt::format("'{}' has {}no rows; give a file with at least one row",
                          name_of_data(input), has_names ? "a header but " : ""),
              {.file = input.data});
}

bool is_read_in_parts(const InputFlags& input) {
  struct stat status {};
  return form_of(input).stream != nullptr && !input.label_file &&
         (!input.is_several() ||
          std::all_of(input.files.begin(), input.files.end(),
                      [&](const std::string& path) { return is_regular(path, status); }));
}

bool is_longer_than(const InputFlags& input, std::uint64_t bytes) {
  std::uint64_t all = 0;
  for (const std::string& path : input.is_several() ? input.files : std::vector{input.data}) {
    struct stat status {};
    if (!is_regular(path, status)) return true;
    all += static_cast<std::uint64_t>(status.st_size);
    if (all > bytes) return true;
  }
  return false;
}

void for_tables_of(const Posterior<Model>& posterior, const InputFlags& input, bool quiet,
                   Console& console, const std::function<void(const Table&)>& use) {
  check_several(input);
  if (input.chunk && !is_read_in_parts(input))
    throw UsageError(fmt::format(
        "flag '--chunk' has no meaning for '{}', which is read whole; leave it out", input.data));
  const Index classes = posterior.label.size();
  if (!is_read_in_parts(input))
    return use_in_parts(
        read_data_for(posterior, input, console).table, classes, [] { return Index{0}; }, use);
  const auto reading = [&](auto work) { return console.timings().time(Phase::read, work); };
  Chunks rows(input, missing_for(posterior, input), posterior.label.name,
              input.chunk.value_or(part_bytes));
  const ProgressBar bar(rows.megabytes(), rows.all_megabytes(), "MB", quiet);
  Table table;
  Index passed = 0;
  while (reading([&] { return rows.next(table); })) {
    if (passed == 0) note_head(input, table, console);
    use_in_parts(
        table, classes, [&] { return rows.first_row(); }, use);
    passed += table.rows();
    table = Table{};  // so that no two are held at once
  }
  if (passed == 0) no_rows(input);
}

void use_in_parts(const Table& table, Index classes, const std::function<Index()>& rows_before,
                  const std::function<void(const Table&)>& use) {
  constexpr Index most_numbers = Index{1} << 22;  // 32 MiB of log joints
  const Index most = std::max<Index>(1, most_numbers / std::max<Index>(1, classes));
  if (table.rows() <= most) return with_rows_from(rows_before, [&] { use(table); });
  for (Index first = 0; first < table.rows(); first += most) {
    std::vector<Index> rows(static_cast<std::size_t>(std::min(most, table.rows() - first)));
    std::iota(rows.begin(), rows.end(), first);
    const Table part = table.select(rows);
    with_rows_from([&] { return rows_before() + first; }, [&] { use(part); });
  }
}

Chunks::Chunks(const InputFlags& input, const std::vector<std::string>& missing, std::string label,
               std::uint64_t bytes)
    : stream_(stream_of(input, read_options(input, missing, std::move(label)), bytes)),
      has_lines_(form_of(input).has_dialect),
      counts_by_file_(input.is_several() && form_of(input).labels_rows) {}

bool Chunks::next(Table& table, Index least_rows) {
  auto* const one = std::get_if<TableStream>(&stream_);
  const bool more =
      one != nullptr ? one->next(table, least_rows) : std::get<ShardReader>(stream_).next(table);
  const auto position = [](const auto& stream) { return stream.position(); };
  megabytes_ = static_cast<Index>(std::visit(position, stream_) / megabyte);
  before_ += rows_;
  rows_ = more ? table.rows() : 0;
  return more;
}

Index Chunks::first_row() const {
  if (has_lines_) return 0;
  return counts_by_file_ ? std::get<ShardReader>(stream_).first_row() : before_;
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

void check_levels(const Schema& schema, const Table& table, const ReadLimits& limits) {
  if (static_cast<std::uint64_t>(table.rows()) <= limits.levels) return;
  const auto check = [&](const std::string& name, const std::string& what) {
    const Column* column = table.find(name);
    if (column == nullptr || std::holds_alternative<FileColumn>(column->cells)) return;
    check_count(codes_of(table, *column).levels.size(), limits.levels, what, table.file());
  };
  check(schema.label, fmt::format("label '{}'", schema.label));
  for (const ColumnSchema& column : schema.columns) {
    const FamilyType* family = shipped_families().find(column);
    if (family == nullptr || family->facts().datum != DatumKind::category) continue;
    for (const std::string& name : columns_read(column))
      check(name, fmt::format("column '{}'", name));
  }
}

}  // namespace credence::tool
