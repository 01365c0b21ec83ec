// The JSON form of a posterior file, and the checks that both forms go through.
#include <credence/learn/posterior_file.hpp>

#include <fmt/format.h>

#include "learn/posterior_body.hpp"

namespace credence {
namespace {

constexpr std::string_view format_name = "credence posterior";

// Of the compact text of the body, so that white space does not matter and everything else does.
std::string checksum_of(const Json& body) { return crc_text(crc_of(write_json(body, -1))); }

PosteriorRecord read_file_object(const JsonCursor& file, const std::string& name) {
  if (!file.value().is_object() || !file.has("format") || file.at("format").value() != format_name)
    refuse_posterior(name, "is not a posterior file; make one with `credence fit`");
  const JsonCursor version = file.at("version");
  if (!version.value().is_number_unsigned())
    throw version.fault("is not a whole number", "restore the file from a copy");
  check_posterior_version(version.value().get<std::uint64_t>(), name);
  file.check_keys({"format", "version", "checksum", "posterior"});
  check_posterior_sum(checksum_of(file.at("posterior").value()), file.at("checksum").string(),
                      name);
  return read_body(file.at("posterior"), name);
}

}  // namespace

std::string to_json(const PosteriorRecord& record) {
  const JsonDocument document(body_of(record));
  const Json& body = document.value;
  std::string text = fmt::format(
      "{{\n\"format\": \"{}\",\n\"version\": {},\n\"checksum\": \"{}\",\n\"posterior\": {{\n",
      format_name, newest_posterior_version, checksum_of(body));
  for (const auto& [key, value] : body.items()) {
    if (key == "features") break;
    text += fmt::format("\"{}\": {},\n", key, write_json(value, -1));
  }
  text += "\"features\": [";
  const char* separator = "\n";
  for (const Json& feature : body.at("features")) {
    text += separator + write_json(feature, -1);
    separator = ",\n";
  }
  return text + "\n]}}\n";
}

PosteriorRecord record_from_json(std::string_view text, const std::string& name) {
  return read_posterior(name, [&] {
    const JsonDocument json(parse_strict(text, name));
    return read_file_object(JsonCursor(json.value, name), name);
  });
}

}  // namespace credence
