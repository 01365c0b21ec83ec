// Scores training rows under a structure, each by what the other rows teach.
#include "study/left_out/structure_left_out.hpp"

#include <algorithm>
#include <cmath>
#include <credence/base/error.hpp>
#include <credence/predict/estimates.hpp>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "predict/structure/asked_cells.hpp"
#include "predict/structure/structure_posteriors.hpp"
#include "predict/structure/structure_scores.hpp"
#include "study/left_out/classes_without.hpp"

namespace credence::detail {
namespace {

class TermsWithout final : public TermSource {
 public:
  TermsWithout(const Posterior<Model>& posterior, const StructurePosteriors& structure,
               Estimator estimator, const BoundTable& bound, std::span<const Index> rows)
      : posterior_(posterior),
        structure_(structure),
        estimator_(estimator),
        bound_(bound),
        rows_(rows),
        levels_(structure.plan, bound),
        own_(own_classes(posterior.label, bound.label, *bound.table, rows)),
        counts_(posterior.label.counts.counts),
        classes_(posterior.label, estimator),
        asked_(structure, estimator),
        children_(structure.plan.groups.size()) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const ClassesWithout::Answer& answer = classes_.without(own_[i], weight(i));
      without_.push_back(answer.fallback);
      if (!answer.undefined.empty() && undefined.empty())
        undefined.push_back(
            {.feature = posterior.label.name, .klass = {}, .why = answer.undefined});
    }
    has_classes_ = undefined.empty();
    if (has_classes_ && estimator != Estimator::predictive)
      for (std::size_t g = 0; g < children_.size(); ++g) {
        add_undefined_cells(static_cast<Index>(g));
        add_levels_without_mode(static_cast<Index>(g));
      }
  }

  [[nodiscard]] std::span<const double> class_logs(Index position) const override {
    return without_[static_cast<std::size_t>(position)].log_class_probabilities;
  }
  [[nodiscard]] const Fallback& fallback(std::size_t i) const { return without_[i]; }
  // Whether the classes have probabilities without each row.
  [[nodiscard]] bool has_classes() const { return has_classes_; }
  [[nodiscard]] Index left_out_of(Index position) const override {
    return own_[static_cast<std::size_t>(position)];
  }
  [[nodiscard]] double own_weight(Index position) const override {
    return weight(static_cast<std::size_t>(position));
  }
  void find_levels(Index group, std::span<Code> levels) const override {
    for (std::size_t i = 0; i < levels.size(); ++i) levels[i] = levels_.level(group, rows_[i]);
  }
  [[nodiscard]] double rows_of(Index group, Index level, Index klass,
                               Index position) const override {
    const auto c = static_cast<std::size_t>(klass);
    const auto at = static_cast<std::size_t>(position);
    const double all = level < 0 ? counts_[c] : structure_.of(group, level).label.counts.counts[c];
    return own_[at] == klass ? std::max(0.0, all - weight(at)) : all;
  }

  void add(Index group, Index level, std::span<const Index> positions,
           std::span<double> joint) override {
    const TermGroup& of = group_at(group);
    if (of.children.empty()) return;
    const Posterior<Model>& known = structure_.of(group, level);
    if (of.context < 0 || !gives_zeros()) return add_cells(group, level, known, positions, joint);
    for (const auto& [classes, some] : by_asked_classes(group, level, positions)) {
      // Only classes that need estimates get a probability, which add_terms takes out again.
      Posterior<Model> cells = known;
      cells.label.prior = {.kind = ClassPrior::Kind::given};
      for (std::size_t c = 0; c < counts_.size(); ++c)
        cells.label.prior.given.emplace_back(cells.label.classes[c], classes[c] ? 1 : 0);
      add_cells(group, level, cells, some, joint);
    }
  }

  // Adds the undefined cells of fallback groups: a fit needs them whether or not the row left out reads
  // them.
  void check_others() {
    if (estimator_ == Estimator::predictive) return;  // which always exists
    std::set<Index> scored;  // by all rows whose level other rows have, too
    std::set<Index> others;
    const auto& tiers = structure_.plan.tiers;
    for (const std::vector<GroupModel>& tier : tiers)
      for (const GroupModel& model : tier)
        for (Index group : model.groups) {
          const bool all = &tier == tiers.data() && structure_.plan.implications.empty();
          if (all) scored.insert(group);
          for (; group >= 0; group = group_at(group).fallback) others.insert(group);
        }
    std::vector<double> joint(rows_.size() * counts_.size());
    for (const Index group : others) {
      if (scored.contains(group)) continue;
      std::map<Index, std::vector<Index>> by_level;
      for (Index position = 0; position < std::ssize(rows_); ++position) {
        const Index level = level_at(group, position);
        if (asked_.is_read(group, level, level_rows(group, level, position)))
          by_level[level].push_back(position);
      }
      for (const auto& [level, positions] : by_level) add(group, level, positions, joint);
    }
  }
  [[nodiscard]] TermSource* predictive() override {
    if (estimator_ == Estimator::predictive) return this;
    if (predictive_ == nullptr)
      predictive_ = std::make_unique<TermsWithout>(posterior_, structure_, Estimator::predictive,
                                                   bound_, rows_);
    return predictive_.get();
  }

  std::vector<UndefinedCell> undefined = {};

 private:
  [[nodiscard]] double weight(std::size_t i) const {
    return bound_.weights.empty() ? 1.0 : bound_.weights[static_cast<std::size_t>(rows_[i])];
  }

  [[nodiscard]] const TermGroup& group_at(Index group) const {
    return structure_.plan.groups[static_cast<std::size_t>(group)];
  }

  // The children of a group as they are bound; found once for all levels.
  [[nodiscard]] const BoundTable& children_of(Index group) {
    std::optional<BoundTable>& children = children_[static_cast<std::size_t>(group)];
    if (!children) {
      const Index context = group_at(group).context;
      const BoundTable& all = context < 0 ? bound_ : bound_.contexts[context].children();
      children = all.part(structure_.of(group, 0).model);
    }
    return *children;
  }

  // Whether levels that a class never has may get probability 0.
  [[nodiscard]] bool gives_zeros() const {
    return estimator_ == Estimator::maximum_likelihood ||
           estimator_ == Estimator::maximum_a_posteriori;
  }

  // The level of a group's parents in a row; 0 for a group without parents.
  [[nodiscard]] Index level_at(Index group, Index position) const {
    if (group_at(group).context < 0) return 0;
    return levels_.level(group, rows_[static_cast<std::size_t>(position)]);
  }

  // The weight of the training rows at a level of a group's parents, without one row.
  [[nodiscard]] double level_rows(Index group, Index level, Index position) const {
    const std::vector<double>& rows = group_at(group).rows;
    if (rows.empty()) return 0;  // of the class alone
    return rows[static_cast<std::size_t>(level)] -
           (level_at(group, position) == level ? own_weight(position) : 0);
  }

  // Whether some row can read the cells of a class at a level once the row at a position is left out.
  [[nodiscard]] bool asks_without(Index group, Index level, Index klass, Index position) const {
    const auto at = static_cast<std::size_t>(position);
    if (std::isinf(without_[at].log_class_probabilities[static_cast<std::size_t>(klass)]))
      return false;
    if (own_[at] != klass) return asked_.asks(group, level, klass);
    const LeftOutRow row{.klass = klass, .level = level_at(group, position), .weight = weight(at)};
    return asked_.asks(group, level, klass, &row);
  }

  // Adds the cells that are undefined with all rows and stay so without some row.
  void add_undefined_cells(Index group) {
    const TermGroup& of = group_at(group);
    if (of.children.empty()) return;
    for (Index level = 0; level < std::max<Index>(1, std::ssize(of.levels)); ++level) {
      std::vector<UndefinedCell> found =
          estimate_level(structure_, asked_, group, level, estimator_,
                         std::vector<double>(counts_.size(), 0.0))
              .undefined;
      const std::vector<std::string>& names = structure_.of(group, level).label.classes;
      std::erase_if(found, [&](const UndefinedCell& cell) {
        const auto klass = std::find(names.begin(), names.end(), cell.klass);
        return klass != names.end() && !stays(group, level, klass - names.begin());
      });
      name_contexts(structure_, group, level, found);
      add_undefined(found);
    }
  }

  // Whether some row, left out, leaves a cell unchanged and still read.
  [[nodiscard]] bool stays(Index group, Index level, Index klass) const {
    for (Index position = 0; position < std::ssize(rows_); ++position) {
      const auto at = static_cast<std::size_t>(position);
      const bool holds = own_[at] == klass && level_at(group, position) == level;
      if (!holds && asked_.is_read(group, level, level_rows(group, level, position)) &&
          asks_without(group, level, klass, position))
        return true;
    }
    return false;
  }

  // Adds the classes where, without some row, the levels that parents take together have no mode.
  void add_levels_without_mode(Index group) {
    const OwnTerms& own = group_at(group).own;
    if (estimator_ != Estimator::maximum_a_posteriori || own.empty() || own.each >= 1) return;
    for (std::size_t c = 0; c < counts_.size(); ++c) {
      const auto klass = static_cast<Index>(c);
      const double below_one = levels_below_one(structure_, group, klass);
      for (std::size_t i = 0; i < rows_.size(); ++i) {
        if (std::isinf(without_[i].log_class_probabilities[c])) continue;
        const Index level = level_at(group, static_cast<Index>(i));
        const double rows = rows_of(group, level, klass, static_cast<Index>(i));
        const bool falls = own_[i] == klass && rows + own.each < 1 &&
                           structure_.of(group, level).label.counts.counts[c] + own.each >= 1;
        if (!lacks_mode(own, below_one + (falls ? 1 : 0))) continue;
        add_undefined({levels_without_mode(structure_, group, klass)});
        break;
      }
    }
  }

  // Keeps one entry for each feature and class.
  void add_undefined(const std::vector<UndefinedCell>& more) {
    for (const UndefinedCell& cell : more) {
      const auto is_same = [&](const UndefinedCell& known) {
        return known.feature == cell.feature && known.klass == cell.klass;
      };
      if (std::none_of(undefined.begin(), undefined.end(), is_same)) undefined.push_back(cell);
    }
  }

  // Groups the rows at a level by the classes whose cells need an estimate without the row.
  [[nodiscard]] std::map<std::vector<bool>, std::vector<Index>> by_asked_classes(
      Index group, Index level, std::span<const Index> positions) const {
    std::vector<bool> classes;
    for (std::size_t c = 0; c < counts_.size(); ++c)
      classes.push_back(asked_.asks(group, level, static_cast<Index>(c)));
    std::map<std::vector<bool>, std::vector<Index>> rows;
    for (const Index position : positions) {
      const auto at = static_cast<std::size_t>(position);
      std::vector<bool> asked = classes;
      asked[static_cast<std::size_t>(own_[at])] = asks_without(group, level, own_[at], position);
      for (std::size_t c = 0; c < asked.size(); ++c)
        if (std::isinf(without_[at].log_class_probabilities[c])) asked[c] = false;
      rows[std::move(asked)].push_back(position);
    }
    return rows;
  }

  // Adds the terms of a level's cells to the rows at that level.
  void add_cells(Index group, Index level, const Posterior<Model>& cells,
                 std::span<const Index> positions, std::span<double> joint) {
    std::vector<Index> rows;
    for (const Index position : positions)
      rows.push_back(rows_[static_cast<std::size_t>(position)]);
    LeaveOneOut left = leave_one_out(cells, estimator_, children_of(group), rows);
    if (left.undefined.empty()) return add_terms(cells.label, left.predictions, positions, joint);
    name_contexts(structure_, group, level, left.undefined);
    add_undefined(left.undefined);
  }

  // Adds the log joints of the cells, less the class probabilities that they contain.
  void add_terms(const LabelColumn& label, const Predictions& predictions,
                 std::span<const Index> positions, std::span<double> joint) const {
    const std::size_t classes = label.classes.size();
    ClassesWithout probabilities(label, estimator_);
    for (std::size_t i = 0; i < positions.size(); ++i) {
      const auto at = static_cast<std::size_t>(positions[i]);
      const auto& logs =
          probabilities.without(own_[at], weight(at)).fallback.log_class_probabilities;
      for (std::size_t c = 0; c < classes; ++c)
        if (std::isfinite(logs[c]))
          joint[at * classes + c] += predictions.log_joint[i * classes + c] - logs[c];
    }
  }

  const Posterior<Model>& posterior_;
  const StructurePosteriors& structure_;
  Estimator estimator_;
  const BoundTable& bound_;
  std::span<const Index> rows_;
  LevelsOfRows levels_;
  std::vector<Index> own_;
  std::vector<double> counts_;
  ClassesWithout classes_;
  AskedCells asked_;
  bool has_classes_ = true;
  std::vector<Fallback> without_;                    // of each row
  std::vector<std::optional<BoundTable>> children_;  // of each group, once it is asked for
  std::unique_ptr<TermsWithout> predictive_;         // once it is asked for
};

}  // namespace

LeaveOneOut leave_one_out_of_structure(const Posterior<Model>& posterior, Estimator estimator,
                                       const BoundTable& bound, std::span<const Index> rows) {
  if (auto left = left_out_by_pairs(posterior, estimator, bound, rows)) return *std::move(left);
  try {
    return leave_one_out_of_plan(posterior,
                                 structure_posteriors(posterior, found_structure(posterior)),
                                 estimator, bound, rows);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::undefined) throw;
    std::vector<UndefinedCell> undefined = estimate(posterior, estimator).undefined;
    if (undefined.empty()) throw;
    return {.undefined = std::move(undefined)};
  }
}

LeaveOneOut leave_one_out_of_plan(const Posterior<Model>& posterior,
                                  const StructurePosteriors& structure, Estimator estimator,
                                  const BoundTable& bound, std::span<const Index> rows) {
  TermsWithout terms(posterior, structure, estimator, bound, rows);
  LeaveOneOut out;
  const std::size_t classes = posterior.label.classes.size();
  out.predictions = blank_predictions(posterior.label.classes, std::ssize(rows));
  const std::vector<Index> positions = all_rows(std::ssize(rows));
  if (terms.has_classes()) {
    score_structure(structure.plan, estimator, terms, static_cast<Index>(classes), positions,
                    out.predictions.log_joint);
    terms.check_others();
  }
  if (!terms.undefined.empty()) return {.undefined = std::move(terms.undefined)};
  answer_left_out(out.predictions,
                  [&](std::size_t i) -> const Fallback& { return terms.fallback(i); });
  return out;
}

std::vector<UndefinedCell> for_each_group_left_out(
    const Posterior<Model>& posterior, const StructurePosteriors& structure, Estimator estimator,
    const BoundTable& bound, std::span<const Index> rows, std::span<const Index> groups,
    const std::function<void(Index, std::span<const double>)>& visit) {
  TermsWithout terms(posterior, structure, estimator, bound, rows);
  const std::size_t classes = posterior.label.classes.size();
  const std::vector<Index> positions = all_rows(std::ssize(rows));
  std::vector<double> joint(rows.size() * classes);
  if (!terms.undefined.empty()) return std::move(terms.undefined);
  for (const Index group : groups) {
    std::fill(joint.begin(), joint.end(), 0.0);
    add_group_terms(structure.plan, estimator, terms, static_cast<Index>(classes), group, positions,
                    joint);
    if (!terms.undefined.empty()) return std::move(terms.undefined);
    visit(group, joint);
  }
  terms.check_others();
  return std::move(terms.undefined);
}

}  // namespace credence::detail
