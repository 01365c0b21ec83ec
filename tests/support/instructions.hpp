#pragma once
// Kernels run once by each instruction set that the processor has.
#include <credence/base/instructions.hpp>

#include <doctest/doctest.h>

namespace credence::testing {

/// Uses one instruction set until it is gone, then the widest again.
class UsingInstructions {
 public:
  explicit UsingInstructions(Instructions instructions) { use_instructions(instructions); }
  UsingInstructions(const UsingInstructions&) = delete;
  UsingInstructions& operator=(const UsingInstructions&) = delete;
  ~UsingInstructions() { use_instructions(available_instructions().back()); }
};

/// Runs a check by each of them.
void on_all_instructions(const auto& check) {
  for (const Instructions instructions : available_instructions()) {
    CAPTURE(to_string(instructions));
    const UsingInstructions use(instructions);
    check();
  }
}

}  // namespace credence::testing
