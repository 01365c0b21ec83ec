#pragma once
// A model composed in code over a type of your own: each feature is a member of the row.
#include <credence/family/families.hpp>
#include <credence/learn/model_posterior.hpp>
#include <initializer_list>

namespace credence {

/// One feature of a row type: which member, which family, which prior.
template <class Row, ConjugateFamily F, class Member>
struct RowFeature {
  std::string name;
  Member Row::*member;
  F family;
  Index levels = 0;  ///< for families with levels: how many codes there are
};

/// A member read as a family `F`. A member that cannot hold the family's data does not compile.
template <ConjugateFamily F, class Row, class Member>
requires std::convertible_to<Member, typename F::Statistics::value_type>
[[nodiscard]] RowFeature<Row, F, Member> feature(std::string name, Member Row::*member,
                                                 F family = {}, Index levels = 0) {
  return {std::move(name), member, std::move(family), levels};
}

/// A number with a normal density. Members must be floating-point numbers.
template <class Row, std::floating_point Member>
[[nodiscard]] auto normal(std::string name, Member Row::*member,
                          NormalInverseGammaNormal family = {}) {
  return feature<NormalInverseGammaNormal>(std::move(name), member, std::move(family));
}
/// A positive number whose logarithm has a normal density.
template <class Row, std::floating_point Member>
[[nodiscard]] auto log_normal(std::string name, Member Row::*member,
                              NormalInverseGammaLogNormal family = {}) {
  return feature<NormalInverseGammaLogNormal>(std::move(name), member, std::move(family));
}
/// A waiting time.
template <class Row, std::floating_point Member>
[[nodiscard]] auto exponential(std::string name, Member Row::*member,
                               GammaExponential family = {}) {
  return feature<GammaExponential>(std::move(name), member, std::move(family));
}
/// A yes/no answer. Members must be bool.
template <class Row, std::same_as<bool> Member>
[[nodiscard]] auto bernoulli(std::string name, Member Row::*member, Beta prior = {}) {
  return feature<BetaBernoulli>(std::move(name), member, BetaBernoulli{prior});
}
/// A code from 0 to levels - 1. Members must be integers.
template <class Row, std::integral Member>
[[nodiscard]] auto categorical(std::string name, Member Row::*member, Index levels,
                               DirichletCategorical family = {}) {
  return feature<DirichletCategorical>(std::move(name), member, std::move(family), levels);
}
/// A count. Members must be integers.
template <class Row, std::integral Member>
[[nodiscard]] auto poisson(std::string name, Member Row::*member, GammaPoisson family = {}) {
  return feature<GammaPoisson>(std::move(name), member, std::move(family));
}

/// The names of the classes of a model.
[[nodiscard]] inline std::vector<std::string> classes(
    std::initializer_list<std::string_view> names) {
  return {names.begin(), names.end()};
}
template <std::convertible_to<std::string_view>... Name>
[[nodiscard]] std::vector<std::string> classes(const Name&... names) {
  return {std::string(names)...};
}

/// Label and features over a row type; see row_model.
template <class Row, class... Features>
struct RowModel;
template <class Row, class... F, class... Member>
struct RowModel<Row, RowFeature<Row, F, Member>...> {
  std::vector<std::string> classes;
  ClassPrior class_prior;
  std::tuple<RowFeature<Row, F, Member>...> features;
};

/// A model over rows of your own type, checked at compile time.
///
///     struct Visit { double age; bool smoker; std::uint8_t city; int visits; };
///     const auto model = row_model<Visit>(classes("healthy", "ill"), normal("age", &Visit::age),
///         bernoulli("smoker", &Visit::smoker, {.ones = 2, .zeros = 8}),
///         categorical("city", &Visit::city, 5), poisson("visits", &Visit::visits));
///
/// The classes keep the order in which they are given.
template <class Row, class... F, class... Member>
[[nodiscard]] RowModel<Row, RowFeature<Row, F, Member>...> row_model(
    std::vector<std::string> classes, RowFeature<Row, F, Member>... features) {
  return {std::move(classes), ClassPrior{}, std::tuple{std::move(features)...}};
}

/// What a row model has learned.
template <class Row, class... F, class... Member>
struct Posterior<RowModel<Row, RowFeature<Row, F, Member>...>> {
  RowModel<Row, RowFeature<Row, F, Member>...> model{};
  LabelColumn label{};
  std::tuple<Block<F>...> blocks{};
};

namespace detail {

/// Throws Error{shape} naming both lengths.
void check_rows_and_labels(std::size_t rows, std::size_t labels);
/// The position of a class; throws Error{schema} naming the classes there are.
[[nodiscard]] Index class_position(const LabelColumn& label, std::string_view klass);
/// Throws Error{version}: two posteriors of rows that differ in classes, names or priors.
[[noreturn]] void other_row_model();
/// Throws Error{domain}: a member that its family does not accept.
[[noreturn]] void member_outside_support(const std::string& feature, std::string_view family,
                                         std::string_view needs, Index row);

template <class Row, ConjugateFamily F, class Member>
Block<F> empty_block(const RowFeature<Row, F, Member>& source, Index classes) {
  Block<F> block;
  Feature<F>& feature = block.features.emplace_back();
  feature.name = source.name;
  feature.prior.shared = source.family.prior;
  for (Index level = 0; level < source.levels; ++level)
    feature.levels.push_back(std::to_string(level));
  feature.listed = source.levels > 0;
  block.classes = 0;
  rearrange_classes(block, {}, classes);
  return block;
}

/// The member of a row as its family's datum; throws Error{domain} when the family does not accept
/// it.
template <class Row, ConjugateFamily F, class Member>
typename Block<F>::Datum datum_of(const RowFeature<Row, F, Member>& source, const Row& row,
                                  Index number) {
  using Datum = typename Block<F>::Datum;
  const Member value = row.*(source.member);
  const auto datum = static_cast<Datum>(value);
  bool accepted = F::accepts(datum);
  if constexpr (std::is_same_v<Datum, Code>)  // a wide integer must not wrap around to a level
    accepted = accepted && datum < source.levels && static_cast<Member>(datum) == value;
  if (!accepted) member_outside_support(source.name, F::name, F::needs, number);
  return datum;
}

/// Calls `f(feature, part)` for each feature of a row model and its part of a tuple (block or
/// table).
template <class Features, class Parts, class Visitor>
void for_each_pair(const Features& features, Parts& parts, Visitor&& visitor) {
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    (visitor(std::get<I>(features), std::get<I>(parts)), ...);
  }
  (std::make_index_sequence<std::tuple_size_v<Features>>{});
}

}  // namespace detail

/// The posterior before any data.
template <class Row, class... Features>
[[nodiscard]] Posterior<RowModel<Row, Features...>> empty_posterior(
    const RowModel<Row, Features...>& model) {
  Posterior<RowModel<Row, Features...>> posterior{.model = model};
  posterior.label = {
      .name = "label", .classes = model.classes, .listed = true, .prior = model.class_prior};
  posterior.label.counts.resize(posterior.label.size());
  detail::for_each_pair(model.features, posterior.blocks, [&](const auto& feature, auto& block) {
    block = detail::empty_block(feature, posterior.label.size());
  });
  return posterior;
}

/// Adds one row of a class.
/// throws  Error{schema} for a class the model does not know, Error{domain} for a member outside
/// its support or a weight that is negative or not finite
template <class Row, class... Features>
void observe(Posterior<RowModel<Row, Features...>>& posterior, const Row& row,
             std::string_view klass, double weight = 1) {
  detail::check_weight(weight);
  const Index c = detail::class_position(posterior.label, klass);
  const auto number = static_cast<Index>(posterior.label.counts.count()) + 1;
  detail::for_each_pair(
      posterior.model.features, posterior.blocks, [&](const auto& feature, auto&) {
        (void)detail::datum_of(feature, row,
                               number);  // every member is checked before any is counted
      });
  posterior.label.counts.observe(static_cast<Code>(c), weight);
  detail::for_each_pair(posterior.model.features, posterior.blocks,
                        [&](const auto& feature, auto& block) {
                          block.cell(0, c).observe(detail::datum_of(feature, row, number), weight);
                        });
}

/// The posterior after rows and their classes, one for each row.
template <class Row, class... Features, class RowRange, class LabelRange>
[[nodiscard]] Posterior<RowModel<Row, Features...>> observe(const RowModel<Row, Features...>& model,
                                                            const RowRange& rows,
                                                            const LabelRange& labels) {
  detail::check_rows_and_labels(std::size(rows), std::size(labels));
  auto posterior = empty_posterior(model);
  auto label = std::begin(labels);
  for (const Row& row : rows) observe(posterior, row, *label++);
  return posterior;
}

/// Adds what another posterior of the same model has seen.
/// throws  Error{version} when classes, names of features or priors differ
template <class Row, class... Features>
void merge(Posterior<RowModel<Row, Features...>>& posterior,
           const Posterior<RowModel<Row, Features...>>& other) {
  bool same =
      posterior.label.classes == other.label.classes && posterior.label.prior == other.label.prior;
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    same = same &&
           ((std::get<I>(posterior.blocks).features == std::get<I>(other.blocks).features) && ...);
  }
  (std::index_sequence_for<Features...>{});
  if (!same) detail::other_row_model();
  posterior.label.counts.merge(other.label.counts);
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    (merge(std::get<I>(posterior.blocks), std::get<I>(other.blocks)), ...);
  }
  (std::index_sequence_for<Features...>{});
}

}  // namespace credence
