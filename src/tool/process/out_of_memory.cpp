// Nothing here allocates.
#include "process/out_of_memory.hpp"

#include <unistd.h>

#include <cstdlib>
#include <exception>
#include <new>
#include <string_view>

#include "process/faults.hpp"

namespace credence::tool {
namespace {

// Where there is no exception, none could be made.
[[noreturn]] void die() {
  try {
    const std::exception_ptr fault = std::current_exception();
    if (!fault) die_of_memory();
    std::rethrow_exception(fault);
  } catch (const std::bad_alloc&) {
    die_of_memory();
  } catch (...) {
  }
  std::abort();
}

}  // namespace

void die_of_memory() noexcept {
  constexpr std::string_view message = "credence: the memory is used up; allow more memory\n";
  static_cast<void>(!::write(STDERR_FILENO, message.data(), message.size()));
  _exit(static_cast<int>(Exit::limit));
}

void die_of_memory_on_terminate() noexcept { std::set_terminate(die); }

}  // namespace credence::tool
