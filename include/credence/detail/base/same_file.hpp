#pragma once
// Whether two paths lead to one file.
#include <string>

namespace credence::detail {

/// Returns whether both paths lead to one file, also while another program puts a new one in its
/// place. A path that leads nowhere leads to no file.
[[nodiscard]] bool is_same_file(const std::string& a, const std::string& b);

}  // namespace credence::detail
