#pragma once
// Texts of posterior files whose checksum is right, so that what lies behind it is reached.
#include <credence/learn/posterior_file.hpp>

#include <boost/crc.hpp>
#include <nlohmann/json.hpp>

#include "fuzz/fuzz.hpp"

namespace credence::fuzz {

/// The text with the checksum of its body (docs/reference/posterior_file.md); as it is where it is
/// no JSON.
[[nodiscard]] inline std::string with_right_checksum(std::string_view text) {
  try {
    auto file = nlohmann::ordered_json::parse(text);
    if (!file.is_object() || !file.contains("posterior")) return std::string(text);
    const std::string body = file["posterior"].dump();
    boost::crc_32_type crc;
    crc.process_bytes(body.data(), body.size());
    std::array<char, 16> words{};
    (void)std::snprintf(words.data(), words.size(), "crc32:%08x", crc.checksum());
    file["checksum"] = words.data();
    return file.dump();
  } catch (const nlohmann::json::exception&) {
    return std::string(text);
  }
}

using ModelPosterior = Posterior<Model>;

/// A posterior from such a text. Whatever is wrong with it is Error{version}.
[[nodiscard]] inline std::optional<ModelPosterior> loaded(const std::string& text) {
  auto read = outcome_of([&] { return posterior_from_json(text, "p.json"); });
  expect(read.value.has_value() || read.error->code() == ErrorCode::version,
         "every fault of a posterior file is Error{version}");
  return std::move(read.value);
}

/// A posterior that was accepted can be saved and is equal when loaded again.
inline void expect_kept(const ModelPosterior& posterior) {
  const std::string text = to_json(posterior);
  const auto again = loaded(text);
  expect(again && *again == posterior, "a saved and loaded posterior is equal");
  expect(to_json(*again) == text, "and saved again gives the same bytes");
}

}  // namespace credence::fuzz
