// What the build says of its folders, for support/paths.hpp.
#include "support/paths.hpp"

namespace credence::testing {

std::string project_file(const std::string& path) {
  const std::string folder = CREDENCE_SOURCE_DIR;
  return path.empty() ? folder : folder + '/' + path;
}

std::string built_tool() { return CREDENCE_TOOL; }

}  // namespace credence::testing
