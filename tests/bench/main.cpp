// All benchmarks. `--full` takes workloads of the size that docs/reference/performance.md quotes; without it
// they are small, which shows that they work and little else. CREDENCE_INSTRUCTIONS: as in the tool.
#include <credence/base/error.hpp>
#include <credence/base/instructions.hpp>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <string_view>

#include "registered.hpp"

namespace {

// False, and why on standard error, where the variable names none that the processor has.
bool takes_instructions() {
  const char* const wanted = std::getenv("CREDENCE_INSTRUCTIONS");
  if (wanted == nullptr || *wanted == '\0') return true;
  const auto instructions = credence::instructions_named(wanted);
  if (!instructions) {
    std::cerr << "CREDENCE_INSTRUCTIONS is '" << wanted << "'; give baseline, avx2 or avx512\n";
    return false;
  }
  try {
    credence::use_instructions(*instructions);
  } catch (const credence::Error& error) {
    std::cerr << error.what() << '\n';
    return false;
  }
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  char** const last = argv + argc;
  char** const kept = std::remove_if(
      argv, last, [](const char* word) { return std::string_view(word) == "--full"; });
  const bool full = kept != last;
  argc = static_cast<int>(kept - argv);
  if (!takes_instructions()) return 2;
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
