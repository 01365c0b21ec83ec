#pragma once
// How a run can end, and how an exception becomes a message and an exit code.
#include <credence/base/error.hpp>

namespace credence::tool {

/// The exit codes of the tool (docs/reference/tool.md).
enum class Exit : int {
  done = 0,
  failed = 1,     ///< an estimate that does not exist, and whatever has no code of its own
  usage = 2,      ///< an unknown verb, flag or value, or an unknown family or column in a flag
  data = 3,       ///< data or schema
  io = 4,         ///< reading or writing
  posterior = 5,  ///< a posterior file
  limit = 6,      ///< memory or another limit
};

/// Thrown for a command line that makes no sense: exit code 2.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Why a run ended.
struct Fault {
  std::string code;  ///< the library's word for it, or "usage" or "other"
  std::string message;
  Location where;
  Exit exit = Exit::failed;
};

/// Returns the exit code of an error of the library.
[[nodiscard]] Exit exit_of(ErrorCode code);

/// Returns the exception that is being handled; to be called inside a catch block.
[[nodiscard]] Fault current_fault();

/// Returns one line of JSON:
/// {"schema_version":1,"error":{"code","message","file","line","column"}}, null where the place is
/// not known. It is ASCII.
[[nodiscard]] std::string to_json(const Fault& fault);

}  // namespace credence::tool
