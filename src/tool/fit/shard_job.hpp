#pragma once
// What the shards of one run of `credence fit` share, and how each of them is learned.
#include <credence/learn/shards.hpp>

#include <functional>
#include <optional>
#include <string>

#include "fit/learner.hpp"

namespace credence::tool {

/// What all shards of a run share.
struct ShardJob {
  std::vector<DataFile> files;
  const Form& form;
  ReadOptions options;
  Posterior<Model> empty;
  Index of = 1;
  std::string plan{};
};

/// Looks at DATA and makes the model.
/// throws  UsageError for data or models that cannot be cut; Error as make_model
[[nodiscard]] ShardJob shard_job(const FitFlags& flags, Console& console);

/// Learns shards one after another; the rows of all are counted together.
class ShardLearner {
 public:
  /// in      job: outlives the object
  ShardLearner(const ShardJob& job, const FitFlags& flags);

  /// out     edges: of the shard; where it is not learned, what is known of them
  [[nodiscard]] RecordedPosterior learn(Index number, const ShardCuts& cuts, ShardEdges& edges,
                                        Console& console);
  [[nodiscard]] Learner& learner() { return learner_; }
  [[nodiscard]] const Learner& learner() const { return learner_; }

 private:
  void learn_rows(ShardReader& reader, Console& console);
  void learn(const Table& chunk);

  const ShardJob& job_;
  ReadLimits limits_;
  Learner learner_;
};

/// Returns what the file of a shard holds; none for one that is damaged, as `note` is told, or is not
/// there.
[[nodiscard]] std::optional<RecordedPosterior> held_in(
    const std::string& path, const std::function<void(const std::string&)>& note);

}  // namespace credence::tool
