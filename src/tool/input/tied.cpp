// One block of all normal columns, whose variances are tied, or with a full covariance.
#include "input/tied.hpp"

#include <credence/learn/evidence.hpp>

#include <fmt/format.h>

#include <algorithm>

#include "process/faults.hpp"

namespace credence::tool {
namespace {

// The block without its columns.
ColumnSchema block_of_flags(const ModelFlags& flags) {
  ColumnSchema block{.name = {}, .family = "normal"};
  block.covariance = flags.covariance.value_or(Covariance::diagonal);
  if (block.covariance == Covariance::full) block.tied = Tying::free;
  if (flags.tied) block.tied = flags.tied->tying;
  if (block.covariance == Covariance::full && ties_columns(*block.tied))
    throw UsageError(fmt::format(
        "flag '--tied' holds '{}', but under '--covariance full' the columns share no variance; "
        "it takes 'free', 'classes' or 'auto'",
        to_string(*block.tied)));
  return block;
}

// What makes the block: the flags as they were given.
std::string flags_of(const ModelFlags& flags) { return flags.tied ? "--tied" : "--covariance"; }

// `auto`, which 'credence schema' writes, is what a block has without a prior, too.
bool has_prior_of_its_own(const ColumnSchema& column, const Schema& schema) {
  const bool is_default = schema.prior.empty() && column.prior == PriorSpec{.word = "auto"};
  return !column.prior.empty() && !is_default;
}

bool is_single_normal(const ColumnSchema& column) {
  return column.family == "normal" && column.columns.empty() && !column.tied;
}

// "classes by evidence (log Bayes factor 12.54 against 'free')"
std::string in_words(const std::vector<TyingEvidence>& best_first) {
  std::string text = fmt::format("{} by evidence", to_string(best_first.front().tying));
  if (best_first.size() > 1)
    text += fmt::format(" (log Bayes factor {:.2f} against '{}')",
                        best_first[0].log_evidence - best_first[1].log_evidence,
                        to_string(best_first[1].tying));
  return text;
}

// The evidence of each tying of a block, alone with the label; the largest first.
std::vector<TyingEvidence> tyings_of(const ColumnSchema& block, const std::string& label,
                                     const ModelFlags& flags, const Table& table) {
  const auto posterior =
      observe(Model(Schema{.label = label, .columns = {block}}), table, flags.weights());
  std::vector<TyingEvidence> all = tying_evidence(posterior, block.name);
  std::stable_sort(all.begin(), all.end(), [](const TyingEvidence& a, const TyingEvidence& b) {
    return a.log_evidence > b.log_evidence;
  });
  return all;
}

}  // namespace

void tie_normal_columns(Schema& schema, const ModelFlags& flags, Console& console) {
  ColumnSchema block = block_of_flags(flags);
  if (!block.tied) return;
  for (const ColumnSchema& column : schema.columns) {
    if (!is_single_normal(column)) continue;
    if (has_prior_of_its_own(column, schema))
      throw UsageError(
          fmt::format("flag '{}' puts column '{}' into a block, but the schema gives it a prior "
                      "of its own; take the prior out, or write the block into the schema",
                      flags_of(flags), column.name));
    block.columns.push_back(column.name);
  }
  if (block.columns.empty())
    throw UsageError(fmt::format("flag '{}' is for columns of family 'normal', and there is none",
                                 flags_of(flags)));
  std::erase_if(schema.columns, is_single_normal);
  block.name = free_name(schema, block.covariance == Covariance::full ? "joint" : "tied");
  console.note(fmt::format(
      "{} the block '{}',{} tied {}",
      counted(block.columns.size(), "normal column makes", "normal columns make"), block.name,
      block.covariance == Covariance::full ? " with a full covariance matrix," : "",
      flags.tied && flags.tied->by_evidence ? "by evidence" : to_string(*block.tied)));
  schema.columns.push_back(std::move(block));
}

void settle_tying(Schema& schema, const ModelFlags& flags, const Table& table, Console& console) {
  if (!flags.tied || !flags.tied->by_evidence) return;
  ColumnSchema& block = schema.columns.back();
  const std::vector<TyingEvidence> found = tyings_of(block, schema.label, flags, table);
  if (found.empty())
    throw Error(ErrorCode::undefined,
                fmt::format("no tying of block '{}' has an evidence: its prior has none, or a "
                            "column is constant; choose one with '--tied'",
                            block.name));
  block.tied = found.front().tying;
  console.note(fmt::format("block '{}' is tied {}", block.name, in_words(found)));
}

}  // namespace credence::tool
