// The sentence on rows that taught a block nothing.
#include <credence/learn/incomplete_rows.hpp>

#include <fmt/format.h>

namespace credence {
namespace {

std::string note_on_incomplete_rows(const std::string& block, double incomplete, double all) {
  return fmt::format(
      "block '{}': {} of {} rows (by weight) lack a number and taught it nothing; they are scored "
      "by "
      "the numbers that they have",
      block, incomplete, all);
}

}  // namespace

std::vector<std::string> notes_on_incomplete_rows(const Posterior<Model>& posterior) {
  std::vector<std::string> notes;
  for (const Box<AnyBlock>& block : posterior.blocks)
    for (Index j = 0; j < block->size(); ++j) {
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

}  // namespace credence
