// Tables of shards, process by process.
#include "fit/rank_rows.hpp"

#include <credence/detail/data/read_in_turn.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <utility>

#include "fit/shards.hpp"
#include "input/reading.hpp"

namespace credence::tool {
namespace {

constexpr std::uint64_t rank_part_bytes = std::uint64_t{1} << 24;

// Throws in every process where none has read a row.
void check_any_rows(std::uint64_t own, const InputFlags& input, Ranks& ranks) {
  detail::Parcel count;
  count.put(own);
  for (const std::string& one : ranks.exchange(count.packed()))
    if (detail::Parcel(one).number() > 0) return;
  no_rows(input);
}

// A reader whose seconds count.
class TimedReader {
 public:
  TimedReader(ShardReader reader, Timings& timings)
      : reader_(std::move(reader)), timings_(timings) {}
  [[nodiscard]] bool next(Table& table) {
    return timings_.time(Phase::read, [&] { return reader_.next(table); });
  }
  [[nodiscard]] ShardEdges edges() const { return reader_.edges(); }
  [[nodiscard]] const ShardReader& reader() const { return reader_; }

 private:
  ShardReader reader_;
  Timings& timings_;
};

}  // namespace

void check_same_files(const std::vector<DataFile>& files, Ranks& ranks) {
  detail::Parcel own;
  for (const DataFile& file : files) {
    own.put(std::filesystem::path(file.path).filename().string());
    own.put(file.size);
  }
  const std::vector<std::string> all = ranks.exchange(own.packed());
  for (std::size_t rank = 1; rank < all.size(); ++rank)
    if (all[rank] != all[0])
      throw Error(ErrorCode::io,
                  fmt::format("rank {} sees files of other names or sizes than rank 0; give all "
                              "machines the same files",
                              rank),
                  {.file = files.front().path});
}

bool works_together(const InputFlags& input, std::string_view needs_all, Console& console) {
  Ranks& ranks = console.ranks();
  if (!ranks.any()) return false;
  if (needs_all.empty() && input.label_file) needs_all = "--label-file";
  // What the first process has found out, for one that sees other files would leave the others waiting.
  const std::string why = ranks.shared([&] { return std::string(needs_all); });
  if (why.empty()) {
    ranks.work_together();
    return true;
  }
  if (ranks.size() > 1)
    console.note(fmt::format("'{}' is done by one process: rank 0 works alone", why));
  return false;
}

void for_tables_of_rank(const Posterior<Model>& posterior, const InputFlags& input,
                        Console& console, const std::function<void()>& restart,
                        const std::function<void(const Table&)>& use) {
  Ranks& ranks = console.ranks();
  check_several(input);
  const std::vector<DataFile> files = files_to_cut(input);
  check_same_files(files, ranks);
  const Form& form = form_of(input);
  const ReadOptions options =
      read_options(input, missing_for(posterior, input), posterior.label.name);
  // What is said of a row does not depend on the cuts, so that there are shards for all.
  const Index of = std::max<Index>(usual_shards(files), ranks.size());
  bool is_noted = false;
  std::uint64_t rows = 0;
  const auto reader_of = [&](Index number, const ShardCuts& cuts) {
    return TimedReader({files, {.number = number, .of = of}, form, options, rank_part_bytes, cuts},
                       console.timings());
  };
  const auto take = [&](const TimedReader& timed, const Table& table) {
    if (!is_noted) note_head(input, table, console);
    is_noted = true;
    rows += static_cast<std::uint64_t>(table.rows());
    use_in_parts(
        table, posterior.label.size(), [&] { return timed.reader().first_row(); }, use);
  };
  ranks.read_in_turn([&](std::optional<std::uint64_t> begin, ShardEdges& edges) {
    restart();
    rows = 0;
    detail::read_shards(of * ranks.rank() / ranks.size(), of * (ranks.rank() + 1) / ranks.size(),
                        begin, edges, reader_of, take, [](Index) {});
  });
  check_any_rows(rows, input, ranks);
}

}  // namespace credence::tool
