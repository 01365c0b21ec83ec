#pragma once
// A JSON value from the events of a parser, of JSON or of CBOR.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "data/json/json_watch.hpp"
#include "data/json/schema_json.hpp"

namespace credence {

/// Thrown by a builder where the text breaks the rules of its format.
struct JsonSyntaxError {
  std::size_t position = 0;  ///< bytes read
  bool too_large = false;    ///< a number beyond the range of double
  std::string message;
};

/// Builds the value that a parser reports, with the limits of a JsonWatch. To throw is the way out
/// of the parser, so that nothing deep or doubled is ever built; and no destructor on the way needs
/// memory, as those of Json do.
class JsonBuilder final : public nlohmann::json_sax<Json> {
 public:
  enum class Texts { known_to_be_utf8, unknown };

  /// in  name: stands for the file in messages; outlives the builder
  JsonBuilder(const std::string& name, Texts texts) : texts_(texts), watch_(name) {}

  /// What was built.
  [[nodiscard]] Json take() { return std::move(root_.value); }
  /// Returns the last value of the innermost list or object that is open, which was told to its
  /// end.
  [[nodiscard]] Json& last();
  /// Whether what is told from now on becomes part of the value; it is checked all the same. To be
  /// changed where equally many objects and lists are open.
  void keep(bool kept) { kept_ = kept; }

  // What the parser calls.
  bool null() override { return put(nullptr); }
  bool boolean(bool value) override { return put(value); }
  bool number_integer(std::int64_t number) override { return put(number); }
  bool number_unsigned(std::uint64_t number) override { return put(number); }
  bool number_float(double number, const std::string& text) override;
  bool string(std::string& text) override;
  bool binary(Json::binary_t& bytes) override;
  bool start_object(std::size_t size) override;
  bool key(std::string& text) override;
  bool end_object() override;
  bool start_array(std::size_t size) override;
  bool end_array() override;
  bool parse_error(std::size_t position, const std::string& token,
                   const nlohmann::detail::exception& error) override;

 private:
  bool put(Json value);
  void open();
  void check(const std::string& text) const;

  Texts texts_;
  bool kept_ = true;
  JsonWatch watch_;
  JsonDocument root_{Json()};
  std::vector<Json*> open_;  // objects and lists, the innermost last
};

/// Tells `events`, a JsonBuilder or what passes everything on to one, all that the text holds.
/// throws  as parse_strict
void parse_json(std::string_view text, const std::string& name, nlohmann::json_sax<Json>& events);

/// The same for CBOR. The parser recurses, but no deeper than the builder lets it, and it takes the
/// length of a list or a text from what it reads, not from what is announced.
/// throws  as parse_cbor_strict
void parse_cbor(std::string_view bytes, const std::string& name, nlohmann::json_sax<Json>& events);

}  // namespace credence
