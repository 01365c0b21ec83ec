// How much room a text takes on a terminal.
#include "base/text_places.hpp"

#include <algorithm>
#include <array>

#include "base/utf8.hpp"

namespace credence {
namespace {

// Whole blocks of Unicode 15, in order: marks on the letter before them (categories Mn and Me), letters
// without a shape (Cf), and what East_Asian_Width calls wide. Letters of Indic scripts that join are
// left out: terminals differ there.
struct CodeBlock {
  std::uint32_t first = 0;
  std::uint32_t last = 0;
  std::size_t places = 0;
};
constexpr std::array code_blocks{
    CodeBlock{0x300, 0x36F, 0},     CodeBlock{0x483, 0x489, 0},     CodeBlock{0x591, 0x5BD, 0},
    CodeBlock{0x610, 0x61A, 0},     CodeBlock{0x64B, 0x65F, 0},     CodeBlock{0x6D6, 0x6DC, 0},
    CodeBlock{0x1100, 0x115F, 2},   CodeBlock{0x1160, 0x11FF, 0},   CodeBlock{0x1AB0, 0x1AFF, 0},
    CodeBlock{0x1DC0, 0x1DFF, 0},   CodeBlock{0x200B, 0x200D, 0},   CodeBlock{0x20D0, 0x20FF, 0},
    CodeBlock{0x2E80, 0x303E, 2},   CodeBlock{0x3041, 0xA4CF, 2},   CodeBlock{0xA960, 0xA97F, 2},
    CodeBlock{0xAC00, 0xD7A3, 2},   CodeBlock{0xF900, 0xFAFF, 2},   CodeBlock{0xFE00, 0xFE0F, 0},
    CodeBlock{0xFE20, 0xFE2F, 0},   CodeBlock{0xFE30, 0xFE6F, 2},   CodeBlock{0xFEFF, 0xFEFF, 0},
    CodeBlock{0xFF01, 0xFF60, 2},   CodeBlock{0xFFE0, 0xFFE6, 2},   CodeBlock{0x1F300, 0x1F64F, 2},
    CodeBlock{0x1F680, 0x1F6FF, 2}, CodeBlock{0x1F900, 0x1F9FF, 2}, CodeBlock{0x20000, 0x3FFFD, 2},
    CodeBlock{0xE0100, 0xE01EF, 0}};

std::size_t places_of(std::uint32_t code) {
  if (code < code_blocks.front().first) return 1;
  for (const CodeBlock& block : code_blocks)
    if (code >= block.first && code <= block.last) return block.places;
  return 1;
}

}  // namespace

std::size_t places_of(std::string_view text) {
  std::size_t places = 0;
  while (!text.empty()) {
    const Character front = front_of(text);
    places += places_of(front.code);
    text.remove_prefix(std::max<std::size_t>(front.bytes, 1));
  }
  return places;
}

std::string_view beginning(std::string_view text, std::size_t places) {
  std::size_t end = 0;
  while (end < text.size()) {
    const Character front = front_of(text.substr(end));
    const std::size_t more = places_of(front.code);
    if (more > places) break;
    places -= more;
    end += std::max<std::size_t>(front.bytes, 1);
  }
  return text.substr(0, end);
}

}  // namespace credence
