// How a model grows: whole features add their terms, parts of one are scored together.
#include "study/selection/growing_scores.hpp"

#include <credence/detail/base/if_defined.hpp>
#include <credence/learn/keep.hpp>

#include "predict/tiles/impossible.hpp"
#include "study/left_out/classes_without.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace credence::detail {
namespace {

// The place of everything that keep can name.
std::unordered_map<std::string, PartPlace> places_of_parts(const Posterior<Model>& posterior) {
  std::unordered_map<std::string, PartPlace> places;
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

std::vector<PartPlace> places_of_names(const Posterior<Model>& posterior,
                                       std::span<const std::string> names) {
  const auto known = places_of_parts(posterior);
  std::vector<PartPlace> places;
  places.reserve(names.size());
  for (const std::string& name : names) {
    const auto found = known.find(name);
    places.push_back(found == known.end() ? PartPlace{.feature = -1} : found->second);
  }
  return places;
}

GrowingScores::GrowingScores(const Posterior<Model>& posterior, Estimator estimator,
                             const BoundTable& bound, const LabelledRows& rows, RowsAre rows_are,
                             std::span<const PartPlace> parts)
    : whole_(posterior),
      some_words_(some_words(posterior, parts)),
      narrow_(some_words_.empty() ? std::nullopt
                                  : std::optional(with_words(posterior, some_words_))),
      posterior_(narrow_ ? *narrow_ : posterior),
      estimator_(estimator),
      bound_(bound),
      rows_(rows),
      left_out_(rows_are == RowsAre::learned),
      joint_(std::ssize(posterior.label.classes), std::ssize(rows.rows)),
      all_(std::ssize(posterior.label.classes), std::ssize(rows.rows)) {
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
  if (std::string why = why_undefined([&] { find_fallbacks(); }); !why.empty()) {
    undefined_.push_back({.feature = posterior_.label.name, .klass = {}, .why = std::move(why)});
    return;
  }
  const ScoreTile tile = joint_.tile(std::ssize(rows_.rows));
  if (!left_out_) return start_tile(tile, fallbacks_.front().log_class_probabilities);
  for (Index row = 0; row < tile.rows; ++row)
    for (Index klass = 0; klass < tile.classes; ++klass)
      tile.at(klass, row) = fallbacks_[static_cast<std::size_t>(row)]
                                .log_class_probabilities[static_cast<std::size_t>(klass)];
}

void GrowingScores::add(const PartPlace& part) {
  if (part.feature < 0 || !undefined_.empty()) return;
  if (part.member < 0) {
    FeatureTerms whole = terms_of_whole(part.block, part.feature);
    undefined_ = std::move(whole.undefined);
    if (undefined_.empty()) add_to(joint_.tile(std::ssize(rows_.rows)), whole.terms);
    return;
  }
  Index member = part.member;
  if (const auto some = some_words_.find({part.block, part.feature}); some != some_words_.end()) {
    const std::vector<Index>& words = some->second;
    member = std::lower_bound(words.begin(), words.end(), member) - words.begin();
  }
  Parts& parts = parts_[{part.block, part.feature}];
  parts.members.push_back(member);
  parts.newcomers.push_back(member);
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

ScoreTile GrowingScores::joints() {
  const Index rows = std::ssize(rows_.rows);
  const ScoreTile whole = joint_.tile(rows);
  const ScoreTile all = all_.tile(rows);
  for (Index klass = 0; klass < all.classes; ++klass)
    std::copy_n(whole.of_class(klass), rows, all.of_class(klass));
  for (const auto& entry : parts_) {
    const Parts& parts = entry.second;
    if (parts.grows)
      parts.growing->add_to(all);
    else
      add_to(all, parts.found.terms);
  }
  return all;
}

void GrowingScores::add_to(const ScoreTile& joints, const std::vector<double>& terms) {
  for (Index klass = 0; klass < joints.classes; ++klass) {
    double* joint = joints.of_class(klass);
    for (Index i = 0; i < joints.rows; ++i)
      if (joint[i] != impossible)
        joint[i] += terms[static_cast<std::size_t>(i * joints.classes + klass)];
  }
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
  const Posterior<Model> one = feature_alone(posterior_, block, feature, nullptr);
  // Of texts the posterior may know fewer words than the table was bound to.
  if (posterior_.blocks[block]->family().facts().datum == DatumKind::words)
    return terms_of(one, bound_feature(block, feature));
  return terms_of(one, bound_.part(one.model));
}

FeatureTerms GrowingScores::terms_of_parts(std::size_t block, Index feature, Parts& parts) const {
  const AnyBlock& from = *posterior_.blocks[block];
  parts.grows = false;
  const std::size_t known = whole_.blocks[block]->members(feature).size();
  // All words are the text, with its policy for words that are not among them.
  const bool grows_on = parts.growing && from.feature(feature).unseen == Unseen::missing;
  if (parts.members.size() == known && !grows_on) return terms_of_whole(block, feature);
  if (from.family().facts().datum == DatumKind::words) return terms_of_words(block, feature, parts);
  std::sort(parts.members.begin(), parts.members.end());
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
    parts.grows = true;
    return {};
  }
  std::sort(parts.members.begin(), parts.members.end());
  const Posterior<Model> one = feature_alone(posterior_, block, feature, &parts.members);
  return left_out_ ? words_left_out(one, parts.text->bound, context())
                   : terms_as_it_is(one, parts.text->bound, context());
}

}  // namespace credence::detail
