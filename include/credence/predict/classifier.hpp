#pragma once
// Tables of densities that score rows. A classifier cannot learn.
#include <array>
#include <credence/base/parallel.hpp>
#include <credence/predict/estimates.hpp>
#include <credence/predict/score_kernels.hpp>
#include <credence/predict/tile_answers.hpp>

namespace credence {

namespace detail {
template <class Tables>
struct ScoresOf;
template <class... F>
struct ScoresOf<std::vector<std::variant<ScoreTable<F>...>>> {
  using type = std::vector<std::variant<BlockScores<F>...>>;
};
}  // namespace detail

/// Scores rows under one estimator; shares nothing with the posterior it came from.
///
///     const Classifier classifier{posterior, Estimator::predictive};
///     const Predictions answers = classifier.predict(table);
///     answers.classes[answers.label[0]];
template <class M>
class Classifier;

/// The classifier of a model over the columns of a table.
template <class List>
class Classifier<BasicModel<List>> {
 public:
  using Model = BasicModel<List>;

  /// throws  Error{undefined} naming every feature and class that has no estimate
  Classifier(const Posterior<Model>& posterior, Estimator estimator)
      : Classifier(estimate(posterior, estimator)) {}
  explicit Classifier(Estimates<Model> estimates) : estimates_(std::move(estimates)) {
    if (!estimates_.undefined.empty())
      throw undefined_error(estimates_.estimator, estimates_.undefined);
    lay_out();
  }

  [[nodiscard]] Estimator estimator() const { return estimates_.estimator; }
  [[nodiscard]] const std::vector<std::string>& classes() const { return estimates_.classes; }
  /// Log probability of each class before its features are seen, in nats.
  [[nodiscard]] const std::vector<double>& log_class_probabilities() const {
    return estimates_.log_class_probabilities;
  }

  /// Scores every row of a table. The label column need not be there.
  /// throws  as bind; Error{schema} with the place of an unseen category whose policy is `error`;
  ///         Error{domain} with the place of a cell that its family does not accept
  [[nodiscard]] Predictions predict(const Table& table) const {
    const BoundTable<List> bound = credence::bind<List>(estimates_.model.schema(), table);
    return predict(bound, RowSpan{.count = bound.rows});
  }
  /// Scores some rows of a bound table, in the order given.
  /// cost    rows x features x classes; the same bits for any number of threads
  [[nodiscard]] Predictions predict(const BoundTable<List>& bound, RowSpan rows) const;
  [[nodiscard]] Predictions predict(const BoundTable<List>& bound,
                                    std::span<const Index> rows) const {
    return predict(bound, RowSpan{.count = std::ssize(rows), .list = rows.data()});
  }
  /// The positions of the most probable classes alone: nothing of the size rows x classes is made.
  [[nodiscard]] std::vector<Index> labels(const BoundTable<List>& bound, RowSpan rows) const;

 private:
  using Scores = typename detail::ScoresOf<typename Estimates<Model>::Tables>::type;
  /// What depends on the table that is scored.
  struct Fitted {
    std::vector<std::vector<Slots>> slots;  // of each block and feature
    Scores scores;                          // of the blocks whose layout does not serve the table
    std::vector<bool> own;                  // which blocks these are
  };
  /// Where the answers for the rows of one tile go; null: not asked for.
  struct Answers {
    Index* label = nullptr;
    double* log_joint = nullptr;        // rows x classes, row-major
    double* log_probability = nullptr;  // the same
    std::vector<bool>* impossible = nullptr;
    Index first = 0;  // of the tile among the rows asked for
  };

  void lay_out();
  [[nodiscard]] Fitted fit(const BoundTable<List>& bound, RowSpan rows, Index& unseen_cells) const;
  void score(const BoundTable<List>& bound, const Fitted& fitted, RowSpan rows,
             const Answers& answers) const;
  void score_tile(const BoundTable<List>& bound, const Fitted& fitted, RowSpan rows,
                  ScoreTile& tile) const;
  void answer(ScoreTile& tile, const Answers& answers) const;

  Estimates<Model> estimates_;
  Scores scores_;
  Rounding rounding_ = Rounding::dropped;
};

template <class List>
Classifier(const Posterior<BasicModel<List>>&, Estimator) -> Classifier<BasicModel<List>>;
template <class M>
Classifier(Estimates<M>) -> Classifier<M>;

namespace detail {
/// Throws Error{schema}: a category that the training data lack, where the schema wants an error.
[[noreturn]] void unseen_category(const Table& table, const std::string& feature, Index row,
                                  std::string_view level);

/// Counts the cells (words) of levels that the posterior does not know.
/// throws  Error{schema} when their policy is `error`
template <class Datum, class F>
Index count_unseen(const Cells<Datum>& data, const Feature<F>& feature, const Slots& slots,
                   RowSpan rows, const Table& table) {
  if (std::find(slots.of.begin(), slots.of.end(), -1) == slots.of.end()) return 0;
  Index unseen = 0;
  for (Index i = 0; i < rows.count; ++i) {
    const std::vector<std::string_view> unknown = data.unknown(rows[i], slots);
    if (!unknown.empty() && feature.unseen == Unseen::error)
      unseen_category(table, feature.name, rows[i], unknown.front());
    unseen += static_cast<Index>(unknown.size());
  }
  return unseen;
}
}  // namespace detail

template <class List>
void Classifier<BasicModel<List>>::lay_out() {
  Index terms = 0;
  for (const auto& any : estimates_.tables)
    std::visit(
        [&]<class F>(const ScoreTable<F>& table) {
          scores_.emplace_back(BlockScores<F>(table, estimates_.log_class_probabilities));
          terms += table.terms();
        },
        any);
  if (terms >= many_features) rounding_ = Rounding::kept;
}

template <class List>
auto Classifier<BasicModel<List>>::fit(const BoundTable<List>& bound, RowSpan rows,
                                       Index& unseen_cells) const -> Fitted {
  const std::size_t blocks = estimates_.tables.size();
  Fitted fitted{.slots = std::vector<std::vector<Slots>>(blocks),
                .scores = Scores(blocks),
                .own = std::vector<bool>(blocks, false)};
  for (std::size_t b = 0; b < blocks; ++b)
    std::visit(
        [&]<class F>(const ScoreTable<F>& table) {
          const auto& data = std::get<BlockCells<F>>(bound.blocks[b]);
          std::vector<Slots>& slots = fitted.slots[b];
          slots.resize(static_cast<std::size_t>(table.size()));
          if constexpr (Block<F>::levelled)
            for (Index j = 0; j < table.size(); ++j) {
              const auto& cells = data.features[static_cast<std::size_t>(j)];
              slots[static_cast<std::size_t>(j)] = slots_of(table.feature(j), cells);
              unseen_cells += detail::count_unseen(
                  cells, table.feature(j), slots[static_cast<std::size_t>(j)], rows, *bound.table);
            }
          if (std::get<BlockScores<F>>(scores_[b]).fits(data, slots)) return;
          BlockScores<F> scores(table, estimates_.log_class_probabilities);
          scores.fit(table, data, slots);
          fitted.scores[b] = std::move(scores);
          fitted.own[b] = true;
        },
        estimates_.tables[b]);
  return fitted;
}

template <class List>
void Classifier<BasicModel<List>>::score_tile(const BoundTable<List>& bound, const Fitted& fitted,
                                              RowSpan rows, ScoreTile& tile) const {
  detail::start_tile(tile, estimates_.log_class_probabilities);
  for (std::size_t b = 0; b < scores_.size(); ++b)
    std::visit(
        [&]<class F>(const BlockScores<F>& scores) {
          const std::optional<Entry> fault =
              scores.add(std::get<ScoreTable<F>>(estimates_.tables[b]),
                         std::get<BlockCells<F>>(bound.blocks[b]), fitted.slots[b], rows, tile);
          if (!fault) return;
          const auto features = features_of<F>(estimates_.model.schema());
          detail::outside_support(*bound.table, *features[static_cast<std::size_t>(fault->column)],
                                  fault->row, F::name, F::needs);
        },
        fitted.own[b] ? fitted.scores[b] : scores_[b]);
  detail::give_back(tile);
}

template <class List>
void Classifier<BasicModel<List>>::answer(ScoreTile& tile, const Answers& answers) const {
  const std::vector<double>& fallback = estimates_.log_class_probabilities;
  std::array<Code, detail::most_tile_rows> best;
  most_probable(tile, std::span(best).first(static_cast<std::size_t>(tile.rows)));
  for (Index i = 0; i < tile.rows; ++i) {
    const Code label = best[static_cast<std::size_t>(i)];
    answers.label[answers.first + i] = label >= 0 ? label : estimates_.most_frequent;
    if (label < 0 && answers.impossible != nullptr)
      (*answers.impossible)[static_cast<std::size_t>(answers.first + i)] = true;
  }
  const Index place = answers.first * tile.classes;
  if (answers.log_joint != nullptr) copy_by_rows(tile, answers.log_joint + place);
  if (answers.log_probability == nullptr) return;
  to_log_probabilities(tile, fallback);
  copy_by_rows(tile, answers.log_probability + place);
}

template <class List>
void Classifier<BasicModel<List>>::score(const BoundTable<List>& bound, const Fitted& fitted,
                                         RowSpan rows, const Answers& answers) const {
  const auto classes = std::ssize(estimates_.classes);
  const detail::ScoreCuts cuts =
      detail::score_cuts(static_cast<Index>(estimates_.model.schema().columns.size()), classes);
  const Index chunks = (rows.count + cuts.chunk_rows - 1) / cuts.chunk_rows;
  for_each_chunk(chunks, [&](Index chunk) {
    const Index end = std::min(rows.count, (chunk + 1) * cuts.chunk_rows);
    Index first = chunk * cuts.chunk_rows;
    detail::TileBuffer buffer(classes, std::min(cuts.tile_rows, end - first), rounding_);
    for (; first < end; first += cuts.tile_rows) {
      const RowSpan part = rows.part(first, std::min(cuts.tile_rows, end - first));
      ScoreTile tile = buffer.tile(part.count);
      score_tile(bound, fitted, part, tile);
      Answers at = answers;
      at.first = first;
      answer(tile, at);
    }
  });
}

template <class List>
Predictions Classifier<BasicModel<List>>::predict(const BoundTable<List>& bound,
                                                  RowSpan rows) const {
  Predictions out = blank_predictions(estimates_.classes, rows.count);
  const Fitted fitted = fit(bound, rows, out.unseen_cells);
  score(bound, fitted, rows,
        {.label = out.label.data(),
         .log_joint = out.log_joint.data(),
         .log_probability = out.log_probability.data(),
         .impossible = &out.impossible});
  return out;
}

template <class List>
std::vector<Index> Classifier<BasicModel<List>>::labels(const BoundTable<List>& bound,
                                                        RowSpan rows) const {
  std::vector<Index> label(static_cast<std::size_t>(rows.count));
  Index unseen_cells = 0;
  const Fitted fitted = fit(bound, rows, unseen_cells);
  score(bound, fitted, rows, {.label = label.data()});
  return label;
}

// Compiled once, for the list in families.hpp; other lists are compiled where they are used.
extern template class Classifier<Model>;

}  // namespace credence
