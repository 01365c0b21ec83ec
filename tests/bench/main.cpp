// All benchmarks. `--full` takes workloads of the size that docs/reference/performance.md quotes; without it
// they are small, which shows that they work and little else. CREDENCE_INSTRUCTIONS: as in the tool.
#include <credence/base/instructions.hpp>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <string_view>

#include "registered.hpp"

int main(int argc, char** argv) {
  char** const last = argv + argc;
  char** const kept = std::remove_if(
      argv, last, [](const char* word) { return std::string_view(word) == "--full"; });
  const bool full = kept != last;
  argc = static_cast<int>(kept - argv);
  if (const char* wanted = std::getenv("CREDENCE_INSTRUCTIONS")) {
    const auto instructions = credence::instructions_named(wanted);
    if (!instructions) {
      std::cerr << "CREDENCE_INSTRUCTIONS is '" << wanted << "'; give baseline, avx2 or avx512\n";
      return 2;
    }
    credence::use_instructions(*instructions);
  }
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
