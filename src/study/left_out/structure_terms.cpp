// Terms of features given their parents, each row left out; found once and kept.
#include "study/left_out/structure_terms.hpp"

#include "study/left_out/classes_without.hpp"
#include "study/left_out/structure_left_out.hpp"

#include <algorithm>
#include <cmath>

namespace credence::detail {
namespace {

class StructureTerms final : public LeftOutTerms {
 public:
  StructureTerms(const Posterior<Model>& posterior, Estimator estimator, const BoundTable& bound,
                 std::span<const Index> rows)
      : classes_(posterior.label.classes),
        own_(own_classes(posterior.label, bound.label, *bound.table, rows)) {
    for (const ColumnSchema& column : posterior.model.schema().columns)
      if (column.family != "none") names_.push_back(column.name);
    for (const Index row : rows)
      weights_.push_back(bound.weights.empty() ? 1.0
                                               : bound.weights[static_cast<std::size_t>(row)]);
    find_classes(posterior, estimator);
    if (!undefined_.empty()) return;
    terms_.assign(rows.size() * terms_of_row(), 0.0);
    const FoundStructure found = found_structure(posterior);
    const StructurePosteriors structure = structure_posteriors(posterior, found, Grouping::apart);
    if (structure.plan.is_average())
      add_average(leave_one_out_of_structure(posterior, estimator, bound, rows));
    else
      add_groups(posterior, structure, estimator, bound, rows);
  }

  [[nodiscard]] std::span<const std::string> names() const override { return names_; }
  [[nodiscard]] std::span<const std::string> classes() const override { return classes_; }
  [[nodiscard]] std::span<const Index> truth() const override { return own_; }
  [[nodiscard]] std::span<const double> weights() const override { return weights_; }
  [[nodiscard]] const std::vector<UndefinedCell>& undefined() const override { return undefined_; }
  [[nodiscard]] std::vector<UndefinedCell> find(Index first, Index count, std::span<double> terms,
                                                std::span<double> log_classes) const override {
    const auto part = [&](const std::vector<double>& all, std::size_t of_row) {
      return std::span(all).subspan(static_cast<std::size_t>(first) * of_row,
                                    static_cast<std::size_t>(count) * of_row);
    };
    const auto found = part(terms_, terms_of_row());
    std::copy(found.begin(), found.end(), terms.begin());
    const auto logs = part(log_classes_, classes_.size());
    std::copy(logs.begin(), logs.end(), log_classes.begin());
    return {};
  }

 private:
  void find_classes(const Posterior<Model>& posterior, Estimator estimator) {
    ClassesWithout probabilities(posterior.label, estimator);
    for (std::size_t i = 0; i < own_.size(); ++i) {
      const ClassesWithout::Answer& answer = probabilities.without(own_[i], weights_[i]);
      if (!answer.undefined.empty()) {
        undefined_.push_back(
            {.feature = posterior.label.name, .klass = {}, .why = answer.undefined});
        return;
      }
      const auto& logs = answer.fallback.log_class_probabilities;
      log_classes_.insert(log_classes_.end(), logs.begin(), logs.end());
    }
  }

  void put(std::size_t feature, std::size_t row, std::size_t klass, double term) {
    terms_[row * terms_of_row() + feature * classes_.size() + klass] = term;
  }

  void add_average(const LeaveOneOut& left) {
    undefined_ = left.undefined;
    for (std::size_t at = 0; undefined_.empty() && at < log_classes_.size(); ++at)
      if (std::isfinite(log_classes_[at]))
        put(0, at / classes_.size(), at % classes_.size(),
            left.predictions.log_joint[at] - log_classes_[at]);
  }

  void add_groups(const Posterior<Model>& posterior, const StructurePosteriors& structure,
                  Estimator estimator, const BoundTable& bound, std::span<const Index> rows) {
    const std::vector<Index>& groups = structure.plan.tiers.front().front().groups;
    undefined_ = for_each_group_left_out(
        posterior, structure, estimator, bound, rows, groups,
        [&](Index group, std::span<const double> terms) {
          const std::string& name =
              structure.plan.groups[static_cast<std::size_t>(group)].children.front();
          const auto feature = static_cast<std::size_t>(
              std::find(names_.begin(), names_.end(), name) - names_.begin());
          for (std::size_t at = 0; at < terms.size(); ++at)
            put(feature, at / classes_.size(), at % classes_.size(), terms[at]);
        });
  }

  std::vector<std::string> names_ = {};
  std::vector<std::string> classes_;
  std::vector<Index> own_;
  std::vector<double> weights_ = {};
  std::vector<double> log_classes_ = {};  // rows x classes
  std::vector<double> terms_ = {};        // rows x features x classes
  std::vector<UndefinedCell> undefined_ = {};
};

}  // namespace

std::unique_ptr<LeftOutTerms> left_out_terms_of_structure(const Posterior<Model>& posterior,
                                                          Estimator estimator,
                                                          const BoundTable& bound,
                                                          std::span<const Index> rows) {
  return std::make_unique<StructureTerms>(posterior, estimator, bound, rows);
}

}  // namespace credence::detail
