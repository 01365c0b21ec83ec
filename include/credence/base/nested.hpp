#pragma once
// A list of things inside a thing of the same kind.
#include <credence/base/index.hpp>
#include <credence/detail/base/place.hpp>
#include <utility>
#include <vector>

namespace credence {

/// A list whose type need not be complete where the list is a member: posteriors inside a posterior.
/// Otherwise as a vector: a value, with the vector's copies and comparison.
template <class T>
class Nested {
 public:
  // Written out, so that no compiler looks at T before it is complete.
  Nested() : list_() {}                                               // NOLINT
  Nested(const Nested& other) : list_(other.list_) {}                 // NOLINT
  Nested(Nested&& other) noexcept : list_(std::move(other.list_)) {}  // NOLINT
  Nested& operator=(const Nested& other) {                            // NOLINT
    list_ = other.list_;
    return *this;
  }
  Nested& operator=(Nested&& other) noexcept {  // NOLINT
    list_ = std::move(other.list_);
    return *this;
  }
  ~Nested() {}  // NOLINT

  [[nodiscard]] auto begin() { return list_.begin(); }
  [[nodiscard]] auto end() { return list_.end(); }
  [[nodiscard]] auto begin() const { return list_.begin(); }
  [[nodiscard]] auto end() const { return list_.end(); }
  [[nodiscard]] Index size() const { return std::ssize(list_); }
  [[nodiscard]] bool empty() const { return list_.empty(); }
  /// Returns a thing of the list; Error{shape} for an unknown position.
  [[nodiscard]] T& operator[](Index i) { return list_[detail::place_of("entry", i, list_.size())]; }
  [[nodiscard]] const T& operator[](Index i) const {
    return list_[detail::place_of("entry", i, list_.size())];
  }
  void push_back(T one) { list_.push_back(std::move(one)); }

  friend bool operator==(const Nested& a, const Nested& b) { return a.list_ == b.list_; }

 private:
  std::vector<T> list_;
};

}  // namespace credence
