#pragma once
// Tables of densities, scores and beliefs of one family, behind the interfaces of any.
#include <credence/base/parallel.hpp>
#include <credence/detail/learn/block_cells.hpp>
#include <credence/detail/predict/typed_table.hpp>
#include <credence/detail/predict/unseen.hpp>
#include <credence/learn/bound_table.hpp>
#include <credence/predict/classifier.hpp>

namespace credence {

/// The densities of a block of one family.
template <ConjugateFamily F>
class TableOf final : public TypedTable<F> {
 public:
  /// in  family: of `values`; outlives the table
  TableOf(const FamilyType& family, ScoreTable<F> values)
      : TypedTable<F>(std::move(values)), family_(&family) {}

  [[nodiscard]] std::unique_ptr<AnyTable> clone() const override {
    return std::make_unique<TableOf>(*this);
  }
  [[nodiscard]] const FamilyType& family() const override { return *family_; }
  [[nodiscard]] Index size() const override { return this->table.size(); }
  [[nodiscard]] const FeatureFacts& feature(Index j) const override {
    return this->table.feature(j);
  }
  [[nodiscard]] std::unique_ptr<AnyTable> part(Index j) const override {
    return std::make_unique<TableOf>(*family_, this->table.part(j));
  }
  [[nodiscard]] Index terms() const override { return this->table.terms(); }

 private:
  const FamilyType* family_;
};

/// Densities as an estimate holds them.
/// in  family: of `values`; outlives the table
template <ConjugateFamily F>
[[nodiscard]] std::unique_ptr<AnyTable> make_table(const FamilyType& family, ScoreTable<F> values) {
  return std::make_unique<TableOf<F>>(family, std::move(values));
}

/// The densities of a block of one family laid out for scoring: `Scores` has the expressions of
/// ReferenceScores.
template <ConjugateFamily F, class Scores>
class ScoresOf final : public AnyScores {
 public:
  ScoresOf(const ScoreTable<F>& table, std::span<const double> log_class_probabilities)
      : scores_(table, log_class_probabilities) {}

  [[nodiscard]] std::unique_ptr<AnyScores> clone() const override {
    return std::make_unique<ScoresOf>(*this);
  }
  [[nodiscard]] bool fits(const BoundBlock& cells, std::span<const Slots> slots) const override {
    return scores_.fits(cells.of<DatumOf<F>>(), slots);
  }
  void fit(const AnyTable& table, const BoundBlock& cells, std::span<const Slots> slots) override {
    scores_.fit(typed_table<F>(table), cells.of<DatumOf<F>>(), slots);
  }
  [[nodiscard]] std::optional<Entry> add(const AnyTable& table, const BoundBlock& cells,
                                         std::span<const Slots> slots, RowSpan rows,
                                         ScoreTile& tile) const override {
    return scores_.add(typed_table<F>(table), cells.of<DatumOf<F>>(), slots, rows, tile);
  }
  [[nodiscard]] std::unique_ptr<LabelFinder> label_finder(
      [[maybe_unused]] const BoundBlock& cells, [[maybe_unused]] std::span<const Slots> slots,
      [[maybe_unused]] RowSpan rows,
      [[maybe_unused]] std::span<const double> log_class_probabilities) const override {
    if constexpr (requires { &Scores::label_finder; })
      return scores_.label_finder(cells.of<DatumOf<F>>(), slots, rows, log_class_probabilities);
    else
      return nullptr;
  }

 private:
  Scores scores_;
};

/// The distribution of the parameters of a block of one family.
template <ConjugateFamily F>
class BeliefsOf final : public TypedBeliefs<F> {
 public:
  /// in  family: of `values`; outlives the beliefs
  BeliefsOf(const FamilyType& family, BlockBeliefs<F> values)
      : TypedBeliefs<F>(std::move(values)), family_(&family) {}

  [[nodiscard]] std::unique_ptr<AnyBeliefs> clone() const override {
    return std::make_unique<BeliefsOf>(*this);
  }
  [[nodiscard]] const FamilyType& family() const override { return *family_; }
  [[nodiscard]] Index size() const override { return this->beliefs.size(); }
  [[nodiscard]] const FeatureFacts& feature(Index j) const override {
    return this->beliefs.feature(j);
  }
  [[nodiscard]] std::unique_ptr<AnyTable> draw(Random& random) const override {
    return make_table<F>(*family_, detail::draw_table(this->beliefs, random));
  }
  [[nodiscard]] bool has_moments() const override { return HasMoments<F>; }
  void add_log_odds(const Schema& schema, const Table& table, const BoundBlock& cells, RowSpan rows,
                    std::span<TermMoments> log_odds) const override {
    if constexpr (HasMoments<F>)
      for (Index j = 0; j < size(); ++j) {
        const auto& data = cells.of<DatumOf<F>>().feature(j);
        const Slots slots = slots_of(feature(j), data);
        if constexpr (Block<F>::levelled)
          detail::check_unseen(data, feature(j), slots, rows, table);
        const auto refuse = [&](Index row) {
          detail::outside_support(table, schema, cells, Entry{.row = row, .column = j});
        };
        add_feature(j, data, slots, rows, log_odds, refuse);
      }
  }

 private:
  template <class Refuse>
  void add_feature(Index j, const Cells<DatumOf<F>>& cells, const Slots& slots, RowSpan rows,
                   std::span<TermMoments> log_odds, const Refuse& refuse) const {
    constexpr Index chunk_rows = 256;
    credence::for_each_chunk((rows.count + chunk_rows - 1) / chunk_rows, [&](Index chunk) {
      DatumOf<F> datum{};
      const Index end = std::min(rows.count, (chunk + 1) * chunk_rows);
      for (Index i = chunk * chunk_rows; i < end; ++i) {
        if (!cells.read(rows[i], slots, datum)) continue;
        if (!F::accepts(datum)) refuse(rows[i]);
        log_odds[static_cast<std::size_t>(i)].add(log_odds_of_cells(this->beliefs, j, 0, 1, datum));
      }
    });
  }

  const FamilyType* family_;
};

}  // namespace credence
