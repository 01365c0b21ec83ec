// Results and notes of several structures.
#include "study/compare/joined_comparisons.hpp"

#include <algorithm>

#include "base/names.hpp"
#include "study/folds/tallies.hpp"

namespace credence::detail {
namespace {

// Whether a result is of the labels alone, or of another kind of model.
bool has_no_structure(const Result& result) {
  return result.estimator == baseline_name || result.estimator == twin_name;
}

// The structures whose comparison has a note, and all of them as "".
std::string owners(std::span<const Comparison> parts, const std::string& note) {
  std::string names;
  bool all = true;
  for (const Comparison& part : parts) {
    const bool has = among(part.notes, note);
    all = all && has;
    if (has) names += (names.empty() ? "" : ", ") + part.structures.front().structure;
  }
  return all || note.starts_with(names + ' ') ? std::string() : names;
}

// Each note once, with the structures that it is about.
std::vector<std::string> joined_notes(std::span<const Comparison> parts) {
  std::vector<std::string> notes;
  for (const Comparison& part : parts)
    for (const std::string& note : part.notes) {
      const std::string names = owners(parts, note);
      std::string said = names.empty() ? note : names + ": " + note;
      if (!among(notes, said)) notes.push_back(std::move(said));
    }
  return notes;
}

// Adds results of one structure behind those of others.
void join(Comparison one, Comparison& all) {
  std::erase_if(one.results, has_no_structure);
  all.results.insert(std::find_if(all.results.begin(), all.results.end(), has_no_structure),
                     one.results.begin(), one.results.end());
  all.structures.insert(all.structures.end(), one.structures.begin(), one.structures.end());
  add(all.seconds, one.seconds);
  if (all.advised_weights.kind == FeatureWeighting::none)
    all.advised_weights = std::move(one.advised_weights);
  if (!all.fits.empty()) return;
  all.fits = std::move(one.fits);
  all.log_evidence = one.log_evidence;
}

}  // namespace

void name_structure(const std::string& structure, Comparison& comparison) {
  for (ComparedStructure& compared : comparison.structures) compared.structure = structure;
  for (Result& result : comparison.results)
    if (!has_no_structure(result)) result.structure = structure;
}

Comparison joined(std::vector<Comparison> parts) {
  std::vector<std::string> notes = joined_notes(parts);
  Comparison all = std::move(parts.front());
  for (std::size_t i = 1; i < parts.size(); ++i) join(std::move(parts[i]), all);
  all.notes = std::move(notes);
  return all;
}

}  // namespace credence::detail
