// Notes on a posterior: rows that lack numbers, counts beyond what a double counts.
#include <credence/learn/model_posterior.hpp>

#include <fmt/format.h>

#include <set>
#include <string>
#include <utility>

namespace credence {
namespace {

std::string note_on_incomplete_rows(const std::string& block, double incomplete, double all) {
  return fmt::format(
      "block '{}': {} of {} rows (by weight) lack a number and taught it nothing; they are scored "
      "by "
      "the numbers that they have",
      block, incomplete, all);
}

// The features that are blocks of columns which count words: they take whole rows alone.
std::set<std::string> word_blocks(const Schema& schema) {
  std::set<std::string> names;
  for (const ColumnSchema& column : schema.columns)
    if (column.family == "multinomial" && !column.columns.empty()) names.insert(column.name);
  return names;
}

// None where it took all of them.
std::vector<std::string> note_on_rows_without_counts(const AnyBlock& block, Index j,
                                                     const LabelColumn& label) {
  double lacking = 0;
  double all = 0;
  for (std::size_t klass = 0; klass < label.counts.counts.size(); ++klass) {
    all += label.counts.counts[klass];
    lacking += label.counts.counts[klass] - block.count(j, static_cast<Index>(klass));
  }
  if (!(lacking > 1e-9 * all)) return {};  // both are rounded
  return {
      fmt::format("block '{}': {:.15g} of {:.15g} rows (by weight) lack a count and taught it "
                  "nothing; where a word does not occur, write 0",
                  block.feature(j).name, lacking, all)};
}

}  // namespace

std::vector<std::string> notes_on_incomplete_rows(const Posterior<Model>& posterior) {
  std::vector<std::string> notes;
  const std::set<std::string> words = word_blocks(posterior.model.schema());
  for (const Box<AnyBlock>& block : posterior.blocks)
    for (Index j = 0; j < block->size(); ++j) {
      if (!words.empty() && words.contains(block->feature(j).name))
        for (std::string& note : note_on_rows_without_counts(*block, j, posterior.label))
          notes.push_back(std::move(note));
      double incomplete = 0;
      double all = 0;
      for (Index klass = 0; klass < block->classes(); ++klass) {
        incomplete += block->incomplete(j, klass);
        all += block->count(j, klass);
      }
      if (incomplete > 0)
        notes.push_back(note_on_incomplete_rows(block->feature(j).name, incomplete, all));
    }
  return notes;
}

namespace {

// A sentence on counts beyond 2^53 in `cells` cells, the first of which is named; none for 0.
std::vector<std::string> note_on_large_counts(const std::string& first, Index cells,
                                              Summation summation) {
  if (cells == 0) return {};
  const std::string more =
      cells == 1 ? "" : " and " + std::to_string(cells - 1) + " more of classes and columns";
  const std::string what =
      summation == Summation::exact
          ? ": beyond it they are shown rounded, the sums behind them are exact"
          : ": from there on they are rounded, and small weights may be lost; divide the weights, "
            "or "
            "fit with Summation::exact";
  return {first + more + ": counts have reached 2^53 = 9007199254740992" + what};
}

}  // namespace

std::vector<std::string> notes_on_counts(const Posterior<Model>& posterior) {
  std::string first;
  Index cells = 0;
  const auto look = [&](double count, const std::string& column, std::size_t klass) {
    if (!(count >= largest_exact_count)) return;
    if (++cells == 1)
      first = "column '" + column + "', class '" + posterior.label.classes[klass] + "'";
  };
  for (std::size_t klass = 0; klass < posterior.label.counts.counts.size(); ++klass)
    look(posterior.label.counts.counts[klass], posterior.label.name, klass);
  for (const Box<AnyBlock>& block : posterior.blocks)
    for (Index j = 0; j < block->size(); ++j)
      for (Index klass = 0; klass < block->classes(); ++klass)
        look(block->largest_count(j, klass), block->feature(j).name,
             static_cast<std::size_t>(klass));
  return note_on_large_counts(first, cells, posterior.summation);
}

}  // namespace credence
