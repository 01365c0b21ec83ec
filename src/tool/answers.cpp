// `credence help` and `credence completions`.
#include "answers.hpp"

#include <fmt/format.h>

#include "completions.hpp"
#include "help.hpp"
#include "manual.hpp"
#include "process/faults.hpp"

namespace credence::tool {
namespace {

using Words = std::vector<std::string>;

std::string help(const Words& words) {
  const std::string form = words.size() > 1 && words[1].starts_with("--") ? words[1] : "";
  const std::size_t at = form.empty() ? 1 : 2;
  if (words.size() > at + 1)
    throw UsageError(fmt::format("'{}' follows 'help' and a verb; give one verb", words[at + 1]));
  if (!form.empty() && form != "--man" && form != "--markdown")
    throw UsageError(
        fmt::format("flag '{}' is not understood; 'help' has --man and --markdown", form));
  if (words.size() == at && form == "--markdown") return shared_markdown();
  if (words.size() == at) return form == "--man" ? man_page() : general_help();
  const Verb& verb = *all_verbs[place_of_verb(words[at])];
  const Command command = verb.command();
  if (form == "--man") return man_page(verb, command.grammar);
  if (form == "--markdown") return markdown_of(verb, command.grammar);
  return help_of(verb, command.grammar);
}

}  // namespace

std::optional<std::string> answer_to(const Words& words) {
  if (words.empty()) return std::nullopt;
  if (words.front() == "help") return help(words);
  if (words.front() != "completions") return std::nullopt;
  if (words.size() != 2)
    throw UsageError("'completions' takes a shell: 'credence completions bash', zsh or fish");
  return completions_for(words[1]);
}

}  // namespace credence::tool
