#pragma once
// Shards of the data to one posterior: the plan that they share, and their merging.
#include <credence/data/shards.hpp>
#include <credence/learn/posterior_file.hpp>
#include <map>

namespace credence {

/// Which rows the shards hold; what is learned of them stands in the posterior.
struct ShardPlan {
  std::vector<DataFile> files{};
  Index of = 1;  ///< shards
  std::string form{};
  CsvOptions dialect{};
  std::string label{};   ///< ReadOptions::label
  std::string weight{};  ///< the column of weights; empty for none

  friend bool operator==(const ShardPlan&, const ShardPlan&) = default;
};

/// Returns the name of a plan: "xxh3:" and the hash of N, names and sizes of the files, the dialect,
/// weights, summation and the schema. Copies of the data under the same names have equal plans.
/// in      empty: the posterior that each shard begins with
[[nodiscard]] std::string plan_of(const ShardPlan& plan, const Posterior<Model>& empty);

/// Returns whether a record is that of one shard of a plan and its files are as they were. Where a
/// file's time alone changed, the bytes that were read are compared.
[[nodiscard]] bool is_unchanged(const ShardRecord& record, const std::string& plan, Shard shard,
                                const std::vector<DataFile>& files);

/// A posterior with its record, as a file holds both.
struct RecordedPosterior {
  Posterior<Model> posterior{};
  Provenance provenance{};

  friend bool operator==(const RecordedPosterior&, const RecordedPosterior&) = default;
};

/// Returns both from the bytes of a posterior file. Throws as posterior_from_bytes.
[[nodiscard]] RecordedPosterior recorded_from_bytes(std::string_view bytes,
                                                    const std::string& name);

namespace detail {
/// A schema that was read, which is known again by its bytes.
struct KnownSchema {
  // No aggregate: g++ 12 destroys members of one twice where a later member throws.
  KnownSchema() = default;

  std::string bytes{};       ///< as they stand in a file; empty for none
  Schema schema{};           ///< as it was read
  Posterior<Model> empty{};  ///< one of its model

  /// Returns the schema where its bytes are these.
  [[nodiscard]] std::optional<Schema> if_same(std::string_view other) const;
};
}  // namespace detail

/// Reads posterior files one after another. A schema that is byte for byte that of the file before is
/// not read again, which is most of what small files cost.
class PosteriorReader {
 public:
  /// Returns what recorded_from_bytes does, and throws as it.
  [[nodiscard]] RecordedPosterior read(std::string_view bytes, const std::string& name);

 private:
  detail::KnownSchema known_;
};

/// Returns the bytes of a posterior file with its record.
[[nodiscard]] std::string to_bytes(const RecordedPosterior& recorded, PosteriorForm form);

/// Merges posteriors of shards along one binary tree over their numbers, so that the bits of rounded
/// sums depend on the shards alone, not on the order in which they come.
class ShardTree {
 public:
  /// Shards first + 1 to first + size; `first` is a multiple of `size`, a power of two.
  struct Block {
    Index first = 0;
    Index size = 1;
    Posterior<Model> posterior{};
  };

  /// Adds a block, which nothing that was added overlaps. Throws as merge.
  void add(Block block);
  /// Returns the largest blocks there are, in order, and is empty then: what another tree takes in.
  [[nodiscard]] std::vector<Block> take();
  /// Returns all blocks merged, from the last to the first, and is empty then.
  [[nodiscard]] Posterior<Model> merged();
  [[nodiscard]] bool empty() const { return blocks_.empty(); }

 private:
  std::map<Index, Block> blocks_;  // by first
};

/// Merges posterior files, with or without records, and refuses what would count rows twice.
///
///     ShardMerge merging;
///     PosteriorReader reader;
///     for (const auto& path : paths) merging.add(reader.read(read_file(path), path), path);
///     merging.missing();    // "3, 17, 20 to 34", or nothing
///     RecordedPosterior all = merging.merged();
class ShardMerge {
 public:
  /// in      name: of the file, for messages
  /// throws  Error{version} for a shard or a source that is there already, another plan, or a record
  ///         beside none; as merge
  void add(RecordedPosterior part, const std::string& name);

  /// Returns the record of what was added.
  [[nodiscard]] const Provenance& provenance() const { return provenance_; }
  /// Returns the shards that were not added, in words; empty where none is missing or there are none.
  [[nodiscard]] std::string missing() const;
  /// Returns the files that were not the same in all shards, by their times.
  [[nodiscard]] const std::vector<std::string>& changed_files() const { return changed_; }
  /// Returns all that was added, merged; at least one must have been.
  [[nodiscard]] RecordedPosterior merged();

 private:
  // Where shards in a row begin, or end, and the file that says so.
  struct Edge {
    ReadPlace place;
    std::string name;
  };

  void check_kinds(const Provenance& next, const std::string& name) const;
  void check_plan(const RecordedPosterior& next, const std::string& name) const;
  static void check_meets(Index number, const Edge& before, const Edge& behind);
  void check_edges(std::pair<Index, Index> range, const ShardEnds& ends, const std::string& name);
  [[nodiscard]] std::vector<std::optional<ShardEnds>> known_ends() const;
  void add_shards(const ShardRecord& next, const std::string& name);
  void add_sources(const std::vector<std::string>& next, const std::string& name);

  ShardTree tree_;
  std::map<Index, Posterior<Model>> parts_;  // of several shards, by the first
  std::optional<Posterior<Model>> others_;   // without shards
  Provenance provenance_;
  std::string first_name_;
  std::optional<Posterior<Model>> first_empty_;  // schema and summation of the first
  std::map<std::string, std::pair<ReadPiece, std::string>> files_;  // that shards were read from
  std::map<Index, std::pair<Index, std::string>>
      owners_;                    // first: last, and the file that has them
  std::map<Index, Edge> begins_;  // of ranges, by their first number
  std::map<Index, Edge> ends_;    // by their last one
  std::map<std::string, std::string> source_owners_;
  std::vector<std::string> changed_;
};

}  // namespace credence
