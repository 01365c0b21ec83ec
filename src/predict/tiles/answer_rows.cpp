// Rows turned into tiles of classes x rows, as the kernels of tiles take them.
#include "predict/tiles/answer_rows.hpp"

#include <algorithm>
#include <array>
#include <credence/base/parallel.hpp>

#include "predict/tiles/tile_answers.hpp"

namespace credence::detail {
namespace {

constexpr Index answered_rows = 256;
constexpr Index answered_chunk = 4096;  // a multiple of 64: chunks share no word of `impossible`

// in  joint: of the tile
void turn(const double* joint, const ScoreTile& tile) {
  for (Index c = 0; c < tile.classes; ++c) {
    double* const to = tile.of_class(c);
    for (Index i = 0; i < tile.rows; ++i) to[i] = joint[i * tile.classes + c];
  }
}

void answer_tile(const ScoreTile& tile, const Fallback& fallback, const RowAnswers& answers,
                 Index first) {
  std::array<Code, static_cast<std::size_t>(answered_rows)> best{};
  most_probable(tile, std::span(best).first(static_cast<std::size_t>(tile.rows)));
  for (Index i = 0; i < tile.rows; ++i) {
    const Code label = best[static_cast<std::size_t>(i)];
    answers.label[first + i] = label >= 0 ? label : fallback.label;
    if (label < 0 && answers.impossible != nullptr)
      (*answers.impossible)[static_cast<std::size_t>(first + i)] = true;
  }
  if (answers.log_probability == nullptr) return;
  to_log_probabilities(tile, fallback.log_class_probabilities);
  copy_by_rows(tile, answers.log_probability + first * tile.classes);
}

}  // namespace

void answer_rows(std::span<const double> joint, Index rows, const Fallback& fallback,
                 const RowAnswers& answers) {
  const auto classes = std::ssize(fallback.log_class_probabilities);
  credence::for_each_chunk((rows + answered_chunk - 1) / answered_chunk, [&](Index chunk) {
    TileBuffer buffer(classes, std::min(answered_rows, rows));
    const Index end = std::min(rows, (chunk + 1) * answered_chunk);
    for (Index first = chunk * answered_chunk; first < end; first += answered_rows) {
      const ScoreTile tile = buffer.tile(std::min(answered_rows, end - first));
      turn(joint.data() + first * classes, tile);
      answer_tile(tile, fallback, answers, first);
    }
  });
}

void answer_rows(Predictions& predictions, const Fallback& fallback) {
  answer_rows(predictions.log_joint, predictions.rows(), fallback,
              {.label = predictions.label.data(),
               .log_probability = predictions.log_probability.data(),
               .impossible = &predictions.impossible});
}

}  // namespace credence::detail
