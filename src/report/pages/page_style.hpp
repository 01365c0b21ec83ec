#pragma once
// How pages look.
#include <string_view>

namespace credence::report {

/// Rules of CSS for everything on a page but its drawings.
[[nodiscard]] std::string_view page_style();

}  // namespace credence::report
