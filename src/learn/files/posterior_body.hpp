#pragma once
// What the JSON and the binary form of a posterior file share: the body, and how faults are told.
#include <credence/learn/posterior_file.hpp>

#include <zlib.h>

#include "data/json/schema_json.hpp"

namespace credence {

/// The newest version of the format, which both forms share.
constexpr std::uint64_t newest_posterior_version = 2;

/// What stands under `format` in a file of a logistic regression, which is no posterior.
constexpr std::string_view twin_format_name = "credence logistic regression";

/// Throws Error{version}: "posterior file 'name' why".
[[noreturn]] void refuse_posterior(const std::string& name, const std::string& why);

/// Throws Error{version}, with the remedy, for a version that this program does not read.
void check_posterior_version(std::uint64_t version, const std::string& name);

/// Throws Error{version} when the checksums differ.
void check_posterior_sum(const std::string& found, const std::string& stated,
                         const std::string& name);

/// Returns the checksum of bytes as it stands in files: "crc32:" and eight hexadecimal digits.
[[nodiscard]] std::string crc_text(std::uint32_t sum);
/// in  before: the checksum of what stands in front of the bytes
[[nodiscard]] inline std::uint32_t crc_of(std::string_view bytes, std::uint32_t before = 0) {
  const auto* data = reinterpret_cast<const unsigned char*>(bytes.data());
  return static_cast<std::uint32_t>(::crc32_z(before, data, bytes.size()));
}

[[nodiscard]] Json list_of(const std::vector<double>& numbers);

/// Returns one count for each class; throws Error{schema} for other lists.
[[nodiscard]] std::vector<double> read_class_counts(const JsonCursor& json, std::size_t classes);

/// Returns the body of a posterior file (docs/reference/posterior_file.md) with an empty list of features, which is
/// the last member: features are most of a file, and are written one by one. Contexts are an empty list, too.
[[nodiscard]] Json body_of(const PosteriorRecord& record);

/// Returns what stands for a context in a body; its features, the last member, are an empty list.
[[nodiscard]] Json context_to_json(const ContextRecord& context);

/// Returns what stands for a feature; throws as check_statistics.
[[nodiscard]] Json feature_to_json(const FeatureRecord& feature,
                                   const std::vector<std::string>& classes);

/// Throws Error{domain} for sums that no double holds: a file could not, either.
void check_statistics(const FeatureRecord& feature, const std::vector<std::string>& classes);

/// The most rows or shards that a file counts: all whole numbers up to here are doubles, too.
constexpr Index most_in_file = Index{1} << 53;

/// Returns a whole number of a file, from `least` to `most_in_file`; throws Error{schema} for any other.
[[nodiscard]] Index read_count(const JsonCursor& json, Index least);

/// Returns the record of a body; throws Error{schema} or Error{domain} naming the key.
/// in      version: of the file;  schema: of the body, where it was read before
[[nodiscard]] PosteriorRecord read_body(const JsonCursor& body, std::uint64_t version,
                                        const std::string& name,
                                        std::optional<Schema> schema = std::nullopt);

/// Calls `read`; whatever it finds wrong becomes Error{version}.
template <class Read>
[[nodiscard]] PosteriorRecord read_posterior(const std::string& name, Read read) {
  try {
    return read();
  } catch (const Error& error) {
    if (error.code() == ErrorCode::version) throw;
    throw Error(ErrorCode::version, "posterior file '" + name + "' cannot be read: " + error.what(),
                error.where());
  }
}

}  // namespace credence
