#pragma once
// What a block of one family answers.
#include <credence/base/parallel.hpp>
#include <credence/detail/base/if_defined.hpp>
#include <credence/detail/base/place.hpp>
#include <credence/detail/learn/block_cells.hpp>
#include <credence/detail/learn/block_file.hpp>
#include <credence/detail/learn/block_parts.hpp>
#include <credence/detail/learn/block_tying.hpp>
#include <credence/detail/learn/exact_rows.hpp>
#include <credence/detail/learn/resolved_priors.hpp>
#include <credence/detail/learn/strengthened.hpp>
#include <credence/learn/typed_block.hpp>
#include <type_traits>

namespace credence {

namespace detail {

/// Throws Error{schema} naming a family whose statistics cannot be discounted.
[[noreturn]] void no_discount(std::string_view family);

/// Statistics that sum failures, or events of counts.
template <class S>
concept CountsFailures = requires(const S& seen) {
  { seen.failures } -> std::same_as<const double&>;
};
template <class S>
concept CountsEvents = std::is_same_v<typename S::value_type, Count> && requires(const S& seen) {
  { seen.total } -> std::same_as<const double&>;
};

/// Returns the largest number of some statistics that counts something.
template <class Statistics>
[[nodiscard]] double largest_count_of(const Statistics& seen) {
  double largest = seen.count();
  if constexpr (ListsLevels<Statistics>)
    for (const double count : seen.counts) largest = std::max(largest, count);
  if constexpr (CountsFailures<Statistics>) largest = std::max(largest, seen.failures);
  if constexpr (CountsEvents<Statistics>) largest = std::max(largest, seen.total);
  return largest;
}

/// The weight of each answer or category of some statistics; empty for other data.
template <class Statistics>
[[nodiscard]] std::vector<double> level_weights_of(const Statistics& seen) {
  using Datum = typename Statistics::value_type;
  if constexpr (CountsYesAndNo<Statistics> && std::is_same_v<Datum, bool>)
    return {seen.zeros, seen.ones};
  else if constexpr (ListsLevels<Statistics> && std::is_same_v<Datum, Code>)
    return seen.counts;
  else
    return {};
}

/// One feature's data into its exact sums.
template <ExactFamily F>
void change_feature(Block<F>& block, Index j, const CellsOf<F>& cells, const ExactRows& rows,
                    const Table& table) {
  const auto& data = cells.feature(j);
  const Slots slots = slots_of(block.feature(j), data);
  typename Block<F>::Datum datum{};
  rows.for_each([&](Index row, Index klass, double weight) {
    if (rows.change == Change::observed) {
      if (data.read(row, slots, datum)) block.exact_cell(j, klass).observe(datum, weight);
      return;
    }
    if constexpr (Block<F>::levelled)
      if (const auto unknown = data.unknown(row, slots); !unknown.empty())
        never_seen(table, block.feature(j).name, row, unknown.front());
    if (data.read(row, slots, datum)) block.exact_cell(j, klass).take_back(datum, weight);
  });
}

/// The features of a block, in parts on several threads: each has sums of its own.
template <ConjugateFamily F>
void change_block(Block<F>& block, const CellsOf<F>& cells, const ExactRows& rows,
                  const Table& table) {
  if constexpr (ExactFamily<F>) {
    constexpr Index most_parts = 256;
    const Index features = block.size();
    const Index parts = std::min(features, most_parts);
    credence::for_each_chunk(parts, [&](Index part) {
      for (Index j = part * features / parts; j < (part + 1) * features / parts; ++j)
        change_feature(block, j, cells, rows, table);
    });
    round_cells(block);
  }
}

/// Returns notes on the empirical-Bayes priors of a block.
template <ConjugateFamily F>
[[nodiscard]] std::vector<ColumnNote> notes_on_block(const Block<F>& block) {
  std::vector<ColumnNote> notes;
  BlockPriors<F> found(block);
  for (Index j = 0; j < block.size(); ++j) {
    std::string why = why_undefined([&] {
      if (const auto search = found.search(j))
        for (const std::string& note : search->notes)
          notes.push_back({block.feature(j).name, note});
    });
    if (!why.empty()) notes.push_back({block.feature(j).name, std::move(why)});
  }
  return notes;
}

}  // namespace detail

/// The statistics of a family's features behind AnyBlock.
template <ConjugateFamily F>
class BlockOf final : public TypedBlock<F> {
 public:
  BlockOf(const FamilyType& family, Block<F> values)
      : TypedBlock<F>(std::move(values)), family_(&family) {}

  [[nodiscard]] std::unique_ptr<AnyBlock> clone() const override {
    return std::make_unique<BlockOf>(*this);
  }
  [[nodiscard]] bool equals(const AnyBlock& other) const override {
    const Block<F>* values = typed_if<F>(other);
    return values != nullptr && *values == block;
  }
  [[nodiscard]] const FamilyType& family() const override { return *family_; }

  [[nodiscard]] Index size() const override { return block.size(); }
  [[nodiscard]] Index classes() const override { return block.classes; }
  [[nodiscard]] const FeatureFacts& feature(Index j) const override { return block.feature(of(j)); }
  [[nodiscard]] double count(Index j, Index klass) const override {
    return block.cell(of(j), in(klass)).count();
  }

  [[nodiscard]] std::vector<double> level_weights(Index j, Index klass) const override {
    return detail::level_weights_of(block.cell(of(j), in(klass)));
  }

  void rearrange_classes(std::span<const Index> to, Index count, Summation summation) override {
    credence::rearrange_classes(block, to, count, summation);
  }
  [[nodiscard]] std::unique_ptr<AnyBlock> regrouped(
      std::span<const std::vector<Index>> groups) const override {
    return std::make_unique<BlockOf>(*family_, credence::regrouped(block, groups));
  }
  [[nodiscard]] std::span<const std::string> members(Index j) const override {
    return detail::members_of(block.feature(of(j)));
  }
  [[nodiscard]] std::unique_ptr<AnyBlock> part(Index j,
                                               const std::vector<Index>* members) const override {
    const std::size_t known = this->members(j).size();
    if (members != nullptr)
      for (const Index member : *members)
        static_cast<void>(detail::place_of("part", member, known));
    return std::make_unique<BlockOf>(*family_, detail::part_of(block, of(j), members));
  }
  void append(AnyBlock&& other) override { detail::append(block, std::move(typed<F>(other))); }

  void clear(Summation summation) override { clear_cells(block, summation); }
  void merge(AnyBlock&& other) override { credence::merge(block, std::move(typed<F>(other))); }
  [[nodiscard]] bool adding_allocates() const override {
    return !std::is_trivially_copyable_v<typename F::Statistics>;
  }
  void copy_statistics(const AnyBlock& from) override { block.cells = typed<F>(from).cells; }
  void swap_statistics(AnyBlock& with) noexcept override { block.cells.swap(typed<F>(with).cells); }
  void change_exactly(const BoundBlock& cells, const detail::ExactRows& rows,
                      const Table& table) override {
    detail::change_block(block, cells.of<DatumOf<F>>(), rows, table);
  }
  void check_exact_sums() const override {
    if constexpr (ExactFamily<F>)
      for (const auto& cell : block.exact) cell.check();
  }
  [[nodiscard]] double largest_count(Index j, Index klass) const override {
    return detail::largest_count_of(block.cell(of(j), in(klass)));
  }
  [[nodiscard]] double incomplete(Index j, Index klass) const override {
    if constexpr (requires(const typename F::Statistics& seen) { seen.incomplete; })
      return block.cell(of(j), in(klass)).incomplete;
    else
      return 0;
  }
  [[nodiscard]] double present(Index j, Index member, Index klass) const override {
    const auto& seen = block.cell(of(j), in(klass));
    if constexpr (requires { seen.column(member).n; })
      return seen.column(member).n;
    else
      return seen.count();
  }

  void discount(double factor) override {
    if constexpr (detail::HasDiscount<typename F::Statistics>)
      for (auto& cell : block.cells) cell.discount(factor);
    else
      detail::no_discount(F::name);
  }

  [[nodiscard]] PriorSpec prior(Index j) const override {
    return spec_of(block.feature(of(j)).prior);
  }
  [[nodiscard]] bool has_weights(Index j) const override {
    return credence::has_weights(block.feature(of(j)).prior);
  }
  [[nodiscard]] bool has_empirical_prior(Index j) const override {
    return empirical_word(block.feature(of(j)).prior).has_value();
  }
  void check_weights(std::span<const std::string> classes) const override {
    if constexpr (Block<F>::levelled) credence::check_weights(block, classes);
  }
  void resolve_empirical_priors() override { detail::resolve_empirical_priors(block); }
  void resolve_priors(const std::vector<std::string>& classes) override {
    detail::resolve_priors(block, classes);
  }
  void strengthen_priors(double factor) override {
    for (auto& feature : block.features) detail::strengthen(feature.prior, factor);
  }
  [[nodiscard]] std::vector<ColumnNote> notes_on_priors() const override {
    return detail::notes_on_block(block);
  }
  [[nodiscard]] double log_evidence(Index j, std::span<const std::string> classes) const override {
    return credence::log_evidence(block, of(j), classes);
  }
  [[nodiscard]] double log_evidence(std::span<const std::string> classes) const override {
    return credence::log_evidence(block, classes);
  }
  [[nodiscard]] std::vector<double> log_evidence_by_class(
      Index j, std::span<const std::string> classes) const override {
    return credence::log_evidence_by_class(block, of(j), classes);
  }
  [[nodiscard]] std::vector<TyingEvidence> tying_evidence(
      Index j, std::span<const std::string> classes) const override {
    if constexpr (TiedFamily<F>)
      return credence::tying_evidence(block, of(j), classes);
    else
      return {};
  }

  [[nodiscard]] FeatureRecord record(Index j) const override {
    return detail::record_of_feature(block, of(j));
  }
  void fill(Index j, FeatureCells cells, const LabelColumn& label) override {
    detail::fill_feature(block, of(j), std::move(cells), label);
  }

 private:
  using TypedBlock<F>::block;

  // Positions that were checked.
  [[nodiscard]] Index of(Index j) const {
    static_cast<void>(detail::place_of("feature", j, block.features.size()));
    return j;
  }
  [[nodiscard]] Index in(Index klass) const {
    static_cast<void>(detail::place_of("class", klass, static_cast<std::size_t>(block.classes)));
    return klass;
  }

  const FamilyType* family_;
};

}  // namespace credence
