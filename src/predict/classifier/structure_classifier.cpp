// A classifier of a structure: each level of each group scores its own rows.
#include <algorithm>

#include "predict/classifier/table_scorer.hpp"
#include "predict/structure/common_weight.hpp"
#include "predict/structure/pair_terms.hpp"
#include "predict/structure/structure_scores.hpp"
#include "predict/structure/undefined_cells.hpp"
#include "predict/tiles/answer_rows.hpp"

namespace credence::detail {

// The terms of groups, as the classifiers of their levels say them.
class TableScorer::StructureTerms final : public TermSource {
 public:
  StructureTerms(const Classifier<Model>& classifier, const BoundTable& bound, RowSpan rows)
      : classifier_(classifier),
        estimates_(classifier.estimates_.structure[0]),
        rows_(rows),
        levels_(estimates_.plan, bound) {
    for (std::size_t g = 0; g < estimates_.plan.groups.size(); ++g) {
      const TermGroup& group = estimates_.plan.groups[g];
      const BoundTable& all = group.context < 0 ? bound : bound.contexts[group.context].children();
      const Model& model = classifier.cells_[g][0].estimates_.model;
      bound_.push_back(all.part(model));
    }
  }

  [[nodiscard]] std::span<const double> class_logs(Index) const override {
    return classifier_.estimates_.log_class_probabilities;
  }
  void find_levels(Index group, std::span<Code> levels) const override {
    for (std::size_t i = 0; i < levels.size(); ++i)
      levels[i] = levels_.level(group, rows_[static_cast<Index>(i)]);
  }
  [[nodiscard]] double rows_of(Index group, Index level, Index klass, Index) const override {
    const auto classes = std::ssize(classifier_.estimates_.classes);
    if (level < 0) return estimates_.class_rows[static_cast<std::size_t>(klass)];
    return estimates_.level_rows[static_cast<std::size_t>(group)]
                                [static_cast<std::size_t>(level * classes + klass)];
  }
  void add(Index group, Index level, std::span<const Index> positions,
           std::span<double> joint) override {
    const auto at = static_cast<std::size_t>(group);
    if (estimates_.plan.groups[at].children.empty()) return;
    const Classifier<Model>& cells = classifier_.cells_[at][level];
    if (!cells.estimates_.undefined.empty())
      throw UndefinedCells(cells.estimates_.estimator, cells.estimates_.undefined);
    std::vector<Index> rows;
    rows.reserve(positions.size());
    for (const Index position : positions) rows.push_back(rows_[position]);
    const RowSpan span{.count = std::ssize(rows), .list = rows.data()};
    const std::size_t classes = cells.classes().size();
    std::vector<double> terms(rows.size() * classes);
    std::vector<Index> label(rows.size());
    TableScorer(cells, bound_[at], span, nullptr)
        .score({.label = label.data(), .log_joint = terms.data()});
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const std::size_t to = static_cast<std::size_t>(positions[i]) * classes;
      for (std::size_t c = 0; c < classes; ++c) joint[to + c] += terms[i * classes + c];
    }
  }

 private:
  const Classifier<Model>& classifier_;
  const StructureEstimates& estimates_;
  RowSpan rows_;
  LevelsOfRows levels_;
  std::vector<BoundTable> bound_;  // the children of each group
};

// A common weight of an average counts for all that is not the class itself; features of trees have
// theirs in the tables of their levels.
void TableScorer::weigh_average(std::span<double> joint) const {
  const StructurePlan& plan = estimates_.structure[0].plan;
  if (!estimates_.feature_weights.any() || !plan.is_average()) return;
  const std::vector<double>& logs = estimates_.log_class_probabilities;
  const double weight = estimates_.feature_weights.values.front();
  for (std::size_t at = 0; at < joint.size(); ++at)
    joint[at] = with_common_weight(joint[at], logs[at % logs.size()], weight);
}

void TableScorer::score_by_structure(const Answers& answers) const {
  const StructureEstimates& structure = estimates_.structure[0];
  const std::size_t classes = estimates_.classes.size();
  std::vector<double> joint(static_cast<std::size_t>(rows_.count) * classes);
  Index unseen_cells = 0;  // were counted before
  const std::vector<Index> open = structure.pairs == nullptr
                                      ? all_rows(rows_.count)
                                      : structure.pairs->score(bound_, rows_, joint, unseen_cells);
  if (!open.empty()) {
    StructureTerms terms(classifier_, bound_, rows_);
    score_structure(structure.plan, estimates_.estimator, terms, static_cast<Index>(classes), open,
                    joint);
  }
  weigh_average(joint);
  const Fallback fallback{.label = estimates_.most_frequent,
                          .log_class_probabilities = estimates_.log_class_probabilities};
  answer_rows(joint, rows_.count, fallback,
              {.label = answers.label,
               .log_probability = answers.log_probability,
               .impossible = answers.impossible});
  if (answers.log_joint != nullptr) std::copy(joint.begin(), joint.end(), answers.log_joint);
}

}  // namespace credence::detail
