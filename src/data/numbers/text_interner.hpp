#pragma once
// Gives each distinct text the next code.
#include <credence/base/index.hpp>

#include <cstdint>
#include <forward_list>
#include <string>
#include <string_view>
#include <vector>

namespace credence {

/// Distinct texts, and the memory of those that stand in no file as they are.
struct DistinctTexts {
  std::vector<std::string_view> texts = {};
  std::vector<bool> missing = {};  ///< whether the text marks a missing cell
  std::forward_list<std::string> copies = {};
};

/// Finds distinct texts, in the order of their first occurrence.
class TextInterner {
 public:
  /// Returns the code of a text that will outlive the interner and all that is made of it.
  [[nodiscard]] Code code_of_lasting(std::string_view text) { return code(text, false); }
  /// Returns the code of a text that is copied where it is new.
  [[nodiscard]] Code code_of_passing(std::string_view text) { return code(text, true); }

  /// Returns the texts without the means to find them.
  [[nodiscard]] DistinctTexts taken() &&;

 private:
  struct Slot {
    std::uint64_t hash = 0;
    Code code = missing_code;  // of none
  };

  [[nodiscard]] Code code(std::string_view text, bool passing);
  [[nodiscard]] Code add(std::string_view text, bool passing);
  void grow();

  std::vector<Slot> slots_;  // a power of two
  std::vector<std::string_view> texts_;
  std::forward_list<std::string> copies_;  // their addresses stay, also when the list moves
};

}  // namespace credence
