// The flags of every verb.
#include "flags/common_flags.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "flags/values.hpp"
#include "process/faults.hpp"

namespace credence::tool {
namespace {

std::string_view word_of(Format format) {
  constexpr std::string_view words[] = {"text", "json", "csv", "html"};
  return words[static_cast<std::size_t>(format)];
}

}  // namespace

Flag& CommonFlags::declare(Grammar& grammar, std::initializer_list<Format> formats,
                           std::string_view of) {
  format = *formats.begin();
  grammar.section(Section::output);
  Choice<Format> known;
  for (const Format each : formats) known.meanings.emplace_back(word_of(each), each);
  grammar
      .choice("--format", format, fmt::format("how {} is written [{}]", of, word_of(format)),
              known.meanings)
      .before_others()
      .not_empty();
  Flag& file =
      grammar.value("-o,--output", out, "FILE", "where the result goes; '-' is standard output")
          .is_written();
  grammar.on_off("--force", force, "overwrite a file that exists");
  grammar.section(Section::general);
  grammar.value("--threads", threads, "N",
                "number of threads; the result is the same for any number [all]",
                Whole{.least = 1, .most = 1024});
  grammar.on_off("--timings", timings,
                 "write the seconds of each phase to standard error, as a last line of JSON");
  grammar.on_off("-q,--quiet", quiet, "no notes on standard error");
  grammar
      .choice("--color", color, "colour on standard error; NO_COLOR is respected",
              {{"auto", Color::automatic}, {"always", Color::always}, {"never", Color::never}})
      .before_others();
  return file;
}

void CommonFlags::declare_digits(Grammar& grammar) {
  grammar.section(Section::output);
  grammar.value("--digits", digits, "N",
                "round the numbers of CSV and JSON to N significant digits [exact]",
                Whole{.least = 1, .most = 17});
  grammar.rule([this](const Grammar& flags) {
    if (!flags.given("--digits") || format == Format::csv || format == Format::json) return;
    const std::vector<std::string>& known = flags.find("--format")->choices;
    const bool has_csv = std::find(known.begin(), known.end(), "csv") != known.end();
    throw UsageError(has_csv ? "flag '--digits' is for --format csv and --format json; choose one "
                               "of them"
                             : "flag '--digits' is for --format json; give it, too");
  });
}

}  // namespace credence::tool
