// Threads of oneTBB. Where it is not there, those of thread_runner.cpp.
#ifdef CREDENCE_WITH_TBB
#include <credence/base/parallel.hpp>

#include <oneapi/tbb/concurrent_queue.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/parallel_pipeline.h>
#include <credence/base/error.hpp>
#include <stdexcept>
#include <string>
#include <string_view>

#include "in_order.hpp"

namespace credence {

namespace tbb = oneapi::tbb;

namespace {
// oneTBB tells of a thread that the system refused by a plain runtime_error.
template <class Work>
void on_threads(Work work) {
  try {
    work();
  } catch (const std::runtime_error& error) {
    if (!std::string_view(error.what()).starts_with("pthread_")) throw;
    throw Error(ErrorCode::limit,
                std::string("a thread cannot be started (") + error.what() +
                    "); allow more memory or more processes, or ask for fewer threads");
  }
}
}  // namespace

struct ThreadLimit::Control {
  tbb::global_control limit;
};

ThreadLimit::ThreadLimit(int count) {
  detail::check_thread_count(count);
  const std::size_t threads = count == 0
                                  ? static_cast<std::size_t>(tbb::info::default_concurrency())
                                  : static_cast<std::size_t>(count);
  control_.reset(
      new Control{tbb::global_control{tbb::global_control::max_allowed_parallelism, threads}});
}

int threads_in_use() {
  const auto allowed =
      tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism);
  return static_cast<int>(allowed);
}

void detail::for_each_chunk(Index chunks, ChunkWork work) {
  if (chunks <= 1 || threads_in_use() == 1) {
    for (Index chunk = 0; chunk < chunks; ++chunk) work(chunk);
    return;
  }
  on_threads([&] {
    tbb::parallel_for(
        Index{0}, chunks, [work](Index chunk) { work(chunk); }, tbb::simple_partitioner{});
  });
}

void detail::for_each_chunk_in_order(Index chunks, Index slots, ChunkWork work, ChunkWork finish) {
  if (chunks <= 1 || slots <= 1 || threads_in_use() == 1) {
    work_in_order(chunks, work, finish);
    return;
  }
  struct Job {
    Index chunk;
    Index slot;
  };
  tbb::concurrent_queue<Index> free_slots;
  for (Index slot = 0; slot < slots; ++slot) free_slots.push(slot);
  Index next = 0;
  const auto begin = [&](tbb::flow_control& control) {
    Job job{.chunk = next++, .slot = 0};
    if (job.chunk >= chunks)
      control.stop();
    else
      static_cast<void>(
          free_slots.try_pop(job.slot));  // there is one: `slots` are under way at most
    return job;
  };
  const auto run = [&](Job job) {
    work(job.chunk, job.slot);
    return job;
  };
  const auto end = [&](Job job) {
    finish(job.chunk, job.slot);
    free_slots.push(job.slot);
  };
  using tbb::filter_mode;
  on_threads([&] {
    tbb::parallel_pipeline(static_cast<std::size_t>(slots),
                           tbb::make_filter<void, Job>(filter_mode::serial_in_order, begin) &
                               tbb::make_filter<Job, Job>(filter_mode::parallel, run) &
                               tbb::make_filter<Job, void>(filter_mode::serial_in_order, end));
  });
}

ThreadLimit::ThreadLimit(ThreadLimit&&) noexcept = default;
ThreadLimit& ThreadLimit::operator=(ThreadLimit&&) noexcept = default;
ThreadLimit::~ThreadLimit() = default;

}  // namespace credence

#endif
