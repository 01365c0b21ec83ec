// Gives each distinct text the next code: a table with open addresses, nothing allocated for a text.
#include "data/numbers/text_interner.hpp"

#include <credence/base/error.hpp>

#include <cstring>
#include <limits>
#include <utility>

namespace credence {

namespace {

template <class Word>
[[nodiscard]] std::uint64_t word_at(const char* at) {
  Word word = 0;
  std::memcpy(&word, at, sizeof word);
  return word;
}

[[nodiscard]] std::uint64_t mixed(std::uint64_t state, std::uint64_t word) {
  constexpr std::uint64_t odd = 0x9E3779B97F4A7C15U;  // 2^64 divided by the golden ratio
  const std::uint64_t product = (state ^ word) * odd;
  return product ^ (product >> 29);
}

// Loads that overlap spare a loop over the last bytes.
[[nodiscard]] std::uint64_t hash_of(std::string_view text) {
  const char* at = text.data();
  std::size_t left = text.size();
  std::uint64_t state = mixed(0, left);
  for (; left > 8; at += 8, left -= 8) state = mixed(state, word_at<std::uint64_t>(at));
  std::uint64_t last = 0;
  if (text.size() >= 8)
    last = word_at<std::uint64_t>(text.data() + text.size() - 8);
  else if (left >= 4)
    last = word_at<std::uint32_t>(at) << 32 | word_at<std::uint32_t>(at + left - 4);
  else if (left > 0)
    last = word_at<std::uint8_t>(at) << 16 | word_at<std::uint8_t>(at + left / 2) << 8 |
           word_at<std::uint8_t>(at + left - 1);
  return mixed(mixed(state, last), 0);
}

}  // namespace

Code TextInterner::code(std::string_view text, bool passing) {
  if (2 * texts_.size() >= slots_.size()) grow();
  const std::uint64_t hash = hash_of(text);
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t i = hash & mask;; i = (i + 1) & mask) {
    Slot& slot = slots_[i];
    if (slot.code == missing_code) {
      slot = {.hash = hash, .code = add(text, passing)};
      return slot.code;
    }
    if (slot.hash == hash && texts_[static_cast<std::size_t>(slot.code)] == text) return slot.code;
  }
}

Code TextInterner::add(std::string_view text, bool passing) {
  if (texts_.size() > static_cast<std::size_t>(std::numeric_limits<Code>::max()))
    throw Error(ErrorCode::limit,
                "a column has more distinct texts than the limit of 2147483648; use fewer rows");
  texts_.push_back(passing ? std::string_view(copies_.emplace_front(text)) : text);
  return static_cast<Code>(texts_.size() - 1);
}

DistinctTexts TextInterner::taken() && {
  slots_ = {};
  return {.texts = std::move(texts_), .missing = {}, .copies = std::move(copies_)};
}

void TextInterner::grow() {
  std::vector<Slot> old = std::move(slots_);
  slots_.assign(old.empty() ? 16 : 2 * old.size(), Slot{});
  const std::size_t mask = slots_.size() - 1;
  for (const Slot& slot : old) {
    if (slot.code == missing_code) continue;
    std::size_t i = slot.hash & mask;
    while (slots_[i].code != missing_code) i = (i + 1) & mask;
    slots_[i] = slot;
  }
}

}  // namespace credence
