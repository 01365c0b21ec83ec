#pragma once
// Work in chunks on several threads, with the same answer for any number of them.
#include <concepts>
#include <credence/base/index.hpp>
#include <memory>
#include <type_traits>

namespace credence {

/// While one lives, credence works on at most `count` threads (0: as many as the machine has).
/// Where several live, the smallest count applies. Without a limit all of the machine's threads are
/// used.
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

/// Returns how many threads work is spread over now.
[[nodiscard]] int threads_in_use();

namespace detail {
/// A callable that lives as long as the call it is passed to. (Not std::function: its header would
/// bring std::bind beside credence::bind.)
class ChunkWork {
 public:
  template <class Work>
  requires(!std::same_as<std::remove_const_t<Work>, ChunkWork>)  // that is copied
      explicit ChunkWork(Work& work)
      : work_(&work), call_([](void* object, Index chunk, Index slot) {
          if constexpr (std::is_invocable_v<Work&, Index, Index>)
            (*static_cast<Work*>(object))(chunk, slot);
          else
            (*static_cast<Work*>(object))(chunk);
        }) {}
  void operator()(Index chunk, Index slot = 0) const { call_(work_, chunk, slot); }

 private:
  void* work_;
  void (*call_)(void*, Index, Index);
};
void for_each_chunk(Index chunks, ChunkWork work);
void for_each_chunk_in_order(Index chunks, Index slots, ChunkWork work, ChunkWork finish);
}  // namespace detail

/// Calls work(k) for k = 0 ... chunks - 1, on several threads, in any order. Stays on the calling
/// thread for one chunk. Exceptions reach the caller.
template <std::invocable<Index> Work>
void for_each_chunk(Index chunks, Work work) {
  detail::for_each_chunk(chunks, detail::ChunkWork(work));
}

/// Calls work(k, slot) for each chunk on several threads, and after it finish(k, slot) for k = 0, 1,
/// 2, ... one at a time in that order, so that what is merged there does not depend on the number
/// of threads. A slot, 0 ... slots - 1, belongs to one chunk from its work to its finish.
/// in      slots: how many chunks may be under way at once, at least 1
template <std::invocable<Index, Index> Work, std::invocable<Index, Index> Finish>
void for_each_chunk_in_order(Index chunks, Index slots, Work work, Finish finish) {
  detail::for_each_chunk_in_order(chunks, slots, detail::ChunkWork(work),
                                  detail::ChunkWork(finish));
}

}  // namespace credence
