// The grammar as pages of man (groff's macros man(7)) and as Markdown.
#include "manual.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>

#include "help.hpp"

namespace credence::tool {
namespace {

std::string upper(std::string_view text) {
  std::string all(text);
  for (char& c : all) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return all;
}

// Text that groff takes for nothing else: no escapes, no requests, minus signs that can be copied.
std::string roff(std::string_view text) {
  std::string all;
  bool line_begins = true;
  for (const char c : text) {
    if (line_begins && (c == '.' || c == '\'')) all += "\\&";
    if (c == '\\')
      all += "\\e";
    else if (c == '-')
      all += "\\-";
    else
      all += c;
    line_begins = c == '\n';
  }
  return all;
}

std::string man_head(std::string_view name, std::string_view summary) {
  return fmt::format(".TH {} 1 \"\" \"credence " CREDENCE_VERSION
                     "\" \"credence\"\n.SH NAME\n{} \\- {}\n",
                     upper(name), roff(name), roff(summary));
}

std::string man_item(std::string_view term, std::string_view text) {
  return fmt::format(".TP\n.B {}\n{}\n", roff(term), roff(text));
}

std::string man_exit_codes() {
  std::string text = ".SH EXIT STATUS\n";
  for (const auto& [code, meaning] :
       {std::pair("0", "success"), std::pair("1", "an estimate that does not exist"),
        std::pair("2", "usage: an unknown verb, flag, value, column or family"),
        std::pair("3", "data or schema"), std::pair("4", "reading or writing"),
        std::pair("5", "a posterior file that is damaged, of another version, or does not fit"),
        std::pair("6", "memory or another limit")})
    text += man_item(code, meaning);
  return text;
}

// Sections in the order of the help, with the flags of each.
using Sections = std::map<Section, std::vector<const Flag*>>;

Sections sections_of(const Grammar& grammar) {
  Sections sections;
  for (const Flag& flag : grammar.flags()) sections[flag.section].push_back(&flag);
  return sections;
}

std::string table_cell(std::string_view text) {
  std::string cell;
  for (const char c : text) cell += c == '|' ? std::string("\\|") : std::string(1, c);
  return cell;
}

// Flags, names of files and names with underscores as code: "`--format`", "`.npy`".
std::string with_code(std::string_view text) {
  std::string all;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    std::string_view word = text.substr(0, end);
    text.remove_prefix(end);
    const std::size_t begin = std::min(word.find_first_not_of("('"), word.size());
    const std::size_t last = word.find_last_not_of(")',;:");
    const std::string_view inner =
        last == word.npos || last < begin ? "" : word.substr(begin, last + 1 - begin);
    const bool is_code = inner.size() > 1 && (inner.starts_with("--") || inner.front() == '.' ||
                                              inner.find('_') != inner.npos);
    if (is_code)
      all += fmt::format("{}`{}`{}", word.substr(0, begin), inner, word.substr(last + 1));
    else
      all += word;
    const std::size_t blanks = std::min(text.find_first_not_of(' '), text.size());
    all += text.substr(0, blanks);
    text.remove_prefix(blanks);
  }
  return all;
}

// A row of a table, as far as its last columns.
std::string table_row(const Flag& flag) {
  std::string otherwise = flag.otherwise;
  const bool is_value = !otherwise.empty() && otherwise.find(' ') == std::string::npos;
  if (is_value) otherwise = fmt::format("`{}`", otherwise);
  if (flag.required()) otherwise = with_code(need_of(flag));
  return fmt::format("| `{}` | {} | {} |", table_cell(spelled(flag)),
                     table_cell(with_code(flag.help)), table_cell(otherwise));
}

// Sections that most verbs have, which the reference lists once.
bool is_shared(Section section) {
  return section == Section::model || section == Section::priors || section == Section::structure ||
         section >= Section::input;
}

// "all", "all but `merge`", "`fit`, `merge`".
std::string verbs_text(const std::vector<std::string_view>& having) {
  std::vector<std::string_view> others;
  for (const Verb* verb : all_verbs)
    if (std::find(having.begin(), having.end(), verb->name) == having.end())
      others.push_back(verb->name);
  if (others.empty()) return "all";
  const bool most = 2 * others.size() < having.size();
  return fmt::format("{}`{}`", most ? "all but " : "", fmt::join(most ? others : having, "`, `"));
}

}  // namespace

std::string man_page() {
  std::string text = man_head("credence", "naive Bayes classifiers with conjugate priors");
  text +=
      ".SH SYNOPSIS\n.B credence\nVERB [options] [FILE|\\-]\n.SH DESCRIPTION\n"
      "Trains, compares and explains naive Bayes classifiers with conjugate priors on tables that\n"
      "mix numeric, categorical, count and text columns. Each verb has a page of its own:\n"
      ".BR credence\\-fit (1),\nand so on.\n";
  std::size_t at = 0;
  for (const VerbGroup& group : verb_groups) {
    text += fmt::format(".SH {}\n", upper(group.heading));
    for (const std::size_t end = at + group.verbs; at < end; ++at)
      text += man_item(all_verbs[at]->name, all_verbs[at]->summary);
  }
  text += ".SH HELP\n" + man_item("help [VERB]", "Show all verbs, or the flags of one") +
          man_item("completions bash|zsh|fish", "Write completions for a shell") +
          man_item("--version", "Show the version, and the instruction set in use");
  text += man_exit_codes();
  text +=
      ".SH ENVIRONMENT\n" +
      man_item("CREDENCE_INSTRUCTIONS", "baseline, avx2 or avx512: the instruction set to use") +
      man_item("NO_COLOR", "no colour on standard error");
  return text;
}

std::string man_page(const Verb& verb, const Grammar& grammar) {
  std::string text = man_head(fmt::format("credence-{}", verb.name), verb.summary);
  text += fmt::format(".SH SYNOPSIS\n{}\n", roff(usage_of(verb, grammar)));
  for (const auto& [section, flags] : sections_of(grammar)) {
    text += fmt::format(".SH {}\n", upper(heading_of(section)));
    for (const Flag* flag : flags) text += man_item(spelled(*flag), explained(*flag));
  }
  text += fmt::format(".SH NOTES\n.nf\n{}\n.fi\n", roff(grammar.footer()));
  return text + man_exit_codes() + ".SH SEE ALSO\n.BR credence (1)\n";
}

std::string markdown_of(const Verb& verb, const Grammar& grammar) {
  std::string text = fmt::format("`{}`\n", usage_of(verb, grammar));
  for (const auto& [section, flags] : sections_of(grammar)) {
    if (is_shared(section)) continue;
    text += fmt::format("\n| {} | meaning | default |\n|---|---|---|\n", heading_of(section));
    for (const Flag* flag : flags) text += table_row(*flag) + '\n';
  }
  return text;
}

std::string shared_markdown() {
  // Rows of a section in the order of the first verb that has them, and the verbs of each.
  std::map<Section, std::vector<std::pair<std::string, std::vector<std::string_view>>>> tables;
  for (const Verb* verb : all_verbs) {
    const Command command = verb->command();
    for (const Flag& flag : command.grammar.flags()) {
      if (!is_shared(flag.section)) continue;
      auto& rows = tables[flag.section];
      const std::string row = table_row(flag);
      const auto found = std::find_if(rows.begin(), rows.end(),
                                      [&](const auto& each) { return each.first == row; });
      if (found == rows.end())
        rows.push_back({row, {verb->name}});
      else
        found->second.push_back(verb->name);
    }
  }
  std::string text;
  for (const auto& [section, rows] : tables) {
    text += fmt::format("{}| {} | meaning | default | verbs |\n|---|---|---|---|\n",
                        text.empty() ? "" : "\n", heading_of(section));
    for (const auto& [row, verbs] : rows) text += fmt::format("{} {} |\n", row, verbs_text(verbs));
  }
  return text;
}

}  // namespace credence::tool
