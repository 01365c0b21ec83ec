// Notes and errors on standard error.
#include "console/console.hpp"

#include <credence/base/error.hpp>

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "process/remedies.hpp"

namespace credence::tool {
namespace {

constexpr std::string_view red = "\x1b[31m";
constexpr std::string_view yellow = "\x1b[33m";
constexpr std::string_view plain = "\x1b[0m";

void put(const std::string& line) {
  // When standard error itself fails there is nobody left to tell.
  std::fwrite(line.data(), 1, line.size(), stderr);
}

// Every line after the first is indented, so that a line feed in the data begins no message.
std::string indented(std::string_view message) {
  std::string lines;
  for (const char letter : printable_lines(message))
    lines += letter == '\n' ? std::string_view("\n  ") : std::string_view(&letter, 1);
  return lines;
}

}  // namespace

Style style_of(bool json, bool quiet, Color color) {
  const char* refused = std::getenv("NO_COLOR");
  const bool wanted = (refused == nullptr || *refused == '\0') && isatty(STDERR_FILENO) == 1;
  return {.json = json,
          .quiet = quiet,
          .color = color == Color::always || (color == Color::automatic && wanted)};
}

void Console::note(std::string_view message) {
  if (style_.quiet || !ranks_.is_first()) return;
  const std::string note = with_flags(message);
  if (style_.json)
    waiting_.push_back(note);
  else
    write(printable(note), yellow);
}

void Console::fail(const Fault& fault) const {
  if (!ranks_.is_first()) return;
  if (style_.json)
    put(to_json(fault) + '\n');
  else
    write(indented(fault.message), red);
}

void Console::finish(bool timings) {
  for (const std::string& message : waiting_) write(printable(message), yellow);
  waiting_.clear();
  if (!timings) return;
  if (ranks_.any()) take_slowest();
  if (ranks_.is_first()) put(timings_.to_json(ranks_.any()) + '\n');
}

// Of each phase the seconds of the process that took longest.
void Console::take_slowest() {
  PhaseSeconds seconds = timings_.seconds();
  std::string bytes(sizeof seconds, '\0');
  std::memcpy(bytes.data(), seconds.data(), sizeof seconds);
  for (const std::string& other : ranks_.exchange(bytes)) {
    std::memcpy(seconds.data(), other.data(), sizeof seconds);
    timings_.raise_to(seconds);
  }
}

void Console::write(std::string_view printable, std::string_view color) const {
  put(style_.color ? fmt::format("{}credence:{} {}\n", color, plain, printable)
                   : fmt::format("credence: {}\n", printable));
}

}  // namespace credence::tool
