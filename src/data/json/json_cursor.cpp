// Reading JSON values as what they should be, with the path of keys in every message.
#include "data/json/schema_json.hpp"

#include "base/names.hpp"

namespace credence {

JsonCursor JsonCursor::child(const Json& value, const std::string& step) const {
  JsonCursor cursor(value, file_);
  cursor.path_ = path_ + step;
  if (path_.empty() && step.starts_with('.')) cursor.path_.erase(0, 1);
  return cursor;
}

Error JsonCursor::fault(const std::string& problem, const std::string& remedy) const {
  const std::string place =
      path_.empty() ? "'" + file_ + "'" : "key '" + path_ + "' of '" + file_ + "'";
  return Error(ErrorCode::schema, place + " " + problem + "; " + remedy, Location{.file = file_});
}

void JsonCursor::expect(bool fits, std::string_view wanted) const {
  constexpr std::size_t shown = 40;
  if (fits) return;
  std::string held = value_->is_object() ? "an object" : "a list";
  if (value_->is_primitive()) held = value_->dump(-1, ' ', false, Json::error_handler_t::replace);
  if (held.size() > shown) held = held.substr(0, shown) + "...";
  throw fault("holds " + held, "give " + std::string(wanted));
}

bool JsonCursor::has(const std::string& key) const {
  expect(value_->is_object(), "an object");
  return value_->contains(key);
}

JsonCursor JsonCursor::at(const std::string& key) const {
  if (!has(key)) throw fault("lacks the key '" + key + "'", "add it");
  return child((*value_)[key], "." + key);
}

std::vector<JsonCursor> JsonCursor::entries() const {
  expect(value_->is_array(), "a list");
  std::vector<JsonCursor> found;
  found.reserve(value_->size());
  for (const Json& entry : *value_)
    found.push_back(child(entry, "[" + std::to_string(found.size()) + "]"));
  return found;
}

std::vector<std::pair<std::string, JsonCursor>> JsonCursor::members() const {
  expect(value_->is_object(), "an object");
  std::vector<std::pair<std::string, JsonCursor>> found;
  found.reserve(value_->size());
  for (auto entry = value_->begin(); entry != value_->end(); ++entry)
    found.emplace_back(entry.key(), child(entry.value(), "." + entry.key()));
  return found;
}

void JsonCursor::check_keys(std::initializer_list<std::string_view> allowed) const {
  for (const auto& [key, unused] : members()) {
    if (detail::among(allowed, key)) continue;
    throw fault("has the unknown key '" + key + "'",
                "the known keys are " + detail::quoted_list(allowed));
  }
}

std::string JsonCursor::string() const {
  expect(value_->is_string(), "a string");
  return value_->get<std::string>();
}

double JsonCursor::number() const {
  expect(value_->is_number(), "a number");
  return value_->get<double>();
}

std::vector<std::string> JsonCursor::strings() const {
  expect(value_->is_array(), "a list of strings");
  std::vector<std::string> found;
  found.reserve(value_->size());
  for (const Json& entry : *value_) {
    if (!entry.is_string())
      child(entry, "[" + std::to_string(found.size()) + "]").expect(false, "a string");
    found.push_back(entry.get<std::string>());
  }
  return found;
}

std::vector<double> JsonCursor::numbers() const {
  expect(value_->is_array(), "a list of numbers");
  std::vector<double> found;
  found.reserve(value_->size());
  for (const Json& entry : *value_) {
    if (!entry.is_number())
      child(entry, "[" + std::to_string(found.size()) + "]").expect(false, "a number");
    found.push_back(entry.get<double>());
  }
  return found;
}

Fields JsonCursor::fields() const {
  Fields found;
  for (const auto& [key, entry] : members()) {
    if (entry.value().is_array()) {
      found.emplace_back(key, entry.numbers());
      continue;
    }
    entry.expect(entry.value().is_number(), "a number or a list of numbers");
    found.emplace_back(key, entry.number());
  }
  return found;
}

}  // namespace credence
