// Memory of the digits of long sums.
#include <credence/detail/base/sum_digits.hpp>

#include <algorithm>
#include <utility>

namespace credence::detail {

SumDigits::SumDigits(const SumDigits& other) {
  if (other.empty()) return;
  const std::size_t words = head + other.size();
  words_ = std::make_unique_for_overwrite<std::int64_t[]>(words);
  std::copy_n(other.words_.get(), words, words_.get());
}

SumDigits& SumDigits::operator=(const SumDigits& other) {
  SumDigits copy(other);
  return *this = std::move(copy);
}

void SumDigits::extend(int first, int last) {
  if (reach(first, last)) return;
  const int begin = words_ ? std::min(first, this->first()) : first;
  const int end = words_ ? std::max(last, this->first() + static_cast<int>(size())) : last;
  const auto digits = static_cast<std::size_t>(end - begin);
  auto words = std::make_unique<std::int64_t[]>(head + digits);
  words[0] = begin;
  words[1] = static_cast<std::int64_t>(digits << 32 | uncarried());
  const std::span<const std::int64_t> old = std::as_const(*this).all();
  std::copy(old.begin(), old.end(), words.get() + head + (words_ ? this->first() - begin : 0));
  words_ = std::move(words);
}

}  // namespace credence::detail
