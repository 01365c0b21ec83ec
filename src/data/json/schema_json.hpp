#pragma once
// JSON with the strictness that schemas and posterior files share, and schemas in it.
#include <credence/base/error.hpp>
#include <credence/base/members.hpp>
#include <credence/data/schema.hpp>

#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace credence {

using Json = nlohmann::ordered_json;

/// Owns a value, and lets go of it without an allocation, which the destructor of Json makes: no
/// memory may be left when a large value has to go.
class JsonDocument {
 public:
  explicit JsonDocument(Json content) : value(std::move(content)) {}
  JsonDocument(const JsonDocument&) = delete;
  JsonDocument& operator=(const JsonDocument&) = delete;
  ~JsonDocument();

  Json value;
};

/// Returns the JSON value written in the whole of `text`; `name` stands for the file in messages.
/// throws  Error{parse} with file:line:column where the text is no JSON;
///         Error{schema} for a key that stands twice in one object;
///         Error{limit} for more than 64 levels of nesting or 16384 keys in one object
[[nodiscard]] Json parse_strict(std::string_view text, const std::string& name);

/// Returns the text of a value; `indent` blanks a level, on one line when negative.
/// throws  Error{schema} quoting a string that is not UTF-8, which JSON cannot hold
[[nodiscard]] std::string write_json(const Json& value, int indent);

/// Returns the value that the whole of `bytes` says in CBOR (RFC 8949), without tags and byte
/// strings.
/// throws  as parse_strict, without line and column; Error{schema} for a text that is not UTF-8,
///         Error{domain} for NaN and infinities
/// cost    memory: in proportion to the bytes that are there, whatever lengths they announce
[[nodiscard]] Json parse_cbor_strict(std::string_view bytes, const std::string& name);

/// Returns a value in CBOR.
/// throws  Error{schema} quoting a string that is not UTF-8
[[nodiscard]] std::string write_cbor(const Json& value);

/// Adds a member that the object does not have yet, without a copy of those it has.
void add_member(Json& object, std::string key, Json value);

/// Returns a number as JSON: without a point where it is whole and below 2^53. Reads back exactly.
/// throws  Error{domain} for NaN and infinities, which JSON cannot hold
[[nodiscard]] Json number_to_json(double number);

/// Named numbers and lists of numbers, as an object in their order.
[[nodiscard]] Json fields_to_json(const Fields& fields);

/// Returns a schema as an object, with its schema_version.
[[nodiscard]] Json schema_to_json(const Schema& schema);

/// Returns the schema of such an object; `name` stands for the file in messages.
/// throws  Error{schema} naming the key
[[nodiscard]] Schema schema_from_json_value(const Json& value, const std::string& name);

/// A place in a JSON text, for messages: the file, and the path of keys that leads there. Each
/// function returns the value as what it should be, or throws Error{schema} naming the path.
class JsonCursor {
 public:
  /// `value` must outlive the cursor; `path` is where it stands in the file.
  JsonCursor(const Json& value, std::string file, std::string path = {})
      : value_(&value), file_(std::move(file)), path_(std::move(path)) {}

  [[nodiscard]] const Json& value() const { return *value_; }

  /// Returns the entry `key` of this object; it must be there.
  [[nodiscard]] JsonCursor at(const std::string& key) const;
  [[nodiscard]] bool has(const std::string& key) const;
  /// Returns the entries of this array.
  [[nodiscard]] std::vector<JsonCursor> entries() const;
  /// Returns the entries of this object with their keys, in the order of the file.
  [[nodiscard]] std::vector<std::pair<std::string, JsonCursor>> members() const;
  /// Throws unless this is an object that has only the keys listed.
  void check_keys(std::initializer_list<std::string_view> allowed) const;

  [[nodiscard]] std::string string() const;
  [[nodiscard]] double number() const;
  [[nodiscard]] std::vector<std::string> strings() const;
  [[nodiscard]] std::vector<double> numbers() const;
  /// Returns the named numbers and lists of this object.
  [[nodiscard]] Fields fields() const;

  /// Returns an error about this place: "key 'columns[2].family' of 's.json' problem; remedy".
  [[nodiscard]] Error fault(const std::string& problem, const std::string& remedy) const;

 private:
  void expect(bool fits, std::string_view wanted) const;
  [[nodiscard]] JsonCursor child(const Json& value, const std::string& step) const;

  const Json* value_;
  std::string file_;
  std::string path_;
};

/// A structure as an object; what is as usual is left out.
[[nodiscard]] Json structure_to_json(const Structure& structure);

/// The structure of such an object.
/// throws  Error{schema} naming the key
[[nodiscard]] Structure read_structure(const JsonCursor& cursor);

}  // namespace credence
