#pragma once
// The record of shards or sources in the body of a posterior file: format version 2.
#include "learn/files/posterior_body.hpp"

namespace credence {

/// Returns the version that a file of a record has: 2 where it says which rows it holds, else 1.
[[nodiscard]] std::uint64_t version_of(const PosteriorRecord& record);

/// Returns what the key `uses` lists in version 2: the optional keys of the body.
[[nodiscard]] std::vector<std::string> uses_of(const PosteriorRecord& record);

/// Adds the record to a body, where there is one.
void add_provenance(Json& body, const Provenance& provenance);

/// Throws Error{version}, by its name, for an optional key that this program does not know.
void check_uses(const JsonCursor& body, std::uint64_t version, const std::string& name);

/// Returns the record of a body.
/// throws  Error{schema} naming the key
[[nodiscard]] Provenance read_provenance(const JsonCursor& body);

}  // namespace credence
