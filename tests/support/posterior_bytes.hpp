#pragma once
// Posterior files with contents that no program of ours writes, their checksums in order.
#include <boost/crc.hpp>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

namespace credence::testing {

inline std::uint32_t crc_of(std::string_view bytes) {
  boost::crc_32_type crc;
  crc.process_bytes(bytes.data(), bytes.size());
  return crc.checksum();
}

/// A number as `size` bytes, the lowest first.
inline std::string little_endian(std::uint64_t number, int size) {
  std::string bytes;
  for (int i = 0; i < size; ++i) bytes += static_cast<char>((number >> (8 * i)) & 0xff);
  return bytes;
}

/// A posterior file in JSON around a body that is written without blanks.
inline std::string sealed_json(const std::string& body, int version = 1) {
  char sum[16];
  std::snprintf(sum, sizeof sum, "crc32:%08x", static_cast<unsigned>(crc_of(body)));
  return R"({"format":"credence posterior","version":)" + std::to_string(version) +
         R"(,"checksum":")" + sum + R"(","posterior":)" + body + "}";
}

constexpr std::size_t binary_head = 24;

/// A binary posterior file around a body.
inline std::string sealed_binary(const std::string& body, std::uint64_t version = 1) {
  return "\x89"
         "CRED\r\n\x1a" +
         little_endian(version, 4) + little_endian(crc_of(body), 4) +
         little_endian(body.size(), 8) + body;
}

/// The head of a CBOR item: what it is (3: text, 4: list, 5: object), and its length.
inline std::string cbor_head(int kind, std::uint64_t length) {
  std::string bytes(1, static_cast<char>((kind << 5) | 27));
  for (int i = 7; i >= 0; --i) bytes += static_cast<char>((length >> (8 * i)) & 0xff);
  return bytes;
}

/// Where a length stands in CBOR bytes.
struct CborLength {
  int kind = 0;
  std::size_t begin = 0;  ///< of its head
  std::size_t end = 0;
  std::uint64_t length = 0;
};

/// The lengths of all texts, lists and objects of well-formed CBOR, in their order.
inline std::vector<CborLength> cbor_lengths(std::string_view bytes) {
  std::vector<CborLength> found;
  for (std::size_t at = 0; at < bytes.size();) {
    const auto first = static_cast<unsigned char>(bytes[at]);
    CborLength item{.kind = first >> 5, .begin = at};
    const int low = first & 31;
    const std::size_t more = low < 24 ? 0 : std::size_t{1} << (low - 24);
    item.length = more == 0 ? static_cast<std::uint64_t>(low) : 0;
    for (std::size_t i = 1; i <= more; ++i)
      item.length = (item.length << 8) | static_cast<unsigned char>(bytes[at + i]);
    at = item.end = at + 1 + more;
    if (item.kind == 3) at += static_cast<std::size_t>(item.length);
    if (item.kind >= 3 && item.kind <= 5) found.push_back(item);
  }
  return found;
}

}  // namespace credence::testing
