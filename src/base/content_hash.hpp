#pragma once
// XXH3 of 128 bits: whether bytes are those of before.
#include <memory>
#include <string>
#include <string_view>

namespace credence {

/// Takes bytes piece after piece. Finds changes by accident; it proves nothing against forgery.
///
///     ContentHash hash;
///     hash.add("a,b\n");
///     hash.text();    // "xxh3:" and 32 hexadecimal digits
class ContentHash {
 public:
  ContentHash();
  ContentHash(ContentHash&&) noexcept;
  ContentHash& operator=(ContentHash&&) noexcept;
  ~ContentHash();

  void add(std::string_view bytes);
  /// Returns the hash of what was added so far.
  [[nodiscard]] std::string text() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace credence
