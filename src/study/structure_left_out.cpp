// Rows scored by the groups of a structure, each group without the row.
#include "study/structure_left_out.hpp"

#include <algorithm>
#include <cmath>
#include <credence/base/error.hpp>
#include <credence/predict/estimates.hpp>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "learn/contexts.hpp"
#include "predict/answer_row.hpp"
#include "predict/answer_rows.hpp"
#include "predict/pair_terms.hpp"
#include "predict/structure_posteriors.hpp"
#include "predict/structure_scores.hpp"
#include "study/classes_without.hpp"

namespace credence::detail {
namespace {

class TermsWithout final : public TermSource {
  struct Empty {
    Index group = 0;
    Index level = 0;
    Index position = 0;
    std::size_t klass = 0;
  };

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
        children_(structure.plan.groups.size()) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const ClassesWithout::Answer& answer = classes_.without(own_[i], weight(i));
      without_.push_back(answer.fallback);
      if (!answer.undefined.empty() && undefined.empty())
        undefined.push_back(
            {.feature = posterior.label.name, .klass = {}, .why = answer.undefined});
    }
    if (estimator == Estimator::maximum_a_posteriori)
      for (std::size_t g = 0; g < children_.size(); ++g)
        add_levels_without_mode(static_cast<Index>(g));
  }

  [[nodiscard]] std::span<const double> class_logs(Index position) const override {
    return without_[static_cast<std::size_t>(position)].log_class_probabilities;
  }
  [[nodiscard]] const Fallback& fallback(std::size_t i) const { return without_[i]; }
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
    const TermGroup& of = structure_.plan.groups[static_cast<std::size_t>(group)];
    if (of.children.empty()) return;
    const Posterior<Model>& known = structure_.of(group, level);
    std::optional<Posterior<Model>> changed;
    const bool modes = estimator_ == Estimator::maximum_likelihood ||
                       estimator_ == Estimator::maximum_a_posteriori;
    const bool follows = of.context >= 0 && modes && follows_from_rows(group, level);
    const bool several = structure_.parents[static_cast<std::size_t>(group)].size() > 1;
    if (of.context >= 0 && modes) {
      // Only classes that have a probability are asked for their cells; it is taken out again below.
      changed = known;
      changed->label.prior = {.each = 1};
      changed->label.prior.kind =
          follows && !several ? ClassPrior::Kind::learned : ClassPrior::Kind::uniform;
    }
    const Posterior<Model>& cells = changed ? *changed : known;
    std::vector<Index> some;  // positions whose level somebody else holds as well
    std::vector<Index> rows;
    for (const Index position : positions) {
      if (of.context >= 0 && !is_known(group, level, position)) continue;
      some.push_back(position);
      rows.push_back(rows_[static_cast<std::size_t>(position)]);
    }
    LeaveOneOut left = leave_one_out(cells, estimator_, children_of(group), rows);
    if (follows && several && !left.undefined.empty()) {
      changed->label.prior.kind = ClassPrior::Kind::learned;
      left = leave_one_out(cells, estimator_, children_of(group), rows);
      if (left.undefined.empty()) note_empty(group, level, some);
    }
    if (!left.undefined.empty()) {
      name_contexts(structure_, group, left.undefined);
      add_undefined(left.undefined);
      return;
    }
    add_terms(cells.label, left.predictions, some, joint);
  }
  // A class without rows of the levels is impossible where p(levels | class) is 0; where it is not, its
  // cells were asked for.
  void check_model(std::span<const Index>, std::span<const double> joint) override {
    for (const Empty& one : std::exchange(empty_, {})) {
      const auto at = static_cast<std::size_t>(one.position);
      if (joint[at * counts_.size() + one.klass] == -std::numeric_limits<double>::infinity())
        continue;
      if (undefined_of_.insert({one.group, one.level, one.klass}).second) add_undefined_of(one);
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

  // The children of a group as they are bound; found once for all levels.
  [[nodiscard]] const BoundTable& children_of(Index group) {
    std::optional<BoundTable>& children = children_[static_cast<std::size_t>(group)];
    if (!children) {
      const Index context = structure_.plan.groups[static_cast<std::size_t>(group)].context;
      const BoundTable& all = context < 0 ? bound_ : bound_.contexts[context].children();
      children = all.part(structure_.of(group, 0).model);
    }
    return *children;
  }

  // Adds the classes in which levels that parents take together have no mode without some row.
  void add_levels_without_mode(Index group) {
    const OwnTerms& own = structure_.plan.groups[static_cast<std::size_t>(group)].own;
    if (own.empty() || own.each >= 1) return;
    for (std::size_t c = 0; c < counts_.size(); ++c) {
      const auto klass = static_cast<Index>(c);
      const bool lacks = lacks_mode(structure_, group, klass);
      for (std::size_t i = 0; i < rows_.size(); ++i) {
        if (std::isinf(without_[i].log_class_probabilities[c])) continue;
        const bool last = own_[i] == klass && rows_of(group, levels_.level(group, rows_[i]), klass,
                                                      static_cast<Index>(i)) +
                                                      own.each <
                                                  1;
        if (!lacks && !last) continue;
        add_undefined({levels_without_mode(structure_, group, klass)});
        break;
      }
    }
  }

  // Notes the classes that have no rows of levels that several parents take together, without a row.
  void note_empty(Index group, Index level, std::span<const Index> positions) {
    for (const Index position : positions)
      for (std::size_t c = 0; c < counts_.size(); ++c)
        if (!(rows_of(group, level, static_cast<Index>(c), position) > 0))
          empty_.push_back({group, level, position, c});
  }

  // Adds the cells that have no estimate for a class without rows of a level.
  void add_undefined_of(const Empty& one) {
    Posterior<Model> cells = structure_.of(one.group, one.level);
    const std::string klass = cells.label.classes[one.klass];
    cells.label.prior = {.kind = ClassPrior::Kind::uniform};
    const Index row = rows_[static_cast<std::size_t>(one.position)];
    LeaveOneOut left = leave_one_out(cells, estimator_, children_of(one.group), std::span(&row, 1));
    std::erase_if(left.undefined, [&](const UndefinedCell& cell) { return cell.klass != klass; });
    name_contexts(structure_, one.group, left.undefined);
    add_undefined(left.undefined);
  }

  // Each feature and class once.
  void add_undefined(const std::vector<UndefinedCell>& more) {
    for (const UndefinedCell& cell : more) {
      const auto is_same = [&](const UndefinedCell& known) {
        return known.feature == cell.feature && known.klass == cell.klass;
      };
      if (std::none_of(undefined.begin(), undefined.end(), is_same)) undefined.push_back(cell);
    }
  }

  // Whether classes without rows of the level are impossible there, so that nobody asks their cells:
  // not where a parent is missing or a number, which rules no class out.
  [[nodiscard]] bool follows_from_rows(Index group, Index level) const {
    if (!zero_at_nothing(structure_, group, estimator_)) return false;
    const auto at = static_cast<std::size_t>(group);
    const std::string& name = structure_.plan.groups[at].levels[static_cast<std::size_t>(level)];
    if (!has_missing(name)) return true;
    const std::vector<bool> impossible = impossible_classes(structure_, group, name, estimator_);
    return std::find(impossible.begin(), impossible.end(), true) != impossible.end();
  }

  // Whether anything but the row has the level; a level of probability 0 has no cells to evaluate.
  [[nodiscard]] bool is_known(Index group, Index level, Index position) const {
    if (!zero_at_nothing(structure_, group, estimator_)) return true;
    for (std::size_t c = 0; c < counts_.size(); ++c)
      if (rows_of(group, level, static_cast<Index>(c), position) > 0) return true;
    return false;
  }

  // Log joints of the cells less the class probabilities that they contain.
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
  std::vector<Fallback> without_;                    // of each row
  std::vector<std::optional<BoundTable>> children_;  // of each group, once it is asked for
  std::unique_ptr<TermsWithout> predictive_;         // once it is asked for
  std::vector<Empty> empty_;                         // of one model
  std::set<std::tuple<Index, Index, std::size_t>> undefined_of_;  // groups, levels and classes
};

// The answers to rows whose log joints stand; fallback(i): what is left without row i.
template <class FallbackOf>
void answer_left_out(Predictions& predictions, const FallbackOf& fallback) {
  answer_rows(predictions,
              {.log_class_probabilities = std::vector<double>(predictions.classes.size(), 0.0)});
  for (std::size_t i = 0; i < predictions.label.size(); ++i)
    if (predictions.impossible[i]) answer_row(predictions, i, fallback(i));
}

}  // namespace

std::optional<LeaveOneOut> left_out_by_pairs(const Posterior<Model>& posterior, Estimator estimator,
                                             const BoundTable& bound, std::span<const Index> rows) {
  constexpr std::size_t most_classes = std::size_t{1}
                                       << 11;  // beyond which no array holds the terms
  const std::size_t classes = posterior.label.classes.size();
  if (!bound.weights.empty() || classes > most_classes) return std::nullopt;
  const auto terms = PairTerms::of(posterior, estimator, PairTerms::For::left_out_rows);
  if (terms == nullptr) return std::nullopt;
  const std::vector<Index> own = own_classes(posterior.label, bound.label, *bound.table, rows);
  ClassesWithout probabilities(posterior.label, estimator);
  std::vector<Fallback> without(classes);
  std::vector<double> log_classes(classes * classes);
  for (const Index klass : std::set<Index>(own.begin(), own.end())) {
    const ClassesWithout::Answer& answer = probabilities.without(klass, 1);
    if (!answer.undefined.empty()) return std::nullopt;
    const auto at = static_cast<std::size_t>(klass);
    without[at] = answer.fallback;
    std::copy_n(answer.fallback.log_class_probabilities.begin(), classes,
                log_classes.begin() + klass * static_cast<Index>(classes));
  }
  LeaveOneOut out;
  out.predictions = blank_predictions(posterior.label.classes, std::ssize(rows));
  if (!terms->score_left_out(bound, {.count = std::ssize(rows), .list = rows.data()},
                             {.own = own, .log_classes = log_classes}, out.predictions.log_joint))
    return std::nullopt;
  answer_left_out(out.predictions, [&](std::size_t i) -> const Fallback& {
    return without[static_cast<std::size_t>(own[i])];
  });
  return out;
}

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
  if (terms.undefined.empty())
    score_structure(structure.plan, estimator, terms, static_cast<Index>(classes), positions,
                    out.predictions.log_joint);
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
  std::vector<double> all;  // what the groups add up to
  for (const Index position : positions) {
    const std::span<const double> logs = terms.class_logs(position);
    all.insert(all.end(), logs.begin(), logs.end());
  }
  for (const Index group : groups) {
    std::fill(joint.begin(), joint.end(), 0.0);
    add_group_terms(structure.plan, estimator, terms, static_cast<Index>(classes), group, positions,
                    joint);
    if (!terms.undefined.empty()) return std::move(terms.undefined);
    visit(group, joint);
    for (std::size_t at = 0; at < all.size(); ++at) all[at] += joint[at];
  }
  terms.check_model(positions, all);
  return std::move(terms.undefined);
}

}  // namespace credence::detail
