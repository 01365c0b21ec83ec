#pragma once
// The end of a program that has no memory left, not even for an exception.

namespace credence::tool {

/// Tells so on standard error, and ends with the exit code of limits.
[[noreturn]] void die_of_memory() noexcept;

/// From now on an exception that finds no memory, or no way out, ends so too. It may be called before
/// anything else of the program has run.
void die_of_memory_on_terminate() noexcept;

}  // namespace credence::tool
