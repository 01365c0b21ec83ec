// Which columns evidence chooses for, and what it chose.
#include "input/families_by_evidence.hpp"

#include <fmt/format.h>
#include <credence/detail/data/column_places.hpp>

#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "flags/values.hpp"
#include "process/faults.hpp"
#include "process/remedies.hpp"

namespace credence::tool {
namespace {

// "family 'poisson' (log Bayes factor 12.3 against 'geometric')"
std::string in_words(const Suggestion& found) {
  if (found.chosen == "none") return fmt::format("no family: it {}", found.why_none);
  std::string text = fmt::format("family '{}' by evidence", found.chosen);
  if (found.families.size() > 1 && found.families[1].log_bayes_factor)
    text += fmt::format(" (log Bayes factor {:.2f} against '{}')",
                        -*found.families[1].log_bayes_factor, found.families[1].family);
  return text;
}

// Leaves the family to evidence where no flag names it, or a prior that is for one family.
void open_others(std::vector<FamilyFlag>& families, const SuggestOptions& asked,
                 const ModelFlags& flags, const Table& table) {
  std::unordered_set<std::string> settled(asked.drop.begin(), asked.drop.end());
  settled.insert(asked.label);
  for (const auto& [name, family] : families) settled.insert(name);
  for (const auto& [name, prior] : flags.priors) settled.insert(name);
  for (const Column& column : table.columns())
    if (!settled.contains(column.name)) families.emplace_back(column.name, by_evidence);
}

// Says what evidence chose: all of it for the columns that a flag names, else what is to be known.
void note_chosen(const Suggestions& found, const ModelFlags& flags, Console& console) {
  const auto note = [&](const Suggestion& one) {
    console.note(fmt::format("column '{}' gets {}", one.feature, in_words(one)));
  };
  for (const Suggestion& one : found.columns)
    for (const FamilyFlag& flag : flags.columns)
      if (flag.first == one.feature) note(one);
  if (flags.families == Families::inferred) return;
  for (const std::string& warning : found.warnings) console.note(warning);
  for (const Suggestion& one : found.columns)
    if (one.chosen == "none" && !one.families.empty()) note(one);
}

}  // namespace

void check_families(const ModelFlags& flags, const Data& data) {
  if (flags.families == Families::inferred) return;
  const auto refuse = [](bool given, std::string_view flag, std::string_view why) {
    if (given)
      throw UsageError(fmt::format(
          "flag '--families auto' has no place beside {}: {}; leave one of the two out, or choose "
          "single columns with --column NAME=auto",
          flag, why));
  };
  refuse(data.schema.has_value(), "--schema", "the schema gives the families");
  refuse(flags.tied.has_value(), "--tied", "it judges every column alone, and a block is one");
  refuse(flags.covariance == Covariance::full, "--covariance full",
         "it judges every column alone, and a block is one");
  refuse(flags.like_scikit_learn, "--like scikit-learn",
         "it may choose families that scikit-learn lacks");
}

void leave_out_taken(std::vector<std::string>& notes, const ModelFlags& flags, bool has_schema) {
  const bool is_full = flags.covariance == Covariance::full;
  if (flags.families == Families::evidence || has_schema || flags.tied || is_full ||
      flags.like_scikit_learn)
    leave_out(notes, "--families auto");
  if (flags.families == Families::evidence || is_full || flags.like_scikit_learn)
    leave_out(notes, "--covariance full");
}

std::vector<Suggestion> settle_by_evidence(std::vector<FamilyFlag>& families, SuggestOptions asked,
                                           const ModelFlags& flags, const Table& table,
                                           Console& console) {
  if (flags.families == Families::evidence) open_others(families, asked, flags, table);
  for (const auto& [name, family] : families)
    if (family == by_evidence) {
      check_column(table, name, "--column");
      asked.columns.push_back(name);
    }
  if (asked.columns.empty()) return {};
  Suggestions all = credence::suggest(table, asked);
  note_chosen(all, flags, console);
  std::unordered_map<std::string_view, std::string_view> chosen;
  for (const Suggestion& found : all.columns) chosen.emplace(found.feature, found.chosen);
  for (auto& [name, family] : families)
    if (const auto found = chosen.find(name); found != chosen.end()) family = found->second;
  return std::move(all.columns);
}

std::vector<std::string> still_chosen(const Schema& schema,
                                      const std::vector<Suggestion>& settled) {
  const ColumnPlaces places(schema);
  std::vector<std::string> names;
  for (const Suggestion& one : settled) {
    const std::size_t at = places.of(one.feature);
    if (at == ColumnPlaces::nowhere) continue;
    const ColumnSchema& column = schema.columns[at];
    if (column.family == one.chosen && column.prior.empty()) names.push_back(one.feature);
  }
  return names;
}

}  // namespace credence::tool
