// Aligned memory, in huge pages where the system has them to give.
#include <credence/base/large_array.hpp>

#include <sys/mman.h>
#include <new>

namespace credence::detail {
namespace {

constexpr std::size_t cache_line = 64;
constexpr std::size_t huge_page = std::size_t{1} << 21;

std::align_val_t alignment_of(std::size_t bytes) {
  return std::align_val_t{bytes >= huge_page ? huge_page : cache_line};
}

}  // namespace

void* allocate_large(std::size_t bytes) {
  void* const memory = ::operator new(bytes, alignment_of(bytes));
#ifdef MADV_HUGEPAGE
  // A system without huge pages refuses, which changes nothing but the speed.
  if (bytes >= huge_page)
    static_cast<void>(::madvise(memory, bytes / huge_page * huge_page, MADV_HUGEPAGE));
#endif
  return memory;
}

void deallocate_large(void* memory, std::size_t bytes) noexcept {
  ::operator delete(memory, alignment_of(bytes));
}

}  // namespace credence::detail
