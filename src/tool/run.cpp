// A run: understand, work, report how it ended.
#include "run.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

#include "arguments.hpp"
#include "console.hpp"
#include "output.hpp"
#include "reading.hpp"
#include "verbs.hpp"

namespace credence::tool {
namespace {

struct Task {
  std::string_view verb;
  void (*work)(const Options&, Console&);
};
constexpr std::array tasks{Task{"compare", compare},   Task{"fit", fit},
                           Task{"predict", predict},   Task{"evaluate", evaluate},
                           Task{"describe", describe}, Task{"schema", schema},
                           Task{"merge", merge}};

// The style of errors in the command line itself, before its grammar is understood.
Style first_style(const std::vector<std::string>& words) {
  bool json = false;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool apart = words[i] == "--format" && i + 1 < words.size() && words[i + 1] == "json";
    json = json || apart || words[i] == "--format=json";
  }
  return style_of(json, false, "auto");
}

void work(const std::vector<std::string>& words, Console& console) {
  const Arguments arguments = parse(words);
  const Options& options = arguments.options;
  if (!arguments.answer.empty()) {
    Output output(std::nullopt, Overwrite::refuse);
    write_text(output, arguments.answer);
    return;
  }
  console.restyle(style_of(options.format == "json", options.quiet, options.color));
  check_standard_input(options);
  std::find_if(tasks.begin(), tasks.end(), [&](const Task& task) {
    return task.verb == options.verb;
  })->work(options, console);
  console.finish();
}

}  // namespace

int run(const std::vector<std::string>& words) {
  if (words.empty()) {
    std::fputs(short_help().c_str(), stderr);
    return static_cast<int>(Exit::usage);
  }
  Console console(first_style(words));
  try {
    work(words, console);
    return static_cast<int>(Exit::done);
  } catch (...) {
    const Fault fault = current_fault();
    console.fail(fault);
    return static_cast<int>(fault.exit);
  }
}

}  // namespace credence::tool
