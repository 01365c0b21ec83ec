#pragma once
// A posterior file between its bytes and a posterior.
#include <credence/learn/shards.hpp>

#include <optional>
#include <string>
#include <string_view>

#include "learn/files/bulk_features.hpp"

namespace credence {

/// What a posterior file says.
struct ReadPosterior {
  PosteriorRecord record{};
  /// In the place of the features of the record and its contexts, where they were read in bulk; views
  /// of the file's bytes.
  std::optional<BulkFeatures> bulk{};
};

/// Reads a posterior file in either form.
/// in      known: a schema that is not read again
/// throws  as record_from_bytes
[[nodiscard]] ReadPosterior read_posterior_bytes(std::string_view bytes, const std::string& name,
                                                 const detail::KnownSchema& known = {});

/// Reads one in JSON.
[[nodiscard]] ReadPosterior read_posterior_text(std::string_view text, const std::string& name,
                                                const detail::KnownSchema& known = {});

/// Returns the posterior.
/// in      known: becomes the schema of the file, where there is one and it was read in bulk
/// throws  as that of records
[[nodiscard]] Posterior<Model> posterior_of(ReadPosterior read, const FamilySet& families,
                                            detail::KnownSchema* known = nullptr);

}  // namespace credence
