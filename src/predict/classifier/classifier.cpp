// Rows scored in tiles: every block adds to the log joints, labels and probabilities follow.
#include <credence/predict/classifier.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <credence/base/parallel.hpp>
#include <credence/detail/predict/unseen.hpp>
#include <type_traits>

#include "learn/binding/check_bound.hpp"
#include "predict/tiles/fitted_table.hpp"
#include "predict/tiles/row_summaries.hpp"
#include "predict/tiles/tile_answers.hpp"

namespace credence {

namespace {

// Where the levels of the data stand in the features of a table; cells of unknown ones are counted
// where `unseen_cells` is asked for.
std::vector<Slots> slots_of_block(const AnyTable& table, const BoundBlock& data, RowSpan rows,
                                  const Table& source, Index* unseen_cells) {
  std::vector<Slots> slots(static_cast<std::size_t>(table.size()));
  if (!table.family().facts().levelled) return slots;
  data.visit([&]<class Datum>(const BlockCells<Datum>& cells) {
    if constexpr (has_levels(kind_of_datum<Datum>))
      for (Index j = 0; j < table.size(); ++j) {
        Slots& of_feature = slots[static_cast<std::size_t>(j)];
        of_feature = slots_of(table.feature(j), cells.feature(j));
        if (unseen_cells == nullptr)
          detail::check_unseen(cells.feature(j), table.feature(j), of_feature, rows, source);
        else
          *unseen_cells +=
              detail::count_unseen(cells.feature(j), table.feature(j), of_feature, rows, source);
      }
  });
  return slots;
}

// 0 for a class that is scored, -inf for one of probability 0.
std::vector<double> evaluated_classes(std::vector<double> log_class_probabilities) {
  for (double& value : log_class_probabilities) value = std::isinf(value) ? value : 0;
  return log_class_probabilities;
}

}  // namespace

Classifier<Model>::Classifier(const Classifier& other) = default;
Classifier<Model>::Classifier(Classifier&& other) noexcept = default;
Classifier<Model>& Classifier<Model>::operator=(const Classifier& other) = default;
Classifier<Model>& Classifier<Model>::operator=(Classifier&& other) noexcept = default;
Classifier<Model>::~Classifier() = default;

Classifier<Model>::Classifier(const Posterior<Model>& posterior, Estimator estimator)
    : Classifier(estimate(posterior, estimator)) {}

Classifier<Model>::Classifier(Estimates estimates) : estimates_(std::move(estimates)) {
  if (!estimates_.undefined.empty())
    throw undefined_error(estimates_.estimator, estimates_.undefined);
  lay_out();
}

Classifier<Model>::Classifier(Estimates estimates, Unchecked) : estimates_(std::move(estimates)) {
  if (estimates_.undefined.empty()) lay_out();
}

void Classifier<Model>::lay_out() {
  if (weighs_features())
    for (const Box<AnyTable>& table : estimates_.tables)
      for (Index j = 0; j < table->size(); ++j) {
        features_.emplace_back(table->part(j));
        weights_.push_back(estimates_.feature_weights.of(table->feature(j).name));
      }
  Index terms = 0;
  for (const Box<AnyTable>& table : tables()) {
    scores_.emplace_back(
        scored(table->family()).scores(*table, estimates_.log_class_probabilities));
    terms += table->terms();
  }
  if (terms >= many_features) rounding_ = detail::Rounding::kept;
  for (const StructureEstimates& structure : estimates_.structure)
    for (const Nested<Estimates>& group : structure.cells) {
      Nested<Classifier<Model>>& made = cells_.emplace_back();
      for (const Estimates& level : group) made.push_back(Classifier(level, Unchecked{}));
    }
}

auto Classifier<Model>::fit(const BoundTable& bound, RowSpan rows, Index* unseen_cells) const
    -> Fitted {
  const std::size_t blocks = tables().size();
  Fitted fitted{.slots = std::vector<std::vector<Slots>>(blocks),
                .scores = std::vector<Box<AnyScores>>(blocks)};
  for (std::size_t b = 0; b < blocks; ++b) {
    const AnyTable& table = *tables()[b];
    const BoundBlock& data = bound.blocks[b];
    std::vector<Slots>& slots = fitted.slots[b];
    slots = slots_of_block(table, data, rows, *bound.table, unseen_cells);
    if (scores_[b]->fits(data, slots)) continue;
    fitted.scores[b] = scored(table.family()).scores(table, estimates_.log_class_probabilities);
    fitted.scores[b]->fit(table, data, slots);
  }
  return fitted;
}

// Adds what one table says of the rows.
void Classifier<Model>::add(const BoundTable& bound, const Fitted& fitted, std::size_t b,
                            RowSpan rows, ScoreTile& tile) const {
  const AnyScores& scores = fitted.scores[b] ? *fitted.scores[b] : *scores_[b];
  const std::optional<Entry> fault =
      scores.add(*tables()[b], bound.blocks[b], fitted.slots[b], rows, tile);
  if (fault)
    detail::outside_support(*bound.table, estimates_.model.schema(), bound.blocks[b], *fault);
}

// in  own: room for what one feature says, where features have weights
void Classifier<Model>::score_tile(const BoundTable& bound, const Fitted& fitted, RowSpan rows,
                                   ScoreTile& tile, ScoreTile& own) const {
  detail::start_tile(tile, estimates_.log_class_probabilities);
  for (std::size_t b = 0; b < scores_.size(); ++b) {
    if (weights_.empty()) {
      add(bound, fitted, b, rows, tile);
      continue;
    }
    detail::start_tile(own, evaluated_classes(estimates_.log_class_probabilities));
    add(bound, fitted, b, rows, own);
    detail::give_back(own);
    detail::add_weighted(own, weights_[b], tile);
  }
  detail::give_back(tile);
}

// Impossible rows are left as they are.
void Classifier<Model>::summarise_tile(const ScoreTile& tile, const Answers& answers) const {
  std::array<JointSummary, detail::most_tile_rows> all;
  summarise_joints(tile, all.data());
  for (Index i = 0; i < tile.rows; ++i) {
    const auto at = static_cast<std::size_t>(answers.first + i);
    const Index own = answers.truth[at];
    put_summary(all[static_cast<std::size_t>(i)], own, tile.at(own, i), at, *answers.summaries);
  }
}

void Classifier<Model>::answer(ScoreTile& tile, const Answers& answers) const {
  if (answers.summaries != nullptr) return summarise_tile(tile, answers);
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

// What finds most labels without log joints, where nothing else is asked for; null: nothing does.
std::unique_ptr<LabelFinder> Classifier<Model>::label_finder(const BoundTable& bound,
                                                             const Fitted& fitted, RowSpan rows,
                                                             const Answers& answers) const {
  const bool labels_alone = answers.log_joint == nullptr && answers.log_probability == nullptr &&
                            answers.impossible == nullptr && answers.summaries == nullptr;
  if (!labels_alone || !weights_.empty() || scores_.size() != 1) return nullptr;
  const AnyScores& scores = fitted.scores.front() ? *fitted.scores.front() : *scores_.front();
  return scores.label_finder(bound.blocks.front(), fitted.slots.front(), rows,
                             estimates_.log_class_probabilities);
}

// Labels of a tile without log joints, but for those of rows that have to be scored. Whether these were
// few enough to go on like that.
// in  tile: room for the rows
bool Classifier<Model>::label_tile(const LabelFinder& quick, const BoundTable& bound,
                                   const Fitted& fitted, RowSpan rows, ScoreTile& tile,
                                   const Answers& answers) const {
  std::array<Code, detail::most_tile_rows> label;
  std::array<Index, detail::most_tile_rows> left;
  std::array<Index, detail::most_tile_rows> places;
  const auto first = [](auto& all, Index count) {
    return std::span(all).first(static_cast<std::size_t>(count));
  };
  quick.find(rows, first(label, rows.count));
  Index* const to = answers.label + answers.first;
  tile.rows = 0;
  for (Index i = 0; i < rows.count; ++i) {
    to[i] = label[static_cast<std::size_t>(i)];
    if (to[i] >= 0) continue;
    left[static_cast<std::size_t>(tile.rows)] = rows[i];
    places[static_cast<std::size_t>(tile.rows++)] = i;
  }
  if (tile.rows == 0) return true;
  score_tile(bound, fitted, {.count = tile.rows, .list = left.data()}, tile, tile);
  most_probable(tile, first(label, tile.rows));
  for (Index k = 0; k < tile.rows; ++k) {
    const auto at = static_cast<std::size_t>(k);
    to[places[at]] = label[at] >= 0 ? label[at] : estimates_.most_frequent;
  }
  return 4 * tile.rows <= rows.count;
}

void Classifier<Model>::score(const BoundTable& bound, const Fitted& fitted, RowSpan rows,
                              const Answers& answers) const {
  if (!estimates_.structure.empty()) return score_by_structure(bound, rows, answers);
  const auto classes = std::ssize(estimates_.classes);
  const detail::ScoreCuts cuts =
      detail::score_cuts(static_cast<Index>(estimates_.model.schema().columns.size()), classes);
  const Index chunks = (rows.count + cuts.chunk_rows - 1) / cuts.chunk_rows;
  const std::unique_ptr<LabelFinder> quick = label_finder(bound, fitted, rows, answers);
  for_each_chunk(chunks, [&](Index chunk) {
    const Index end = std::min(rows.count, (chunk + 1) * cuts.chunk_rows);
    Index first = chunk * cuts.chunk_rows;
    const Index most = std::min(cuts.tile_rows, end - first);
    detail::TileBuffer buffer(classes, most, rounding_);
    detail::TileBuffer of_feature(classes, weights_.empty() ? 0 : most, rounding_);
    bool labels = quick != nullptr;
    for (; first < end; first += cuts.tile_rows) {
      const RowSpan part = rows.part(first, std::min(cuts.tile_rows, end - first));
      ScoreTile tile = buffer.tile(part.count);
      ScoreTile own = of_feature.tile(part.count);
      Answers at = answers;
      at.first = first;
      if (labels) {
        labels = label_tile(*quick, bound, fitted, part, tile, at);
        continue;
      }
      score_tile(bound, fitted, part, tile, own);
      answer(tile, at);
    }
  });
}

Predictions Classifier<Model>::predict(const Table& table) const {
  const BoundTable bound = credence::bind(estimates_.model, table);
  return predict(bound, RowSpan{.count = bound.rows});
}

namespace {

// Throws Error{domain} for a classifier that was moved from, Error{schema} for a table of another
// model, Error{shape} for an unknown row.
void check_for(const Estimates& estimates, const BoundTable& bound, RowSpan rows) {
  if (estimates.classes.empty())
    throw Error(
        ErrorCode::domain,
        "the classifier has no classes, as one that was moved from; use the one that it was "
        "moved to");
  detail::check_bound(bound, estimates.model, estimates.tables, rows);
  for (const StructureEstimates& structure : estimates.structure)
    for (const detail::TermGroup& group : structure.plan.groups)
      detail::check_contexts(bound, group.context + 1);
}

}  // namespace

Predictions Classifier<Model>::predict(const BoundTable& bound, RowSpan rows) const {
  check_for(estimates_, bound, rows);
  Predictions out = blank_predictions(estimates_.classes, rows.count);
  with_cells(bound, [&](const BoundTable& cells) {
    const Fitted fitted = fit(cells, rows, &out.unseen_cells);
    score(cells, fitted, rows,
          {.label = out.label.data(),
           .log_joint = out.log_joint.data(),
           .log_probability = out.log_probability.data(),
           .impossible = &out.impossible});
  });
  return out;
}

Predictions Classifier<Model>::predict(const BoundTable& bound, std::span<const Index> rows) const {
  return predict(bound, RowSpan{.count = std::ssize(rows), .list = rows.data()});
}

std::vector<Index> Classifier<Model>::labels(const BoundTable& bound, RowSpan rows) const {
  check_for(estimates_, bound, rows);
  std::vector<Index> label(static_cast<std::size_t>(rows.count));
  with_cells(bound, [&](const BoundTable& cells) {
    const Fitted fitted = fit(cells, rows, nullptr);
    score(cells, fitted, rows, {.label = label.data()});
  });
  return label;
}

RowSummaries Classifier<Model>::summarise(const BoundTable& bound, RowSpan rows,
                                          std::span<const Index> truth) const {
  check_for(estimates_, bound, rows);
  if (std::ssize(truth) != rows.count)
    throw Error(ErrorCode::shape, "a classifier got " + std::to_string(truth.size()) +
                                      " classes for " + std::to_string(rows.count) +
                                      " rows; give one for each row");
  for (const Index klass : truth)
    static_cast<void>(detail::place_of("class", klass, classes().size()));
  if (!estimates_.structure.empty())
    throw Error(ErrorCode::schema,
                "a classifier with a structure has no summaries of rows; use predict");
  const Fallback fallback{.label = estimates_.most_frequent,
                          .log_class_probabilities = estimates_.log_class_probabilities};
  RowSummaries out = summaries_of_equals(fallback, truth);
  with_cells(bound, [&](const BoundTable& cells) {
    const Fitted fitted = fit(cells, rows, &out.unseen_cells);
    score(cells, fitted, rows, {.summaries = &out, .truth = truth});
  });
  return out;
}

}  // namespace credence
