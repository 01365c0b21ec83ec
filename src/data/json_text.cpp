// JSON text, read and written without the lenience of the parser behind it: it lets the last of
// duplicate keys win, and writes NaN as null.
#include "data/schema_json.hpp"

#include <cmath>

#include "data/json_builder.hpp"

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

std::string write_json(const Json& value, int indent) {
  try {
    return value.dump(indent);
  } catch (const nlohmann::json::type_error&) {
    const std::string text = value.dump(-1, ' ', false, Json::error_handler_t::replace);
    const std::size_t bad = text.find("\xEF\xBF\xBD");
    const std::size_t begin = bad < 20 ? 0 : bad - 20;
    throw Error(ErrorCode::schema,
                "JSON cannot hold a text that is not UTF-8, near '" + text.substr(begin, 40) +
                    "'; convert the data file to UTF-8 (iconv -f latin1 -t utf-8)");
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
