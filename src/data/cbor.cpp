// CBOR, read and written with the strictness of our JSON.
#include "data/json_builder.hpp"

namespace credence {

// The parser recurses, but no deeper than the builder lets it, and it takes the length of a list or
// a text from what it reads, not from what is announced.
Json parse_cbor_strict(std::string_view bytes, const std::string& name) {
  JsonBuilder builder(name, JsonBuilder::Texts::unknown);
  const auto fault = [&](const std::string& what) {
    return Error(ErrorCode::parse,
                 "not CBOR, '" + name + "': " + what + "; correct the file or write it anew",
                 Location{.file = name});
  };
  try {
    (void)Json::sax_parse(bytes.begin(), bytes.end(), &builder, Json::input_format_t::cbor);
  } catch (const JsonSyntaxError& error) {
    throw fault(error.position == 0
                    ? error.message
                    : "it breaks off or makes no sense at byte " + std::to_string(error.position));
  } catch (const nlohmann::json::exception& error) {
    throw fault(error.what());
  }
  return builder.take();
}

std::string write_cbor(const Json& value) {
  (void)write_json(value, -1);  // CBOR texts are UTF-8, too; nobody else looks
  std::string bytes;
  Json::to_cbor(value, bytes);
  return bytes;
}

}  // namespace credence
