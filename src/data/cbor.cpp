// CBOR, read and written with the strictness of our JSON.
#include "data/json_builder.hpp"

namespace credence {

Error cbor_fault(const std::string& name, const JsonSyntaxError& error) {
  const std::string what = error.position == 0 ? error.message
                                               : "it breaks off or makes no sense at byte " +
                                                     std::to_string(error.position);
  return Error(ErrorCode::parse,
               "not CBOR, '" + name + "': " + what + "; correct the file or write it anew",
               Location{.file = name});
}

Json parse_cbor_strict(std::string_view bytes, const std::string& name) {
  JsonBuilder builder(name, JsonBuilder::Texts::unknown);
  parse_cbor(bytes, name, builder);
  return builder.take();
}

std::string write_cbor(const Json& value) {
  (void)write_json(value, -1);  // CBOR texts are UTF-8, too; nobody else looks
  std::string bytes;
  Json::to_cbor(value, bytes);
  return bytes;
}

}  // namespace credence
