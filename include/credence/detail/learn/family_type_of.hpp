#pragma once
// What learning asks of a family, answered by its type.
#include <array>
#include <credence/detail/learn/block_of.hpp>
#include <credence/detail/learn/block_sums.hpp>
#include <credence/learn/family_type.hpp>

namespace credence {

namespace detail {

/// Returns a block of these columns without classes.
template <ConjugateFamily F>
[[nodiscard]] Block<F> empty_block(std::span<const ColumnSchema* const> columns) {
  Block<F> block;
  for (const ColumnSchema* column : columns) {
    Feature<F>& feature = block.features.emplace_back();
    feature.name = column->name;
    feature.prior = feature_prior<F>(column->prior, "the prior of column '" + column->name + "'");
    if constexpr (Block<F>::levelled) {
      feature.levels = column->columns.empty() ? column->levels : column->columns;
      feature.listed = !feature.levels.empty();
      if (feature.listed && column->missing_is_level)
        feature.levels = merged_levels(feature.levels, std::array{std::string(missing_level)});
      feature.unseen = column->unseen;
    }
    if constexpr (TiedFamily<F>) {
      feature.levels = column->columns;
      feature.tied = *column->tied;
    }
  }
  return block;
}

/// Faults of a tied block's prior: rules that differ between classes which share a variance, or that
/// do not fit the columns.
template <TiedFamily F>
[[nodiscard]] std::vector<std::string> tied_faults(const ColumnSchema& column,
                                                   const FeaturePrior<F>& prior) {
  const std::string what = "the prior of column '" + column.name + "'";
  if (!prior.by_class.empty() && ties_classes(*column.tied))
    return {what + " differs by class, but the classes share a variance; give one prior"};
  std::vector<std::string> faults;
  const auto check = [&](const auto& rule) {
    if (!holds_alternative<typename F::Prior>(rule)) return;
    try {
      (void)F::tied_prior(rule, *column.tied, {}, std::ssize(column.columns));
    } catch (const Error& error) {
      faults.push_back(what + ": " + error.what());
    }
  };
  if (prior.by_class.empty()) check(prior.shared);
  for (const auto& entry : prior.by_class) check(entry.second);
  return faults;
}

/// Returns the first row that the family does not accept; -1: it accepts all.
template <ConjugateFamily F>
[[nodiscard]] Index first_refused(const Cells<DatumOf<F>>& cells) {
  using Datum = DatumOf<F>;
  if constexpr (std::is_same_v<Datum, Code> || std::is_same_v<Datum, bool>) {
    return -1;
  } else {
    if (cells.viewed()) return -1;
    if constexpr (requires { F::accepts_all_finite; })
      if (!has_infinity(cells.numbers())) return -1;
    if constexpr (std::is_same_v<Datum, double>)
      return std::visit(
          [](const auto& view) -> Index {
            for (Index row = 0; row < view.size; ++row) {
              const auto x = static_cast<double>(view[row]);
              if (!std::isnan(x) && !F::accepts(x)) return row;
            }
            return -1;
          },
          cells.numbers());
    Slots same;
    for (std::size_t level = 0; level < cells.levels().size(); ++level)
      same.of.push_back(static_cast<Index>(level));
    Datum datum{};
    for (Index row = 0; row < cells.rows(); ++row)
      if (cells.read(row, same, datum) && !F::accepts(datum)) return row;
    return -1;
  }
}

/// Returns the first entry of rows that are skipped which the family does not accept: they must fit
/// the schema too.
template <ConjugateFamily F>
[[nodiscard]] std::optional<Entry> fault_of_passed(const CellsOf<F>& cells, const Tile& tile) {
  if constexpr (!Block<F>::levelled) {
    DatumOf<F> datum{};
    const Slots none;
    for (Index i = 0; i < tile.size(); ++i) {
      if (tile.classes[i] >= 0) continue;
      for (std::size_t j = 0; j < cells.features.size(); ++j)
        if (cells.features[j].read(tile.rows[i], none, datum) && !F::accepts(datum))
          return Entry{.row = tile.rows[i], .column = static_cast<Index>(j)};
    }
  }
  return std::nullopt;
}

/// What one pass gathers of a block, behind AnySums.
template <ConjugateFamily F, class Sums>
class GatheredOf final : public AnySums {
 public:
  void reset(const BoundBlock& cells, Index classes, bool weighted) override {
    sums_.reset(cells.of<DatumOf<F>>(), classes, weighted);
  }
  [[nodiscard]] std::optional<Entry> add(const BoundBlock& cells, const Tile& tile,
                                         Index passed) override {
    const CellsOf<F>& data = cells.of<DatumOf<F>>();
    const std::optional<Entry> fault = sums_.add(data, tile);
    if (!fault && data.viewed && passed > 0) return fault_of_passed<F>(data, tile);
    return fault;
  }
  void merge(const AnySums& other) override {
    sums_.merge(static_cast<const GatheredOf&>(other).sums_);
  }
  [[nodiscard]] std::vector<bool> seen(Index feature) const override { return sums_.seen(feature); }
  void merge_into(const BoundBlock& cells, std::span<const Index> klass,
                  AnyBlock& block) const override {
    credence::merge_into(sums_, cells.of<DatumOf<F>>(), klass, typed<F>(block));
  }

 private:
  Sums sums_;
};

}  // namespace detail

/// A family as learning sees it.
template <ConjugateFamily F, class Sums>
class FamilyTypeOf : public FamilyType {
 public:
  FamilyTypeOf() : FamilyType(facts_of<F>()) {}

  [[nodiscard]] const std::type_info& id() const final { return typeid(F); }

  [[nodiscard]] PriorSpec checked_prior(const ColumnSchema& column,
                                        std::vector<std::string>& faults) const final {
    const auto prior = feature_prior<F>(column.prior, "the prior of column '" + column.name + "'");
    if constexpr (TiedFamily<F>)
      for (std::string& fault : detail::tied_faults<F>(column, prior))
        faults.push_back(std::move(fault));
    return spec_of(prior);
  }
  [[nodiscard]] std::unique_ptr<AnyBlock> empty_block(
      std::span<const ColumnSchema* const> columns) const final {
    return std::make_unique<BlockOf<F>>(*this, detail::empty_block<F>(columns));
  }
  [[nodiscard]] std::unique_ptr<detail::AnySums> sums() const final {
    return std::make_unique<detail::GatheredOf<F, Sums>>();
  }
  [[nodiscard]] Index tile_rows(Index features, Index classes) const final {
    return Sums::tile_rows(features, classes);
  }
  [[nodiscard]] Index first_refused(const BoundBlock& cells, Index j) const final {
    return detail::first_refused<F>(cells.of<DatumOf<F>>().feature(j));
  }
};

}  // namespace credence
