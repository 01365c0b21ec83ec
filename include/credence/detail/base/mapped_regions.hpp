#pragma once
// The files that are mapped now, so that one that changes under its reader is told by name.
#include <cstddef>
#include <string>

namespace credence::detail {

/// Lists a mapped file until unwatch_mapping.
/// in      file: open for reading, and owned from now on;  memory: where its first `size` bytes are
///         mapped
/// cost    constant; of more than 64 files at a time the last are not watched
void watch_mapping(std::string path, int file, const std::byte* memory, std::size_t size) noexcept;

/// Ends that, before the memory is given back, and remembers a file that has changed. Does nothing for
/// memory that is not watched.
void unwatch_mapping(const std::byte* memory) noexcept;

/// Throws Error{io} naming a file that was cut short or written over while it was mapped: one that is
/// mapped now, or, once, the last one that was let go of. A file that grew is as it was.
void check_mapped_files();

/// What ends the program when a page of a mapped file is no longer there. Called in a signal handler.
using LostPage = void (*)(const char* path) noexcept;

/// From now on SIGBUS in a mapped file calls `lost`; elsewhere it ends the program as ever.
void on_lost_page(LostPage lost);

}  // namespace credence::detail
