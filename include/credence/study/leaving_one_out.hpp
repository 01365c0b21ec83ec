#pragma once
// How leave-one-out is computed: own classes from moving cells, all others from one classifier, but
// for features whose classes share parameters.
#include <credence/base/parallel.hpp>
#include <credence/predict/classifier.hpp>
#include <credence/study/forgetting.hpp>
#include <credence/study/found_undefined.hpp>
#include <credence/study/moving_blocks.hpp>
#include <credence/study/without_features.hpp>

namespace credence {

/// Predictions of rows, each by a posterior that has forgotten it.
struct LeaveOneOut {
  Predictions predictions{};               ///< none where an estimate is undefined
  std::vector<UndefinedCell> undefined{};  ///< each feature and class once, whatever rows lack it
};

namespace detail {

/// One estimator's leave-one-out of some rows of a table.
template <class List>
class LeavingOneOut {
 public:
  using Model = BasicModel<List>;

  LeavingOneOut(const Posterior<Model>& posterior, Estimator estimator,
                const BoundTable<List>& bound, std::span<const Index> rows)
      : posterior_(posterior),
        estimator_(estimator),
        bound_(bound),
        rows_(rows),
        forgetting_(posterior, bound) {
    own_ = own_classes(posterior.label, bound.label, *bound.table, rows);
  }

  [[nodiscard]] LeaveOneOut result() {
    LeaveOneOut out;
    logs_ = logs_beside(out.undefined);
    const auto moving =
        moving_blocks<List>(posterior_, {.estimator = estimator_,
                                         .classes = posterior_.label.classes,
                                         .log_class_probabilities = logs_,
                                         .variance_floor = variance_floor(posterior_, estimator_)});
    moved_ = moving_all_classes(moving, estimator_);
    if (!moved_.empty()) moved_joint_.resize(rows_.size() * posterior_.label.classes.size());
    Estimates<Model> others = estimate_others();
    out.undefined.insert(out.undefined.end(), others.undefined.begin(), others.undefined.end());
    score_features(moving, out.undefined);
    if (!out.undefined.empty()) return out;
    out.predictions = predict_others(std::move(others));
    put_together(out.predictions);
    return out;
  }

 private:
  static constexpr Index chunk_rows = 512;
  static constexpr double impossible = -std::numeric_limits<double>::infinity();

  using Moving = std::vector<typename MovingOf<List>::type>;

  [[nodiscard]] double weight(Index row) const { return forgetting_.weight(row); }

  /// Of all other features, under the classes that rows of other classes meet.
  [[nodiscard]] Estimates<Model> estimate_others() const {
    return moved_.empty() ? estimate(posterior_, estimator_, logs_)
                          : estimate(without_features(posterior_, moved_), estimator_, logs_);
  }
  [[nodiscard]] Predictions predict_others(Estimates<Model> others) const {
    const Schema schema = others.model.schema();
    const Classifier<Model> classifier(std::move(others));
    return moved_.empty() ? classifier.predict(bound_, rows_)
                          : classifier.predict(bind<List>(schema, *bound_.table), rows_);
  }

  /// 0 for the classes that a row of another class is scored under, -inf for the others: their
  /// cells are met only by rows of their own, which forget themselves first.
  [[nodiscard]] std::vector<double> logs_beside(std::vector<UndefinedCell>& undefined) const {
    ClassesWithout classes(posterior_.label, estimator_);
    std::vector<double> logs(posterior_.label.classes.size(), impossible);
    for (std::size_t i = 0; i < own_.size(); ++i) {
      const ClassesWithout::Answer& answer = classes.without(own_[i], weight(rows_[i]));
      if (!answer.undefined.empty()) {
        if (undefined.empty())
          undefined.push_back(
              {.feature = posterior_.label.name, .klass = {}, .why = answer.undefined});
        continue;
      }
      const auto& beside = answer.fallback.log_class_probabilities;
      for (std::size_t klass = 0; klass < logs.size(); ++klass)
        if (static_cast<Index>(klass) != own_[i] && beside[klass] != impossible) logs[klass] = 0;
    }
    return logs;
  }

  [[nodiscard]] Index chunks() const { return (std::ssize(rows_) + chunk_rows - 1) / chunk_rows; }
  /// The rows of a chunk as positions among those asked for: first, and one behind the last.
  [[nodiscard]] std::pair<std::size_t, std::size_t> part(Index chunk) const {
    return {static_cast<std::size_t>(chunk * chunk_rows),
            static_cast<std::size_t>(std::min((chunk + 1) * chunk_rows, std::ssize(rows_)))};
  }

  void score_features(const Moving& moving, std::vector<UndefinedCell>& undefined);
  void start(Index chunk);
  template <ConjugateFamily F>
  void score_feature(const MovingCells<F>& moving, std::size_t block, Index j, const Slots& slots,
                     Index chunk, std::vector<FoundUndefined>& found);
  template <ConjugateFamily F>
  [[nodiscard]] double log_own(const MovingCells<F>& moving, const BlockCells<F>& cells, Index j,
                               const Slots& slots, std::size_t i,
                               typename MovingCells<F>::Datum& datum) const;
  template <TiedFamily F>
  void score_all_classes(const MovingCells<F>& moving, std::size_t block, Index j, Index chunk,
                         std::vector<FoundUndefined>& found);
  void put_together(Predictions& predictions) const;

  const Posterior<Model>& posterior_;
  Estimator estimator_;
  const BoundTable<List>& bound_;
  std::span<const Index> rows_;
  std::vector<Index> own_;         // of each row asked for: the position of its class
  std::vector<double> logs_;       // of each class: -inf where no row of another class meets it
  std::vector<double> own_joint_;  // of each row asked for
  std::vector<char> asked_;        // of the same: whether the class has any probability
  Forgetting<List> forgetting_;
  std::set<std::string> moved_;      // features of which a row moves all classes
  std::vector<double> moved_joint_;  // rows asked for x classes: what these add to other classes
};

/// The log joint of every row with its own class, what moves all classes, and what is undefined.
template <class List>
void LeavingOneOut<List>::score_features(const Moving& moving,
                                         std::vector<UndefinedCell>& undefined) {
  std::vector<std::vector<Slots>> slots(moving.size());
  for (std::size_t b = 0; b < moving.size(); ++b)
    std::visit(
        [&]<class F>(const MovingCells<F>& cells) {
          for (Index j = 0; j < cells.size(); ++j)
            slots[b].push_back(learned_slots(cells, j, std::get<BlockCells<F>>(bound_.blocks[b]),
                                             rows_, *bound_.table));
        },
        moving[b]);
  own_joint_.resize(rows_.size());
  asked_.resize(rows_.size());
  std::vector<std::vector<FoundUndefined>> found(static_cast<std::size_t>(chunks()));
  credence::for_each_chunk(chunks(), [&](Index chunk) {
    start(chunk);
    for (std::size_t b = 0; b < moving.size(); ++b)
      std::visit(
          [&]<class F>(const MovingCells<F>& cells) {
            for (Index j = 0; j < cells.size(); ++j)
              if (cells.scored(j))
                score_feature(cells, b, j, slots[b][static_cast<std::size_t>(j)], chunk,
                              found[static_cast<std::size_t>(chunk)]);
          },
          moving[b]);
  });
  add_found(found, posterior_, undefined);
}

/// The log probability of each row's own class once the row is forgotten.
template <class List>
void LeavingOneOut<List>::start(Index chunk) {
  ClassesWithout classes(posterior_.label, estimator_);
  const auto [first, end] = part(chunk);
  for (std::size_t i = first; i < end; ++i) {
    const ClassesWithout::Answer& answer = classes.without(own_[i], weight(rows_[i]));
    own_joint_[i] = answer.undefined.empty()
                        ? answer.fallback.log_class_probabilities[static_cast<std::size_t>(own_[i])]
                        : impossible;
    asked_[i] = own_joint_[i] != impossible ? 1 : 0;
  }
}

/// Adds one feature to the own log joints of a chunk.
template <class List>
template <ConjugateFamily F>
void LeavingOneOut<List>::score_feature(const MovingCells<F>& moving, std::size_t block, Index j,
                                        const Slots& slots, Index chunk,
                                        std::vector<FoundUndefined>& found) {
  if constexpr (TiedFamily<F>)
    if (moves_all_classes(moving.feature(j), estimator_))
      return score_all_classes(moving, block, j, chunk, found);
  const auto& cells = std::get<BlockCells<F>>(bound_.blocks[block]);
  typename MovingCells<F>::Datum datum{};
  std::vector<bool> skipped(posterior_.label.classes.size(), false);
  const auto [first, end] = part(chunk);
  for (std::size_t i = first; i < end; ++i) {
    const auto klass = static_cast<std::size_t>(own_[i]);
    if (asked_[i] == 0 || skipped[klass]) continue;
    try {
      // An impossible row goes on: whether later cells have an estimate is still asked.
      const double term = log_own(moving, cells, j, slots, i, datum);
      if (own_joint_[i] != impossible) own_joint_[i] += term;
    } catch (const Error& error) {
      if (error.code() == ErrorCode::domain)
        throw cannot_forget(*bound_.table, moving.feature(j).name, rows_[i], error.what());
      if (error.code() != ErrorCode::undefined) throw;
      skipped[klass] = true;
      found.push_back({.block = block, .feature = j, .klass = own_[i], .why = error.what()});
    }
  }
}

/// Log density of one row under the cell of its own class that has forgotten it; 0 where missing.
template <class List>
template <ConjugateFamily F>
double LeavingOneOut<List>::log_own(const MovingCells<F>& moving, const BlockCells<F>& cells,
                                    Index j, const Slots& slots, std::size_t i,
                                    typename MovingCells<F>::Datum& datum) const {
  const Index row = rows_[i];
  if (!cells.features[static_cast<std::size_t>(j)].read(row, slots, datum)) {
    // The cell is then the one that rows of other classes meet, if there are any.
    if (logs_[static_cast<std::size_t>(own_[i])] == impossible)
      (void)moving.log_density_without(j, own_[i], {}, 0);
    return 0;
  }
  check_accepted(cells, datum);
  if constexpr (Block<F>::levelled) {
    return moving.log_density_without(j, own_[i], datum, weight(row));
  } else {
    if constexpr (requires { moving.keeps_digits(j, own_[i], datum, weight(row)); })
      if (moving.keeps_digits(j, own_[i], datum, weight(row)))
        return moving.log_density_without(j, own_[i], datum, weight(row));
    return moving.log_density_under(j, own_[i],
                                    forgetting_.left(moving, cells, j, own_[i], row, datum), datum);
  }
}

/// Adds one feature to the log joints of a chunk with all classes.
template <class List>
template <TiedFamily F>
void LeavingOneOut<List>::score_all_classes(const MovingCells<F>& moving, std::size_t block,
                                            Index j, Index chunk,
                                            std::vector<FoundUndefined>& found) {
  const auto& data = std::get<BlockCells<F>>(bound_.blocks[block]);
  ClassesWithout probabilities(posterior_.label, estimator_);
  const std::size_t classes = posterior_.label.classes.size();
  std::vector<bool> skipped(classes, false);
  typename MovingCells<F>::Datum datum{};
  const auto [first, end] = part(chunk);
  for (std::size_t i = first; i < end; ++i) {
    const ClassesWithout::Answer& answer = probabilities.without(own_[i], weight(rows_[i]));
    if (!answer.undefined.empty()) continue;
    CellsAtOnce<F> left = forgetting_.all_left(moving, data, j, own_[i], rows_[i], datum);
    for (std::size_t klass = 0; klass < classes; ++klass) {
      if (skipped[klass] || answer.fallback.log_class_probabilities[klass] == impossible) continue;
      const bool own = static_cast<Index>(klass) == own_[i];
      double& joint = own ? own_joint_[i] : moved_joint_[i * classes + klass];
      try {
        const double term = left.log_density(static_cast<Index>(klass), datum);
        if (joint != impossible) joint += term;
      } catch (const Error& error) {
        if (error.code() != ErrorCode::undefined) throw;
        skipped[klass] = true;
        found.push_back({.block = block,
                         .feature = j,
                         .klass = static_cast<Index>(klass),
                         .why = error.what()});
      }
    }
  }
}

/// Joins own classes, other classes and class probabilities.
template <class List>
void LeavingOneOut<List>::put_together(Predictions& predictions) const {
  const std::size_t classes = predictions.classes.size();
  credence::for_each_chunk(chunks(), [&](Index chunk) {
    ClassesWithout probabilities(posterior_.label, estimator_);
    const auto [first, end] = part(chunk);
    for (std::size_t i = first; i < end; ++i) {
      const Fallback& left = probabilities.without(own_[i], weight(rows_[i])).fallback;
      const auto joint = std::span(predictions.log_joint).subspan(i * classes, classes);
      for (std::size_t klass = 0; klass < classes; ++klass) {
        joint[klass] = static_cast<Index>(klass) == own_[i]
                           ? own_joint_[i]
                           : joint[klass] + left.log_class_probabilities[klass];
        if (static_cast<Index>(klass) != own_[i] && !moved_.empty() && joint[klass] != impossible)
          joint[klass] += moved_joint_[i * classes + klass];
      }
      bool none = false;
      predictions.label[i] = normalise(
          joint, left, std::span(predictions.log_probability).subspan(i * classes, classes), none);
      predictions.impossible[i] = none;
    }
  });
}

}  // namespace detail

}  // namespace credence
