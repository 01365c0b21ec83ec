// What readers say when a file goes beyond a limit.
#include "data/bytes/beyond_limit.hpp"

#include <fmt/format.h>
#include <unistd.h>

namespace credence {

namespace {

// Zero where the system does not say.
[[nodiscard]] std::uint64_t memory_of_machine() {
  static const std::uint64_t bytes = [] {
    const long pages = ::sysconf(_SC_PHYS_PAGES);
    const long page = ::sysconf(_SC_PAGESIZE);
    if (pages <= 0 || page <= 0) return std::uint64_t{0};
    return static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(page);
  }();
  return bytes;
}

}  // namespace

Error beyond_limit(const std::string& what, const Location& where, std::string_view key,
                   const std::string& remedy) {
  return Error(ErrorCode::limit,
               what + ", " + to_string(where) + "; " + remedy +
                   (remedy.empty() ? "" : " if not, ") +
                   "raise the limit with ReadLimits::" + std::string(key) + "=N",
               where);
}

void check_memory(std::uint64_t bytes, const ReadLimits& limits, const std::string& file) {
  const std::uint64_t most = limits.memory.value_or(memory_of_machine());
  if (bytes <= most || (!limits.memory && most == 0)) return;
  throw beyond_limit("a table whose cells take " + std::to_string(bytes) + " bytes where " +
                         std::to_string(most) + (limits.memory ? " are allowed" : " are there"),
                     {.file = file}, "memory",
                     "can it be learned with TableStream, or with fewer columns?");
}

void check_room(double bytes, const std::string& what, const std::string& remedy) {
  const auto most = static_cast<double>(memory_of_machine());
  if (most == 0 || bytes <= most) return;
  throw Error(ErrorCode::limit, fmt::format("{}, {:.1f} GB where {:.1f} are there; {}", what,
                                            bytes / 1e9, most / 1e9, remedy));
}

void check_columns(Index columns, const ReadLimits& limits, const std::string& file) {
  if (static_cast<std::uint64_t>(columns) <= limits.columns) return;
  throw Error(ErrorCode::limit,
              "'" + file + "' has " + std::to_string(columns) + " columns, the limit is " +
                  std::to_string(limits.columns) + "; raise it with ReadLimits::columns=N",
              {.file = file});
}

}  // namespace credence
