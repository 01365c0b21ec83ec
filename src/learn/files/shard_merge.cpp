// Merging along one tree, and what must not be merged.
#include <credence/detail/base/counted.hpp>
#include <credence/learn/shards.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/names.hpp"
#include "learn/files/posterior_body.hpp"
#include "learn/posterior/merged.hpp"

namespace credence {
namespace {

[[noreturn]] void refuse_merge(const std::string& why, const std::string& file) {
  throw Error(ErrorCode::version, why, {.file = file});
}

// "3, 17, 20 to 34"
std::string ranges_in_words(const std::vector<std::pair<Index, Index>>& ranges) {
  std::string words;
  for (const auto& [first, last] : ranges) {
    words += fmt::format("{}{}", words.empty() ? "" : ", ", first);
    if (last > first) words += fmt::format("{}{}", last == first + 1 ? ", " : " to ", last);
  }
  return words;
}

// What a record speaks of: "shard 3", "source 'monday'"; empty for none.
std::string subject_of(const Provenance& provenance) {
  if (provenance.shards.any()) return fmt::format("shard {}", provenance.shards.have.front().first);
  return provenance.sources.empty() ? "" : fmt::format("source '{}'", provenance.sources.front());
}

std::vector<std::pair<Index, Index>> joined_ranges(std::vector<std::pair<Index, Index>> ranges) {
  std::sort(ranges.begin(), ranges.end());
  std::vector<std::pair<Index, Index>> all;
  for (const auto& range : ranges) {
    if (!all.empty() && all.back().second + 1 == range.first)
      all.back().second = range.second;
    else
      all.push_back(range);
  }
  return all;
}

}  // namespace

void ShardTree::add(Block block) {
  for (;;) {
    const auto sibling = blocks_.find(block.first ^ block.size);
    if (sibling == blocks_.end() || sibling->second.size != block.size) break;
    Block lower = std::move(sibling->second);
    blocks_.erase(sibling);
    if (block.first < lower.first) std::swap(block, lower);
    lower.posterior = detail::merged(std::move(lower.posterior), std::move(block.posterior));
    lower.size *= 2;
    block = std::move(lower);
  }
  const Index first = block.first;
  blocks_.insert_or_assign(first, std::move(block));
}

std::vector<ShardTree::Block> ShardTree::take() {
  std::vector<Block> all;
  for (auto& [first, block] : blocks_) all.push_back(std::move(block));
  blocks_.clear();
  return all;
}

Posterior<Model> ShardTree::merged() {
  std::vector<Block> all = take();
  while (all.size() > 1) {
    Posterior<Model> last = std::move(all.back().posterior);
    all.pop_back();
    Posterior<Model>& before = all.back().posterior;
    before = detail::merged(std::move(before), std::move(last));
  }
  return std::move(all.front().posterior);
}

// Statistics of rows that nobody can tell from those of a record.
void ShardMerge::check_kinds(const Provenance& next, const std::string& name) const {
  if (first_name_.empty()) return;
  const bool same = next.shards.any() == provenance_.shards.any() &&
                    next.sources.empty() == provenance_.sources.empty();
  if (same) return;
  const bool next_is_known = next.any();
  refuse_merge(
      fmt::format("nobody can say whether '{}' holds the rows of {}; merge files of one plan, or "
                  "files of named sources, or files without a record",
                  next_is_known ? first_name_ : name,
                  subject_of(next_is_known ? next : provenance_)),
      name);
}

void ShardMerge::check_plan(const RecordedPosterior& next, const std::string& name) const {
  const ShardRecord& ours = provenance_.shards;
  const ShardRecord& theirs = next.provenance.shards;
  if (!ours.any() || ours.plan == theirs.plan) return;
  const auto differ = [&](const std::string& what) {
    refuse_merge(
        fmt::format("'{}' is of another plan than '{}': {}; learn all shards with the same "
                    "command, or merge each plan by itself",
                    name, first_name_, what),
        name);
  };
  if (theirs.of != ours.of)
    differ(fmt::format("N is {} in one and {} in the other", theirs.of, ours.of));
  for (const ReadPiece& piece : theirs.read) {
    const auto known = files_.find(piece.file);
    if (known != files_.end() && known->second.first.size != piece.size)
      differ(fmt::format("file '{}' had {} for one and {} for the other", piece.file,
                         detail::counted(piece.size, "byte", "bytes"), known->second.first.size));
  }
  if (first_empty_->summation != next.posterior.summation)
    differ("one was learned with exact sums and the other was not");
  if (!(first_empty_->model.schema() == next.posterior.model.schema()))
    differ("their schemas differ");
  differ("their files, or how these are read, differ");
}

// A row that spans a cut was read on by one shard, and the next one has to begin behind it.
void ShardMerge::check_meets(Index number, const Edge& before, const Edge& behind) {
  const ReadPlace& last = before.place;
  const ReadPlace& begin = behind.place;
  // Another file may have the same name: its rows begin no later than those of the last one.
  if (last.file != begin.file || begin.from <= last.from || last.to == begin.from) return;
  refuse_merge(
      fmt::format("shard {} in '{}' ends at byte {} of '{}', and shard {} in '{}' begins at byte "
                  "{}: a row spans the cut between them; learn all shards in one run",
                  number, before.name, last.to, last.file, number + 1, behind.name, begin.from),
      behind.name);
}

void ShardMerge::check_edges(std::pair<Index, Index> range, const ShardEnds& ends,
                             const std::string& name) {
  const auto [first, last] = range;
  const Edge& begin =
      begins_.insert_or_assign(first, Edge{.place = ends.first, .name = name}).first->second;
  const Edge& end =
      ends_.insert_or_assign(last, Edge{.place = ends.last, .name = name}).first->second;
  if (const auto before = ends_.find(first - 1); before != ends_.end())
    check_meets(first - 1, before->second, begin);
  if (const auto behind = begins_.find(last + 1); behind != begins_.end())
    check_meets(last, end, behind->second);
}

// The ends of the ranges of all that was added; nothing where none is known, or no shard is missing.
std::vector<std::optional<ShardEnds>> ShardMerge::known_ends() const {
  const ShardRecord& all = provenance_.shards;
  std::vector<std::optional<ShardEnds>> known;
  if (all.complete() || all.count() == 1) return known;
  bool is_any = false;
  for (const auto& [first, last] : all.have) {
    known.emplace_back();
    const auto begin = begins_.find(first);
    const auto end = ends_.find(last);
    if (begin == begins_.end() || end == ends_.end()) continue;
    known.back() = {.first = begin->second.place, .last = end->second.place};
    is_any = true;
  }
  if (!is_any) known.clear();
  return known;
}

namespace {

// Where each range of a record begins and ends; none where nobody knows.
std::vector<std::optional<ShardEnds>> ends_in(const ShardRecord& record) {
  if (record.count() != 1) return record.ends;
  if (record.read.empty()) return {};
  const auto place = [](const ReadPiece& piece) {
    return ReadPlace{.file = piece.file, .from = piece.from, .to = piece.to};
  };
  return {ShardEnds{.first = place(record.read.front()), .last = place(record.read.back())}};
}

}  // namespace

void ShardMerge::add_shards(const ShardRecord& next, const std::string& name) {
  if (next.skipped_rows > most_in_file - provenance_.shards.skipped_rows)
    refuse_merge(fmt::format("'{}' and the files before it skip more than {} rows, which no data "
                             "have; restore them from copies",
                             name, most_in_file),
                 name);
  for (const auto& [first, last] : next.have) {
    // The last range that begins at or before the end of this one.
    auto other = owners_.upper_bound(last);
    if (other != owners_.begin() && std::prev(other)->second.first >= first) {
      --other;
      refuse_merge(
          fmt::format("shard {} is in '{}' and in '{}': rows would count twice; leave one of "
                      "them out",
                      std::max(first, other->first), other->second.second, name),
          name);
    }
  }
  for (const auto& [first, last] : next.have) owners_[first] = {last, name};
  const std::vector<std::optional<ShardEnds>> ends = ends_in(next);
  for (std::size_t i = 0; i < ends.size(); ++i)
    if (ends[i]) check_edges(next.have[i], *ends[i], name);
  ShardRecord& all = provenance_.shards;
  if (!all.any()) {
    all.plan = next.plan;
    all.of = next.of;
  }
  all.skipped_rows += next.skipped_rows;
  all.have.insert(all.have.end(), next.have.begin(), next.have.end());
  all.have = joined_ranges(std::move(all.have));
  all.read = all.count() == 1 ? next.read : std::vector<ReadPiece>{};  // of one shard alone
  for (const ReadPiece& piece : next.read) {
    const auto [known, is_new] = files_.try_emplace(piece.file, piece, name);
    if (!is_new && known->second.first.modified != piece.modified &&
        !detail::among(changed_, piece.file))
      changed_.push_back(piece.file);
  }
}

void ShardMerge::add_sources(const std::vector<std::string>& next, const std::string& name) {
  for (const std::string& source : next) {
    const auto [owner, is_new] = source_owners_.try_emplace(source, name);
    if (!is_new)
      refuse_merge(
          fmt::format("source '{}' is in '{}' and in '{}': rows would count twice; leave one of "
                      "them out",
                      source, owner->second, name),
          name);
    provenance_.sources.push_back(source);
  }
  std::sort(provenance_.sources.begin(), provenance_.sources.end());
}

void ShardMerge::add(RecordedPosterior part, const std::string& name) {
  check_kinds(part.provenance, name);
  check_plan(part, name);
  const ShardRecord shards = std::move(part.provenance.shards);
  add_shards(shards, name);
  add_sources(part.provenance.sources, name);
  if (first_name_.empty()) {
    first_name_ = name;
    first_empty_ = empty_posterior(part.posterior.model, part.posterior.summation);
  }
  if (shards.any() && shards.count() == 1)
    tree_.add({.first = shards.have.front().first - 1, .posterior = std::move(part.posterior)});
  else if (shards.any())
    parts_.emplace(shards.have.front().first, std::move(part.posterior));
  else if (others_)
    others_ = detail::merged(std::move(*others_), std::move(part.posterior));
  else
    others_ = std::move(part.posterior);
}

std::string ShardMerge::missing() const {
  std::vector<std::pair<Index, Index>> gaps;
  Index next = 1;
  for (const auto& [first, last] : provenance_.shards.have) {
    if (first > next) gaps.emplace_back(next, first - 1);
    next = last + 1;
  }
  if (next <= provenance_.shards.of) gaps.emplace_back(next, provenance_.shards.of);
  return ranges_in_words(gaps);
}

RecordedPosterior ShardMerge::merged() {
  std::optional<Posterior<Model>> all = std::move(others_);
  if (!tree_.empty()) all = tree_.merged();
  for (auto& [first, part] : parts_) {
    if (all)
      all = detail::merged(std::move(*all), std::move(part));
    else
      all = std::move(part);
  }
  provenance_.shards.ends = known_ends();
  return {.posterior = std::move(*all), .provenance = provenance_};
}

}  // namespace credence
