#pragma once
// The leave-one-out scorer of one family behind the interface of any.
#include <algorithm>
#include <credence/detail/predict/any_moving.hpp>
#include <credence/detail/predict/forgetting.hpp>
#include <credence/detail/predict/moving_cells.hpp>
#include <credence/detail/predict/moving_tied.hpp>
#include <limits>
#include <type_traits>

namespace credence::detail {

/// in  Moving: the cells, DefaultMoving<F> or something faster
template <ConjugateFamily F, class Moving>
class MovingOf final : public AnyMoving {
 public:
  MovingOf(const Block<F>& block, const EstimateContext& context)
      : cells_(block, context), estimator_(context.estimator) {}

  [[nodiscard]] Index size() const override { return cells_.size(); }
  [[nodiscard]] const FeatureFacts& feature(Index j) const override { return cells_.feature(j); }
  [[nodiscard]] bool scored(Index j) const override { return cells_.scored(j); }
  [[nodiscard]] bool moves_all_classes(Index j) const override {
    return credence::moves_all_classes(cells_.feature(j), estimator_);
  }
  void clear() override { cells_.clear(); }

  void add_left_out(const BoundBlock& cells, std::span<const Slots> slots,
                    LeftOutRows& rows) const override {
    for (Index j = 0; j < size(); ++j) {
      if (!scored(j)) continue;
      if constexpr (TiedFamily<F>)
        if (moves_all_classes(j)) {
          add_to_all(cells.of<Datum>(), j, rows);
          continue;
        }
      add_to_own(cells.of<Datum>(), j, slots[static_cast<std::size_t>(j)], rows);
    }
  }

  void add_in_turn(const BoundBlock& bound, std::span<const Slots> slots, RowInTurn& row) override {
    const CellsOf<F>& cells = bound.of<Datum>();
    Datum datum{};
    for (Index j = 0; j < size(); ++j) {
      if (!cells.feature(j).read(row.row, slots[static_cast<std::size_t>(j)], datum)) continue;
      if constexpr (TiedFamily<F>) {
        CellsAtOnce<F> all = cells_.at_once(j);
        for (std::size_t klass = 0; klass < row.joint.size(); ++klass)
          row.joint[klass] += all.log_density(static_cast<Index>(klass), datum);
        row.evidence.add(all.log_evidence(row.own, datum, row.weight));
      } else {
        for (std::size_t klass = 0; klass < row.joint.size(); ++klass)
          row.joint[klass] += cells_.log_density_without(j, static_cast<Index>(klass), datum, 0);
        row.evidence.add(cells_.log_evidence(j, row.own, datum, row.weight));
      }
      cells_.observe(j, row.own, datum, row.weight);
    }
  }

 private:
  using Datum = DatumOf<F>;
  static constexpr double impossible = -std::numeric_limits<double>::infinity();

  /// Adds one feature to the log joints of rows with their own classes.
  void add_to_own(const CellsOf<F>& cells, Index j, const Slots& slots, LeftOutRows& rows) const {
    Datum datum{};
    std::vector<bool> skipped(rows.classes.size(), false);
    for (std::size_t i = 0; i < rows.rows.size(); ++i) {
      const Index klass = rows.own[i];
      if (rows.asked[i] == 0 || skipped[static_cast<std::size_t>(klass)]) continue;
      try {
        // An impossible row goes on: whether later cells have an estimate is still asked.
        const double term = log_own(cells, j, slots, rows, i, datum);
        if (rows.own_joint[i] != impossible) rows.own_joint[i] += term;
      } catch (const Error& error) {
        if (error.code() == ErrorCode::domain)
          throw cannot_forget(rows.learned.table(), feature(j).name, rows.rows[i], error.what());
        if (error.code() != ErrorCode::undefined) throw;
        note_undefined(rows, j, klass, error);
        if (rows.until_undefined) return;
        skipped[static_cast<std::size_t>(klass)] = true;
      }
    }
  }

  /// Whether a cell has an estimate: Error{undefined} otherwise.
  [[gnu::noinline]] void ask_cell(Index j, Index klass) const {
    (void)cells_.log_density_without(j, klass, {}, 0);
  }

  /// Cells of a few numbers: a call or two more for each row make the loop 10 % slower. For cells of
  /// vectors that does not show, and the function would be 90 kB.
  static constexpr bool compiled_into_one =
      std::is_trivially_copyable_v<typename Moving::Statistics>;

  /// What `log_own_of_row` returns.
  [[nodiscard, gnu::flatten]] double log_own(const CellsOf<F>& cells, Index j, const Slots& slots,
                                             const LeftOutRows& rows, std::size_t i,
                                             Datum& datum) const requires compiled_into_one {
    return log_own_of_row(cells, j, slots, rows, i, datum);
  }
  [[nodiscard]] double log_own(const CellsOf<F>& cells, Index j, const Slots& slots,
                               const LeftOutRows& rows, std::size_t i, Datum& datum) const {
    return log_own_of_row(cells, j, slots, rows, i, datum);
  }

  /// Returns the log density of one row under the cell of its own class that has forgotten it; 0
  /// where missing.
  [[nodiscard]] double log_own_of_row(const CellsOf<F>& cells, Index j, const Slots& slots,
                                      const LeftOutRows& rows, std::size_t i, Datum& datum) const {
    const Index row = rows.rows[i];
    const Index own = rows.own[i];
    if (!cells.feature(j).read(row, slots, datum)) {
      // The cell is then the one that rows of other classes meet, if there are any.
      if (rows.beside[static_cast<std::size_t>(own)] == impossible) ask_cell(j, own);
      return 0;
    }
    check_accepted<F>(cells, datum);
    const double weight = rows.learned.weight(row);
    if constexpr (Block<F>::levelled) {
      return cells_.log_density_without(j, own, datum, weight);
    } else {
      if constexpr (requires { cells_.keeps_digits(j, own, datum, weight); })
        if (cells_.keeps_digits(j, own, datum, weight))
          return cells_.log_density_without(j, own, datum, weight);
      return cells_.log_density_under(
          j, own, cell_without(cells_, cells, j, own, row, datum, rows.learned), datum);
    }
  }

  /// Adds one feature to the log joints of rows with all classes.
  void add_to_all(const CellsOf<F>& cells, Index j,
                  LeftOutRows& rows) const requires TiedFamily<F> {
    const std::size_t classes = rows.classes.size();
    std::vector<bool> skipped(classes, false);
    Datum datum{};
    for (std::size_t i = 0; i < rows.rows.size(); ++i) {
      const auto asked = rows.asked_all.subspan(i * classes, classes);
      if (std::find(asked.begin(), asked.end(), 1) == asked.end()) continue;
      CellsAtOnce<F> left =
          cells_without(cells_, cells, j, rows.own[i], rows.rows[i], datum, rows.learned);
      for (std::size_t klass = 0; klass < classes; ++klass) {
        if (skipped[klass] || asked[klass] == 0) continue;
        const bool own = static_cast<Index>(klass) == rows.own[i];
        double& joint = own ? rows.own_joint[i] : rows.joint[i * classes + klass];
        try {
          const double term = left.log_density(static_cast<Index>(klass), datum);
          if (joint != impossible) joint += term;
        } catch (const Error& error) {
          if (error.code() != ErrorCode::undefined) throw;
          skipped[klass] = true;
          note_undefined(rows, j, static_cast<Index>(klass), error);
        }
      }
    }
  }

  void note_undefined(LeftOutRows& rows, Index j, Index klass, const Error& error) const {
    rows.undefined.push_back({.feature = feature(j).name,
                              .klass = rows.classes[static_cast<std::size_t>(klass)],
                              .why = error.what()});
  }

  Moving cells_;
  Estimator estimator_;
};

}  // namespace credence::detail
