#pragma once
// The verbs of the tool: each has a file in verbs/ with its flags, its help and what it does, and a
// place in this table.
#include <array>
#include <functional>
#include <memory>
#include <string_view>

#include "console/console.hpp"
#include "flags/common_flags.hpp"
#include "flags/flags.hpp"

namespace credence::tool {

/// A verb's flags, waiting for values, and what the verb does with them.
struct Command {
  Grammar grammar;
  std::shared_ptr<const CommonFlags> common;
  std::function<void(Console&)> run;
  bool by_all_ranks = false;  ///< of processes that share a run; else the first one alone runs it
};

enum class RunBy { first_rank, all_ranks };

struct Verb {
  std::string_view name;
  std::string_view summary;
  Command (*command)();
};

/// A verb of a struct of flags, which has a `CommonFlags common` and a `void declare(Grammar&)`, and
/// of what it does with them: reads files, does one thing, writes one result.
template <class Flags, void (*run)(const Flags&, Console&), RunBy by = RunBy::first_rank>
constexpr Verb verb(std::string_view name, std::string_view summary) {
  return {.name = name, .summary = summary, .command = [] {
            const auto flags = std::make_shared<Flags>();
            Command command{.grammar = {},
                            .common = {flags, &flags->common},
                            .run = [flags](Console& console) { run(*flags, console); },
                            .by_all_ranks = by == RunBy::all_ranks};
            flags->declare(command.grammar);
            return command;
          }};
}

namespace verbs {
extern const Verb check, compare, curve, describe, drift, evaluate, explain, fit, forget, merge,
    paired, predict, report, schema, select, sensitivity, simulate, sql, suggest;
}

/// In the order of the help, group after group.
inline constexpr std::array all_verbs{
    &verbs::fit,     &verbs::predict, &verbs::evaluate, &verbs::explain,     &verbs::describe,
    &verbs::compare, &verbs::paired,  &verbs::curve,    &verbs::sensitivity, &verbs::schema,
    &verbs::suggest, &verbs::select,  &verbs::check,    &verbs::drift,       &verbs::report,
    &verbs::merge,   &verbs::forget,  &verbs::sql,      &verbs::simulate};

/// Verbs under one heading of the help: so many of those above, after those of earlier groups.
struct VerbGroup {
  std::string_view heading;
  std::size_t verbs;
};
inline constexpr std::array verb_groups{
    VerbGroup{"Train and use a model", 5}, VerbGroup{"Compare models", 4},
    VerbGroup{"Look at data", 6}, VerbGroup{"Posterior files, databases and simulation", 4}};

[[nodiscard]] std::vector<std::string> verb_names();

/// Where the verb of this name stands in all_verbs.
/// throws  UsageError that names the verb that may be meant
[[nodiscard]] std::size_t place_of_verb(std::string_view name);

}  // namespace credence::tool
