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
/// in      nameless: a file without a name that holds the same bytes, made in folder_of_saved with the
///         mode of new files; it becomes the saved one where the system can give it a name, so that
///         nothing is copied. -1: there is none
void save_pieces(const std::string& path, const Pieces& pieces, Overwrite overwrite,
                 int nameless = -1);

/// Returns the folder in which save_file(path) makes a file: of a symbolic link that of its target.
/// throws  Error{io} for a chain of links without an end
[[nodiscard]] std::string folder_of_saved(const std::string& path);

}  // namespace credence
