// The grammar, told to CLI11 flag by flag; its errors in our words.
#include "arguments.hpp"

#include <credence/base/instructions.hpp>

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "faults.hpp"
#include "values.hpp"

namespace credence::tool {
namespace {

using Texts = std::vector<std::string>;

Texts verb_names() {
  Texts names;
  for (const Verb* verb : all_verbs) names.emplace_back(verb->name);
  return names;
}

void check_verb(const std::string& word) {
  const Texts names = verb_names();
  if (word.starts_with('-') || std::find(names.begin(), names.end(), word) != names.end()) return;
  throw UsageError(fmt::format("unknown verb '{}'; the verbs are {}", word, quoted_names(names)));
}

// What the grammar's complaint means to a reader.
std::string in_words(const CLI::ParseError& error, const CLI::App& app) {
  const std::string what = error.what();
  const std::string subject = what.substr(0, what.find(':'));
  const Texts extras = app.remaining(true);
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr && !extras.empty())
    return fmt::format("{} '{}' is not understood",
                       extras.front().starts_with('-') ? "flag" : "word", extras.front());
  if (dynamic_cast<const CLI::RequiredError*>(&error) != nullptr)
    return fmt::format("no verb is given; the verbs are {}", quoted_names(verb_names()));
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) == nullptr) return what;
  return what.find("At Most") == std::string::npos
             ? fmt::format("flag '{}' needs a value", subject)
             : fmt::format("flag '{}' is given more than once", subject);
}

// The words last to first, as CLI11 takes them. It would give `--missing=` the next word for a value.
Texts backwards(const Texts& words) {
  Texts all;
  for (const std::string& word : words) {
    const bool is_empty_value = word.starts_with("--") && word.find('=') + 1 == word.size();
    all.push_back(is_empty_value ? word.substr(0, word.size() - 1) : word);
    if (is_empty_value) all.emplace_back();
  }
  std::reverse(all.begin(), all.end());
  return all;
}

void tell(CLI::App& verb, Flag& flag) {
  if (flag.kind == Flag::Kind::on_off) {
    verb.add_flag(flag.name, *flag.on, flag.help);
    return;
  }
  if (flag.kind == Flag::Kind::words || flag.kind == Flag::Kind::repeated) {
    CLI::Option* const option = verb.add_option(flag.name, flag.values, flag.help);
    option->type_name(flag.form);
    if (flag.kind == Flag::Kind::repeated) option->allow_extra_args(false);
    return;
  }
  // Our own assignment: an empty value counts as given.
  const auto assign = [&flag](const std::string& text) {
    if (!text.empty() || !flag.empty_is_none) flag.values = {text};
  };
  verb.add_option_function<std::string>(flag.name, assign, flag.help)->type_name(flag.form);
}

void take(Flag& flag) {
  for (const std::string& text : flag.values) flag.take(text);
}

void check_complete(std::deque<Flag>& flags, const std::string& verb) {
  for (Flag& flag : flags)
    if (flag.early) take(flag);
  for (const Flag& flag : flags)
    if (!flag.what.empty() && flag.values.empty())
      throw UsageError(fmt::format("'{0}' needs {1}; see 'credence {0} --help'", verb, flag.what));
}

}  // namespace

Arguments parse(const Texts& words) {
  if (!words.empty()) check_verb(words.front());
  CLI::App app("Conjugate Bayesian models: naive Bayes classifiers over columns of mixed types",
               "credence");
  app.set_help_flag("-h,--help", "show this text");
  app.set_version_flag("--version", fmt::format("credence " CREDENCE_VERSION " ({} instructions)",
                                                to_string(instructions_in_use())));
  app.require_subcommand(1);
  app.footer(
      "'credence VERB --help' shows the flags and examples of a verb.\n"
      "Exit codes: 0 done, 1 no such estimate, 2 usage, 3 data, 4 reading or writing,\n"
      "5 posterior file, 6 limit.\n\n"
      "Examples:\n"
      "  credence compare iris.csv --label class\n"
      "  credence fit iris.csv --label class -o iris.json\n"
      "  credence predict iris.json flowers.csv");
  std::vector<Command> commands;
  commands.reserve(all_verbs.size());  // flags stay where they were told of
  for (const Verb* verb : all_verbs) {
    Command& command = commands.emplace_back(verb->command());
    CLI::App* told = app.add_subcommand(std::string(verb->name), std::string(verb->summary));
    for (Flag& flag : command.grammar.flags()) tell(*told, flag);
    told->footer(command.grammar.footer());
  }
  try {
    app.parse(backwards(words));
  } catch (const CLI::CallForHelp&) {
    return {.answer = app.help(), .command = {}};
  } catch (const CLI::CallForVersion& version) {
    return {.answer = std::string(version.what()) + '\n', .command = {}};
  } catch (const CLI::ParseError& error) {
    const auto parsed = app.get_subcommands();
    throw UsageError(fmt::format("{}; see 'credence{} --help'", in_words(error, app),
                                 parsed.empty() ? "" : " " + parsed.front()->get_name()));
  }
  const std::string name = app.get_subcommands().front()->get_name();
  const auto verb = std::find_if(all_verbs.begin(), all_verbs.end(),
                                 [&](const Verb* each) { return each->name == name; });
  Command& command = commands[static_cast<std::size_t>(verb - all_verbs.begin())];
  check_complete(command.grammar.flags(), name);
  return {.answer = {}, .command = std::move(command)};
}

void take_values(Command& command) {
  std::ptrdiff_t standard_inputs = 0;
  for (const Flag& flag : command.grammar.flags())
    if (flag.input) standard_inputs += std::count(flag.values.begin(), flag.values.end(), "-");
  if (standard_inputs > 1)
    throw UsageError("standard input '-' is to be read twice; give a file for all but one");
  for (const auto& rule : command.grammar.rules()) rule(command.grammar);
  for (Flag& flag : command.grammar.flags())
    if (!flag.early) take(flag);
}

std::string short_help() {
  std::string text = "usage: credence VERB [options] [FILE|-]\n\n";
  for (const Verb* verb : all_verbs) text += fmt::format("  {:<12}{}\n", verb->name, verb->summary);
  return text + "\nSee 'credence --help', 'credence VERB --help' and 'credence --version'.\n";
}

}  // namespace credence::tool
