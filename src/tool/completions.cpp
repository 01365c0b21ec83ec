// The grammar as completions of bash, zsh and fish.
#include "completions.hpp"

#include <credence/detail/base/shell_words.hpp>

#include <fmt/format.h>

#include <deque>

#include "process/faults.hpp"
#include "verbs.hpp"

namespace credence::tool {
namespace {

constexpr const char* shells = "bash zsh fish";

struct Told {
  const Verb* verb;
  Command command;
};

std::deque<Told> all_commands() {
  std::deque<Told> all;
  for (const Verb* verb : all_verbs) all.push_back({verb, verb->command()});
  return all;
}

bool takes_file(const Flag& flag) {
  return flag.form.starts_with("FILE") || flag.form.starts_with("POSTERIOR");
}

bool has_value(const Flag& flag) { return flag.kind != Flag::Kind::on_off; }

// Every occurrence of a character, with `before` in front of it.
std::string escaped(std::string_view text, std::string_view characters, std::string_view before) {
  std::string all;
  for (const char c : text) {
    if (characters.find(c) != characters.npos) all += before;
    all += c;
  }
  return all;
}

// "    'fit --format'|'fit --input-format') words='text json' ;;"
std::string bash_values(const Told& told) {
  std::string cases;
  for (const Flag& flag : told.command.grammar.flags()) {
    if (flag.is_word() || !has_value(flag) || takes_file(flag)) continue;
    std::string pattern;
    for (const std::string& name : flag.names())
      pattern += fmt::format("{}'{} {}'", pattern.empty() ? "" : "|", told.verb->name, name);
    cases +=
        fmt::format("    {}) words={} ;;\n", pattern,
                    detail::in_quotes_of_shell(fmt::format("{}", fmt::join(flag.choices, " "))));
  }
  return cases;
}

std::string bash() {
  std::string values, flags;
  for (const Told& told : all_commands()) {
    values += bash_values(told);
    flags += fmt::format("    {}) flags='{} --help' ;;\n", told.verb->name,
                         fmt::join(told.command.grammar.flag_names(), " "));
  }
  return fmt::format(
      R"(# Completion of credence in bash, made by 'credence completions bash'.
_credence() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}} verb=${{COMP_WORDS[1]}}
  local words='-' flags=''
  if [[ $word == '=' ]]; then word=''; elif [[ $before == '=' ]]; then before=${{COMP_WORDS[COMP_CWORD-2]}}; fi
  if (( COMP_CWORD == 1 )); then
    COMPREPLY=($(compgen -W '{0} help completions --help --version' -- "$word"))
    return
  fi
  case "$verb $before" in
    'help help') words='{0}' ;;
    'completions completions') words='{1}' ;;
{2}  esac
  if [[ $words != '-' ]]; then
    COMPREPLY=($(compgen -W "$words" -- "$word"))
    return
  fi
  case "$verb" in
{3}  esac
  if [[ $word == -* ]]; then
    COMPREPLY=($(compgen -W "$flags" -- "$word"))
  else
    compopt -o filenames 2>/dev/null
    COMPREPLY=($(compgen -f -- "$word"))
  fi
}}
complete -F _credence credence
)",
      fmt::join(verb_names(), " "), shells, values, flags);
}

// "'--format=[how the result is written]:text|json:(text json)'"
std::string zsh_argument(const Flag& flag, const std::string& name) {
  std::string text = name;
  if (has_value(flag) && name.starts_with("--")) text += '=';
  text += fmt::format("[{}]", escaped(flag.help, "[]:\\", "\\"));
  if (has_value(flag)) {
    text += fmt::format(":{}:", escaped(flag.form, ":\\", "\\"));
    if (takes_file(flag)) text += "_files";
    if (!flag.choices.empty()) text += fmt::format("({})", fmt::join(flag.choices, " "));
  }
  return detail::in_quotes_of_shell((flag.kind == Flag::Kind::repeated ? "*" : "") + text);
}

std::string zsh() {
  std::string verbs, cases;
  for (const Told& told : all_commands()) {
    verbs += ' ' + detail::in_quotes_of_shell(fmt::format(
                       "{}:{}", told.verb->name, escaped(told.verb->summary, ":\\", "\\")));
    cases += fmt::format("    {})\n      _arguments -s '--help[Show help]'", told.verb->name);
    for (const Flag& flag : told.command.grammar.flags())
      if (!flag.is_word())
        for (const std::string& name : flag.names())
          cases += " \\\n        " + zsh_argument(flag, name);
    cases += " \\\n        '*:file:_files' ;;\n";
  }
  return fmt::format(R"(#compdef credence
# Completion of credence in zsh, made by 'credence completions zsh'.
_credence() {{
  local -a verbs
  verbs=({0} 'help:Show help' 'completions:Write completions for a shell')
  if (( CURRENT == 2 )); then
    _describe 'verb' verbs
    return
  fi
  shift words
  (( CURRENT-- ))
  case $words[1] in
    help) _describe 'verb' verbs ;;
    completions) _values 'shell' {1} ;;
{2}  esac
}}
_credence "$@"
)",
                     verbs.substr(1), shells, cases);
}

std::string fish_flag(const Told& told, const Flag& flag) {
  std::string line =
      fmt::format("complete -c credence -n '__fish_seen_subcommand_from {}'", told.verb->name);
  for (const std::string& name : flag.names())
    line += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  if (has_value(flag)) line += takes_file(flag) ? " -r -F" : " -x";
  if (!flag.choices.empty())
    line += " -a " + detail::in_quotes_of_shell(fmt::format("{}", fmt::join(flag.choices, " ")));
  return line + " -d " + detail::in_quotes_of_shell(escaped(flag.help, "\\", "\\")) + '\n';
}

std::string fish() {
  std::string text =
      "# Completion of credence in fish, made by 'credence completions fish'.\n"
      "complete -c credence -f\n"
      "complete -c credence -n 'not __fish_use_subcommand' -F\n"
      "complete -c credence -l help -d 'Show help'\n";
  const auto add_verb = [&](std::string_view name, std::string_view summary) {
    text += fmt::format("complete -c credence -n __fish_use_subcommand -a {} -d {}\n", name,
                        detail::in_quotes_of_shell(summary));
  };
  const std::deque<Told> commands = all_commands();
  for (const Told& told : commands) add_verb(told.verb->name, told.verb->summary);
  add_verb("help", "Show help");
  add_verb("completions", "Write completions for a shell");
  text += fmt::format(
      "complete -c credence -n '__fish_seen_subcommand_from help' -x -a '{}'\n"
      "complete -c credence -n '__fish_seen_subcommand_from completions' -x -a '{}'\n",
      fmt::join(verb_names(), " "), shells);
  for (const Told& told : commands)
    for (const Flag& flag : told.command.grammar.flags())
      if (!flag.is_word()) text += fish_flag(told, flag);
  return text;
}

}  // namespace

std::string completions_for(std::string_view shell) {
  if (shell == "bash") return bash();
  if (shell == "zsh") return zsh();
  if (shell == "fish") return fish();
  throw UsageError(
      fmt::format("there are no completions for '{}'; choose 'bash', 'zsh' or 'fish'", shell));
}

}  // namespace credence::tool
