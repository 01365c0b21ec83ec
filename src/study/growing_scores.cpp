// How a model grows: whole features add their terms, parts of one are scored together.
#include "study/growing_scores.hpp"

#include <credence/learn/keep.hpp>

#include "predict/answer_row.hpp"
#include "predict/impossible.hpp"
#include "study/classes_without.hpp"

#include <algorithm>
#include <utility>

namespace credence::detail {
namespace {

// The place of everything that keep can name.
PartPlaces places_of_parts(const Posterior<Model>& posterior) {
  PartPlaces places;
  for (std::size_t b = 0; b < posterior.blocks.size(); ++b) {
    const AnyBlock& block = *posterior.blocks[b];
    for (Index j = 0; j < block.size(); ++j) {
      const std::string& name = block.feature(j).name;
      const auto members = block.members(j);
      for (Index member = 0; member < std::ssize(members); ++member)
        places.emplace(part_name(name, members[static_cast<std::size_t>(member)]),
                       PartPlace{.block = b, .feature = j, .member = member});
      places.insert_or_assign(name, PartPlace{.block = b, .feature = j});
    }
  }
  return places;
}

}  // namespace

GrowingScores::GrowingScores(const Posterior<Model>& posterior, Estimator estimator,
                             const BoundTable& bound, const LabelledRows& rows, RowsAre rows_are,
                             std::span<const std::string> names)
    : whole_(posterior),
      posterior_(with_words(posterior, names)),
      estimator_(estimator),
      bound_(bound),
      rows_(rows),
      left_out_(rows_are == RowsAre::learned),
      places_(places_of_parts(posterior_)) {
  start();
}

void GrowingScores::find_fallbacks() {
  const auto logs = log_class_probabilities(posterior_.label, estimator_);
  for (std::size_t klass = 0; klass < logs.size(); ++klass)
    if (logs[klass] == impossible) log_classes_[klass] = impossible;
  if (!left_out_) {
    fallbacks_.push_back(
        {.label = most_frequent_class(posterior_.label), .log_class_probabilities = logs});
    return;
  }
  ClassesWithout classes(posterior_.label, estimator_);
  for (std::size_t i = 0; i < rows_.rows.size(); ++i) {
    const auto& answer = classes.without(rows_.truth[i], rows_.weights[i]);
    if (!answer.undefined.empty()) throw Error(ErrorCode::undefined, answer.undefined);
    fallbacks_.push_back(answer.fallback);
  }
}

void GrowingScores::start() {
  log_classes_.assign(classes(), 0.0);
  joint_.assign(rows_.rows.size() * classes(), 0.0);
  try {
    find_fallbacks();
  } catch (const Error& error) {
    if (error.code() != ErrorCode::undefined) throw;
    undefined_.push_back({.feature = posterior_.label.name, .klass = {}, .why = error.what()});
  }
}

void GrowingScores::add(const std::string& name) {
  const auto found = places_.find(name);
  if (found == places_.end() || !undefined_.empty()) return;
  const PartPlace place = found->second;
  if (place.member < 0) {
    FeatureTerms whole = terms_of_whole(place.block, place.feature);
    undefined_ = std::move(whole.undefined);
    if (undefined_.empty()) add_to(joint_, whole.terms);
    return;
  }
  Parts& parts = parts_[{place.block, place.feature}];
  parts.members.insert(std::upper_bound(parts.members.begin(), parts.members.end(), place.member),
                       place.member);
  parts.newcomers.push_back(place.member);
  parts.stale = true;
}

std::vector<UndefinedCell> GrowingScores::undefined() {
  std::vector<UndefinedCell> all = undefined_;
  if (!all.empty()) return all;
  for (auto& [place, parts] : parts_) {
    if (parts.stale) parts.found = terms_of_parts(place.first, place.second, parts);
    parts.stale = false;
    all.insert(all.end(), parts.found.undefined.begin(), parts.found.undefined.end());
  }
  return all;
}

Predictions GrowingScores::predictions() {
  if (!undefined().empty()) return {};
  Predictions out{.classes = posterior_.label.classes, .log_joint = joint_};
  for (const auto& entry : parts_) add_to(out.log_joint, entry.second.found.terms);
  out.label.resize(rows_.rows.size());
  out.log_probability.resize(out.log_joint.size());
  out.impossible.assign(rows_.rows.size(), false);
  for (std::size_t i = 0; i < rows_.rows.size(); ++i) {
    const Fallback& fallback = fallbacks_[left_out_ ? i : 0];
    const auto joint = std::span(out.log_joint).subspan(i * classes(), classes());
    for (std::size_t klass = 0; klass < joint.size(); ++klass) {
      const double log_class = fallback.log_class_probabilities[klass];
      joint[klass] = log_class == impossible ? impossible : joint[klass] + log_class;
    }
    answer_row(out, i, fallback);
  }
  return out;
}

void GrowingScores::add_to(std::vector<double>& joint, const std::vector<double>& terms) {
  for (std::size_t i = 0; i < joint.size(); ++i)
    if (joint[i] != impossible) joint[i] += terms[i];
}

BoundTable GrowingScores::bound_feature(std::size_t block, Index feature) const {
  const Schema& all = whole_.model.schema();
  const std::string& name = posterior_.blocks[block]->feature(feature).name;
  Schema one{.label = all.label, .missing = all.missing, .columns = {*all.find(name)}};
  return bound_.part(with_schema(whole_.model, std::move(one)));
}

FeatureTerms GrowingScores::terms_of(const Posterior<Model>& one, const BoundTable& bound) const {
  return left_out_ ? terms_left_out(one, bound, context()) : terms_as_it_is(one, bound, context());
}

FeatureTerms GrowingScores::terms_of_whole(std::size_t block, Index feature) const {
  return terms_of(feature_alone(posterior_, block, feature, nullptr),
                  bound_feature(block, feature));
}

FeatureTerms GrowingScores::terms_of_parts(std::size_t block, Index feature, Parts& parts) const {
  const AnyBlock& from = *posterior_.blocks[block];
  const std::size_t known = whole_.blocks[block]->members(feature).size();
  if (parts.members.size() == known) return terms_of_whole(block, feature);
  if (from.family().facts().datum == DatumKind::words) return terms_of_words(block, feature, parts);
  const Posterior<Model> one = feature_alone(posterior_, block, feature, &parts.members);
  BoundTable bound = credence::bind(one.model, *bound_.table);
  bound.weights = bound_.weights;
  return terms_of(one, bound);
}

// Words find their places by name, so that one bound text serves every vocabulary.
FeatureTerms GrowingScores::terms_of_words(std::size_t block, Index feature, Parts& parts) const {
  if (!parts.text) {
    parts.text =
        narrow_text(bound_feature(block, feature), posterior_.blocks[block]->members(feature));
    if (!left_out_ && estimator_ == Estimator::predictive)
      parts.growing = GrowingWords::of(feature_alone(posterior_, block, feature, nullptr),
                                       parts.text->bound, rows_.rows, log_classes_);
  }
  if (parts.growing) {
    for (const Index word : std::exchange(parts.newcomers, {})) parts.growing->add(word);
    return {.terms = parts.growing->terms()};
  }
  const Posterior<Model> one = feature_alone(posterior_, block, feature, &parts.members);
  return left_out_ ? words_left_out(one, parts.text->bound, context())
                   : terms_as_it_is(one, parts.text->bound, context());
}

}  // namespace credence::detail
