// Log joints of rows of columns with a full covariance.

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "predict/normals/joint_scores.hpp"

namespace credence::detail {
namespace {

bool lacks_a_number(const std::vector<double>& datum) {
  return std::any_of(datum.begin(), datum.end(), [](double x) { return std::isnan(x); });
}

// Adds the log densities of a row that lacks nothing to the classes that are still possible.
template <class D>
void add_row(const std::optional<Ready<D>>* ready, const std::vector<double>& datum,
             std::vector<double>& room, Index row, ScoreTile& tile) {
  for (Index klass = 0; klass < tile.classes; ++klass) {
    if (tile.at(klass, row) == -infinity) continue;
    std::copy(datum.begin(), datum.end(), room.begin());
    add_term(tile, klass, row, ready[klass] ? ready[klass]->log_density(room) : -infinity);
  }
}

}  // namespace

JointBlockScores::JointBlockScores(const Table& table,
                                   std::span<const double> log_class_probabilities) {
  const std::vector<bool> live = live_classes(log_class_probabilities);
  table.visit([&]<class D>(const std::vector<D>& densities) {
    ReadyCells<D> ready;
    for (std::size_t i = 0; i < densities.size(); ++i)
      ready.push_back(live[i % live.size()] ? Ready<D>::of(densities[i]) : std::nullopt);
    ready_ = std::move(ready);
  });
}

std::optional<Entry> JointBlockScores::add(const Table& table, const Cells& cells,
                                           std::span<const Slots> slots, RowSpan rows,
                                           ScoreTile& tile) const {
  std::vector<double> datum;
  std::vector<double> room;
  for (Index j = 0; j < table.size(); ++j) {
    const auto feature = static_cast<std::size_t>(j);
    for (Index i = 0; i < rows.count; ++i) {
      if (!cells.features[feature].read(rows[i], slots[feature], datum)) continue;
      if (cells.viewed && !NormalInverseWishartNormal::accepts(datum))
        return Entry{.row = rows[i], .column = j};
      if (lacks_a_number(datum)) {
        table.add(j, datum, tile, i);
        continue;
      }
      room.resize(datum.size());
      std::visit(
          [&](const auto& ready) {
            add_row(ready.data() + j * tile.classes, datum, room, i, tile);
          },
          ready_);
    }
  }
  return std::nullopt;
}

}  // namespace credence::detail
