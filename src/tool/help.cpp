// Help in sections, lines of at most 100 columns.
#include "help.hpp"

#include <fmt/format.h>

#include <map>

#include "console/output.hpp"

namespace credence::tool {
namespace {

constexpr std::size_t text_column = 30;

constexpr std::string_view description =
    "Conjugate Bayesian naive Bayes classifiers for tables that mix numeric, categorical, count "
    "and "
    "text columns";

std::string verb_lines() {
  std::string text;
  std::size_t at = 0;
  for (const VerbGroup& group : verb_groups) {
    text += fmt::format("{}:\n", group.heading);
    for (const std::size_t end = at + group.verbs; at < end; ++at)
      text += fmt::format("  {:<13}{}\n", all_verbs[at]->name, all_verbs[at]->summary);
    text += '\n';
  }
  return text;
}

std::string line_of(std::string_view left, std::string_view text) {
  std::string line = fmt::format("  {}", left);
  if (line.size() + 2 > text_column)
    return line + '\n' + std::string(text_column, ' ') +
           wrapped(text, text_column, text_column, help_columns) + '\n';
  line.resize(text_column, ' ');
  return line + wrapped(text, text_column, text_column, help_columns) + '\n';
}

}  // namespace

std::string spelled(const Flag& flag) {
  std::string text = fmt::format("{}", fmt::join(flag.names(), ", "));
  if (flag.is_word() || flag.kind == Flag::Kind::on_off) return text;
  return text + ' ' + flag.form;
}

std::string need_of(const Flag& flag) {
  if (!flag.unless.empty()) return "required unless " + flag.unless;
  return flag.required() ? "required" : "";
}

std::string explained(const Flag& flag) {
  std::string more = need_of(flag);
  if (!flag.otherwise.empty())
    more += fmt::format("{}default: {}", more.empty() ? "" : "; ", flag.otherwise);
  return more.empty() ? flag.help : fmt::format("{} ({})", flag.help, more);
}

std::string usage_of(const Verb& verb, const Grammar& grammar) {
  std::string text = fmt::format("credence {}", verb.name);
  for (const bool words : {true, false})
    for (const Flag& flag : grammar.flags()) {
      if (flag.is_word() != words || !(words || flag.required())) continue;
      text += ' ' + flag.names().front();
      if (flag.kind == Flag::Kind::words) text += "...";
      if (!words && flag.kind != Flag::Kind::on_off) text += ' ' + flag.form;
    }
  return text + " [options]";
}

std::string help_of(const Verb& verb, const Grammar& grammar) {
  std::map<Section, std::string> sections;
  for (const Flag& flag : grammar.flags())
    sections[flag.section] += line_of(spelled(flag), explained(flag));
  sections[Section::general] += line_of("-h, --help", "show this text");
  std::string text = fmt::format("{}\n\nUsage: {}\n", verb.summary,
                                 wrapped(usage_of(verb, grammar), 9, 7, help_columns));
  for (const auto& [section, lines] : sections)
    text += fmt::format("\n{}:\n{}", heading_of(section), lines);
  return text + '\n' + grammar.footer() + '\n';
}

std::string short_help() {
  return fmt::format(
      "Usage: credence VERB [options] [FILE|-]\n\n{}"
      "See 'credence --help', 'credence help VERB' and 'credence --version'.\n",
      verb_lines());
}

std::string general_help() {
  return fmt::format(
      "{}\n\nUsage: credence VERB [options] [FILE|-]\n\n{}"
      "Help:\n"
      "  {:<13}{}\n  {:<13}{}\n  {:<13}{}\n\n"
      "Exit codes: 0 success, 1 no such estimate, 2 usage, 3 data, 4 reading or writing,\n"
      "5 posterior file, 6 limit.\n\n"
      "Examples:\n"
      "  credence compare iris.csv --label class\n"
      "  credence fit iris.csv --label class -o iris.json\n"
      "  credence predict iris.json flowers.csv\n",
      wrapped(description, 0, 0, help_columns), verb_lines(), "help",
      "Show this text, or the flags of a VERB", "completions",
      "Write completions for a shell: bash, zsh or fish", "--version",
      "Show the version, and the instruction set in use");
}

}  // namespace credence::tool
