// Threads of oneTBB. This file is compiled without ThreadSanitizer, which would find races between the
// templates of oneTBB's headers and its library.
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

#include "base/thread_edges.hpp"

namespace credence {

namespace tbb = oneapi::tbb;

namespace {

// oneTBB reports a thread that the system refused by a plain runtime_error.
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
  if (count < 0)
    throw Error(ErrorCode::domain, "a number of threads must be at least 0, this one is " +
                                       std::to_string(count) +
                                       "; give 1 or more, or 0 for all of the machine's");
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
    const ThreadEdges edges(chunks);
    const auto run = [&](Index chunk) {
      const auto part = edges.part(chunk);
      work(chunk);
    };
    tbb::parallel_for(Index{0}, chunks, run, tbb::simple_partitioner{});
  });
}

void detail::for_each_chunk_in_order(Index chunks, Index slots, ChunkWork work, ChunkWork finish) {
  if (chunks <= 1 || slots <= 1 || threads_in_use() == 1) {
    for (Index chunk = 0; chunk < chunks; ++chunk) {
      work(chunk, 0);
      finish(chunk, 0);
    }
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
  using tbb::filter_mode;
  on_threads([&] {
    const ThreadEdges edges(slots + 1);  // the last one is of all that finishes
    const auto run = [&](Job job) {
      const auto part = edges.part(job.slot);
      work(job.chunk, job.slot);
      return job;
    };
    const auto end = [&](Job job) {
      {
        const auto of_slot = edges.part(job.slot);
        const auto of_finished = edges.part(slots);
        finish(job.chunk, job.slot);
      }
      free_slots.push(job.slot);
    };
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
