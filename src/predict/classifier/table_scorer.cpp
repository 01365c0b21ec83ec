// Rows scored in tiles: every block adds to the log joints, labels and probabilities follow.
#include "predict/classifier/table_scorer.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <credence/base/parallel.hpp>
#include <credence/detail/predict/unseen.hpp>

#include "predict/tiles/row_summaries.hpp"
#include "predict/tiles/tile_answers.hpp"

namespace credence::detail {

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
          check_unseen(cells.feature(j), table.feature(j), of_feature, rows, source);
        else
          *unseen_cells +=
              count_unseen(cells.feature(j), table.feature(j), of_feature, rows, source);
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

TableScorer::TableScorer(const Classifier<Model>& classifier, const BoundTable& bound, RowSpan rows,
                         Index* unseen_cells)
    : classifier_(classifier),
      estimates_(classifier.estimates_),
      bound_(classifier.weighs_features() ? by_feature_.emplace(bound.by_feature()) : bound),
      rows_(rows),
      slots_(classifier.tables().size()),
      fitted_(slots_.size()) {
  for (std::size_t b = 0; b < slots_.size(); ++b) {
    const AnyTable& table = *classifier_.tables()[b];
    const BoundBlock& data = bound_.blocks[b];
    slots_[b] = slots_of_block(table, data, rows, *bound_.table, unseen_cells);
    if (classifier_.scores_[b]->fits(data, slots_[b])) continue;
    fitted_[b] = scored(table.family()).scores(table, estimates_.log_class_probabilities);
    fitted_[b]->fit(table, data, slots_[b]);
  }
}

// Adds what one table says of the rows.
void TableScorer::add(std::size_t block, RowSpan rows, ScoreTile& tile) const {
  const BoundBlock& data = bound_.blocks[block];
  const std::optional<Entry> fault =
      scores_of(block).add(*classifier_.tables()[block], data, slots_[block], rows, tile);
  if (fault) outside_support(*bound_.table, estimates_.model.schema(), data, *fault);
}

// in  own: room for what one feature says, where features have weights
void TableScorer::score_tile(RowSpan rows, ScoreTile& tile, ScoreTile& own) const {
  start_tile(tile, estimates_.log_class_probabilities);
  for (std::size_t b = 0; b < slots_.size(); ++b) {
    if (classifier_.weights_.empty()) {
      add(b, rows, tile);
      continue;
    }
    start_tile(own, evaluated_classes(estimates_.log_class_probabilities));
    add(b, rows, own);
    give_back(own);
    add_weighted(own, classifier_.weights_[b], tile);
  }
  give_back(tile);
}

// Impossible rows are left as they are.
void TableScorer::summarise_tile(const ScoreTile& tile, const Answers& answers) const {
  std::array<JointSummary, most_tile_rows> all;
  summarise_joints(tile, all.data());
  for (Index i = 0; i < tile.rows; ++i) {
    const auto at = static_cast<std::size_t>(answers.first + i);
    const Index own = answers.truth[at];
    put_summary(all[static_cast<std::size_t>(i)], own, tile.at(own, i), at, *answers.summaries);
  }
}

void TableScorer::answer(ScoreTile& tile, const Answers& answers) const {
  if (answers.summaries != nullptr) return summarise_tile(tile, answers);
  const std::vector<double>& fallback = estimates_.log_class_probabilities;
  std::array<Code, most_tile_rows> best;
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
std::unique_ptr<LabelFinder> TableScorer::label_finder(const Answers& answers) const {
  const bool labels_alone = answers.log_joint == nullptr && answers.log_probability == nullptr &&
                            answers.impossible == nullptr && answers.summaries == nullptr;
  if (!labels_alone || !classifier_.weights_.empty() || slots_.size() != 1) return nullptr;
  return scores_of(0).label_finder(bound_.blocks.front(), slots_.front(), rows_,
                                   estimates_.log_class_probabilities);
}

// Labels of a tile without log joints, but for those of rows that have to be scored. Whether these were
// few enough to go on like that.
// in  tile: room for the rows
bool TableScorer::label_tile(const LabelFinder& quick, RowSpan rows, ScoreTile& tile,
                             const Answers& answers) const {
  std::array<Code, most_tile_rows> label;
  std::array<Index, most_tile_rows> left;
  std::array<Index, most_tile_rows> places;
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
  score_tile({.count = tile.rows, .list = left.data()}, tile, tile);
  most_probable(tile, first(label, tile.rows));
  for (Index k = 0; k < tile.rows; ++k) {
    const auto at = static_cast<std::size_t>(k);
    to[places[at]] = label[at] >= 0 ? label[at] : estimates_.most_frequent;
  }
  return 4 * tile.rows <= rows.count;
}

void TableScorer::score(const Answers& answers) const {
  if (!estimates_.structure.empty()) return score_by_structure(answers);
  const auto classes = std::ssize(estimates_.classes);
  const ScoreCuts cuts =
      score_cuts(static_cast<Index>(estimates_.model.schema().columns.size()), classes);
  const Index chunks = (rows_.count + cuts.chunk_rows - 1) / cuts.chunk_rows;
  const std::unique_ptr<LabelFinder> quick = label_finder(answers);
  credence::for_each_chunk(chunks, [&](Index chunk) {
    const Index end = std::min(rows_.count, (chunk + 1) * cuts.chunk_rows);
    Index first = chunk * cuts.chunk_rows;
    const Index most = std::min(cuts.tile_rows, end - first);
    TileBuffer buffer(classes, most, classifier_.rounding_);
    TileBuffer of_feature(classes, classifier_.weights_.empty() ? 0 : most, classifier_.rounding_);
    bool labels = quick != nullptr;
    for (; first < end; first += cuts.tile_rows) {
      const RowSpan part = rows_.part(first, std::min(cuts.tile_rows, end - first));
      ScoreTile tile = buffer.tile(part.count);
      ScoreTile own = of_feature.tile(part.count);
      Answers at = answers;
      at.first = first;
      if (labels) {
        labels = label_tile(*quick, part, tile, at);
        continue;
      }
      score_tile(part, tile, own);
      answer(tile, at);
    }
  });
}

}  // namespace credence::detail
