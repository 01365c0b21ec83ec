// What a comparison in time comes to, in sentences.
#include <credence/base/error.hpp>
#include <credence/detail/base/counted.hpp>

#include <fmt/format.h>

#include <algorithm>

#include "base/from_to.hpp"
#include "study/drift/drift_moves.hpp"

namespace credence {
namespace {

// "mean 35.5 to 41", "probability of 'good' 0.7 to 0.55".
std::string in_words(const Move& move, bool with_class) {
  std::string text = detail::what_moved(move);
  if (with_class) text += fmt::format("{} '{}'", move.level.empty() ? " of" : " in", move.klass);
  return text + ' ' + from_to(move.before, move.after);
}

// Whether the data favour no change, or its probability is below 1 - threshold.
bool is_unlikely(const Drift& drift, const Change& change) {
  return !drift.changed(change) &&
         (change.log_bayes_factor <= 0 || change.probability < 1 - drift.options.threshold);
}

// Whether that is so of all columns that were compared.
bool columns_unlikely(const Drift& drift) {
  return std::all_of(drift.changes.begin(), drift.changes.end(), [&](const Change& change) {
    return !change.undefined.empty() || is_unlikely(drift, change);
  });
}

bool compares_columns(const Drift& drift) {
  return std::any_of(drift.changes.begin(), drift.changes.end(),
                     [](const Change& change) { return change.undefined.empty(); });
}

std::string sentence_on_labels(const Drift& drift) {
  const Change& labels = drift.labels;
  if (!labels.undefined.empty())
    return fmt::format("the class probabilities are not compared: {}", labels.undefined);
  const std::string how = fmt::format("probability of change {:.4f}, log Bayes factor {:.1f}",
                                      labels.probability, labels.log_bayes_factor);
  if (is_unlikely(drift, labels))
    return fmt::format("the class probabilities show no change ({})", how);
  if (!drift.changed(labels))
    return fmt::format(
        "the class probabilities may have changed ({}); the probability is below the threshold of "
        "{:.4g}",
        how, drift.options.threshold);
  return fmt::format("the class probabilities changed ({}): {}", how,
                     in_words(labels.moves.front(), true));
}

std::string sentence_on(const Change& change) {
  const std::string where =
      change.klass.empty() ? "" : fmt::format(" within class '{}'", change.klass);
  std::string text = fmt::format("{}'{}' changed{} (log Bayes factor {:.1f})",
                                 change.missing ? "what is missing of " : "", change.feature, where,
                                 change.log_bayes_factor);
  if (!change.moves.empty()) text += ": " + in_words(change.moves.front(), change.klass.empty());
  if (!change.no_moves.empty()) text += "; how it moved is not known: " + change.no_moves;
  return text;
}

std::string consequence_without_change(const Drift& drift) {
  if (!drift.labels.undefined.empty() && !compares_columns(drift)) return "nothing was compared";
  const bool labels_unlikely = !drift.labels.undefined.empty() || is_unlikely(drift, drift.labels);
  if (labels_unlikely && columns_unlikely(drift))
    return "nothing changed, as far as these data tell";
  return fmt::format(
      "the data leave open whether anything changed: some favour a change, and no "
      "probability of change is above the threshold of {:.4g}",
      drift.options.threshold);
}

std::string consequence_of_label_shift(const Drift& drift) {
  if (!compares_columns(drift)) return "the class frequencies changed, and no column was compared";
  if (columns_unlikely(drift))
    return "label shift: the class frequencies changed, and no column changed within a class; "
           "another class prior corrects the model";
  return fmt::format(
      "the class frequencies changed, and no column within a class with a probability above the "
      "threshold of {:.4g}; another class prior corrects the model where none did",
      drift.options.threshold);
}

std::string consequence_of(const Drift& drift) {
  const DriftKind kind = drift.kind();
  if (!drift.new_classes.empty())
    return fmt::format(
        "the model has seen no row of class '{}'{}, and no class prior tells what such "
        "rows hold: fit the new data",
        drift.new_classes.front(),
        drift.new_classes.size() > 1 ? fmt::format(" and of {} more", drift.new_classes.size() - 1)
                                     : "");
  if (kind == DriftKind::none) return consequence_without_change(drift);
  if (kind == DriftKind::labels) return consequence_of_label_shift(drift);
  return "columns changed within a class: no class prior corrects that; fit the new data, or "
         "update "
         "with a discount of the past";
}

}  // namespace

std::string_view to_string(DriftKind kind) {
  switch (kind) {
    case DriftKind::none:
      return "none";
    case DriftKind::labels:
      return "labels";
    case DriftKind::columns:
      return "columns";
    default:
      return "both";
  }
}

DriftKind Drift::kind() const {
  const bool columns_changed = std::any_of(changes.begin(), changes.end(),
                                           [&](const Change& change) { return changed(change); });
  if (changed(labels)) return columns_changed ? DriftKind::both : DriftKind::labels;
  return columns_changed ? DriftKind::columns : DriftKind::none;
}

std::string detail::what_moved(const Move& move) {
  std::string what = move.parameter;
  if (what == "probabilities") what = "probability";
  if (what == "shares") what = "share";
  return move.level.empty() ? what : fmt::format("{} of '{}'", what, move.level);
}

std::vector<std::string> sentences_on(const Drift& drift, Index most) {
  std::vector<std::string> sentences{sentence_on_labels(drift)};
  Index more = 0;
  for (const Change& change : drift.changes) {
    if (!drift.changed(change)) continue;
    if (std::ssize(sentences) <= most)
      sentences.push_back(sentence_on(change));
    else
      ++more;
  }
  if (more > 0)
    sentences.push_back(detail::counted(more, "more change", "more changes") + " within a class");
  sentences.push_back(consequence_of(drift));
  return sentences;
}

void detail::add_notes(bool has_structure, Drift& drift) {
  const auto compared = std::count_if(drift.changes.begin(), drift.changes.end(),
                                      [](const Change& each) { return each.undefined.empty(); });
  if (compared > 0)
    drift.notes.push_back(fmt::format(
        "{} compared; before the data each changed with probability "
        "{:.2g}, so that any did with probability {:.6g}, and so did the class probabilities",
        detail::counted(compared, "pair of column and class is",
                        "pairs of columns and classes are"),
        drift.prior_probability, drift.options.prior_change));
  if (has_structure)
    drift.notes.emplace_back(
        "the structure is left out: columns are compared given the class alone");
}

}  // namespace credence
