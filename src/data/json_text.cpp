// JSON text, read and written without the lenience of the parser behind it: it lets the last of
// duplicate keys win, and writes NaN as null.
#include "data/schema_json.hpp"

#include <algorithm>
#include <cmath>

#include "data/json_builder.hpp"

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
  return Error(
      ErrorCode::parse,
      "not JSON, " + to_string(where) + ": " + what + "; correct the file or write it anew", where);
}

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

Error json_fault(std::string_view text, const std::string& name, const JsonSyntaxError& error) {
  if (!error.too_large) return syntax_error(text, name, error.position, reason(error.message));
  return Error(ErrorCode::parse,
               "'" + name + "' holds a number that is too large for double; correct it",
               Location{.file = name});
}

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
