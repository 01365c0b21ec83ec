// Averages of models explained by logarithmic means, and rows that are looked up.
#include "predict/explain/explain_structure.hpp"

#include <algorithm>
#include <cmath>
#include <credence/base/error.hpp>
#include <credence/base/special.hpp>
#include <credence/data/number.hpp>

#include "predict/explain/explained_pair.hpp"
#include "predict/explain/structure_terms.hpp"
#include "predict/structure/common_weight.hpp"
#include "predict/tiles/impossible.hpp"

namespace credence::detail {
namespace {

// The logarithmic mean (a - b) / ln(a / b) over exp(top), of ln a and ln b.
double logarithmic_mean(double log_a, double log_b, double top) {
  const double larger = std::max(log_a, log_b);
  if (larger == impossible) return 0;
  const double apart = std::abs(log_a - log_b);
  const double share = apart > 0 ? -std::expm1(-apart) / apart : 1;
  return std::exp(larger - top) * share;
}

// Joints where all features have one weight: they tell which class is the most probable.
std::vector<double> weighted_joints(const RowTerms& row, std::vector<double> joints,
                                    double weight) {
  if (weight == 1) return joints;
  for (std::size_t c = 0; c < joints.size(); ++c)
    joints[c] = with_common_weight(joints[c], row.log_class_probabilities[c], weight);
  return joints;
}

// The same of a row that only naive Bayes speaks of.
Explanation explain_alone(const RowTerms& row, ExplainOptions options, double weight) {
  check_question(row, options);
  const ClassPair pair = pair_of(row, weighted_joints(row, log_joints(row), weight), options);
  options.klass = row.classes[pair.klass];
  options.against = row.classes[pair.against];
  return explanation_of(row, options, nullptr);
}

// The models of an average with the joints of two classes, in logarithms.
class Average {
 public:
  // in  of_features: their common weight
  Average(std::vector<ModelTerms> models, const ExplainOptions& options, bool pools,
          double of_features)
      : models_(std::move(models)) {
    const RowTerms& first = models_.front().row;
    check_question(first, options);
    std::vector<std::vector<double>> of_class(first.classes.size());
    for (const ModelTerms& model : models_) {
      const std::vector<double> joints = log_joints(model.row);
      const double weight = model.log_weight - (pools ? log_sum_exp(joints) : 0);
      for (std::size_t c = 0; c < joints.size(); ++c)
        of_class[c].push_back(joints[c] == impossible ? impossible : joints[c] + weight);
    }
    std::vector<double> all;
    for (const std::vector<double>& logs : of_class) all.push_back(log_sum_exp(logs));
    const std::vector<double> weighted = weighted_joints(first, all, of_features);
    pair_ = pair_of(first, weighted, options);
    check_possible(first, weighted, pair_);
    klass_ = {.of_models = of_class[pair_.klass], .all = all[pair_.klass]};
    against_ = {.of_models = of_class[pair_.against], .all = all[pair_.against]};
    find_shares();
  }

  [[nodiscard]] Explanation explanation() const {
    const RowTerms& first = models_.front().row;
    Explanation made = started(first, pair_);
    ExplanationLine& prior = made.lines.front();
    if (evaluated(first, pair_)) prior.contribution *= sum_of_shares();
    for (std::size_t t = 0; t < first.terms.size(); ++t) made.lines.push_back(line(t));
    add_impossible(made);
    for (std::size_t i = 0; i < models_.size(); ++i)
      if (klass_.of_models[i] != impossible || against_.of_models[i] != impossible)
        made.models.push_back({.parents = models_[i].parents,
                               .share = shares_[i],
                               .log_odds = klass_.of_models[i] - against_.of_models[i]});
    made.log_odds = sum_of_lines(made.lines);
    return made;
  }

 private:
  // ln of weight times joint: of each model, of all, and of those that both classes are possible in.
  struct Side {
    std::vector<double> of_models = {};
    double all = 0;
    double shared = impossible;
  };

  [[nodiscard]] bool is_shared(std::size_t model) const {
    return klass_.of_models[model] != impossible && against_.of_models[model] != impossible;
  }

  void find_shares() {
    std::vector<double> klass;
    std::vector<double> against;
    for (std::size_t i = 0; i < models_.size(); ++i) {
      if (!is_shared(i)) continue;
      klass.push_back(klass_.of_models[i]);
      against.push_back(against_.of_models[i]);
    }
    klass_.shared = log_sum_exp(klass);
    against_.shared = log_sum_exp(against);
    const double top = std::max(klass_.shared, against_.shared);
    const double whole = logarithmic_mean(klass_.shared, against_.shared, top);
    for (std::size_t i = 0; i < models_.size(); ++i)
      shares_.push_back(
          is_shared(i) ? logarithmic_mean(klass_.of_models[i], against_.of_models[i], top) / whole
                       : 0);
  }

  [[nodiscard]] double sum_of_shares() const {
    double sum = 0;
    for (const double share : shares_) sum += share;
    return sum;
  }

  // The line of a feature: that of each model, by the model's share.
  [[nodiscard]] ExplanationLine line(std::size_t term) const {
    ExplanationLine made = models_.front().row.terms[term].line;
    made.given.clear();
    if (klass_.shared == impossible) {
      made.note = "not evaluated";
      return made;
    }
    for (std::size_t i = 0; i < models_.size(); ++i)
      if (shares_[i] > 0)
        made.contribution +=
            shares_[i] * line_of(models_[i].row.terms[term], pair_, true, {}).contribution;
    return made;
  }

  // What models add that are possible under one of the classes alone.
  void add_impossible(Explanation& explanation) const {
    const auto add = [&](const std::string& why, double contribution) {
      ExplanationLine& line = explanation.lines.emplace_back();
      line.kind = LineKind::models;
      line.feature = "models";
      line.value = "impossible under " + why;
      line.contribution = contribution;
    };
    if (klass_.shared == impossible) {
      if (!evaluated(models_.front().row, pair_)) return;
      explanation.lines.front().contribution = 0;
      add(klass_.all == impossible     ? explanation.klass
          : against_.all == impossible ? explanation.against
                                       : explanation.klass + " or " + explanation.against,
          klass_.all - against_.all);
      return;
    }
    if (only_under(klass_, against_)) add(explanation.against, klass_.all - klass_.shared);
    if (only_under(against_, klass_)) add(explanation.klass, against_.shared - against_.all);
  }

  [[nodiscard]] bool only_under(const Side& one, const Side& other) const {
    for (std::size_t i = 0; i < models_.size(); ++i)
      if (one.of_models[i] != impossible && other.of_models[i] == impossible) return true;
    return false;
  }

  std::vector<ModelTerms> models_;
  ClassPair pair_;
  Side klass_;
  Side against_;
  std::vector<double> shares_;
};

std::string seen_text(const std::vector<double>& rows, const RowTerms& terms,
                      const Explanation& explanation) {
  const auto of = [&](const std::string& klass) {
    const auto at = std::find(terms.classes.begin(), terms.classes.end(), klass);
    const double number = rows[static_cast<std::size_t>(at - terms.classes.begin())];
    return to_text(number) + " with " + klass;
  };
  return "seen " + of(explanation.klass) + ", " + of(explanation.against);
}

// The classes, or what naive Bayes says, and how often the row was seen.
Explanation explain_looked_up(const Estimates& estimates, const BoundTable& bound, Index row,
                              const ExplainOptions& options) {
  const StructurePlan& plan = estimates.structure[0].plan;
  const bool likeliest = estimates.estimator == Estimator::maximum_likelihood;
  RowTerms terms = plan.centre_is_naive && !likeliest
                       ? std::move(model_terms(estimates, bound, row).back().row)
                       : blank_terms(estimates, row);
  // Naive Bayes says nothing of a row that is impossible under it.
  if (log_sum_exp(log_joints(terms)) == impossible) terms = blank_terms(estimates, row);
  const std::vector<double> rows = rows_looked_up(estimates, bound, row);
  const double centre_rows = likeliest ? 0 : plan.centre_rows;
  double seen = 0;
  for (const double of_class : rows) seen += of_class;
  if (!(seen + centre_rows > 0))
    throw Error(ErrorCode::undefined,
                "row " + std::to_string(row + 1) +
                    " was never seen, so that there are no log odds of its classes; choose another "
                    "estimator");
  const std::vector<double> centre = log_joints(terms);
  const double all = log_sum_exp(centre);
  RowTerm& looked_up = terms.terms.emplace_back();
  looked_up.line.kind = LineKind::row;
  looked_up.line.feature = "whole row";
  looked_up.line.count = seen;
  for (std::size_t c = 0; c < rows.size(); ++c) {
    const double share = (rows[c] + centre_rows * std::exp(centre[c] - all)) / (seen + centre_rows);
    looked_up.of_class.push_back(centre[c] == impossible ? 0 : std::log(share) - centre[c]);
  }
  Explanation explanation = explanation_of(terms, options, nullptr);
  for (ExplanationLine& line : explanation.lines)
    if (line.kind == LineKind::row) line.value = seen_text(rows, terms, explanation);
  return explanation;
}

}  // namespace

Explanation explain_structure(const Estimates& estimates, const BoundTable& bound, Index row,
                              const ExplainOptions& options) {
  const Structure& structure = estimates.model.schema().structure;
  const StructurePlan& plan = estimates.structure[0].plan;
  Explanation explanation;
  if (plan.looks_up) {
    explanation = explain_looked_up(estimates, bound, row, options);
  } else {
    std::vector<ModelTerms> models = model_terms(estimates, bound, row);
    const bool has_common = plan.is_average() && estimates.feature_weights.any();
    const double weight = has_common ? estimates.feature_weights.values.front() : 1;
    explanation = models.size() == 1 && models.front().parents.empty()
                      ? explain_alone(models.front().row, options, weight)
                      : Average(std::move(models), options, plan.pools, weight).explanation();
  }
  explanation.estimator = estimates.estimator;
  explanation.structure = name_of(structure);
  return explanation;
}

}  // namespace credence::detail
