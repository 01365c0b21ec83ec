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
  void begin_object() {
    if (open_++ == keys_.size()) keys_.emplace_back();
  }
  void end_object() { keys_[--open_].clear(); }
  /// A key of the innermost object.
  /// throws  Error{schema} when it stands twice, Error{limit} for more than 16384 of one object
  void take_key(const std::string& key);

 private:
  // The keys of one object: a list while they are few.
  class Keys {
   public:
    /// Returns false for a key that is there.
    [[nodiscard]] bool insert(const std::string& key);
    [[nodiscard]] std::size_t size() const { return few_.size() + many_.size(); }
    void clear() {
      few_.clear();
      if (!many_.empty()) many_ = {};
    }

   private:
    std::vector<std::string> few_;
    std::unordered_set<std::string> many_;
  };

  const std::string& name_;
  std::vector<Keys> keys_;  // of the objects that are open, and room of those that were
  std::size_t open_ = 0;
};

}  // namespace credence
