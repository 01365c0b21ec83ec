#pragma once
// Memory that goes from one part of the data to the next.
#include <malloc.h>

namespace credence::tool {

/// Lets the process keep what a part of the data took for the next part. Else the allocator may give it
/// back to the system after each of them, by what happens to stand at the end of the heap: then a job
/// takes up to three times as long, in faults of pages.
inline void keep_memory_of_parts() noexcept {
#ifdef __GLIBC__
  constexpr int mebibyte = 1 << 20;
  static_cast<void>(::mallopt(M_MMAP_THRESHOLD, 32 * mebibyte));  // the most that it takes
  static_cast<void>(::mallopt(M_TRIM_THRESHOLD, 128 * mebibyte));
#endif
}

}  // namespace credence::tool
