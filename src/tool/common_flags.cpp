// The flags of every verb.
#include "common_flags.hpp"

#include <string_view>

#include "values.hpp"

namespace credence::tool {
namespace {

std::string_view word_of(Format format) {
  constexpr std::string_view words[] = {"text", "json", "csv", "html"};
  return words[static_cast<std::size_t>(format)];
}

}  // namespace

Flag& CommonFlags::declare(Grammar& grammar, std::initializer_list<Format> formats) {
  format = *formats.begin();
  Choice<Format> known;
  for (const Format each : formats) known.meanings.emplace_back(word_of(each), each);
  grammar.choice("--format", format, "how the result (and an error) is written", known.meanings)
      .before_others()
      .not_empty();
  Flag& file = grammar.value("-o", out, "FILE", "where the result goes; '-' is standard output");
  grammar.on_off("--force", force, "let the result take the place of a file");
  grammar.value("--threads", threads, "N",
                "how many threads to work on; the answer is the same [all there are]",
                Whole{.least = 1, .most = 1024});
  grammar.on_off("--timings", timings,
                 "seconds of each phase, as the last line on standard error, JSON");
  grammar.on_off("-q,--quiet", quiet, "no notes on standard error");
  grammar
      .choice("--color", color, "colour on standard error; NO_COLOR is respected",
              {{"auto", Color::automatic}, {"always", Color::always}, {"never", Color::never}})
      .before_others();
  return file;
}

}  // namespace credence::tool
