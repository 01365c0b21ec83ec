#pragma once
// Memory for tables of several megabytes that kernels read at random places.
#include <cstddef>
#include <vector>

namespace credence {

namespace detail {
/// Memory on a border of a cache line, or of a huge page where it spans one: then the system is
/// asked for huge pages, without which most reads of a large table also miss the page tables.
[[nodiscard]] void* allocate_large(std::size_t bytes);
void deallocate_large(void* memory, std::size_t bytes) noexcept;
}  // namespace detail

/// What lets std::vector use such memory.
template <class T>
struct LargeAllocator {
  using value_type = T;

  LargeAllocator() = default;
  template <class Other>
  explicit constexpr LargeAllocator(const LargeAllocator<Other>&) {}

  [[nodiscard]] T* allocate(std::size_t size) {
    return static_cast<T*>(detail::allocate_large(size * sizeof(T)));
  }
  void deallocate(T* memory, std::size_t size) noexcept {
    detail::deallocate_large(memory, size * sizeof(T));
  }
  friend bool operator==(const LargeAllocator&, const LargeAllocator&) { return true; }
};

/// A vector whose first value stands at the beginning of a cache line.
template <class T>
using LargeArray = std::vector<T, LargeAllocator<T>>;

/// As values.reserve(size), in huge pages as far as they go: for a result of many megabytes, whose
/// pages would else be cleared one by one while it is written for the first time.
void reserve_in_huge_pages(std::vector<double>& values, std::size_t size);

}  // namespace credence
