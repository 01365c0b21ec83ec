#pragma once
// Saving of what is not in memory as one run of bytes.
#include <credence/base/file.hpp>

#include <functional>
#include <string>
#include <string_view>

namespace credence {

/// Hands over bytes, one piece after another.
using Pieces = std::function<void(const std::function<void(std::string_view)>& take)>;

/// As save_file, of all pieces one behind the other.
void save_pieces(const std::string& path, const Pieces& pieces, Overwrite overwrite);

}  // namespace credence
