// A run: understand, work, report how it ended.
#include "run.hpp"

#include <credence/base/error.hpp>
#include <credence/base/instructions.hpp>
#include <credence/base/parallel.hpp>
#include <credence/detail/base/mapped_regions.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <new>

#include "arguments.hpp"
#include "console/console.hpp"
#include "console/output.hpp"
#include "flags/values.hpp"
#include "help.hpp"
#include "process/lost_page.hpp"
#include "process/out_of_memory.hpp"
#include "process/remedies.hpp"

namespace credence::tool {
namespace {

// Whether the words hold a flag with this value, before their grammar is understood.
bool holds(const std::vector<std::string>& words, const std::string& flag, std::string_view value) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == fmt::format("{}={}", flag, value)) return true;
    if (words[i] == flag && i + 1 < words.size() && words[i + 1] == value) return true;
  }
  return false;
}

// The style of errors in the command line itself.
Style first_style(const std::vector<std::string>& words) {
  const Color color = holds(words, "--color", "always")  ? Color::always
                      : holds(words, "--color", "never") ? Color::never
                                                         : Color::automatic;
  return style_of(holds(words, "--format", "json"), false, color);
}

// CREDENCE_INSTRUCTIONS forces an instruction set.
void choose_instructions() {
  const char* wanted = std::getenv("CREDENCE_INSTRUCTIONS");
  if (wanted == nullptr || *wanted == '\0') return;
  const std::optional<Instructions> found = instructions_named(wanted);
  std::vector<std::string> names;
  for (const Instructions each : available_instructions()) names.emplace_back(to_string(each));
  if (!found || std::find(names.begin(), names.end(), wanted) == names.end())
    throw UsageError(fmt::format(
        "CREDENCE_INSTRUCTIONS is '{}', which {}; this machine has {}", wanted,
        found ? "this processor lacks" : "names no instruction set", quoted_names(names)));
  use_instructions(*found);
}

// Remedies that the verb has: a posterior fixes the families of columns, and so do training rows where
// no flag chooses them.
std::string with_remedies(std::string message, const Grammar& grammar) {
  if (grammar.find("--stream") == nullptr)
    message = without_stream(message, grammar.find("--chunk") != nullptr);
  const bool lazy = grammar.given("--train");  // in place of POSTERIOR
  if (!lazy && (grammar.given("POSTERIOR") || grammar.given("--update")))
    return beside_posterior(message);
  if (grammar.find("--column") != nullptr) return message;
  return without_families(beside_training_rows(message));
}

void work(const std::vector<std::string>& words, Console& console) {
  console.ranks().check_same_words(words);
  choose_instructions();
  Arguments arguments = parse(words);
  if (!arguments.answer.empty()) {
    if (console.ranks().is_first()) {
      Output output(std::nullopt, Overwrite::refuse);
      write_text(output, arguments.answer);
    }
    console.ranks().meet();
    return;
  }
  Command& command = arguments.command;
  const CommonFlags& common = *command.common;
  console.restyle(style_of(common.format == Format::json, common.quiet, common.color));
  tell_lost_pages(common.format == Format::json);
  take_values(command);
  const ThreadLimit limit(common.threads > 0 ? common.threads : console.ranks().threads());
  try {
    if (command.by_all_ranks || console.ranks().is_first()) command.run(console);
  } catch (const Error& error) {
    throw Error(error.code(), with_remedies(error.what(), command.grammar), error.where());
  }
  console.ranks().meet();
  console.finish(common.timings);
}

// Why the run ended: a file that changed while it was read explains whatever else went wrong.
Fault fault_of_run() {
  Fault fault = current_fault();
  try {
    detail::check_mapped_files();
  } catch (const Error&) {
    fault = current_fault();
  }
  return fault;
}

// The same for all processes of a run, which meet here unless they have met over it.
Fault agreed_fault(Ranks& ranks) {
  try {
    throw;
  } catch (const SharedFault& shared) {
    return shared.fault();
  } catch (...) {
    return ranks.agreed(fault_of_run());
  }
}

// The exit code of the exception that is being handled, told on standard error.
int reported(Console& console) {
  try {
    const Fault fault = agreed_fault(console.ranks());
    console.fail(fault);
    return static_cast<int>(fault.exit);
  } catch (const std::bad_alloc&) {
    die_of_memory();
  }
}

}  // namespace

int run(const std::vector<std::string>& words, Transport* transport) {
  die_of_memory_on_terminate();
  const Ranks ranks(transport);
  if (words.empty()) {
    if (ranks.is_first()) std::fputs(short_help().c_str(), stderr);
    return static_cast<int>(Exit::usage);
  }
  Console console(first_style(words), words, ranks);
  try {
    work(words, console);
    return static_cast<int>(Exit::done);
  } catch (...) {
    return reported(console);
  }
}

}  // namespace credence::tool
