// The command line and the values of its flags: understood, or refused as a usage error.
// Input: one byte that says what the text is, then the text; words end at a line end.
#include <optional>

#include "fuzz/fuzz.hpp"
#include "tool/arguments.hpp"
#include "tool/console/console.hpp"
#include "tool/flags/values.hpp"
#include "tool/process/faults.hpp"

namespace {

using namespace credence;
using namespace credence::tool;
using credence::fuzz::Bytes;
using credence::fuzz::expect;

// What the call gives, or nothing where the library or the tool refuses; else it is a find.
template <class Call>
auto accepted(const Call& call) -> std::optional<decltype(call())> {
  try {
    return call();
  } catch (const UsageError& error) {
    expect(error.what()[0] != '\0', "a refusal says something");
  } catch (const Error& error) {
    expect(error.what()[0] != '\0', "an error says something");
  }
  return std::nullopt;
}

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    words.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

void understand(std::string_view text) {
  auto arguments = accepted([&] { return parse(words_of(text)); });
  if (!arguments || !arguments->answer.empty()) return;
  (void)accepted([&] {
    take_values(arguments->command);
    return true;
  });
}

void read_values(const std::string& text) {
  const auto list = accepted([&] { return list_of(text, "--flag"); });
  expect(!list || !list->empty(), "a list has an entry");
  (void)accepted([&] { return prior_of(text, "--prior"); });
  (void)accepted([&] { return class_prior_of(text, "--class-prior"); });
  (void)accepted([&] { return split_at_last(text, ':', "--flag", "A:B"); });
  (void)accepted([&] { return character_of(text, "--separator"); });
  const auto count = accepted([&] { return whole_number_of(text, "--repeat", 2); });
  expect(!count || *count >= 2, "a whole number is at least what it must be");
  const auto mass = accepted([&] { return mass_of(text, "--interval-mass"); });
  expect(!mass || (*mass > 0 && *mass < 1), "a mass lies between 0 and 1");
}

// Ranges of sizes are understood by the verb alone, which therefore runs on four rows.
void draw_curve(const std::string& text, bool of_training) {
  int digits = 0;
  for (const char byte : text) {
    digits = byte >= '0' && byte <= '9' ? digits + 1 : 0;
    if (digits > 2) return;  // thousands of sizes take long and show nothing more
  }
  const credence::fuzz::MemoryFile data("x,y\n1,a\n2,b\n3,a\n5,b\n7,a\n2,b\n");
  auto arguments = accepted([&] {
    return parse({"curve", data.path(), "--label", "y", "--repeat", "1", "--estimator",
                  "predictive", "--format", "json", "--quiet", "-o", "/dev/null",
                  (of_training ? "--sizes=" : "--test-sizes=") + text});
  });
  if (!arguments) return;
  Console console(style_of(true, true, Color::never));
  (void)accepted([&] {
    take_values(arguments->command);
    arguments->command.run(console);
    return true;
  });
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Bytes bytes(credence::fuzz::text_of(data, size));
  const std::size_t what = bytes.below(4);
  if (what == 0)
    understand(bytes.rest());
  else if (what == 1)
    read_values(std::string(bytes.rest()));
  else
    draw_curve(std::string(bytes.rest()), what == 2);
  return 0;
}
