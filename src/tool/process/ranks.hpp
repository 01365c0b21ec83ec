#pragma once
// The processes that share a run. `credence` is one process; `credence-mpi` is as many as mpirun starts.
#include <credence/data/shards.hpp>
#include <credence/learn/shards.hpp>

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "process/faults.hpp"

namespace credence::tool {

/// Hands pieces of bytes to a function that takes them.
using TakePiece = std::function<void(std::string_view)>;
using Pieces = std::function<void(const TakePiece&)>;

/// What carries bytes between processes, which call each function together.
class Transport {
 public:
  virtual ~Transport() = default;
  [[nodiscard]] virtual int rank() const = 0;
  [[nodiscard]] virtual int size() const = 0;
  [[nodiscard]] virtual int threads() const = 0;  ///< that a process may use where no flag says it
  [[nodiscard]] virtual std::string host() const = 0;
  [[nodiscard]] virtual std::vector<std::string> all_gather(const std::string& bytes) = 0;
  [[nodiscard]] virtual std::string broadcast(std::string bytes) = 0;  ///< those of rank 0
  virtual void merge(ShardTree& tree) = 0;
  /// Calls `use` on rank 0 with the pieces that each rank gives, rank by rank.
  virtual void gather(const Pieces& pieces, const TakePiece& use) = 0;
};

/// What all processes of a run end with because one of them failed.
class SharedFault : public std::runtime_error {
 public:
  explicit SharedFault(Fault fault) : std::runtime_error(fault.message), fault_(std::move(fault)) {}
  [[nodiscard]] const Fault& fault() const { return fault_; }

 private:
  Fault fault_;
};

/// One process of a run. Whenever processes meet, each learns whether another one has failed, and all
/// end with the fault of the lowest rank that has one. So no process waits for one that is gone.
class Ranks {
 public:
  /// in  transport: null for a process that is alone; else it outlives this object
  explicit Ranks(Transport* transport = nullptr) : transport_(transport) {}

  /// Returns whether mpirun started the run, were it with one process.
  [[nodiscard]] bool any() const { return transport_ != nullptr; }
  [[nodiscard]] int rank() const { return any() ? transport_->rank() : 0; }
  [[nodiscard]] int size() const { return any() ? transport_->size() : 1; }
  [[nodiscard]] bool is_first() const { return rank() == 0; }
  /// Returns how many threads a process may use where no flag says it; 0 for all.
  [[nodiscard]] int threads() const { return any() ? transport_->threads() : 0; }

  /// From now on all processes work together on files, and not the first one alone.
  void work_together() { together_ = any(); }
  [[nodiscard]] bool is_together() const { return together_; }

  // Each of these is called by all processes together. throws  SharedFault
  /// Returns the bytes of every process.
  [[nodiscard]] std::vector<std::string> exchange(const std::string& bytes = {});
  /// throws  UsageError in every process where one was started with other words
  void check_same_words(const std::vector<std::string>& words);
  /// Waits for the others.
  void meet() { static_cast<void>(exchange()); }
  /// Returns what `make` makes in the first process.
  [[nodiscard]] std::string shared(const std::function<std::string()>& make);
  /// Moves the blocks of all trees into that of the first process.
  void merge(ShardTree& tree);
  /// Calls `use` in the first process with the pieces that each process gives, in their order.
  void gather(const Pieces& pieces, const TakePiece& use);
  /// Calls `pass` until each process began reading where the one before it ended: `begin` is where its
  /// rows begin, none for behind the first line feed at its cut.
  void read_in_turn(
      const std::function<void(std::optional<std::uint64_t> begin, ShardEdges& edges)>& pass);

  /// Tells the others that this process failed.
  /// out  the fault of the lowest rank that has one
  [[nodiscard]] Fault agreed(const Fault& own);

 private:
  [[nodiscard]] std::vector<std::string> told(const std::string& bytes);
  [[nodiscard]] Fault with_host(Fault fault) const;

  Transport* transport_;
  bool together_ = false;
};

}  // namespace credence::tool
