#pragma once
// A JSON value from the events of a parser, of JSON or of CBOR.
#include <cstdint>
#include <vector>

#include "data/json_watch.hpp"
#include "data/schema_json.hpp"

namespace credence {

/// Builds the value that a parser tells of, with the limits of a JsonWatch. To throw is the way out
/// of the parser, so that nothing deep or doubled is ever built; and no destructor on the way needs
/// memory, as those of Json do.
class JsonBuilder {
 public:
  enum class Texts { known_to_be_utf8, unknown };

  /// in  name: stands for the file in messages; outlives the builder
  JsonBuilder(const std::string& name, Texts texts) : texts_(texts), watch_(name) {}

  /// What was built.
  [[nodiscard]] Json take() { return std::move(root_.value); }

  // What the parser calls.
  bool null() { return put(nullptr); }
  bool boolean(bool value) { return put(value); }
  bool number_integer(std::int64_t number) { return put(number); }
  bool number_unsigned(std::uint64_t number) { return put(number); }
  bool number_float(double number, const std::string& text);
  bool string(std::string& text);
  bool binary(const Json::binary_t& bytes);
  bool start_object(std::size_t size);
  bool key(std::string& text);
  bool end_object();
  bool start_array(std::size_t size);
  bool end_array();
  bool parse_error(std::size_t position, const std::string& token,
                   const nlohmann::detail::exception& error);

 private:
  bool put(Json value);
  void open();
  void check(const std::string& text) const;

  Texts texts_;
  JsonWatch watch_;
  JsonDocument root_{Json()};
  std::vector<Json*> open_;  // objects and lists, the innermost last
};

/// Thrown by a builder where the text breaks the rules of its format.
struct JsonSyntaxError {
  std::size_t position = 0;  ///< bytes read
  bool too_large = false;    ///< a number beyond the range of double
  std::string message;
};

}  // namespace credence
