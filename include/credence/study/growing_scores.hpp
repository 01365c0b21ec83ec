#pragma once
// Log joints of rows while a model grows feature by feature: each adds its term and moves no other.
#include <credence/study/feature_terms.hpp>
#include <map>

namespace credence::detail {

/// Where a feature, or a part of one, stands in a posterior.
struct PartPlace {
  std::size_t block = 0;
  Index feature = 0;
  Index member = -1;  ///< -1: the whole feature
};
using PartPlaces = std::unordered_map<std::string, PartPlace>;

/// The place of everything that keep can name.
template <class List>
[[nodiscard]] PartPlaces places_of_parts(const Posterior<BasicModel<List>>& posterior) {
  PartPlaces places;
  for (std::size_t b = 0; b < posterior.blocks.size(); ++b)
    std::visit(
        [&]<class F>(const Block<F>& block) {
          for (Index j = 0; j < block.size(); ++j) {
            const auto& feature = block.feature(j);
            const auto members = members_of(feature);
            for (Index member = 0; member < std::ssize(members); ++member)
              places.emplace(part_name(feature.name, members[static_cast<std::size_t>(member)]),
                             PartPlace{.block = b, .feature = j, .member = member});
            places.insert_or_assign(feature.name, PartPlace{.block = b, .feature = j});
          }
        },
        posterior.blocks[b]);
  return places;
}

/// A table bound to the features of a schema one by one, each when it is first asked for.
template <class List>
class BoundFeatures {
 public:
  /// in   table: outlives it;  weight: the column of row weights, empty for none
  BoundFeatures(const Table& table, std::string weight)
      : table_(&table), weight_(std::move(weight)) {}

  [[nodiscard]] const BoundTable<List>& of(const Schema& one_feature) {
    const auto [place, is_new] = bound_.try_emplace(one_feature.columns.front().name);
    if (is_new) place->second = anew(one_feature);
    return place->second;
  }
  [[nodiscard]] BoundTable<List> anew(const Schema& schema) const {
    return credence::bind<List>(schema, *table_, weight_);
  }

 private:
  const Table* table_;
  std::string weight_;
  std::map<std::string, BoundTable<List>> bound_;
};

/// Whether the posterior has learned the rows that it scores.
enum class RowsAre {
  fresh,    ///< it has not
  learned,  ///< it has: each is scored by what is left without it
};

/// The log joints of rows under a model that gets more and more features of a posterior.
///
///     GrowingScores<Families> scores(posterior, Estimator::predictive, bound, rows, RowsAre::fresh);
///     scores.add("age");
///     scores.predictions();    // of the model whose only feature is 'age'
template <class List>
class GrowingScores {
 public:
  using Model = BasicModel<List>;

  /// in   posterior, bound, rows: outlive it; priors that are found from data stand as numbers
  GrowingScores(const Posterior<Model>& posterior, Estimator estimator, BoundFeatures<List>& bound,
                const LabelledRows& rows, RowsAre rows_are)
      : posterior_(posterior),
        estimator_(estimator),
        bound_(bound),
        rows_(rows),
        left_out_(rows_are == RowsAre::learned),
        places_(places_of_parts(posterior)) {
    start();
  }

  /// Lets a feature, or a part of one, join. Names that the posterior does not know are passed over.
  /// cost  of a whole feature one scoring; of a part nothing before the next question
  void add(const std::string& name);
  /// Cells without an estimate among the features that joined.
  /// cost  one scoring of the parts of each feature that more parts have joined
  [[nodiscard]] std::vector<UndefinedCell> undefined();
  /// Of the features that joined; nothing where `undefined()` is not empty.
  [[nodiscard]] Predictions predictions();

 private:
  static constexpr double impossible = -std::numeric_limits<double>::infinity();

  /// Parts of one feature that joined: they share parameters, so that each moves the others.
  struct Parts {
    std::vector<Index> members = {};
    bool stale = true;
    FeatureTerms found = {};
  };

  [[nodiscard]] std::size_t classes() const { return posterior_.label.classes.size(); }
  [[nodiscard]] TermContext context() const {
    return {
        .estimator = estimator_,
        .rows = rows_,
        .log_classes = log_classes_,
        .without = left_out_ ? std::span<const Fallback>(fallbacks_) : std::span<const Fallback>()};
  }
  void start();
  void find_fallbacks();
  [[nodiscard]] FeatureTerms terms_of_whole(std::size_t block, Index feature);
  [[nodiscard]] FeatureTerms terms_of_parts(std::size_t block, Index feature,
                                            const std::vector<Index>& members);
  static void add_to(std::vector<double>& joint, const std::vector<double>& terms);

  const Posterior<Model>& posterior_;
  Estimator estimator_;
  BoundFeatures<List>& bound_;
  const LabelledRows& rows_;
  bool left_out_;
  PartPlaces places_;
  std::vector<double> log_classes_;  // 0, or -inf where the cells of a class are not evaluated
  std::vector<Fallback> fallbacks_;  // of each row; one for all where no row is left out
  std::vector<double> joint_;        // of whole features: rows x classes, row-major
  std::vector<UndefinedCell> undefined_;
  std::map<std::pair<std::size_t, Index>, Parts> parts_;
};

template <class List>
void GrowingScores<List>::find_fallbacks() {
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

template <class List>
void GrowingScores<List>::start() {
  log_classes_.assign(classes(), 0.0);
  joint_.assign(rows_.rows.size() * classes(), 0.0);
  try {
    find_fallbacks();
  } catch (const Error& error) {
    if (error.code() != ErrorCode::undefined) throw;
    undefined_.push_back({.feature = posterior_.label.name, .klass = {}, .why = error.what()});
  }
}

template <class List>
void GrowingScores<List>::add(const std::string& name) {
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
  parts.stale = true;
}

template <class List>
std::vector<UndefinedCell> GrowingScores<List>::undefined() {
  std::vector<UndefinedCell> all = undefined_;
  if (!all.empty()) return all;
  for (auto& [place, parts] : parts_) {
    if (parts.stale) parts.found = terms_of_parts(place.first, place.second, parts.members);
    parts.stale = false;
    all.insert(all.end(), parts.found.undefined.begin(), parts.found.undefined.end());
  }
  return all;
}

template <class List>
Predictions GrowingScores<List>::predictions() {
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
    bool none = false;
    out.label[i] = normalise(
        joint, fallback, std::span(out.log_probability).subspan(i * classes(), classes()), none);
    out.impossible[i] = none;
  }
  return out;
}

template <class List>
void GrowingScores<List>::add_to(std::vector<double>& joint, const std::vector<double>& terms) {
  for (std::size_t i = 0; i < joint.size(); ++i)
    if (joint[i] != impossible) joint[i] += terms[i];
}

template <class List>
FeatureTerms GrowingScores<List>::terms_of_whole(std::size_t block, Index feature) {
  const auto one = feature_alone(posterior_, block, feature, {.whole = true});
  const BoundTable<List>& bound = bound_.of(one.model.schema());
  return left_out_ ? terms_left_out(one, bound, context()) : terms_as_it_is(one, bound, context());
}

template <class List>
FeatureTerms GrowingScores<List>::terms_of_parts(std::size_t block, Index feature,
                                                 const std::vector<Index>& members) {
  const auto [words, all] = std::visit(
      [&]<class F>(const Block<F>& whole) {
        return std::pair(std::is_same_v<typename Block<F>::Datum, WordCounts>,
                         members_of(whole.feature(feature)).size());
      },
      posterior_.blocks[block]);
  if (members.size() == all) return terms_of_whole(block, feature);
  const auto one = feature_alone(posterior_, block, feature, {.whole = false, .members = members});
  if (words) {
    // Words find their places by name, so that one bound text serves every vocabulary.
    const auto whole = feature_alone(posterior_, block, feature, {.whole = true});
    const BoundTable<List>& bound = bound_.of(whole.model.schema());
    return left_out_ ? words_left_out(one, bound, context())
                     : terms_as_it_is(one, bound, context());
  }
  const BoundTable<List> bound = bound_.anew(one.model.schema());
  return left_out_ ? terms_left_out(one, bound, context()) : terms_as_it_is(one, bound, context());
}

}  // namespace credence::detail
