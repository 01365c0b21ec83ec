// The tables that a row asks for by the levels of parents, and the terms that they give.
#include "predict/explain/structure_terms.hpp"

#include <algorithm>
#include <credence/base/error.hpp>
#include <map>

#include "learn/structure/contexts.hpp"
#include "predict/explain/explained_pair.hpp"
#include "predict/structure/structure_scores.hpp"
#include "predict/tiles/impossible.hpp"

namespace credence::detail {
namespace {

// The terms of each feature of the schema.
using TermsOf = std::map<std::string, std::vector<RowTerm>>;

class StructureRow {
 public:
  StructureRow(const Estimates& estimates, const BoundTable& bound, Index row)
      : estimates_(estimates),
        structure_(estimates.structure[0]),
        bound_(bound),
        row_(row),
        levels_(structure_.plan, bound),
        contexts_(context_plans(estimates.model)) {
    for (const Implication& one : structure_.plan.implications)
      if (level_of(one.group) == one.level && level_of(one.silent_group) == one.silent_level &&
          one.rows > structure_.plan.subsumption_rows)
        silent_.emplace(group_at(one.silent_group).parent, given(one.group));
  }

  [[nodiscard]] std::vector<ModelTerms> models() const {
    for (const std::vector<GroupModel>& tier : structure_.plan.tiers) {
      std::vector<ModelTerms> found;
      for (const GroupModel& model : tier)
        if (model.parents < 0 || counts(model.parents)) found.push_back(terms_of(model));
      if (!found.empty()) return found;
    }
    return {};
  }

  [[nodiscard]] std::vector<double> rows_of_level(Index group) const {
    const auto classes = std::ssize(estimates_.classes);
    const auto first =
        structure_.level_rows[static_cast<std::size_t>(group)].begin() + level_of(group) * classes;
    return {first, first + classes};
  }

 private:
  [[nodiscard]] const TermGroup& group_at(Index group) const {
    return structure_.plan.groups[static_cast<std::size_t>(group)];
  }
  [[nodiscard]] Index level_of(Index group) const {
    return group_at(group).context < 0 ? 0 : levels_.level(group, row_);
  }
  [[nodiscard]] const std::vector<std::string>& parents_of(Index group) const {
    return contexts_[static_cast<std::size_t>(group_at(group).context)].parents;
  }
  // The level that the row holds, though it may be one never seen.
  [[nodiscard]] const std::string& level_name(Index group) const {
    const BoundContext& context = bound_.contexts[group_at(group).context];
    return context
        .levels()[static_cast<std::size_t>(context.level_of()[static_cast<std::size_t>(row_)])];
  }

  [[nodiscard]] bool counts(Index group) const {
    if (silent_.contains(group_at(group).parent)) return false;
    const Index level = level_of(group);
    const std::vector<std::string>& levels = group_at(group).levels;
    if (!structure_.plan.missing_counts && level < std::ssize(levels) &&
        has_missing(levels[static_cast<std::size_t>(level)]))
      return false;
    double rows = 0;
    for (const double of_class : rows_of_level(group)) rows += of_class;
    return is_seen_enough(rows, structure_.plan.least_rows);
  }

  // "smoker = no, age = >41": what the features of a group depend on.
  [[nodiscard]] std::string given(Index group) const {
    if (group_at(group).context < 0) return {};
    const std::vector<std::string>& parents = parents_of(group);
    const std::vector<std::string> levels = levels_in(level_name(group));
    std::string text;
    for (std::size_t i = 0; i < parents.size(); ++i)
      text += (i == 0 ? "" : ", ") + parents[i] + " = " + levels[i];
    return text;
  }

  [[nodiscard]] ModelTerms terms_of(const GroupModel& model) const {
    ModelTerms made{.log_weight = model.log_weight, .row = blank_terms(estimates_, row_)};
    if (model.parents >= 0) made.parents = parents_of(model.parents);
    TermsOf terms;
    for (const Index group : model.groups) {
      const std::vector<std::string>& children = group_at(group).children;
      if (children.empty() || !silent_.contains(children.front())) add_group(group, {}, terms);
      if (!group_at(group).own.empty()) add_own(group, model.with_class, terms);
    }
    for (const ColumnSchema& column : estimates_.model.schema().columns) {
      if (const auto at = silent_.find(column.name); at != silent_.end()) {
        const CellPlace place{.table = bound_.table, .column = &column, .row = row_};
        add_silent(made.row, place, LineKind::feature, value_of(place), "implied by " + at->second);
      }
      for (RowTerm& term : terms[column.name]) made.row.terms.push_back(std::move(term));
    }
    keep_impossible(made.row);
    return made;
  }

  // Adds the terms of a group, or of the one that stands in where its level was hardly seen.
  void add_group(Index group, const std::string& note, TermsOf& terms) const {
    const TermGroup& of = group_at(group);
    if (of.context >= 0 && of.fallback >= 0 && !counts(group))
      return add_group(of.fallback, given(group) + " was seen too seldom", terms);
    if (of.children.empty()) return;
    const Estimates& tables = structure_.cells[static_cast<std::size_t>(group)][level_of(group)];
    if (!tables.undefined.empty()) throw undefined_error(tables.estimator, tables.undefined);
    const BoundTable& all = of.context < 0 ? bound_ : bound_.contexts[of.context].children();
    RowTerms part = blank_terms(tables, row_);
    const std::vector<std::string> names =
        add_terms(part, tables, all.part(tables.model), row_, nullptr);
    for (std::size_t i = 0; i < names.size(); ++i) {
      RowTerm& term = part.terms[i];
      term.line.given = given(group);
      if (term.line.note.empty()) term.line.note = note;
      for (const double log : tables.log_class_probabilities)
        term.silent.push_back(log == impossible);
      terms[names[i]].push_back(std::move(term));
    }
  }

  // The term of the levels that parents take together; of two, half of it is each one's.
  void add_own(Index group, bool with_class, TermsOf& terms) const {
    const std::vector<std::string>& parents = parents_of(group);
    const std::vector<std::string> levels = levels_in(level_name(group));
    const std::vector<double> rows = rows_of_level(group);
    double all = 0;
    for (const double of_class : structure_.class_rows) all += of_class;
    for (std::size_t i = 0; i < parents.size(); ++i) {
      RowTerm& term = terms[parents[i]].emplace_back();
      term.line.feature = parents[i];
      if (has_missing(level_name(group), i))
        term.line.note = "missing";
      else
        term.line.value = levels[i];
      for (std::size_t c = 0; c < rows.size(); ++c) {
        const double own = own_log_term(group_at(group).own, rows[c], structure_.class_rows[c], all,
                                        std::ssize(rows), estimates_.estimator);
        const double prior = with_class ? 0 : estimates_.log_class_probabilities[c];
        term.of_class.push_back(
            prior == impossible ? 0 : (own - prior) / static_cast<double>(parents.size()));
      }
    }
  }

  // A class is impossible where one of its cells is not looked at, even if no other line says so.
  static void keep_impossible(RowTerms& row) {
    for (std::size_t c = 0; c < row.classes.size(); ++c) {
      RowTerm* silent = nullptr;
      bool told = !row.evaluated(c);
      for (RowTerm& term : row.terms) {
        told = told || term.of_class[c] == impossible;
        if (silent == nullptr && !term.silent.empty() && term.silent[c]) silent = &term;
      }
      if (told || silent == nullptr) continue;
      silent->silent[c] = false;
      silent->of_class[c] = impossible;
    }
  }

  const Estimates& estimates_;
  const StructureEstimates& structure_;
  const BoundTable& bound_;
  Index row_;
  LevelsOfRows levels_;
  std::vector<ContextPlan> contexts_;
  std::map<std::string, std::string> silent_;  // features, and the level that implies theirs
};

}  // namespace

std::vector<ModelTerms> model_terms(const Estimates& estimates, const BoundTable& bound,
                                    Index row) {
  return StructureRow(estimates, bound, row).models();
}

std::vector<double> rows_looked_up(const Estimates& estimates, const BoundTable& bound, Index row) {
  return StructureRow(estimates, bound, row).rows_of_level(0);
}

}  // namespace credence::detail
