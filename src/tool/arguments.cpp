// The grammar, told to CLI11 flag by flag; its errors in our words.
#include "arguments.hpp"

#include <credence/base/instructions.hpp>
#include <credence/detail/base/nearest.hpp>
#include <credence/detail/base/same_file.hpp>

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>

#include "answers.hpp"
#include "flags/values.hpp"
#include "help.hpp"
#include "process/faults.hpp"

namespace credence::tool {
namespace {

using Texts = std::vector<std::string>;

// What other programs call a flag. The spelling of some is nearer to that of another flag.
constexpr ElsewhereName flags_elsewhere[] = {
    {"--target", "--label"},         {"--response", "--label"},     {"--outcome", "--label"},
    {"--class", "--label"},          {"--splits", "--folds"},       {"--n-splits", "--folds"},
    {"--group", "--fold-column"},    {"--groups", "--fold-column"}, {"--cv", "--folds"},
    {"--delimiter", "--separator"},  {"--delim", "--separator"},    {"--na-values", "--missing"},
    {"--ignore", "--drop"},          {"--exclude", "--drop"},       {"--alpha", "--prior"},
    {"--smoothing", "--prior"},      {"--laplace", "--prior"},      {"--jobs", "--threads"},
    {"--sample-weight", "--weight"}, {"--random-state", "--seed"}};

// The flag that a misspelt one was: dashes, which all have, make none alike.
std::string meant_flag(std::string_view name, const Texts& names) {
  const auto bare = [](std::string_view flag) {
    return flag.substr(std::min(flag.find_first_not_of('-'), flag.size()));
  };
  Texts words;
  for (const std::string& each : names) words.emplace_back(bare(each));
  const auto meant = detail::nearest(bare(name), words);
  if (!meant) return {};
  const auto at = std::find(words.begin(), words.end(), *meant) - words.begin();
  return fmt::format("; did you mean '{}'?", names[static_cast<std::size_t>(at)]);
}

// Where a flag that the verb lacks belongs: what `fit` is told of the model is kept in its posterior.
std::string verbs_with(std::string_view flag, std::string_view called, const Grammar& grammar,
                       const std::vector<Command>& commands) {
  Texts verbs;
  bool is_kept = false;
  for (std::size_t at = 0; at < commands.size(); ++at) {
    const Flag* const known = commands[at].grammar.find(flag);
    if (known == nullptr) continue;
    verbs.emplace_back(all_verbs[at]->name);
    is_kept |= verbs.back() == "fit" && known->section >= Section::model &&
               known->section <= Section::estimators;
  }
  if (verbs.empty()) return {};
  const std::string it = flag == called ? "it" : fmt::format("'{}'", flag);
  if (is_kept && grammar.find("ACTION") != nullptr)  // of sql: it reads a schema or a posterior
    return fmt::format(
        "; give {} to 'credence schema', which writes the file of --schema, or to 'credence fit', "
        "which writes POSTERIOR",
        it);
  if (is_kept && grammar.find("POSTERIOR") != nullptr)
    return fmt::format("; give {} to 'credence fit', which writes POSTERIOR", it);
  return fmt::format("; {} is a flag of {}", it, quoted_names(verbs));
}

// A flag or word that the verb does not have; its earlier names are known.
std::string not_understood(const std::string& extra, const Grammar* grammar,
                           const std::vector<Command>& commands) {
  const bool is_flag = extra.starts_with('-');
  const std::string name = extra.substr(0, is_flag ? extra.find('=') : extra.npos);
  const std::string complaint =
      fmt::format("{} '{}' is not understood", is_flag ? "flag" : "word", name);
  if (grammar != nullptr && !is_flag && grammar->find("--from") != nullptr)
    return complaint + "; give a posterior with --from";
  if (grammar == nullptr || !is_flag) return complaint;
  if (grammar->find(name) != nullptr)
    return fmt::format("flag '{}' stands before the verb; write it behind", name);
  for (const Flag& flag : grammar->flags())
    for (const auto& [old, now] : flag.former)
      if (name == old) return fmt::format("flag '{}' is now called '{}'", name, now);
  Texts names = grammar->flag_names();
  names.emplace_back("--help");
  for (const auto& [there, here] : flags_elsewhere)
    if (name == there)
      return complaint + (grammar->find(here) != nullptr
                              ? meant_elsewhere(name, flags_elsewhere, names)
                              : verbs_with(here, name, *grammar, commands));
  const std::string elsewhere = verbs_with(name, name, *grammar, commands);
  return complaint + (elsewhere.empty() ? meant_flag(name, names) : elsewhere);
}

// What the grammar's complaint means to a reader.
std::string in_words(const CLI::ParseError& error, const CLI::App& app, const Grammar* grammar,
                     const std::vector<Command>& commands) {
  const std::string what = error.what();
  const std::string subject = what.substr(0, what.find(':'));
  const Texts extras = app.remaining(true);
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr && !extras.empty())
    return not_understood(extras.front(), grammar, commands);
  if (dynamic_cast<const CLI::RequiredError*>(&error) != nullptr) {
    const std::string meant =
        extras.empty() ? std::string() : meant_flag(extras.front(), {"--help", "--version"});
    return meant.empty()
               ? fmt::format("no verb is given; the verbs are {}", quoted_names(verb_names()))
               : fmt::format("flag '{}' is not understood{}", extras.front(), meant);
  }
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) == nullptr) return what;
  return what.find("At Most") == std::string::npos
             ? fmt::format("flag '{}' needs a value", subject)
             : fmt::format("flag '{}' is given more than once", subject);
}

// "; see 'credence fit --help'", as a sentence of its own after a question.
std::string with_help(const std::string& complaint, std::string_view verb) {
  return fmt::format("{}{} 'credence{}{} --help'", complaint,
                     complaint.ends_with('?') ? " See" : "; see", verb.empty() ? "" : " ", verb);
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
    verb.add_flag(flag.name, *flag.on);
    return;
  }
  if (flag.kind == Flag::Kind::words || flag.kind == Flag::Kind::repeated) {
    CLI::Option* const option = verb.add_option(flag.name, flag.values);
    option->type_name(flag.form);
    if (flag.kind == Flag::Kind::repeated) option->allow_extra_args(false);
    return;
  }
  // Our own assignment: an empty value counts as given.
  const auto assign = [&flag](const std::string& text) {
    if (!text.empty() || !flag.empty_is_none) flag.values = {text};
  };
  verb.add_option_function<std::string>(flag.name, assign)->type_name(flag.form);
}

void take(Flag& flag) {
  for (const std::string& text : flag.values) flag.take(text);
}

bool is_given(const std::deque<Flag>& flags, std::string_view name) {
  return std::any_of(flags.begin(), flags.end(), [&](const Flag& flag) {
    return flag.is_called(name) && !flag.values.empty();
  });
}

void check_complete(std::deque<Flag>& flags, std::string_view verb) {
  for (Flag& flag : flags)
    if (flag.early) take(flag);
  for (const Flag& flag : flags)
    if (!flag.what.empty() && flag.values.empty() && !is_given(flags, flag.unless))
      throw UsageError(with_help(fmt::format("'{}' needs {}", verb, flag.what), verb));
}

// All verbs, told to CLI11.
struct ToldVerbs {
  CLI::App app{"", "credence"};
  std::vector<Command> commands{};

  ToldVerbs() {
    app.set_help_flag("-h,--help");
    app.set_version_flag("--version", fmt::format("credence " CREDENCE_VERSION " ({} instructions)",
                                                  to_string(instructions_in_use())));
    app.require_subcommand(1);
    commands.reserve(all_verbs.size());  // flags stay where they were told of
    for (const Verb* verb : all_verbs) {
      Command& command = commands.emplace_back(verb->command());
      CLI::App& told = *app.add_subcommand(std::string(verb->name));
      for (Flag& flag : command.grammar.flags()) tell(told, flag);
    }
  }

  // The place of the verb that was parsed, as far as it got.
  [[nodiscard]] std::optional<std::size_t> chosen() const {
    const auto parsed = app.get_subcommands();
    if (parsed.empty()) return std::nullopt;
    return place_of_verb(parsed.front()->get_name());
  }

  [[nodiscard]] std::string help() const {
    const auto at = chosen();
    return at ? help_of(*all_verbs[*at], commands[*at].grammar) : general_help();
  }
};

// Throws UsageError for a file without a name, as a variable of the shell that is not set gives it.
void check_named(const Flag& flag) {
  if (!flag.input && !flag.output) return;
  for (const std::string& file : flag.values)
    if (file.empty())
      throw UsageError(
          fmt::format("{} is empty; name a file",
                      flag.is_word() ? flag.name : fmt::format("flag '{}'", flag.names().front())));
}

// Throws UsageError for a result that would take the place of what the command reads.
void check_not_read(const std::string& out, std::string_view name, const Grammar& grammar) {
  std::error_code none;
  if (out == "-" || !std::filesystem::is_regular_file(out, none)) return;
  for (const Flag& read : grammar.flags()) {
    if (!read.input || read.replaceable) continue;
    for (const std::string& in : read.reads ? read.reads() : read.values)
      if (detail::is_same_file(in, out))
        throw UsageError(
            fmt::format("'{}' is read, so that flag '{}' cannot put a result in its place: nothing "
                        "would be left of it; name another file",
                        in, name));
  }
}

// Throws UsageError for two results in one file, of which one would be lost.
void check_apart(const Grammar& grammar) {
  std::vector<std::pair<std::filesystem::path, std::string>> taken;
  for (const Flag& written : grammar.flags()) {
    if (!written.output) continue;
    for (const std::string& out : written.values) {
      std::error_code none;
      if (out == "-" ||
          (std::filesystem::exists(out, none) && !std::filesystem::is_regular_file(out, none)))
        continue;
      const std::string flag(written.names().front());
      const std::filesystem::path place =
          std::filesystem::weakly_canonical(std::filesystem::absolute(out, none), none);
      for (const auto& [other, name] : taken)
        if (other == place && name != flag)
          throw UsageError(
              fmt::format("flags '{}' and '{}' both write '{}', where one result would be lost; "
                          "give each a file of its own",
                          name, flag, out));
      taken.emplace_back(place, flag);
    }
  }
}

}  // namespace

Arguments parse(const Texts& words) {
  if (std::optional<std::string> answer = answer_to(words))
    return {.answer = std::move(*answer), .command = {}};
  if (!words.empty() && !words.front().starts_with('-'))
    static_cast<void>(place_of_verb(words.front()));
  ToldVerbs verbs;
  try {
    verbs.app.parse(backwards(words));
  } catch (const CLI::CallForHelp&) {
    return {.answer = verbs.help(), .command = {}};
  } catch (const CLI::CallForVersion& version) {
    return {.answer = std::string(version.what()) + '\n', .command = {}};
  } catch (const CLI::ParseError& error) {
    const auto at = verbs.chosen();
    const std::string complaint =
        in_words(error, verbs.app, at ? &verbs.commands[*at].grammar : nullptr, verbs.commands);
    throw UsageError(with_help(complaint, at ? all_verbs[*at]->name : ""));
  }
  const std::size_t at = *verbs.chosen();
  check_complete(verbs.commands[at].grammar.flags(), all_verbs[at]->name);
  return {.answer = {}, .command = std::move(verbs.commands[at])};
}

void take_values(Command& command) {
  for (const Flag& flag : command.grammar.flags()) check_named(flag);
  std::ptrdiff_t standard_inputs = 0;
  for (const Flag& flag : command.grammar.flags())
    if (flag.input) standard_inputs += std::count(flag.values.begin(), flag.values.end(), "-");
  if (standard_inputs > 1)
    throw UsageError("standard input '-' is to be read twice; give a file for all but one");
  for (const auto& rule : command.grammar.rules()) rule(command.grammar);
  for (Flag& flag : command.grammar.flags())
    if (!flag.early) take(flag);
  for (const Flag& written : command.grammar.flags())
    if (written.output)
      for (const std::string& out : written.values)
        check_not_read(out, written.names().front(), command.grammar);
  check_apart(command.grammar);
}

}  // namespace credence::tool
