#pragma once
// The features of a posterior file in the binary form, read in bulk.
#include <credence/detail/learn/feature_cells.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace credence {

/// The features of a file, which view its bytes.
struct BulkFeatures {
  std::vector<FeatureCells> features{};
  std::vector<std::vector<FeatureCells>> contexts{};  ///< of each entry of `contexts`
  std::string_view schema{};                          ///< its bytes
};

/// A body without its features.
struct BulkBody {
  std::string rest{};  ///< CBOR, with empty lists in their places, and null for a known schema
  BulkFeatures features{};
};

/// Takes the features out of a body in CBOR; none where anything in them is not as to_binary writes
/// it, whatever it is: the body is then to be read item by item.
/// in      known_schema: bytes of a schema that need not be read again
/// cost    memory: in proportion to the bytes that are there
[[nodiscard]] std::optional<BulkBody> take_features_out(std::string_view body,
                                                        std::string_view known_schema = {});

/// Returns whether all features have cells of so many classes.
[[nodiscard]] bool are_of_classes(const std::vector<FeatureCells>& features, std::size_t classes);

/// A file of JSON without its features.
struct BulkFile {
  std::string rest{};  ///< JSON, with an empty list in their place, and null for a known schema
  std::vector<FeatureCells> features{};  ///< which view the text
  std::string_view schema{};             ///< its line
  std::uint32_t checksum = 0;  ///< of the body as it stands, which is that of its compact text
                               ///< where to_json wrote it
};

/// Takes the features out of a file of JSON; none where it is not laid out as to_json does it, or has
/// contexts.
/// in      known_schema: the line of a schema that need not be read again
[[nodiscard]] std::optional<BulkFile> take_features_out_of_text(std::string_view text,
                                                                std::string_view known_schema = {});

}  // namespace credence
