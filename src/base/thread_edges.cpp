// Calls into ThreadSanitizer, in builds with it.
#include "base/thread_edges.hpp"

#include <cstddef>

#if defined(__SANITIZE_THREAD__)
#define CREDENCE_TELLS_EDGES
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define CREDENCE_TELLS_EDGES
#endif
#endif

#ifdef CREDENCE_TELLS_EDGES
#include <sanitizer/tsan_interface.h>
#endif

namespace credence::detail {

ThreadEdges::ThreadEdges(Index count)
    : edges_(static_cast<std::size_t>(count)), first_(edges_.data()) {
  for (char& edge : edges_) release(&edge);
}

ThreadEdges::~ThreadEdges() {
  for (char& edge : edges_) acquire(&edge);
}

void ThreadEdges::acquire([[maybe_unused]] char* edge) {
#ifdef CREDENCE_TELLS_EDGES
  __tsan_acquire(edge);
#endif
}

void ThreadEdges::release([[maybe_unused]] char* edge) {
#ifdef CREDENCE_TELLS_EDGES
  __tsan_release(edge);
#endif
}

}  // namespace credence::detail
