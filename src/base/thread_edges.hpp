#pragma once
// Tells ThreadSanitizer in which order oneTBB runs chunks. oneTBB is not compiled with it, so that
// ThreadSanitizer sees the threads, but not how they wait for each other.
#include <credence/base/index.hpp>

#include <vector>

namespace credence::detail {

/// The order of a call's chunks: each is behind what the caller did before, and before what the
/// caller does next. Chunks of different edges stay unordered, so that a race between them is found
/// even where one happened to end before the other began. Does nothing in other builds.
class ThreadEdges {
 public:
  explicit ThreadEdges(Index count);
  ThreadEdges(const ThreadEdges&) = delete;
  ThreadEdges& operator=(const ThreadEdges&) = delete;
  ~ThreadEdges();

  /// While one lives, the thread is behind the earlier parts of the same edge.
  class Part {
   public:
    explicit Part(char* edge) : edge_(edge) { acquire(edge_); }
    Part(const Part&) = delete;
    Part& operator=(const Part&) = delete;
    ~Part() { release(edge_); }

   private:
    char* edge_;
  };
  // Reads nothing but a plain pointer: until the edge is acquired, every shared read is a race to
  // ThreadSanitizer if the code that reads was compiled with it.
  [[nodiscard]] Part part(Index edge) const { return Part(first_ + edge); }

 private:
  static void acquire(char* edge);
  static void release(char* edge);

  std::vector<char> edges_;
  char* first_;
};

}  // namespace credence::detail
