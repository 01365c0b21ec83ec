// Flags to structures.
#include "flags/structure_flags.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "flags/values.hpp"
#include "process/faults.hpp"

namespace credence::tool {
namespace {

constexpr Index most_parents = 16;

using Kinds = std::vector<StructureKind>;

const Kinds averages{StructureKind::aode, StructureKind::a2de};
const Kinds with_contexts{StructureKind::tan, StructureKind::kdb, StructureKind::aode,
                          StructureKind::a2de};
const Kinds with_parents{StructureKind::tan, StructureKind::kdb, StructureKind::aode,
                         StructureKind::a2de, StructureKind::lookup};

// Which structures a flag says something of.
struct Meaning {
  const char* flag;
  const Kinds& kinds;
};
const Kinds tree_alone{StructureKind::tan};
const Kinds lookup_alone{StructureKind::lookup};
const Kinds aode_alone{StructureKind::aode};
const Kinds kdb_alone{StructureKind::kdb};
const Meaning meanings[]{{"--tree", tree_alone},
                         {"--select", kdb_alone},
                         {"--superparent-min", with_contexts},
                         {"--average", averages},
                         {"--subsumption", aode_alone},
                         {"--pair-prior", with_parents},
                         {"--parents", with_parents},
                         {"--centre", lookup_alone},
                         {"--centre-rows", lookup_alone},
                         {"--memory", with_parents}};

bool holds(const Kinds& kinds, StructureKind kind) {
  return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
}

// "tan, kdb:K, aode and a2de"
std::string in_words(const Kinds& kinds) {
  std::string text;
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    if (i > 0) text += i + 1 == kinds.size() ? " or " : ", ";
    text += kinds[i] == StructureKind::kdb ? "kdb:K" : std::string(to_string(kinds[i]));
  }
  return text;
}

// The K of "kdb:K".
Index parents_of(std::string_view text, const std::string& whole, std::string_view flag) {
  Index parents = -1;
  const char* const end = text.data() + text.size();
  const auto [rest, fault] = std::from_chars(text.data(), end, parents);
  if (fault != std::errc() || rest != end || parents < 0 || parents > most_parents)
    throw UsageError(
        fmt::format("flag '{}' holds '{}'; write kdb:K with K, the most parents of a feature, from "
                    "0 to {}, as in kdb:1",
                    flag, whole, most_parents));
  return parents;
}

StructureFlag one_of(const std::string& word, std::string_view flag) {
  if (word == "lbr") return {.structure = {}, .lazy = true};
  if (word == "kdb" || word.starts_with("kdb:")) {
    const std::string_view number = word.size() > 4 ? std::string_view(word).substr(4) : "";
    return {
        .structure = {.kind = StructureKind::kdb, .most_parents = parents_of(number, word, flag)}};
  }
  for (const StructureKind kind : {StructureKind::naive, StructureKind::tan, StructureKind::aode,
                                   StructureKind::a2de, StructureKind::lookup})
    if (word == to_string(kind)) return {.structure = {.kind = kind}};
  const std::vector<std::string> known{"naive", "tan",  "kdb:1",  "kdb:2",
                                       "aode",  "a2de", "lookup", "lbr"};
  throw UsageError(fmt::format("flag '{}' names the unknown structure '{}'{}", flag, word,
                               meant_or_listed(word, "the structures are", known)));
}

std::string name_of_flag(const StructureFlag& flag) {
  return flag.lazy ? "lbr" : name_of(flag.structure);
}

// `each=1`, `rows=1` or `back_off=2`.
ContextPrior context_prior_of(const std::string& text, std::string_view flag) {
  const auto [word, number] = split_at_last(text, '=', flag, "each=1, rows=1 or back_off=2");
  for (const auto kind :
       {ContextPrior::Kind::each, ContextPrior::Kind::rows, ContextPrior::Kind::back_off})
    if (word == to_string(kind)) return {.kind = kind, .strength = positive_of(number, flag)};
  throw UsageError(fmt::format("flag '{}' has the unknown value '{}'{}", flag, word,
                               meant_or_listed(word, "choose", {"each", "rows", "back_off"})));
}

// The structures of all flags that name some.
std::vector<StructureFlag> named_by(const Grammar& grammar) {
  std::vector<StructureFlag> all;
  for (const char* name : {"--structure", "--second-structure"})
    if (const Flag* const flag = grammar.find(name))
      for (const std::string& text : flag->values)
        for (StructureFlag& one : structures_of(text, name)) all.push_back(std::move(one));
  return all;
}

// Averages and look-up are no sums over features that could be weighted one by one. Lazy rules have no
// weights, and may stand beside a structure that has.
void check_feature_weights(const Grammar& grammar, const std::vector<StructureFlag>& named) {
  const Flag* const weights = grammar.find("--feature-weights");
  if (weights == nullptr || weights->values.empty() || named.empty()) return;
  const std::string& kind = weights->values.back();
  if (kind == "none") return;
  const bool all_lazy =
      std::all_of(named.begin(), named.end(), [](const StructureFlag& one) { return one.lazy; });
  const auto refuses = [&](const StructureFlag& one) {
    const bool is_whole =
        holds(averages, one.structure.kind) || one.structure.kind == StructureKind::lookup;
    return one.lazy ? all_lazy : is_whole && kind != "common";
  };
  const auto refused = std::find_if(named.begin(), named.end(), refuses);
  if (refused == named.end()) return;
  throw UsageError(fmt::format(
      "flag '--feature-weights {}' has no place beside --structure {}: naive, tan and kdb:K add up "
      "features and take it; aode, a2de and lookup take common, and lbr none",
      kind, name_of_flag(*refused)));
}

}  // namespace

const std::vector<std::string>& structure_flag_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all{"--structure"};
    for (const Meaning& meaning : meanings) all.emplace_back(meaning.flag);
    return all;
  }();
  return names;
}

std::vector<StructureFlag> structures_of(const std::string& text, std::string_view flag) {
  std::vector<StructureFlag> all;
  for (const std::string& word : list_of(text, flag)) {
    StructureFlag one = one_of(word, flag);
    for (const StructureFlag& earlier : all)
      if (name_of_flag(earlier) == name_of_flag(one))
        throw UsageError(fmt::format("flag '{}' names '{}' twice; name it once", flag, word));
    all.push_back(std::move(one));
  }
  return all;
}

std::vector<StructureFlag> structure_of(const std::string& text, std::string_view flag) {
  std::vector<StructureFlag> one = structures_of(text, flag);
  if (one.size() == 1) return one;
  throw UsageError(fmt::format(
      "flag '{}' takes one structure here; 'credence compare' sets several side by side", flag));
}

void check_structure_flags(const Grammar& grammar) {
  const std::vector<StructureFlag> named = named_by(grammar);
  const auto takes = [&](const Kinds& kinds) {
    return std::any_of(named.begin(), named.end(), [&](const StructureFlag& one) {
      return !one.lazy && holds(kinds, one.structure.kind);
    });
  };
  const auto refuse = [](const char* flag, const Kinds& kinds) {
    throw UsageError(
        fmt::format("flag '{}' is for --structure {}; give one of them beside it, or "
                    "leave it out",
                    flag, in_words(kinds)));
  };
  for (const Meaning& meaning : meanings)
    if (grammar.given(meaning.flag) && !takes(meaning.kinds)) refuse(meaning.flag, meaning.kinds);
  check_feature_weights(grammar, named);
  const Flag* const like = grammar.find("--like");
  if (like != nullptr && !like->values.empty() && like->values.front() == "weka" &&
      !takes(aode_alone))
    refuse("--like weka", aode_alone);
}

void refuse_lazy_rules(const StructureFlags& flags, std::string_view verb) {
  if (!flags.lazy()) return;
  throw UsageError(
      fmt::format("'{}' cannot take --structure lbr: lazy rules keep the training rows and have no "
                  "posterior; 'predict --structure lbr --train FILE', 'compare' and 'curve' take "
                  "them",
                  verb));
}

bool StructureFlags::lazy() const {
  return std::any_of(named.begin(), named.end(), [](const StructureFlag& one) { return one.lazy; });
}

std::vector<Structure> StructureFlags::structures() const {
  std::vector<Structure> all;
  for (const StructureFlag& one : named) {
    if (one.lazy) continue;
    Structure& structure = all.emplace_back(one.structure);
    const StructureKind kind = structure.kind;
    if (kind == StructureKind::tan) structure.tree = tree.value_or(structure.tree);
    if (holds(averages, kind)) structure.average = average.value_or(structure.average);
    if (kind == StructureKind::kdb) structure.select = select;
    if (kind == StructureKind::aode) {
      structure.like_weka = like_weka;
      structure.subsumption_rows = subsumption_rows.value_or(structure.subsumption_rows);
    }
    if (holds(with_contexts, kind))
      structure.least_rows = least_rows.value_or(structure.least_rows);
    if (kind == StructureKind::lookup) {
      structure.centre = centre.value_or(structure.centre);
      structure.centre_rows = centre_rows.value_or(structure.centre_rows);
    }
    if (!holds(with_parents, kind)) continue;
    structure.prior = prior.value_or(structure.prior);
    structure.gigabytes = gigabytes.value_or(structure.gigabytes);
  }
  return all;
}

void StructureFlags::declare(Grammar& grammar, TakesStructures takes) {
  const bool several = takes == TakesStructures::several;
  const bool lazy = takes != TakesStructures::one;
  std::vector<std::string> words{"naive", "tan", "kdb:1", "kdb:2", "aode", "a2de", "lookup"};
  if (lazy) words.emplace_back("lbr");
  grammar.section(Section::structure);
  grammar
      .value("--structure", named, several ? "NAME,..." : "NAME",
             fmt::format("which features depend on which others, besides the class: naive, tan (a "
                         "tree), kdb:K (K parents at most), aode or a2de (averages), lookup (whole "
                         "rows){} [naive, or that of --schema]",
                         lazy ? ", lbr (lazy rules, slow)" : ""),
             several ? structures_of : structure_of)
      .one_of(std::move(words));
  declare_details(grammar);
}

void StructureFlags::declare_details(Grammar& grammar) {
  grammar.choice("--tree", tree, "of tan: what the tree is chosen by [information]",
                 {{"information", TreeScore::information}, {"evidence", TreeScore::evidence}});
  grammar.on_off("--select", select,
                 "of kdb: choose the number of features and of parents by leave-one-out log loss");
  grammar.value("--superparent-min", least_rows, "N",
                "training rows that a level of a parent needs to be used; 1: any at all, whatever "
                "it weighs [1]", not_negative_of);
  grammar.choice("--average", average, "of aode and a2de: how models are weighted [uniform]",
                 {{"uniform", ModelWeights::uniform},
                  {"stacked", ModelWeights::stacked},
                  {"evidence", ModelWeights::evidence},
                  {"information", ModelWeights::information}});
  grammar.value("--subsumption", subsumption_rows, "ROWS",
                "of aode: leave out a level that another one implies in more rows than this; 0: "
                "never [0]",
                not_negative_of);
  grammar.value("--pair-prior", prior, "each=1|rows=1|back_off=2",
                "the prior of features given a level of their parents: a pseudo-count of each "
                "level, imaginary rows of each class, or pseudo-counts in the proportions of the "
                "feature given the class alone [each=1]",
                context_prior_of);
  grammar.values("--parents", parents, "NAME,...",
                 "the columns that may be parents, repeatable [all of at most 1,000 levels]");
  grammar.choice("--centre", centre,
                 "of lookup: the prediction for a row that was never seen [classes]",
                 {{"classes", LookupCentre::classes}, {"naive", LookupCentre::naive}});
  grammar.value("--centre-rows", centre_rows, "S",
                "of lookup: how many rows that prediction is worth [1]", positive_of);
  grammar.value("--memory", gigabytes, "GB",
                "limit on the memory of counts of pairs, in gigabytes of 10^9 bytes [1]",
                positive_of);
  grammar.rule(check_structure_flags);
}

}  // namespace credence::tool
