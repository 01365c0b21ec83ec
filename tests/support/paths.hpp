#pragma once
// Where the project and the built tool stand. One object alone knows, so that every other object of
// the tests is the same in each clone.
#include <string>

namespace credence::testing {

/// A file or folder of the project; the path is relative to the project's folder, "" for itself.
[[nodiscard]] std::string project_file(const std::string& path);

/// The command-line tool, as built.
[[nodiscard]] std::string built_tool();

}  // namespace credence::testing
