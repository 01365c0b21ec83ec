// Verbs by their names, and by the names that other programs have for them.
#include "verbs.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "flags/values.hpp"
#include "process/faults.hpp"

namespace credence::tool {
namespace {

constexpr std::pair<std::string_view, std::string_view> synonyms[] = {{"train", "fit"},
                                                                      {"learn", "fit"},
                                                                      {"update", "fit"},
                                                                      {"classify", "predict"},
                                                                      {"score", "predict"},
                                                                      {"test", "evaluate"},
                                                                      {"why", "explain"},
                                                                      {"show", "describe"},
                                                                      {"inspect", "describe"},
                                                                      {"summary", "describe"},
                                                                      {"cross-validate", "compare"},
                                                                      {"cross_validate", "compare"},
                                                                      {"validate", "compare"},
                                                                      {"cv", "compare"},
                                                                      {"crossval", "compare"},
                                                                      {"infer", "schema"},
                                                                      {"rank", "select"},
                                                                      {"plot", "report"},
                                                                      {"shift", "drift"},
                                                                      {"monitor", "drift"},
                                                                      {"diff", "drift"},
                                                                      {"combine", "merge"},
                                                                      {"unlearn", "forget"},
                                                                      {"generate", "simulate"},
                                                                      {"sample", "simulate"}};

static_assert(
    [] {
      std::size_t verbs = 0;
      for (const VerbGroup& group : verb_groups) verbs += group.verbs;
      return verbs == all_verbs.size();
    }(),
    "each verb has a group");

}  // namespace

std::vector<std::string> verb_names() {
  std::vector<std::string> names;
  for (const Verb* verb : all_verbs) names.emplace_back(verb->name);
  return names;
}

std::size_t place_of_verb(std::string_view name) {
  const auto found = std::find_if(all_verbs.begin(), all_verbs.end(),
                                  [&](const Verb* verb) { return verb->name == name; });
  if (found != all_verbs.end()) return static_cast<std::size_t>(found - all_verbs.begin());
  for (const auto& [other, verb] : synonyms)
    if (name == other)
      throw UsageError(fmt::format("unknown verb '{}'; did you mean '{}'?", name, verb));
  throw UsageError(fmt::format("unknown verb '{}'{}", name,
                               meant_or_listed(name, "the verbs are", verb_names())));
}

}  // namespace credence::tool
