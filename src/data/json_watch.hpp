#pragma once
// What parsers of JSON and CBOR let pass and we do not: deep nesting, huge objects, keys that stand
// twice.
#include <credence/base/error.hpp>

#include <string>
#include <unordered_set>
#include <vector>

namespace credence {

/// Is told of each object, list and key while a text is parsed; `name` stands for the file in
/// messages and must outlive the watch.
class JsonWatch {
 public:
  explicit JsonWatch(const std::string& name) : name_(name) {}

  /// An object or a list begins inside `depth` others.
  /// throws  Error{limit} for more than 64 levels
  void open(int depth) const;
  void begin_object() { keys_.emplace_back(); }
  void end_object() { keys_.pop_back(); }
  /// A key of the innermost object.
  /// throws  Error{schema} when it stands twice, Error{limit} for more than 16384 of one object
  void take_key(const std::string& key);

 private:
  const std::string& name_;
  std::vector<std::unordered_set<std::string>> keys_;  // of the objects that are open
};

}  // namespace credence
