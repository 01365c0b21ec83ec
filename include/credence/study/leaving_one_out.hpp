#pragma once
// How leave-one-out is computed: own classes from moving cells, all others from one classifier.
#include <credence/base/parallel.hpp>
#include <credence/predict/classifier.hpp>
#include <credence/study/moving_blocks.hpp>
#include <set>

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
      : posterior_(posterior), estimator_(estimator), bound_(bound), rows_(rows) {
    own_ = own_classes(posterior.label, bound.label, *bound.table, rows);
    rows_of_class_.resize(posterior.label.classes.size());
    const auto classes = label_positions(bound.label, bound.rows, posterior.label.classes);
    for (Index row = 0; row < bound.rows; ++row)
      if (const Index klass = classes[static_cast<std::size_t>(row)]; klass >= 0 && weight(row) > 0)
        rows_of_class_[static_cast<std::size_t>(klass)].push_back(row);
  }

  [[nodiscard]] LeaveOneOut result() {
    LeaveOneOut out;
    logs_ = logs_beside(out.undefined);
    Estimates<Model> others = estimate(posterior_, estimator_, logs_);
    out.undefined.insert(out.undefined.end(), others.undefined.begin(), others.undefined.end());
    score_own(out.undefined);
    if (!out.undefined.empty()) return out;
    out.predictions = Classifier<Model>(std::move(others)).predict(bound_, rows_);
    put_together(out.predictions);
    return out;
  }

 private:
  static constexpr Index chunk_rows = 512;
  static constexpr double impossible = -std::numeric_limits<double>::infinity();

  /// What one chunk found undefined: the position of the block, feature and class of each.
  struct Found {
    std::size_t block = 0;
    Index feature = 0;
    Index klass = 0;
    std::string why;
  };

  [[nodiscard]] double weight(Index row) const {
    return bound_.weights.empty() ? 1.0 : bound_.weights[static_cast<std::size_t>(row)];
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

  void score_own(std::vector<UndefinedCell>& undefined);
  void start(Index chunk);
  template <ConjugateFamily F>
  void score_feature(const MovingCells<F>& moving, std::size_t block, Index j, const Slots& slots,
                     Index chunk, std::vector<Found>& found);
  template <ConjugateFamily F>
  [[nodiscard]] double log_own(const MovingCells<F>& moving, const BlockCells<F>& cells, Index j,
                               const Slots& slots, std::size_t i,
                               typename MovingCells<F>::Datum& datum) const;
  template <ConjugateFamily F>
  [[nodiscard]] typename F::Statistics left_of(const MovingCells<F>& moving,
                                               const BlockCells<F>& cells, Index j, std::size_t i,
                                               const typename MovingCells<F>::Datum& datum) const;
  void note(const std::vector<std::vector<Found>>& found,
            std::vector<UndefinedCell>& undefined) const;
  void put_together(Predictions& predictions) const;

  const Posterior<Model>& posterior_;
  Estimator estimator_;
  const BoundTable<List>& bound_;
  std::span<const Index> rows_;
  std::vector<Index> own_;         // of each row asked for: the position of its class
  std::vector<double> logs_;       // of each class: -inf where no row of another class meets it
  std::vector<double> own_joint_;  // of each row asked for
  std::vector<char> asked_;        // of the same: whether the class has any probability
  std::vector<std::vector<Index>> rows_of_class_;  // all rows of the table that count
};

/// The log joint of every row with its own class, and what is undefined of it.
template <class List>
void LeavingOneOut<List>::score_own(std::vector<UndefinedCell>& undefined) {
  const auto moving =
      moving_blocks<List>(posterior_, {.estimator = estimator_,
                                       .classes = posterior_.label.classes,
                                       .log_class_probabilities = logs_,
                                       .variance_floor = variance_floor(posterior_, estimator_)});
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
  std::vector<std::vector<Found>> found(static_cast<std::size_t>(chunks()));
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
  note(found, undefined);
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
                                        std::vector<Found>& found) {
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
  if (cells.viewed && !F::accepts(datum))
    throw Error(ErrorCode::domain,
                "family '" + std::string(F::name) + "' needs " + std::string(F::needs));
  if constexpr (Block<F>::levelled)
    return moving.log_density_without(j, own_[i], datum, weight(row));
  else
    return moving.log_density_under(j, own_[i], left_of(moving, cells, j, i, datum), datum);
}

/// The statistics of a row's own cell without it. Where forgetting loses digits (a row that holds
/// nearly all of a sum: there are few) they are gathered anew, if the table has all that was learned.
template <class List>
template <ConjugateFamily F>
typename F::Statistics LeavingOneOut<List>::left_of(
    const MovingCells<F>& moving, const BlockCells<F>& cells, Index j, std::size_t i,
    const typename MovingCells<F>::Datum& datum) const {
  const typename F::Statistics& full = moving.seen(j, own_[i]);
  typename F::Statistics left = full;
  left.forget(datum, weight(rows_[i]));
  if (keeps_digits(full, left)) return left;
  typename F::Statistics others;
  typename MovingCells<F>::Datum other{};
  for (const Index row : rows_of_class_[static_cast<std::size_t>(own_[i])])
    if (row != rows_[i] && cells.features[static_cast<std::size_t>(j)].read(row, {}, other))
      others.observe(other, weight(row));
  const bool complete =
      std::abs(others.count() + weight(rows_[i]) - full.count()) <= summing * full.count();
  return complete ? others : left;
}

/// Adds the cells that are not listed yet.
template <class List>
void LeavingOneOut<List>::note(const std::vector<std::vector<Found>>& found,
                               std::vector<UndefinedCell>& undefined) const {
  std::set<std::pair<std::string, std::string>> listed;
  for (const UndefinedCell& cell : undefined) listed.emplace(cell.feature, cell.klass);
  for (const auto& part : found)
    for (const Found& cell : part) {
      const std::string& klass = posterior_.label.classes[static_cast<std::size_t>(cell.klass)];
      std::visit(
          [&](const auto& block) {
            const std::string& feature = block.feature(cell.feature).name;
            if (listed.emplace(feature, klass).second)
              undefined.push_back({.feature = feature, .klass = klass, .why = cell.why});
          },
          posterior_.blocks[cell.block]);
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
      for (std::size_t klass = 0; klass < classes; ++klass)
        joint[klass] = static_cast<Index>(klass) == own_[i]
                           ? own_joint_[i]
                           : joint[klass] + left.log_class_probabilities[klass];
      bool none = false;
      predictions.label[i] = normalise(
          joint, left, std::span(predictions.log_probability).subspan(i * classes, classes), none);
      predictions.impossible[i] = none;
    }
  });
}

}  // namespace detail

}  // namespace credence
