#pragma once
// A model composed in code over a type of your own: each feature is a member of the row.
#include <algorithm>
#include <array>
#include <credence/detail/catalogue/family_type.hpp>
#include <credence/detail/catalogue/row_columns.hpp>
#include <credence/family/beta_bernoulli.hpp>
#include <credence/family/dirichlet_categorical.hpp>
#include <credence/family/gamma_exponential.hpp>
#include <credence/family/gamma_poisson.hpp>
#include <credence/family/log_normal.hpp>
#include <credence/family/normal_inverse_gamma.hpp>
#include <credence/learn/model.hpp>
#include <initializer_list>
#include <memory>
#include <ranges>
#include <tuple>
#include <unordered_map>

namespace credence {

namespace detail {
template <class Member>
concept RealMember = std::floating_point<MemberValue<Member>>;
template <class Member>
concept WholeMember = WholeNumber<MemberValue<Member>>;
template <class Member>
concept CodeMember = WholeMember<Member> || Enumeration<MemberValue<Member>>;
template <class Member>
concept AnswerMember = std::same_as < MemberValue<Member>,
bool > ;
}  // namespace detail

/// Returns a number with a normal density. Members must be floating-point numbers.
template <class Row, detail::RealMember Member>
[[nodiscard]] auto normal(std::string name, Member Row::*member,
                          NormalInverseGammaNormal family = {}) {
  return feature<NormalInverseGammaNormal>(std::move(name), member, std::move(family));
}
/// Returns the same under a prior in numbers.
template <class Row, detail::RealMember Member>
[[nodiscard]] auto normal(std::string name, Member Row::*member, const NormalInverseGamma& prior) {
  return normal(std::move(name), member, NormalInverseGammaNormal{prior});
}
/// Returns a positive number whose logarithm has a normal density.
template <class Row, detail::RealMember Member>
[[nodiscard]] auto log_normal(std::string name, Member Row::*member,
                              NormalInverseGammaLogNormal family = {}) {
  return feature<NormalInverseGammaLogNormal>(std::move(name), member, std::move(family));
}
/// Returns the same under a prior in numbers.
template <class Row, detail::RealMember Member>
[[nodiscard]] auto log_normal(std::string name, Member Row::*member,
                              const NormalInverseGamma& prior) {
  return log_normal(std::move(name), member, NormalInverseGammaLogNormal{prior});
}
/// Returns a waiting time.
template <class Row, detail::RealMember Member>
[[nodiscard]] auto exponential(std::string name, Member Row::*member,
                               GammaExponential family = {}) {
  return feature<GammaExponential>(std::move(name), member, std::move(family));
}
/// Returns the same under a prior in numbers.
template <class Row, detail::RealMember Member>
[[nodiscard]] auto exponential(std::string name, Member Row::*member, const Gamma& prior) {
  return exponential(std::move(name), member, GammaExponential{prior});
}
/// Returns a binary answer. Members must be bool.
template <class Row, detail::AnswerMember Member>
[[nodiscard]] auto bernoulli(std::string name, Member Row::*member, BetaBernoulli family = {}) {
  return feature<BetaBernoulli>(std::move(name), member, std::move(family));
}
/// Returns the same under a prior in numbers.
template <class Row, detail::AnswerMember Member>
[[nodiscard]] auto bernoulli(std::string name, Member Row::*member, const Beta& prior) {
  return bernoulli(std::move(name), member, BetaBernoulli{prior});
}
/// Returns a code from 0 to levels - 1; the names of the levels are those numbers. Members must be
/// integers or enumerations.
template <class Row, detail::CodeMember Member>
[[nodiscard]] auto categorical(std::string name, Member Row::*member, Index levels,
                               DirichletCategorical family = {}) {
  return feature<DirichletCategorical>(std::move(name), member, std::move(family), levels);
}
/// Returns the same under a prior in numbers.
template <class Row, detail::CodeMember Member>
[[nodiscard]] auto categorical(std::string name, Member Row::*member, Index levels,
                               const Dirichlet& prior) {
  return categorical(std::move(name), member, levels, DirichletCategorical{prior});
}
/// Returns a count. Members must be integers.
template <class Row, detail::WholeMember Member>
[[nodiscard]] auto poisson(std::string name, Member Row::*member, GammaPoisson family = {}) {
  return feature<GammaPoisson>(std::move(name), member, std::move(family));
}
/// Returns the same under a prior in numbers.
template <class Row, detail::WholeMember Member>
[[nodiscard]] auto poisson(std::string name, Member Row::*member, const Gamma& prior) {
  return poisson(std::move(name), member, GammaPoisson{prior});
}

/// Returns the names of the classes of a model.
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
/// Label and features over a row type; see row_model.
template <class Row, class... F, class... Member>
struct RowModel<Row, RowFeature<Row, F, Member>...> {
  std::vector<std::string> classes;
  ClassPrior class_prior;
  std::tuple<RowFeature<Row, F, Member>...> features;

  friend bool operator==(const RowModel&, const RowModel&) = default;
};

/// Returns a model over rows of your own type, checked at compile time.
///
///     struct Visit { double age; bool smoker; std::uint8_t city; std::optional<int> visits; };
///     const auto model = row_model<Visit>(classes("healthy", "ill"), normal("age", &Visit::age),
///         bernoulli("smoker", &Visit::smoker, {.ones = 2, .zeros = 8}),
///         categorical("city", &Visit::city, 5), poisson("visits", &Visit::visits));
///
/// The classes keep the order in which they are given; their prior is the member `class_prior`. It is
/// a front of a Model: what is learned answers all that a Posterior<Model> does, with its classes in
/// their usual order.
template <class Row, class... F, class... Member>
[[nodiscard]] RowModel<Row, RowFeature<Row, F, Member>...> row_model(
    std::vector<std::string> classes, RowFeature<Row, F, Member>... features) {
  return {std::move(classes), ClassPrior{}, std::tuple{std::move(features)...}};
}

/// Rows of a type, in any container.
template <class Rows, class Row>
concept RowsOf =
    std::ranges::input_range<Rows> && std::convertible_to < std::ranges::range_reference_t<Rows>,
const Row& > ;
/// Names of classes, in any container.
template <class Labels>
concept ClassNames = std::ranges::input_range<Labels> &&
    std::convertible_to<std::ranges::range_reference_t<Labels>, std::string_view>;

namespace detail {

/// What a schema says of a feature.
template <class Row, ConjugateFamily F, class Member>
[[nodiscard]] ColumnSchema column_schema(const RowFeature<Row, F, Member>& source) {
  ColumnSchema column{.name = source.name, .family = std::string(word_of<F>())};
  column.prior = prior_spec_of(PriorRule<typename F::Prior>(source.family.prior));
  column.covariance = covariance_of<F>();
  if constexpr (TiedFamily<F>) {
    column.tied = Tying::free;
    column.columns = numbered_columns(source.name, source.levels);
  } else if constexpr (LevelledStatistics<typename F::Statistics>) {
    constexpr DatumKind kind = kind_of_datum<typename F::Statistics::value_type>;
    column.levels = kind == DatumKind::words ? numbered_words(source.name, source.levels)
                                             : numbered_levels(source.name, source.levels);
  }
  if constexpr (has_exposure<F, Member>) column.exposure = exposure_column(source.name);
  return column;
}

template <class Row, class... Features>
[[nodiscard]] std::vector<ColumnSchema> column_schemas(const RowModel<Row, Features...>& model) {
  return std::apply(
      [](const auto&... features) { return std::vector<ColumnSchema>{column_schema(features)...}; },
      model.features);
}

/// Returns how many features before feature `I` are of its family: its place in the family's block.
template <std::size_t I, class... F>
[[nodiscard]] constexpr Index place_in_block() {
  using Own = std::tuple_element_t<I, std::tuple<F...>>;
  constexpr std::array same{std::is_same_v<F, Own>...};
  return std::count(same.begin(), same.begin() + I, true);
}

/// Calls `f(feature, place)` for each feature of a row model, `place` being an integral constant: the
/// feature's position among those of its family.
template <class Row, class... F, class... Member, class Visitor>
void for_each_feature(const RowModel<Row, RowFeature<Row, F, Member>...>& model, const Visitor& f) {
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    (f(std::get<I>(model.features), I, std::integral_constant<Index, place_in_block<I, F...>()>{}),
     ...);
  }
  (std::index_sequence_for<F...>{});
}

/// Throws Error{domain} for the first row of which a feature does not accept its member.
template <class Row, class... Features>
void check_members_of_rows(const RowModel<Row, Features...>& model, std::span<const Row> rows) {
  for (std::size_t i = 0; i < rows.size(); ++i)
    for_each_feature(model, [&](const auto& feature, std::size_t, auto) {
      with_datum(feature, rows[i], static_cast<Index>(i) + 1, [](const auto&) {});
    });
}

/// Rows side by side in memory: seen where they are, or copied.
template <class Row>
struct RowMemory {
  // None where they are seen. Shared, because the table that sees the copy keeps it alive.
  std::shared_ptr<const std::vector<Row>> copied = {};
  std::span<const Row> rows = {};
};
template <class Row, RowsOf<Row> Rows>
[[nodiscard]] RowMemory<Row> rows_in_memory(Rows&& rows) {
  constexpr bool lasting =
      std::is_lvalue_reference_v<Rows> || std::ranges::enable_borrowed_range<Rows>;
  if constexpr (lasting && std::ranges::contiguous_range<Rows> && std::ranges::sized_range<Rows>) {
    if constexpr (std::same_as<std::ranges::range_value_t<Rows>, Row>)
      return {.rows = {std::ranges::data(rows), std::ranges::size(rows)}};
  }
  auto copied = std::make_shared<std::vector<Row>>();
  for (const Row& row : rows) copied->push_back(row);
  return {.copied = copied, .rows = *copied};
}

/// Returns the positions of named classes.
template <ClassNames Labels>
[[nodiscard]] std::vector<Index> class_positions(std::span<const std::string> classes,
                                                 Labels&& labels) {
  std::unordered_map<std::string_view, Index> known;
  for (const std::string& klass : classes) known.emplace(klass, std::ssize(known));
  std::vector<Index> positions;
  for (const std::string_view klass : labels) {
    const auto at = known.find(klass);
    positions.push_back(at == known.end() ? class_position(classes, klass) : at->second);
  }
  return positions;
}
/// Returns a table of acceptable rows without a label.
template <class Row, class... Features>
[[nodiscard]] RowTable table_of_rows(const RowModel<Row, Features...>& model,
                                     std::span<const Row> rows) {
  check_members_of_rows(model, rows);
  RowTable table;
  if constexpr (sizeof...(Features) == 0) table.add("row", row_numbers(rows.size()));
  for_each_feature(
      model, [&](const auto& feature, std::size_t, auto) { add_member(table, feature, rows); });
  return table;
}

}  // namespace detail

/// Returns the model over columns that a row model is a front of: what files of its posteriors are
/// read with.
///
///     load(path, column_model(model).families());
///
/// throws  Error{schema} naming every fault: names or classes twice, priors out of their domain; for
///         a class without a name, a feature with the name of another one's exposure, or without levels where it has several;
///         Error{limit} for more levels than ReadLimits allows a column of a file
template <class Row, class... F, class... Member>
[[nodiscard]] Model column_model(const RowModel<Row, RowFeature<Row, F, Member>...>& model) {
  const std::array<const FamilyType*, sizeof...(F)> families{&detail::type_of_family<F>()...};
  return detail::column_model(model.classes, model.class_prior, detail::column_schemas(model),
                              families);
}

/// Returns rows as a table of the columns that the model reads: what studies, explanations and
/// intervals take; of a model without features a column 'row' of numbers from 1. Rows that lie side by
/// side are seen where they are, and must outlive it; others are copied.
/// throws  Error{domain} naming the first row with a member outside the support of its family
template <class Row, class... Features, RowsOf<Row> Rows>
[[nodiscard]] RowTable as_table(const RowModel<Row, Features...>& model, Rows&& rows) {
  const detail::RowMemory<Row> memory = detail::rows_in_memory<Row>(std::forward<Rows>(rows));
  RowTable table = detail::table_of_rows(model, memory.rows);
  table.keep(memory.copied);
  return table;
}

/// Returns the same with the classes of the rows, one for each.
/// throws  Error{shape} naming both lengths, Error{schema} for a class the model does not know
template <class Row, class... Features, RowsOf<Row> Rows, ClassNames Labels>
[[nodiscard]] RowTable as_table(const RowModel<Row, Features...>& model, Rows&& rows,
                                Labels&& labels) {
  RowTable table = as_table(model, std::forward<Rows>(rows));
  const std::vector<Index> positions = detail::class_positions(model.classes, labels);
  detail::check_rows_and_labels(static_cast<std::size_t>(table.table().rows()), positions.size());
  table.add(detail::label_of_rows(model.classes, positions, detail::column_schemas(model)));
  return table;
}

}  // namespace credence
