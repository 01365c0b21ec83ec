// Whether two paths lead to one file. By name first: of a file that is replaced between two looks at it,
// the second sees another.
#include <credence/detail/base/same_file.hpp>

#include <filesystem>
#include <system_error>

namespace credence::detail {

bool is_same_file(const std::string& a, const std::string& b) {
  std::error_code none;
  const std::filesystem::path name = std::filesystem::canonical(a, none);
  if (!name.empty() && name == std::filesystem::canonical(b, none)) return true;
  return std::filesystem::equivalent(a, b, none);
}

}  // namespace credence::detail
