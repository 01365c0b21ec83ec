// Work in chunks: every chunk once, results in order, faults reach the caller.
#include <credence/base/error.hpp>
#include <credence/base/parallel.hpp>

#include <doctest/doctest.h>

#include <atomic>
#include <utility>
#include <vector>

using namespace credence;

TEST_CASE("every chunk is worked on once, for any number of threads") {
  for (const int threads : {1, 2, 3, 8})
    for (const Index chunks : {0, 1, 2, 17, 1000}) {
      CAPTURE(threads);
      CAPTURE(chunks);
      const ThreadLimit limit(threads);
      std::vector<std::atomic<int>> times(static_cast<std::size_t>(chunks));
      for_each_chunk(chunks, [&](Index chunk) { ++times[static_cast<std::size_t>(chunk)]; });
      for (const auto& each : times) CHECK(each == 1);
    }
}

TEST_CASE("chunks finish in order and own their slot until then") {
  for (const int threads : {1, 2, 3})
    for (const Index slots : {1, 2, 5}) {
      CAPTURE(threads);
      CAPTURE(slots);
      const ThreadLimit limit(threads);
      std::vector<Index> holder(static_cast<std::size_t>(slots), -1);
      std::vector<Index> finished;
      bool owned = true;
      for_each_chunk_in_order(
          200, slots,
          [&](Index chunk, Index slot) { holder[static_cast<std::size_t>(slot)] = chunk; },
          [&](Index chunk, Index slot) {
            owned = owned && holder[static_cast<std::size_t>(slot)] == chunk;
            finished.push_back(chunk);
          });
      CHECK(owned);
      REQUIRE(finished.size() == 200);
      for (std::size_t i = 0; i < finished.size(); ++i)
        REQUIRE(finished[i] == static_cast<Index>(i));
    }
}

TEST_CASE("an exception of a chunk reaches the caller") {
  for (const int threads : {1, 2}) {
    CAPTURE(threads);
    const ThreadLimit limit(threads);
    const auto fail_at_seven = [](Index chunk) {
      if (chunk == 7) throw Error(ErrorCode::domain, "seven");
    };
    CHECK_THROWS_AS(for_each_chunk(20, fail_at_seven), Error);
    CHECK_THROWS_AS(
        for_each_chunk_in_order(
            20, 3, [](Index, Index) {}, [&](Index chunk, Index) { fail_at_seven(chunk); }),
        Error);
  }
}

TEST_CASE("the smallest thread limit holds while it lives") {
  const int before = threads_in_use();
  {
    const ThreadLimit outer(1);
    const ThreadLimit inner(4);
    CHECK(threads_in_use() == 1);
  }
  CHECK(threads_in_use() == before);
}

TEST_CASE("a negative number of threads is refused") {
  CHECK_THROWS_WITH_AS(ThreadLimit(-1), doctest::Contains("at least 0, this one is -1"), Error);
}

TEST_CASE("a limit of threads that is moved holds as long as the one it was moved to") {
  const int before = threads_in_use();
  {
    ThreadLimit outer(1);
    ThreadLimit moved(std::move(outer));
    CHECK(threads_in_use() == 1);
    moved = ThreadLimit(before);
    CHECK(threads_in_use() == before);
  }
  CHECK(threads_in_use() == before);
}
