#pragma once
// DATA in parts, and how far they are read.
#include <credence/data/shards.hpp>
#include <credence/learn/model_posterior.hpp>

#include <atomic>
#include <string>
#include <variant>
#include <vector>

#include "input_flags.hpp"

namespace credence::tool {

/// One table after another of DATA.
class Chunks {
 public:
  /// in      label: what the column of labels is called that sparse rows bring
  /// throws  Error{io}; UsageError for flags that the form of DATA does not have
  Chunks(const InputFlags& input, const std::vector<std::string>& missing, std::string label,
         std::uint64_t bytes);

  /// As TableStream::next.
  [[nodiscard]] bool next(Table& table, Index least_rows = 0);
  /// Returns how much of the file was read; another thread may look.
  [[nodiscard]] const std::atomic<Index>& megabytes() const { return megabytes_; }
  /// 0 for a pipe.
  [[nodiscard]] Index all_megabytes() const;

 private:
  std::variant<TableStream, ShardReader> stream_;  // of one file, of several
  std::atomic<Index> megabytes_ = 0;
};

/// Throws Error{limit} where a posterior has more classes, or a feature more levels, than the limit.
void check_levels(const Posterior<Model>& posterior, const ReadLimits& limits,
                  const std::string& file);

}  // namespace credence::tool
