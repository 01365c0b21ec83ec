#pragma once
// A posterior file read while it is parsed, so that its features never exist as JSON values, which take
// many times the bytes of the file.
#include <credence/learn/posterior_file.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "data/json/json_builder.hpp"

namespace credence {

/// Makes the records of features from the events inside the list `features`.
class FeatureEvents {
 public:
  void begin_object();
  void end_object();
  void begin_list();
  void end_list();
  void key(std::string& text);
  void text(std::string& text);
  void number(double number);
  /// A value that belongs nowhere here.
  void other() { fits_ = false; }

  /// Gives the features to a record of the same classes. False, and none are given, where an entry
  /// is not what it should be.
  [[nodiscard]] bool give(PosteriorRecord& record);

 private:
  enum class Part { name, levels, statistics, exact };

  // Whether a value of that part may stand here, inside so many lists and objects of the entry.
  [[nodiscard]] bool is_at(Part part, int depth);
  template <class T>
  static void trim(std::vector<T>& list);
  [[nodiscard]] FeatureRecord& feature() { return features_.back(); }

  std::vector<FeatureRecord> features_;
  Part part_ = Part::name;
  int depth_ = 0;  // objects and lists that are open inside `features`
  bool has_name_ = false;
  bool has_statistics_ = false;
  bool fits_ = true;
};

/// The checksum of a value's compact text, from the events that describe it.
class CompactSum {
 public:
  void begin(char bracket);
  void end(char bracket);
  void key(const std::string& text);
  void text(const std::string& text);
  void whole(std::int64_t number);
  void whole(std::uint64_t number);
  /// Any other value that holds no further ones.
  void value(const Json& value) { item(write_json(value, -1)); }
  [[nodiscard]] std::uint32_t take();

 private:
  void item(std::string_view text);

  std::uint32_t sum_ = 0;
  std::string text_;  // not summed yet
  bool is_first_ = true;
};

/// Takes the events of a parser: features become records, the schema one once it is read to its end,
/// all else becomes a JSON value.
class PosteriorEvents final : public nlohmann::json_sax<Json> {
 public:
  enum class Form { json, cbor };

  /// in  form: in JSON the body stands under the key `posterior`, in CBOR alone;
  ///     name: stands for the file in messages; outlives the events
  PosteriorEvents(Form form, const std::string& name);

  /// Returns the value of the file, its list `features` empty, and null for a schema that was read.
  [[nodiscard]] Json take() { return builder_.take(); }
  /// Returns the schema; none where it has a fault, which is then to be found in the value.
  [[nodiscard]] std::optional<Schema> take_schema() { return std::move(schema_); }
  /// Gives the features of that list to a record of the rest; false where the list has a fault.
  [[nodiscard]] bool give_features(PosteriorRecord& record) { return features_.give(record); }
  /// Returns the checksum of the body, of JSON.
  [[nodiscard]] std::uint32_t checksum() { return sum_.take(); }

  // What the parser calls.
  bool null() override { return builder_.null() && other(nullptr); }
  bool boolean(bool value) override { return builder_.boolean(value) && other(value); }
  bool number_integer(std::int64_t number) override;
  bool number_unsigned(std::uint64_t number) override;
  bool number_float(double number, const std::string& text) override;
  bool string(std::string& text) override;
  bool binary(Json::binary_t& bytes) override { return builder_.binary(bytes); }
  bool start_object(std::size_t size) override;
  bool key(std::string& text) override;
  bool end_object() override;
  bool start_array(std::size_t size) override;
  bool end_array() override;
  bool parse_error(std::size_t position, const std::string& token,
                   const nlohmann::detail::exception& error) override {
    return builder_.parse_error(position, token, error);
  }

 private:
  bool other(const Json& value);
  void number(double number);
  void leave();
  void read_schema();

  const std::string& name_;
  const int body_depth_;  // objects that are open where the body's keys stand
  bool in_body_ = false;  // of JSON
  bool in_features_ = false;
  bool at_features_ = false;  // the key was read, its value was not
  bool at_schema_ = false;
  int depth_ = 0;
  JsonBuilder builder_;
  CompactSum sum_;
  std::optional<Schema> schema_;
  FeatureEvents features_;
};

}  // namespace credence
