#pragma once
// What is said of a file that another program changes while it is read.
#include <credence/base/error.hpp>

#include <string>

namespace credence {

/// "file 'x.csv' changed while it was read; run again ...": Error{io}.
[[nodiscard]] inline Error changed_while_read(const std::string& path) {
  return Error(
      ErrorCode::io,
      "file '" + path + "' changed while it was read; run again when no other program writes to it",
      {.file = path});
}

}  // namespace credence
