// The line of --timings.
#include "process/timings.hpp"

#include <fmt/format.h>

namespace credence::tool {

std::string Timings::to_json(bool is_shared) const {
  const std::string merge = is_shared ? fmt::format(R"(,"merge":{:.6f})", seconds_[5]) : "";
  return fmt::format(
      R"({{"read":{:.6f},"observe":{:.6f},"estimate":{:.6f},"score":{:.6f},"write":{:.6f}{}}})",
      seconds_[0], seconds_[1], seconds_[2], seconds_[3], seconds_[4], merge);
}

}  // namespace credence::tool
