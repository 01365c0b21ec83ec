// How leave-one-out is computed: own classes from leave-one-out scorers, all others from one
// classifier, but for features whose classes share parameters.
#include <credence/study/leave_one_out.hpp>

#include <credence/base/parallel.hpp>
#include <credence/learn/posterior_priors.hpp>
#include <credence/predict/classifier.hpp>

#include "learn/binding/check_bound.hpp"
#include "predict/tiles/impossible.hpp"
#include "study/left_out/classes_without.hpp"
#include "study/left_out/left_out_terms.hpp"
#include "study/left_out/moving_blocks.hpp"
#include "study/left_out/structure_left_out.hpp"
#include "study/left_out/weighted_left_out.hpp"
#include "study/left_out/without_features.hpp"

#include <algorithm>
#include <utility>

namespace credence {
namespace {

using detail::ClassesWithout;

constexpr Index chunk_rows = 512;

// One estimator's leave-one-out of some rows of a table.
class LeavingOneOut {
 public:
  LeavingOneOut(const Posterior<Model>& posterior, Estimator estimator, const BoundTable& bound,
                std::span<const Index> rows)
      : posterior_(posterior),
        estimator_(estimator),
        bound_(bound),
        rows_(rows),
        learned_(bound, posterior.label.classes),
        own_(detail::own_classes(posterior.label, bound.label, *bound.table, rows)) {}

  [[nodiscard]] LeaveOneOut result() {
    LeaveOneOut out;
    logs_ = logs_beside(out.undefined);
    moving_ = detail::moving_blocks(
        posterior_, {.estimator = estimator_,
                     .classes = posterior_.label.classes,
                     .log_class_probabilities = logs_,
                     .variance_floor = detail::variance_floor(posterior_, estimator_)});
    moved_ = detail::moving_all_classes(moving_);
    if (!moved_.empty()) moved_joint_.resize(rows_.size() * classes());
    Estimates others = estimate_others();
    out.undefined.insert(out.undefined.end(), others.undefined.begin(), others.undefined.end());
    score_features(out.undefined);
    if (!out.undefined.empty()) return out;
    out.predictions = predict_others(std::move(others));
    put_together(out.predictions);
    return out;
  }

 private:
  // Whether classes have any probability without a row: the own one of each row of a chunk, and
  // rows x classes where a feature moves all of them.
  struct Asked {
    std::vector<char> own;
    std::vector<char> all;
  };

  [[nodiscard]] std::size_t classes() const { return posterior_.label.classes.size(); }
  [[nodiscard]] double weight(Index row) const { return learned_.weight(row); }
  [[nodiscard]] Index chunks() const { return (std::ssize(rows_) + chunk_rows - 1) / chunk_rows; }
  // The rows of a chunk as positions among those asked for: first, and one behind the last.
  [[nodiscard]] std::pair<std::size_t, std::size_t> part(Index chunk) const {
    return {static_cast<std::size_t>(chunk * chunk_rows),
            static_cast<std::size_t>(std::min((chunk + 1) * chunk_rows, std::ssize(rows_)))};
  }

  [[nodiscard]] std::vector<double> logs_beside(std::vector<UndefinedCell>& undefined) const;
  [[nodiscard]] Estimates estimate_others() const;
  [[nodiscard]] Predictions predict_others(Estimates others) const;
  void score_features(std::vector<UndefinedCell>& undefined);
  [[nodiscard]] Asked start(Index chunk);
  [[nodiscard]] std::vector<UndefinedCell> score_chunk(
      Index chunk, const std::vector<std::vector<Slots>>& slots);
  void put_together(Predictions& predictions) const;

  const Posterior<Model>& posterior_;
  Estimator estimator_;
  const BoundTable& bound_;
  std::span<const Index> rows_;
  detail::LearnedRows learned_;
  std::vector<Index> own_;         // of each row asked for: the position of its class
  std::vector<double> logs_;       // of each class: -inf where no row of another class meets it
  std::vector<double> own_joint_;  // of each row asked for
  detail::MovingBlocks moving_;
  std::set<std::string> moved_;      // features of which a row moves all classes
  std::vector<double> moved_joint_;  // rows asked for x classes: what these add to other classes
};

// 0 for the classes that a row of another class is scored under, -inf for the others: their cells
// are met only by rows of their own, which forget themselves first.
std::vector<double> LeavingOneOut::logs_beside(std::vector<UndefinedCell>& undefined) const {
  ClassesWithout probabilities(posterior_.label, estimator_);
  std::vector<double> logs(classes(), detail::impossible);
  for (std::size_t i = 0; i < own_.size(); ++i) {
    const ClassesWithout::Answer& answer = probabilities.without(own_[i], weight(rows_[i]));
    if (!answer.undefined.empty()) {
      if (undefined.empty())
        undefined.push_back(
            {.feature = posterior_.label.name, .klass = {}, .why = answer.undefined});
      continue;
    }
    const auto& beside = answer.fallback.log_class_probabilities;
    for (std::size_t klass = 0; klass < logs.size(); ++klass)
      if (static_cast<Index>(klass) != own_[i] && beside[klass] != detail::impossible)
        logs[klass] = 0;
  }
  return logs;
}

// Of the features that move no other class, under the classes that rows of other classes meet.
Estimates LeavingOneOut::estimate_others() const {
  return moved_.empty()
             ? detail::estimate(posterior_, estimator_, logs_)
             : detail::estimate(detail::without_features(posterior_, moved_), estimator_, logs_);
}

Predictions LeavingOneOut::predict_others(Estimates others) const {
  const Model model = others.model;
  const Classifier<Model> classifier(std::move(others));
  return moved_.empty() ? classifier.predict(bound_, rows_)
                        : classifier.predict(bound_.part(model), rows_);
}

// The log joint of every row with its own class, what moves all classes, and what is undefined.
void LeavingOneOut::score_features(std::vector<UndefinedCell>& undefined) {
  const auto slots = detail::learned_slots(posterior_, bound_, rows_);
  own_joint_.resize(rows_.size());
  std::vector<std::vector<UndefinedCell>> found(static_cast<std::size_t>(chunks()));
  for_each_chunk(chunks(), [&](Index chunk) {
    found[static_cast<std::size_t>(chunk)] = score_chunk(chunk, slots);
  });
  detail::add_new_cells(found, undefined);
}

// The log probability of each row's own class once the row is forgotten.
LeavingOneOut::Asked LeavingOneOut::start(Index chunk) {
  ClassesWithout probabilities(posterior_.label, estimator_);
  Asked asked;
  const auto [first, end] = part(chunk);
  for (std::size_t i = first; i < end; ++i) {
    const ClassesWithout::Answer& answer = probabilities.without(own_[i], weight(rows_[i]));
    const bool exists = answer.undefined.empty();
    const auto& logs = answer.fallback.log_class_probabilities;
    own_joint_[i] = exists ? logs[static_cast<std::size_t>(own_[i])] : detail::impossible;
    asked.own.push_back(own_joint_[i] != detail::impossible ? 1 : 0);
    for (std::size_t klass = 0; !moved_.empty() && klass < classes(); ++klass)
      asked.all.push_back(exists && logs[klass] != detail::impossible ? 1 : 0);
  }
  return asked;
}

// Adds all features to the log joints of a chunk.
std::vector<UndefinedCell> LeavingOneOut::score_chunk(
    Index chunk, const std::vector<std::vector<Slots>>& slots) {
  const Asked asked = start(chunk);
  const auto [first, end] = part(chunk);
  const std::size_t count = end - first;
  const auto joint = std::span(moved_joint_);
  detail::LeftOutRows rows{
      .learned = learned_,
      .classes = posterior_.label.classes,
      .rows = rows_.subspan(first, count),
      .own = std::span(own_).subspan(first, count),
      .asked = asked.own,
      .asked_all = asked.all,
      .beside = logs_,
      .own_joint = std::span(own_joint_).subspan(first, count),
      .joint = moved_.empty() ? joint : joint.subspan(first * classes(), count * classes())};
  for (std::size_t b = 0; b < moving_.size(); ++b)
    moving_[b]->add_left_out(bound_.blocks[b], slots[b], rows);
  return std::move(rows.undefined);
}

// Joins own classes, other classes and class probabilities.
void LeavingOneOut::put_together(Predictions& predictions) const {
  for_each_chunk(chunks(), [&](Index chunk) {
    ClassesWithout probabilities(posterior_.label, estimator_);
    const auto [first, end] = part(chunk);
    for (std::size_t i = first; i < end; ++i) {
      const Fallback& left = probabilities.without(own_[i], weight(rows_[i])).fallback;
      const auto joint = std::span(predictions.log_joint).subspan(i * classes(), classes());
      for (std::size_t klass = 0; klass < classes(); ++klass) {
        joint[klass] = static_cast<Index>(klass) == own_[i]
                           ? own_joint_[i]
                           : joint[klass] + left.log_class_probabilities[klass];
        if (static_cast<Index>(klass) != own_[i] && !moved_.empty() &&
            joint[klass] != detail::impossible)
          joint[klass] += moved_joint_[i * classes() + klass];
      }
      bool none = false;
      predictions.label[i] =
          normalise(joint, left,
                    std::span(predictions.log_probability).subspan(i * classes(), classes()), none);
      predictions.impossible[i] = none;
    }
  });
}

}  // namespace

LeaveOneOut leave_one_out(const Posterior<Model>& posterior, Estimator estimator,
                          const BoundTable& bound, std::span<const Index> rows) {
  detail::check_bound(bound, posterior.model, posterior.blocks,
                      {.count = std::ssize(rows), .list = rows.data()});
  const bool weighted = posterior.feature_weights.estimator == to_string(estimator);
  if (!posterior.contexts.empty())
    return weighted ? detail::weighted_left_out(posterior, estimator, bound, rows)
                    : detail::leave_one_out_of_structure(posterior, estimator, bound, rows);
  LeaveOneOut left;
  with_found_priors(posterior, [&](const Posterior<Model>& ready) {
    left = weighted ? detail::weighted_left_out(ready, estimator, bound, rows)
                    : LeavingOneOut(ready, estimator, bound, rows).result();
  });
  return left;
}

}  // namespace credence
