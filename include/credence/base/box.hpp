#pragma once
// Values that own others: one object of a class hierarchy; a list inside a thing of the same kind.
#include <credence/base/index.hpp>
#include <credence/detail/base/place.hpp>
#include <memory>
#include <utility>
#include <vector>

namespace credence {

/// Owns an object behind an abstract class and behaves as a value all the same: a copy is a copy of
/// the object, and two boxes are equal where their objects are. `T` says how, by
/// `std::unique_ptr<T> clone() const` and `bool equals(const T&) const`.
///
///     std::vector<Box<AnyBlock>> blocks = posterior.blocks;    // copies, nothing is shared
///     blocks.front()->size();
///
/// A box that was moved from, or made without an object, is empty: it can be assigned, copied and
/// compared, but not read.
template <class T>
class Box {
 public:
  Box() = default;
  Box(std::unique_ptr<T> object) : object_(std::move(object)) {}  // NOLINT: a pointer is a box
  Box(const Box& other) : object_(other.object_ ? other.object_->clone() : nullptr) {}
  Box(Box&&) noexcept = default;
  Box& operator=(const Box& other) {
    if (this != &other) object_ = other.object_ ? other.object_->clone() : nullptr;
    return *this;
  }
  Box& operator=(Box&&) noexcept = default;
  ~Box() = default;

  [[nodiscard]] explicit operator bool() const { return object_ != nullptr; }
  [[nodiscard]] T& operator*() { return *object_; }
  [[nodiscard]] const T& operator*() const { return *object_; }
  [[nodiscard]] T* operator->() { return object_.get(); }
  [[nodiscard]] const T* operator->() const { return object_.get(); }

  friend bool operator==(const Box& a, const Box& b) {
    if (!a.object_ || !b.object_) return !a.object_ && !b.object_;
    return a.object_->equals(*b.object_);
  }

 private:
  std::unique_ptr<T> object_;
};

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
