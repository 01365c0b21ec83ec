#pragma once
// Work in chunks on several threads, with the same answer for any number of them.
#include <credence/base/index.hpp>
#include <functional>
#include <memory>

namespace credence {

/// While one lives, credence works on at most `count` threads (0: as many as the machine has). The
/// smallest of several holds. Without a limit all of the machine's threads are used.
class ThreadLimit {
 public:
  /// throws  Error{domain} for a negative number
  explicit ThreadLimit(int count);
  ThreadLimit(ThreadLimit&&) noexcept;
  ThreadLimit& operator=(ThreadLimit&&) noexcept;
  ~ThreadLimit();

 private:
  struct Control;
  std::unique_ptr<Control> control_;
};

/// How many threads work is spread over now; 1 where credence was built without oneTBB.
[[nodiscard]] int threads_in_use();

/// Calls work(k) for k = 0 ... chunks - 1, on several threads, in any order. Stays on the calling
/// thread for one chunk. Exceptions reach the caller.
void for_each_chunk(Index chunks, const std::function<void(Index)>& work);

/// Calls work(k, slot) for each chunk on several threads, and after it finish(k, slot) for k = 0, 1,
/// 2, ... one at a time in that order, so that what is merged there does not depend on the number
/// of threads. A slot, 0 ... slots - 1, belongs to one chunk from its work to its finish.
/// in      slots: how many chunks may be under way at once, at least 1
void for_each_chunk_in_order(Index chunks, Index slots,
                             const std::function<void(Index chunk, Index slot)>& work,
                             const std::function<void(Index chunk, Index slot)>& finish);

}  // namespace credence
