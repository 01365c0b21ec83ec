#pragma once
// A value that owns one object of a class hierarchy.
#include <memory>
#include <utility>

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

}  // namespace credence
