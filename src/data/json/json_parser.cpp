// The parser of JSON and CBOR, compiled here alone: its templates are large.
#include <algorithm>

#include "data/bytes/decompressor.hpp"
#include "data/json/json_builder.hpp"

namespace credence {
namespace {

[[nodiscard]] Location location_in(std::string_view text, std::size_t position,
                                   const std::string& name) {
  const std::string_view before = text.substr(0, std::min(position, text.size()));
  const auto lines = std::count(before.begin(), before.end(), '\n');
  const std::size_t start = before.rfind('\n');
  const std::size_t column =
      start == std::string_view::npos ? before.size() : before.size() - start - 1;
  return {.file = name, .line = static_cast<std::uint64_t>(lines) + 1, .column = column + 1};
}

// The part of the parser's message that says what it met, without its own numbering of errors.
[[nodiscard]] std::string reason(const std::string& message) {
  const std::size_t start = message.find("syntax error");
  const std::size_t semicolon = message.find(" - ");
  if (semicolon != std::string::npos) return message.substr(semicolon + 3);
  return start == std::string::npos ? message : message.substr(start);
}

[[nodiscard]] Error syntax_error(std::string_view text, const std::string& name, std::size_t byte,
                                 const std::string& what) {
  const Location where = location_in(text, byte == 0 ? 0 : byte - 1, name);
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  const bool begins_so = first != std::string_view::npos && text[first] == '{';
  return Error(
      ErrorCode::parse,
      "not JSON, " + to_string(where) + ": " + what +
          (begins_so ? "; correct the file or write it anew" : "; check that it is the right file"),
      where);
}

[[nodiscard]] Error json_fault(std::string_view text, const std::string& name,
                               const JsonSyntaxError& error) {
  if (!error.too_large) return syntax_error(text, name, error.position, reason(error.message));
  return Error(ErrorCode::parse,
               "'" + name + "' holds a number that is too large for double; correct it",
               Location{.file = name});
}

[[nodiscard]] Error cbor_fault(const std::string& name, const JsonSyntaxError& error) {
  const std::string what = error.position == 0 ? error.message
                                               : "it breaks off or makes no sense at byte " +
                                                     std::to_string(error.position);
  return Error(ErrorCode::parse,
               "not CBOR, '" + name + "': " + what + "; correct the file or write it anew",
               Location{.file = name});
}

}  // namespace

void parse_json(std::string_view text, const std::string& name, nlohmann::json_sax<Json>& events) {
  if (compression_of(text) != Compression::none)
    throw Error(ErrorCode::parse, "not JSON, '" + name + "' is compressed; decompress it",
                Location{.file = name});
  // The parser takes a NUL byte for the end of the text, whatever comes behind it.
  if (const std::size_t at = text.find('\0'); at != std::string_view::npos)
    throw syntax_error(text, name, at + 1, "a NUL byte");
  try {
    (void)Json::sax_parse(text.begin(), text.end(), &events);
  } catch (const JsonSyntaxError& error) {
    throw json_fault(text, name, error);
  }
}

void parse_cbor(std::string_view bytes, const std::string& name, nlohmann::json_sax<Json>& events) {
  try {
    (void)Json::sax_parse(bytes.begin(), bytes.end(), &events, Json::input_format_t::cbor);
  } catch (const JsonSyntaxError& error) {
    throw cbor_fault(name, error);
  } catch (const nlohmann::json::exception& error) {
    throw cbor_fault(name, {.message = error.what()});
  }
}

}  // namespace credence
