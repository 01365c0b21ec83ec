// CBOR, read and written with the strictness of our JSON.
#include "data/json/json_builder.hpp"

namespace credence {

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
