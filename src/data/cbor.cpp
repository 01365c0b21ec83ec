// CBOR, read and written with the strictness of our JSON. The parser behind it recurses, so its
// events are watched in a first pass, which builds nothing.
#include <cmath>
#include <cstdint>
#include <optional>

#include "data/json_watch.hpp"
#include "data/schema_json.hpp"

namespace credence {
namespace {

void check_text(const std::string& text) { (void)write_json(Json(text), -1); }

// The parser calls these by name; to throw is the way out of it.
class Watcher {
 public:
  explicit Watcher(const std::string& name) : name_(name), watch_(name) {}

  bool null() { return true; }
  bool boolean(bool) { return true; }
  bool number_integer(std::int64_t) { return true; }
  bool number_unsigned(std::uint64_t) { return true; }
  bool number_float(double number, const std::string&) {
    (void)number_to_json(number);
    return true;
  }
  bool string(const std::string& text) {
    check_text(text);
    return true;
  }
  bool binary(const Json::binary_t&) { throw fault("it holds a byte string"); }
  bool start_object(std::size_t) {
    watch_.open(depth_++);
    watch_.begin_object();
    return true;
  }
  bool key(const std::string& text) {
    check_text(text);
    watch_.take_key(text);
    return true;
  }
  bool end_object() {
    watch_.end_object();
    --depth_;
    return true;
  }
  bool start_array(std::size_t) {
    watch_.open(depth_++);
    return true;
  }
  bool end_array() {
    --depth_;
    return true;
  }
  bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception&) {
    throw fault("it breaks off or makes no sense at byte " + std::to_string(position));
  }

 private:
  [[nodiscard]] Error fault(const std::string& what) const {
    return Error(ErrorCode::parse,
                 "not CBOR, '" + name_ + "': " + what + "; correct the file or write it anew",
                 Location{.file = name_});
  }

  const std::string& name_;
  JsonWatch watch_;
  int depth_ = 0;
};

void watch_over(std::string_view bytes, const std::string& name) {
  Watcher watcher(name);
  (void)Json::sax_parse(bytes.begin(), bytes.end(), &watcher, Json::input_format_t::cbor);
}

}  // namespace

Json parse_cbor_strict(std::string_view bytes, const std::string& name) {
  try {
    watch_over(bytes, name);
    return Json::from_cbor(bytes.begin(), bytes.end());
  } catch (const nlohmann::json::exception& error) {
    // Lists that claim more entries than a list can have.
    throw Error(ErrorCode::parse,
                "not CBOR, '" + name + "': " + error.what() + "; correct the file or write it anew",
                Location{.file = name});
  }
}

std::string write_cbor(const Json& value) {
  std::string bytes;
  Json::to_cbor(value, bytes);
  watch_over(bytes, "the result");
  return bytes;
}

}  // namespace credence
