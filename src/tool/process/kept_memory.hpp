#pragma once
// Memory that goes from one part of the data, or one file, to the next.
#include <malloc.h>

namespace credence::tool {

/// Lets the process keep what a part of the data, or a file of many, took for the next one. Else the
/// allocator may give it back to the system after each of them, by what happens to stand at the end of
/// the heap: then a job takes up to six times as long, in faults of pages. The most memory that is used
/// at a time is the same.
inline void keep_memory_of_parts() noexcept {
#ifdef __GLIBC__
  constexpr int largest_pieces = 1 << 25;  // that may be: larger ones are mapped by themselves
  constexpr int most_kept = 1 << 30;
  static_cast<void>(::mallopt(M_MMAP_THRESHOLD, largest_pieces));
  static_cast<void>(::mallopt(M_TRIM_THRESHOLD, most_kept));
#endif
}

}  // namespace credence::tool
