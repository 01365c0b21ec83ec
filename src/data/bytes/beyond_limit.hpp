#pragma once
// What readers say when a file goes beyond a limit.
#include <credence/base/error.hpp>
#include <credence/base/index.hpp>
#include <credence/detail/data/limits.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace credence {

/// "... of more than 100 bytes, x.csv:3:1; ...: raise the limit with ReadLimits::field=N".
/// in  what: "a field of more than 100 bytes";  key: the limit's name;  remedy: may be empty
[[nodiscard]] Error beyond_limit(const std::string& what, const Location& where,
                                 std::string_view key, const std::string& remedy = {});

/// Throws Error{limit} where the cells of a table would take more bytes than are allowed.
void check_memory(std::uint64_t bytes, const ReadLimits& limits, const std::string& file);

/// Throws Error{limit} where results would take more bytes than the machine has: "what, 3.1 GB where
/// 2.0 are there; remedy".
void check_room(double bytes, const std::string& what, const std::string& remedy);

/// Throws Error{limit} for a file of more columns than are allowed, counted before it is a table.
void check_columns(Index columns, const ReadLimits& limits, const std::string& file);

}  // namespace credence
