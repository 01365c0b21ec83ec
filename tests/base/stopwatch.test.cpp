// Seconds between two moments.
#include <credence/detail/base/stopwatch.hpp>

#include <doctest/doctest.h>

#include <thread>

TEST_CASE("a stopwatch adds the seconds of its life") {
  double seconds = 1;
  {
    const credence::Stopwatch watch(seconds);
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    CHECK(seconds == 1);
  }
  CHECK(seconds >= 1.005);
  CHECK(seconds < 61);
}
