// Values grow in place: a list or object that is open does not move, because only the innermost one
// grows.
#include "data/json/json_builder.hpp"

#include <algorithm>
#include <utility>

#include "base/utf8.hpp"

namespace credence {

// The object's own growth would copy its values, since its keys are constant.
void add_member(Json& object, std::string key, Json value) {
  auto& members = object.get_ref<Json::object_t&>();
  if (members.size() == members.capacity()) {
    Json::object_t larger;
    larger.reserve(std::max<std::size_t>(4, 2 * members.size()));
    for (auto& [name, held] : members) larger.emplace_back(name, std::move(held));
    members.swap(larger);
  }
  members.emplace_back(std::move(key), std::move(value));
}

void JsonBuilder::check(const std::string& text) const {
  if (texts_ == Texts::unknown && !is_utf8(text)) (void)write_json(Json(text), -1);  // which throws
}

Json& JsonBuilder::last() {
  if (open_.empty()) return root_.value;
  return open_.back()->is_array() ? open_.back()->get_ref<Json::array_t&>().back()
                                  : open_.back()->get_ref<Json::object_t&>().back().second;
}

bool JsonBuilder::put(Json value) {
  if (!kept_) return true;
  if (!open_.empty() && open_.back()->is_array())
    open_.back()->get_ref<Json::array_t&>().push_back(std::move(value));
  else
    last() = std::move(value);
  return true;
}

void JsonBuilder::open() {
  watch_.open(static_cast<int>(open_.size()));
  open_.push_back(kept_ ? &last() : nullptr);
}

bool JsonBuilder::number_float(double number, const std::string&) {
  (void)number_to_json(number);
  return put(number);
}

bool JsonBuilder::string(std::string& text) {
  check(text);
  return !kept_ || put(std::move(text));
}

bool JsonBuilder::binary(Json::binary_t&) {
  throw JsonSyntaxError{.position = 0, .message = "it holds a byte string"};
}

bool JsonBuilder::start_object(std::size_t) {
  if (kept_) put(Json::object());
  open();
  watch_.begin_object();
  return true;
}

bool JsonBuilder::key(std::string& text) {
  check(text);
  watch_.take_key(text);
  if (kept_) add_member(*open_.back(), std::move(text), nullptr);
  return true;
}

bool JsonBuilder::end_object() {
  watch_.end_object();
  open_.pop_back();
  return true;
}

bool JsonBuilder::start_array(std::size_t) {
  if (kept_) put(Json::array());
  open();
  return true;
}

bool JsonBuilder::end_array() {
  open_.pop_back();
  return true;
}

bool JsonBuilder::parse_error(std::size_t position, const std::string&,
                              const nlohmann::detail::exception& error) {
  constexpr int out_of_range = 406;
  throw JsonSyntaxError{
      .position = position, .too_large = error.id == out_of_range, .message = error.what()};
}

}  // namespace credence
