#pragma once
// What oneTBB's threads and the standard library's share.
#include <credence/base/error.hpp>
#include <credence/base/parallel.hpp>

#include <string>

namespace credence::detail {

inline void check_thread_count(int count) {
  if (count < 0)
    throw Error(ErrorCode::domain, "a number of threads must be at least 0, this one is " +
                                       std::to_string(count) +
                                       "; give 1 or more, or 0 for all of the machine's");
}

inline void work_in_order(Index chunks, ChunkWork work, ChunkWork finish) {
  for (Index chunk = 0; chunk < chunks; ++chunk) {
    work(chunk, 0);
    finish(chunk, 0);
  }
}

}  // namespace credence::detail
