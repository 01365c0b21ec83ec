// Flags to labels, families, priors and ties.
#include "flags/model_flags.hpp"

#include <credence/learn/family_type.hpp>

#include <fmt/format.h>

#include <algorithm>

#include "flags/values.hpp"
#include "process/faults.hpp"

namespace credence::tool {
namespace {

// What books and other programs call a family.
constexpr ElsewhereName families_elsewhere[] = {
    {"gaussian", "normal"},     {"gauss", "normal"},       {"numeric", "normal"},
    {"continuous", "normal"},   {"binary", "bernoulli"},   {"binomial", "bernoulli"},
    {"nominal", "categorical"}, {"factor", "categorical"}, {"count", "poisson"},
    {"text", "multinomial"},    {"words", "multinomial"},  {"kde", "kernel"}};

// What books and other programs call the pseudo-count of additive smoothing.
constexpr ElsewhereName keys_elsewhere[] = {{"alpha", "each"},
                                            {"lambda", "each"},
                                            {"l", "each"},
                                            {"smoothing", "each"},
                                            {"pseudocount", "each"}};

// What books call a pseudo-count for everything.
constexpr ElsewhereName priors_elsewhere[] = {
    {"laplace", "each=1"}, {"uniform", "each=1"}, {"flat", "each=1"}, {"jeffreys", "each=0.5"}};

void check_word(std::string_view word, std::string_view flag) {
  const std::string meant = meant_elsewhere(word, priors_elsewhere, {"each=1", "each=0.5"});
  if (!meant.empty())
    throw UsageError(fmt::format("flag '{}' has the unknown prior '{}'{}", flag, word, meant));
}

PriorSpec prior_with_keys(const std::string& text, std::string_view flag) {
  PriorSpec prior = prior_of(text, flag);
  check_word(prior.word, flag);
  const auto has = [&](std::string_view key) {
    return std::any_of(prior.values.begin(), prior.values.end(),
                       [&](const auto& value) { return value.first == key; });
  };
  if (has("alpha") && has("beta"))
    throw UsageError(fmt::format(
        "flag '{}' has the unknown keys 'alpha' and 'beta'; write ones and zeros for those of a "
        "Beta prior, shape and rate of a Gamma prior, shape and scale of an inverse gamma",
        flag));
  for (const auto& [key, number] : prior.values)
    if (const std::string meant = meant_elsewhere(key, keys_elsewhere, {"each"}); !meant.empty())
      throw UsageError(fmt::format("flag '{}' has the unknown key '{}'{}", flag, key, meant));
  return prior;
}

void check_family(const std::string& family, std::string_view flag) {
  std::vector<std::string> known{"none"};
  for (const std::string_view name : shipped_families().words()) known.emplace_back(name);
  known.emplace_back(by_evidence);
  if (std::find(known.begin(), known.end(), family) != known.end()) return;
  const std::string meant = meant_elsewhere(family, families_elsewhere, known);
  throw UsageError(
      fmt::format("flag '{}' names the unknown family '{}'{}", flag, family,
                  meant.empty() ? meant_or_listed(family, "the families are", known) : meant));
}

}  // namespace

FamilyFlag family_flag_of(const std::string& text, std::string_view flag) {
  FamilyFlag column = split_at_last(text, '=', flag, "NAME=FAMILY");
  check_family(column.second, flag);
  return column;
}

PriorFlag prior_flag_of(const std::string& text, std::string_view flag) {
  check_word(text, flag);
  const auto is_word = [](std::string_view value) {
    return std::any_of(all_automatic_words.begin(), all_automatic_words.end(),
                       [&](Automatic word) { return value == to_string(word); });
  };
  const std::size_t equals = text.find('=');
  const bool is_prior =
      is_word(text) || (equals != std::string::npos && !is_word(text.substr(equals + 1)));
  if (text.find(':') == std::string::npos && is_prior)
    return {std::string(every_column), prior_with_keys(text, flag)};
  const auto [name, prior] =
      split_at_last(text, ':', flag,
                    "NAME:PRIOR for a column or PRIOR for all that it fits, PRIOR being auto or "
                    "key=value,...");
  return {name, prior_with_keys(prior, flag)};
}

std::vector<std::pair<std::string, TyingFlag>> tyings_by_word() {
  std::vector<std::pair<std::string, TyingFlag>> words;
  for (const Tying tying : all_tyings)
    words.emplace_back(to_string(tying), TyingFlag{.tying = tying});
  words.emplace_back(by_evidence, TyingFlag{.by_evidence = true});
  return words;
}

std::vector<std::pair<std::string, Families>> families_by_word() {
  return {{"inferred", Families::inferred}, {by_evidence, Families::evidence}};
}

void ModelFlags::declare_label(Grammar& grammar) {
  grammar.section(Section::model);
  grammar.value("--label", label, "NAME", "the column that holds the classes")
      .needed_unless("--schema or --label-file");
}

void ModelFlags::declare_drop(Grammar& grammar) {
  grammar.values("--drop", drop, "NAME,...", "columns to leave out; repeatable");
}

void ModelFlags::declare(Grammar& grammar) {
  declare_label(grammar);
  grammar.values("--column", columns, "NAME=FAMILY",
                 "the family of a column, or 'auto': the one with the largest evidence; repeatable",
                 family_flag_of);
  grammar.choice("--families", families,
                 "how to find the other families; auto: by evidence, in studies anew in every "
                 "training part [inferred]",
                 families_by_word());
  declare_drop(grammar);
  grammar.section(Section::priors);
  grammar.values("--prior", priors, "[NAME:]PRIOR",
                 "auto, auto3, empirical or key=value,... for a column, or for all that it fits; "
                 "each=1 is Laplace smoothing; repeatable",
                 prior_flag_of);
  grammar.value("--class-prior", class_prior, "PRIOR",
                "uniform, frequencies, each=1 or given=a:0.2,b:0.8", class_prior_of);
  grammar.section(Section::model);
  grammar.choice("--tied", tied,
                 "make one block of the normal columns; who shares a variance, 'auto': by evidence",
                 tyings_by_word());
  grammar.values("--words", words, "NAME,...",
                 "make one block, 'words', of these columns, each of which counts a word; '*': of "
                 "all that no other flag names");
  grammar.choice("--covariance", covariance,
                 "full: make one block of the normal columns, with a covariance for each pair of "
                 "them",
                 {{"full", Covariance::full}, {"diagonal", Covariance::diagonal}});
}

void declare_weight(Grammar& grammar, std::optional<std::string>& weight) {
  grammar.section(Section::model);
  grammar.value("--weight", weight, "NAME", "the column that holds the weights of rows");
}

}  // namespace credence::tool
