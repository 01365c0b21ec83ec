#pragma once
// Whole files in and out of memory. A save leaves the new file or the old one, never a half.
#include <string>
#include <string_view>

namespace credence {

/// Returns the bytes of a file; "-" is standard input.
/// throws  Error{io} naming the path and what the operating system said; a folder is an error.
///         Error{parse} for one that begins with 65,536 NUL bytes, which may have no end
/// cost    memory: the file once; up to three times what comes from a pipe
[[nodiscard]] std::string read_file(const std::string& path);

/// Returns the bytes of a file as read_file does; those of a text up to its first NUL byte, which is
/// the last of them. Whatever reads the text refuses that byte, so that a file without an end is
/// refused as soon as a short one. A file whose first byte is not ASCII is binary and read whole.
[[nodiscard]] std::string read_until_nul(const std::string& path);

/// Whether saving may take the place of a regular file that exists.
enum class Overwrite { refuse, allow };

/// Saves bytes under a path; "-" and "/dev/stdout" are standard output.
///
/// A regular file, or one that does not exist yet, appears in one step: the bytes go to a temporary
/// file in the same folder (`.credence-*.tmp`), to the disk, and then to the path. A crash leaves
/// the old file or the new one, and at most a temporary file, which the next save into that folder
/// removes. An existing file keeps its mode, and its owner where the system allows it. A symbolic
/// link stays and what it points to is replaced. A device or pipe is written through and never
/// renamed over.
/// throws  Error{io} naming the path and what the operating system said, or that the file exists
///         and overwrite is refuse; the temporary file is gone and the old file is as it was. Only
///         when the folder cannot be synced in the end is the new file in its place already
void save_file(const std::string& path, std::string_view bytes, Overwrite overwrite);

}  // namespace credence
