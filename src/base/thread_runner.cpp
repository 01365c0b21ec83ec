// Threads where oneTBB is not: chunks on std::jthread, started for each call and joined before it
// returns. ThreadSanitizer sees through these, which it cannot through a oneTBB it has not compiled.
#ifndef CREDENCE_WITH_TBB

#include <credence/base/parallel.hpp>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <set>
#include <system_error>
#include <thread>
#include <vector>

#include "in_order.hpp"

namespace credence {
namespace {

std::mutex limits_guard;
std::multiset<int>& limits() {
  static std::multiset<int> all;
  return all;
}

int threads_of_machine() {
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

// Chunks within a chunk stay on its thread: nested calls would multiply the threads.
thread_local bool within_chunk = false;

// Remembers the first exception of several threads.
class FirstFault {
 public:
  void keep() {
    const std::scoped_lock lock(guard_);
    if (!fault_) fault_ = std::current_exception();
    happened_ = true;
  }
  [[nodiscard]] bool happened() const { return happened_; }
  void rethrow() const {
    if (fault_) std::rethrow_exception(fault_);
  }

 private:
  std::mutex guard_;
  std::exception_ptr fault_;
  std::atomic<bool> happened_ = false;
};

// Runs `loop`, which must not throw, on `threads` threads, one of them the caller's.
template <class Loop>
void on_threads(Index threads, const Loop& loop) {
  const auto marked = [&] {
    within_chunk = true;
    loop();
    within_chunk = false;
  };
  std::vector<std::jthread> others;
  try {
    for (Index i = 1; i < threads; ++i) others.emplace_back(marked);
  } catch (const std::system_error&) {
    // The system has no thread left: those that run do all of the work.
  }
  marked();
}

bool stays_on_caller(Index chunks) { return chunks <= 1 || within_chunk || threads_in_use() == 1; }

// Who works on which chunk, and which may finish: all under one lock, since chunks are long.
class OrderedRun {
 public:
  OrderedRun(Index chunks, Index slots, detail::ChunkWork work, detail::ChunkWork finish)
      : chunks_(chunks),
        slots_(slots),
        work_(work),
        finish_(finish),
        worked_(static_cast<std::size_t>(slots), false) {}

  void work_until_done() {
    try {
      std::unique_lock lock(guard_);
      while (wait_for_chunk(lock)) {
        const Index chunk = next_++;
        lock.unlock();
        work_(chunk, chunk % slots_);
        lock.lock();
        worked_[slot_of(chunk)] = true;
        finish_what_is_due(lock);
      }
    } catch (...) {
      fault_.keep();
      const std::scoped_lock lock(guard_);
      changed_.notify_all();
    }
  }

  void rethrow() const { fault_.rethrow(); }

 private:
  [[nodiscard]] std::size_t slot_of(Index chunk) const {
    return static_cast<std::size_t>(chunk % slots_);
  }

  // A slot is free again when the chunk that had it is finished. False: there is no chunk left.
  bool wait_for_chunk(std::unique_lock<std::mutex>& lock) {
    changed_.wait(lock, [this] {
      return fault_.happened() || next_ == chunks_ || next_ < finished_ + slots_;
    });
    return !fault_.happened() && next_ < chunks_;
  }

  void finish_what_is_due(std::unique_lock<std::mutex>& lock) {
    if (finishing_) return;
    finishing_ = true;
    while (!fault_.happened() && finished_ < chunks_ && worked_[slot_of(finished_)]) {
      lock.unlock();
      finish_(finished_, finished_ % slots_);
      lock.lock();
      worked_[slot_of(finished_)] = false;
      ++finished_;
      changed_.notify_all();
    }
    finishing_ = false;
  }

  const Index chunks_;
  const Index slots_;
  const detail::ChunkWork work_;
  const detail::ChunkWork finish_;
  std::mutex guard_;
  std::condition_variable changed_;
  std::vector<bool> worked_;  // by slot: its chunk waits to be finished
  Index next_ = 0;
  Index finished_ = 0;
  bool finishing_ = false;  // by some thread, which also takes what becomes due meanwhile
  FirstFault fault_;
};

}  // namespace

struct ThreadLimit::Control {
  explicit Control(int threads) {
    const std::scoped_lock lock(limits_guard);
    place = limits().insert(threads);
  }
  Control(const Control&) = delete;
  Control& operator=(const Control&) = delete;
  ~Control() {
    const std::scoped_lock lock(limits_guard);
    limits().erase(place);
  }
  std::multiset<int>::iterator place;
};

ThreadLimit::ThreadLimit(int count) {
  detail::check_thread_count(count);
  control_.reset(new Control(count == 0 ? threads_of_machine() : count));
}
ThreadLimit::ThreadLimit(ThreadLimit&&) noexcept = default;
ThreadLimit& ThreadLimit::operator=(ThreadLimit&&) noexcept = default;
ThreadLimit::~ThreadLimit() = default;

int threads_in_use() {
  const std::scoped_lock lock(limits_guard);
  return limits().empty() ? threads_of_machine() : *limits().begin();
}

void detail::for_each_chunk(Index chunks, ChunkWork work) {
  if (stays_on_caller(chunks)) {
    for (Index chunk = 0; chunk < chunks; ++chunk) work(chunk);
    return;
  }
  std::atomic<Index> next = 0;
  FirstFault fault;
  on_threads(std::min<Index>(threads_in_use(), chunks), [&] {
    try {
      for (Index chunk = next++; chunk < chunks && !fault.happened(); chunk = next++) work(chunk);
    } catch (...) {
      fault.keep();
    }
  });
  fault.rethrow();
}

void detail::for_each_chunk_in_order(Index chunks, Index slots, ChunkWork work, ChunkWork finish) {
  if (slots <= 1 || stays_on_caller(chunks)) {
    work_in_order(chunks, work, finish);
    return;
  }
  OrderedRun run(chunks, slots, work, finish);
  on_threads(std::min<Index>({threads_in_use(), chunks, slots}), [&] { run.work_until_done(); });
  run.rethrow();
}

}  // namespace credence

#endif
