// Terms of one feature, from a posterior that has no other.
#include "study/selection/feature_terms.hpp"

#include <credence/detail/learn/block_cells.hpp>
#include <credence/detail/predict/any_moving.hpp>
#include <credence/learn/keep.hpp>
#include <credence/predict/classifier.hpp>
#include <credence/study/leave_one_out.hpp>

#include <cmath>

namespace credence::detail {

Posterior<Model> feature_alone(const Posterior<Model>& posterior, std::size_t block, Index feature,
                               const std::vector<Index>* members) {
  Posterior<Model> one;
  one.label = posterior.label;
  const Schema& all = posterior.model.schema();
  Schema schema{.label = all.label, .missing = all.missing};
  const Box<AnyBlock>& only =
      one.blocks.emplace_back(posterior.blocks[block]->part(feature, members));
  schema.columns.push_back(*all.find(only->feature(0).name));
  if (members != nullptr) restrict_schema(schema.columns.front(), *only);
  one.model = with_schema(posterior.model, std::move(schema));
  return one;
}

FeatureTerms terms_as_it_is(const Posterior<Model>& one, const BoundTable& bound,
                            const TermContext& context) {
  Estimates estimates =
      estimate(one, context.estimator, {context.log_classes.begin(), context.log_classes.end()});
  if (!estimates.undefined.empty()) return {.undefined = std::move(estimates.undefined)};
  const Classifier<Model> classifier(std::move(estimates));
  return {.terms = classifier.predict(bound, context.rows.rows).log_joint};
}

FeatureTerms terms_left_out(const Posterior<Model>& one, const BoundTable& bound,
                            const TermContext& context) {
  LeaveOneOut left = leave_one_out(one, context.estimator, bound, context.rows.rows);
  if (!left.undefined.empty()) return {.undefined = std::move(left.undefined)};
  FeatureTerms found{.terms = std::move(left.predictions.log_joint)};
  const std::size_t classes = context.log_classes.size();
  for (std::size_t i = 0; i < found.terms.size(); ++i) {
    const double log_class = context.without[i / classes].log_class_probabilities[i % classes];
    found.terms[i] = std::isfinite(log_class) ? found.terms[i] - log_class : 0;
  }
  return found;
}

namespace {

// Where the words of the bound text stand among those of a posterior; others are skipped.
Slots slots_of_words(const AnyBlock& words, const BoundTable& bound) {
  return slots_of(words.feature(0), bound.blocks.front().of<WordCounts>().feature(0));
}

// Puts the terms of each row's own class into terms of words, with the row forgotten.
void put_own_words(const Posterior<Model>& one, const BoundTable& bound, const TermContext& context,
                   FeatureTerms& found) {
  const AnyBlock& words = *one.blocks.front();
  const std::vector<std::string>& classes = one.label.classes;
  const LabelledRows& all = context.rows;
  const auto moving = scored(words.family())
                          .moving(words, {.estimator = context.estimator,
                                          .classes = classes,
                                          .log_class_probabilities = context.log_classes,
                                          .variance_floor = 0});
  const LearnedRows learned(bound, classes);
  std::vector<char> asked;
  for (std::size_t i = 0; i < all.rows.size(); ++i) {
    const auto& logs = context.without[i].log_class_probabilities;
    asked.push_back(std::isfinite(logs[static_cast<std::size_t>(all.truth[i])]) ? 1 : 0);
  }
  const std::vector<double> beside(classes.size(), 0.0);
  std::vector<double> terms(all.rows.size(), 0.0);
  LeftOutRows rows{.learned = learned,
                   .classes = classes,
                   .rows = all.rows,
                   .own = all.truth,
                   .asked = asked,
                   .asked_all = {},
                   .beside = beside,
                   .own_joint = terms,
                   .joint = {},
                   .until_undefined = true};
  const Slots slots = slots_of_words(words, bound);
  moving->add_left_out(bound.blocks.front(), {&slots, 1}, rows);
  found.undefined = std::move(rows.undefined);
  for (std::size_t i = 0; i < terms.size(); ++i)
    if (asked[i] != 0)
      found.terms[i * classes.size() + static_cast<std::size_t>(all.truth[i])] = terms[i];
}

}  // namespace

FeatureTerms words_left_out(const Posterior<Model>& one, const BoundTable& bound,
                            const TermContext& context) {
  FeatureTerms found = terms_as_it_is(one, bound, context);
  if (!found.undefined.empty()) return found;
  put_own_words(one, bound, context, found);
  return found;
}

}  // namespace credence::detail
