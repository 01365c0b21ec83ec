#pragma once
// The rows of parts of ARFF and svmlight files.
#include <credence/data/csv.hpp>

#include <cstdint>
#include <string>

#include "data/bytes/byte_range.hpp"

namespace credence {

/// The rows of an ARFF file, which may be none.
[[nodiscard]] TableStream arff_part(const std::string& path, const ReadLimits& limits,
                                    ByteRange range, std::uint64_t chunk_bytes);
/// The rows of a part of an svmlight file, which may be none.
[[nodiscard]] TableStream svmlight_part(const std::string& path, const std::string& label,
                                        const ReadLimits& limits, ByteRange range,
                                        std::uint64_t chunk_bytes);

/// Returns how many rows of an svmlight file that is not compressed begin before a byte at which a line
/// begins.
/// throws  Error{io}
/// cost    one pass over that much of the file
[[nodiscard]] Index svmlight_rows_before(const std::string& path, std::uint64_t end);

}  // namespace credence
