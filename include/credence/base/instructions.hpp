#pragma once
// Which of the compiled instruction sets the kernels use.
#include <optional>
#include <span>
#include <string_view>

namespace credence {

/// Instruction sets that kernels are compiled for; a wider one includes the narrower.
enum class Instructions {
  baseline,  ///< what every processor of the architecture has
  avx2,      ///< AVX2 and FMA: four doubles at a time
  avx512,    ///< AVX-512 F, BW, CD, DQ and VL: eight doubles at a time
};

/// "baseline", "avx2", "avx512": the word in CREDENCE_INSTRUCTIONS and on the tool's version line.
[[nodiscard]] std::string_view to_string(Instructions instructions);

/// The instruction set of that name; none for any other word.
[[nodiscard]] std::optional<Instructions> instructions_named(std::string_view name);

/// The widest set that this processor has, and everything narrower, narrowest first.
[[nodiscard]] std::span<const Instructions> available_instructions();

/// The set that kernels use now: the widest there is unless another one was chosen.
[[nodiscard]] Instructions instructions_in_use();

/// Makes kernels of the whole process use this set from now on. For tests and comparisons; call it
/// while no kernel runs.
/// throws  Error{domain} for a set that this processor lacks, naming those it has
void use_instructions(Instructions instructions);

}  // namespace credence
