// All benchmarks. `--full` takes workloads of the size that docs/reference/performance.md quotes;
// without it
// they are small, which shows that they work and little else.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <string_view>

#include "registered.hpp"

int main(int argc, char** argv) {
  char** const last = argv + argc;
  char** const kept = std::remove_if(
      argv, last, [](const char* word) { return std::string_view(word) == "--full"; });
  const bool full = kept != last;
  argc = static_cast<int>(kept - argv);
  bench::register_families();
  bench::register_workloads(full ? 1.0 : 0.002);
  bench::register_leave_one_out(full ? 1.0 : 0.02);
  bench::register_exact(full ? 1.0 : 0.01);
  bench::register_structures(full ? 1.0 : 0.01);
  bench::register_posterior_files(full ? 1.0 : 0.01);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
}
