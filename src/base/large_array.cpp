// Aligned memory, in huge pages where the system has them to give.
#include <credence/detail/base/large_array.hpp>

#include <sys/mman.h>
#include <cstdint>
#include <new>

namespace credence {
namespace {

constexpr std::size_t cache_line = 64;
constexpr std::size_t huge_page = std::size_t{1} << 21;

std::align_val_t alignment_of(std::size_t bytes) {
  return std::align_val_t{bytes >= huge_page ? huge_page : cache_line};
}

// Asks for huge pages wherever a whole one lies within the memory.
void ask_for_huge_pages(void* memory, std::size_t bytes) {
#ifdef MADV_HUGEPAGE
  const std::size_t over = reinterpret_cast<std::uintptr_t>(memory) % huge_page;
  const std::size_t before = over == 0 ? 0 : huge_page - over;
  if (bytes < before + huge_page) return;
  // A system without huge pages refuses, which changes nothing but the speed.
  static_cast<void>(::madvise(static_cast<std::byte*>(memory) + before,
                              (bytes - before) / huge_page * huge_page, MADV_HUGEPAGE));
#endif
}

}  // namespace

namespace detail {

void* allocate_large(std::size_t bytes) {
  void* const memory = ::operator new(bytes, alignment_of(bytes));
  ask_for_huge_pages(memory, bytes);
  return memory;
}

void deallocate_large(void* memory, std::size_t bytes) noexcept {
  ::operator delete(memory, alignment_of(bytes));
}

}  // namespace detail

void reserve_in_huge_pages(std::vector<double>& values, std::size_t size) {
  values.reserve(size);
  ask_for_huge_pages(values.data(), values.capacity() * sizeof(double));
}

}  // namespace credence
