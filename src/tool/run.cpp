// A run: understand, work, report how it ended.
#include "run.hpp"

#include <credence/base/instructions.hpp>
#include <credence/base/parallel.hpp>

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>

#include "arguments.hpp"
#include "console.hpp"
#include "output.hpp"
#include "reading.hpp"
#include "values.hpp"
#include "verbs.hpp"

namespace credence::tool {
namespace {

struct Task {
  std::string_view verb;
  void (*work)(const Options&, Console&);
};
constexpr std::array tasks{
    Task{"compare", compare},   Task{"fit", fit},         Task{"predict", predict},
    Task{"evaluate", evaluate}, Task{"check", check},     Task{"describe", describe},
    Task{"schema", schema},     Task{"paired", paired},   Task{"sensitivity", sensitivity},
    Task{"select", select},     Task{"suggest", suggest}, Task{"merge", merge},
    Task{"explain", explain},   Task{"curve", curve},     Task{"simulate", simulate},
    Task{"report", report},     Task{"forget", forget},
};

// The style of errors in the command line itself, before its grammar is understood.
Style first_style(const std::vector<std::string>& words) {
  bool json = false;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool apart = words[i] == "--format" && i + 1 < words.size() && words[i + 1] == "json";
    json = json || apart || words[i] == "--format=json";
  }
  return style_of(json, false, "auto");
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

ThreadLimit thread_limit(const Options& options) {
  if (!options.threads) return ThreadLimit(0);
  constexpr std::uint64_t most = 1024;
  const std::uint64_t count = whole_number_of(*options.threads, "--threads", 1);
  if (count > most)
    throw UsageError(fmt::format("flag '--threads' is {}; give at most {}", count, most));
  return ThreadLimit(static_cast<int>(count));
}

void work(const std::vector<std::string>& words, Console& console) {
  choose_instructions();
  const Arguments arguments = parse(words);
  const Options& options = arguments.options;
  if (!arguments.answer.empty()) {
    Output output(std::nullopt, Overwrite::refuse);
    write_text(output, arguments.answer);
    return;
  }
  console.restyle(style_of(options.format == "json", options.quiet, options.color));
  check_standard_input(options);
  const ThreadLimit limit = thread_limit(options);
  std::find_if(tasks.begin(), tasks.end(), [&](const Task& task) {
    return task.verb == options.verb;
  })->work(options, console);
  console.finish(options.timings);
}

// Not even an allocation for the message is left, or a destructor needed one.
[[noreturn]] void die_of_memory() {
  constexpr std::string_view message = "credence: the memory is used up; allow more memory\n";
  static_cast<void>(::write(STDERR_FILENO, message.data(), message.size()));
  _exit(static_cast<int>(Exit::limit));
}

// Without memory, an exception may have no way out.
[[noreturn]] void die() {
  try {
    if (const std::exception_ptr fault = std::current_exception()) std::rethrow_exception(fault);
  } catch (const std::bad_alloc&) {
    die_of_memory();
  } catch (...) {
  }
  std::abort();
}

// The exit code of the exception that is being handled, told on standard error.
int reported(const Console& console) {
  try {
    const Fault fault = current_fault();
    console.fail(fault);
    return static_cast<int>(fault.exit);
  } catch (const std::bad_alloc&) {
    die_of_memory();
  }
}

}  // namespace

int run(const std::vector<std::string>& words) {
  std::set_terminate(die);
  if (words.empty()) {
    std::fputs(short_help().c_str(), stderr);
    return static_cast<int>(Exit::usage);
  }
  Console console(first_style(words));
  try {
    work(words, console);
    return static_cast<int>(Exit::done);
  } catch (...) {
    return reported(console);
  }
}

}  // namespace credence::tool
