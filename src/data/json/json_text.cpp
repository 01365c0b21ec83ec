// JSON text, read and written without the lenience of the parser behind it: it lets the last of
// duplicate keys win, and writes NaN as null.
#include "data/json/schema_json.hpp"

#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "base/utf8.hpp"
#include "data/json/json_builder.hpp"

namespace credence {
namespace {

// Children first, so that each destructor finds an empty value.
void release(Json& value) noexcept {
  if (auto* list = value.get_ptr<Json::array_t*>()) {
    for (Json& entry : *list) release(entry);
    list->clear();
  }
  if (auto* object = value.get_ptr<Json::object_t*>()) {
    for (auto& entry : *object) release(entry.second);
    object->clear();
  }
}

}  // namespace

JsonDocument::~JsonDocument() { release(value); }

Json parse_strict(std::string_view text, const std::string& name) {
  JsonBuilder builder(name, JsonBuilder::Texts::known_to_be_utf8);
  parse_json(text, name, builder);
  return builder.take();
}

namespace {
// The first text of a value, or key, that is not UTF-8.
std::optional<std::string> text_not_utf8(const Json& value) {
  if (value.is_string() && !is_utf8(value.get_ref<const std::string&>()))
    return value.get<std::string>();
  if (!value.is_structured()) return std::nullopt;
  for (const auto& [key, entry] : value.items()) {
    if (value.is_object() && !is_utf8(key)) return key;
    if (auto text = text_not_utf8(entry)) return text;
  }
  return std::nullopt;
}
}  // namespace

std::string write_json(const Json& value, int indent) {
  try {
    return value.dump(indent);
  } catch (const nlohmann::json::type_error&) {
    throw Error(ErrorCode::schema,
                fmt::format("the text '{}' of the data is not UTF-8, and JSON can hold no other; "
                            "convert the data file to UTF-8 (iconv -f latin1 -t utf-8)",
                            text_not_utf8(value).value_or("")));
  }
}

Json number_to_json(double number) {
  if (!std::isfinite(number))
    throw Error(ErrorCode::domain, "JSON cannot hold the number " +
                                       std::string(std::isnan(number) ? "nan" : "inf") +
                                       "; use finite numbers");
  constexpr double exact = 9007199254740992;  // 2^53
  const bool whole = std::trunc(number) == number && std::abs(number) < exact;
  if (whole && !(number == 0 && std::signbit(number))) return static_cast<std::int64_t>(number);
  return number;
}

Json fields_to_json(const Fields& fields) {
  Json object = Json::object();
  for (const auto& [name, value] : fields) {
    if (const auto* number = std::get_if<double>(&value)) {
      add_member(object, name, number_to_json(*number));
      continue;
    }
    Json list = Json::array();
    for (const double number : std::get<std::vector<double>>(value))
      list.push_back(number_to_json(number));
    add_member(object, name, std::move(list));
  }
  return object;
}

}  // namespace credence
