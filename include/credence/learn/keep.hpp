#pragma once
// A posterior of fewer features: what learning the smaller model would have given, without the rows.
#include <credence/learn/model_posterior.hpp>
#include <string>
#include <unordered_map>

namespace credence {

/// What a part of a feature is called: a word of a text as "text:prize", a column of a block as
/// "sizes:width".
[[nodiscard]] std::string part_name(std::string_view feature, std::string_view part);

namespace detail {

/// Which features and members of features a list of names speaks of.
class NamedParts {
 public:
  /// What of one feature stays: all of it, some members in their order, or nothing.
  struct Part {
    bool whole = false;
    std::vector<Index> members = {};
  };

  explicit NamedParts(std::span<const std::string> names);

  /// in   members: empty for a feature that cannot be divided
  [[nodiscard]] Part named(std::string_view feature, std::span<const std::string> members);
  /// What the names do not speak of.
  [[nodiscard]] Part others(std::string_view feature, std::span<const std::string> members);
  /// Throws Error{schema} listing the names that no feature bears.
  void check_known() const;

 private:
  [[nodiscard]] bool find(const std::string& name);

  std::unordered_map<std::string, bool> found_;
};

/// The entries of a list at some positions; 0 beyond its end. Nothing seen stays nothing.
[[nodiscard]] std::vector<double> entries_at(const std::vector<double>& list,
                                             std::span<const Index> positions);

[[nodiscard]] Dirichlet restricted(const Dirichlet& prior, std::span<const Index> members);
[[nodiscard]] TiedNormalInverseGamma restricted(const TiedNormalInverseGamma& prior,
                                                std::span<const Index> members);
[[nodiscard]] NormalInverseWishart restricted(const NormalInverseWishart& prior,
                                              std::span<const Index> members);
[[nodiscard]] JointMoments restricted(const JointMoments& seen, std::span<const Index> members);
[[nodiscard]] WordTotals restricted(const WordTotals& seen, std::span<const Index> members);
[[nodiscard]] ColumnMoments restricted(const ColumnMoments& seen, std::span<const Index> members);

/// A family whose features have members that can be kept without the others.
template <class F>
concept DivisibleFamily = ConjugateFamily<F> &&
    (TiedFamily<F> || std::is_same_v<typename F::Statistics::value_type, WordCounts>)&&requires(
        const typename F::Prior& prior, const typename F::Statistics& seen,
        std::span<const Index> members) {
  { restricted(prior, members) } -> std::same_as<typename F::Prior>;
  { restricted(seen, members) } -> std::same_as<typename F::Statistics>;
};

/// The names of what a feature is made of; none where it cannot be divided.
template <ConjugateFamily F>
[[nodiscard]] std::span<const std::string> members_of(const Feature<F>& feature) {
  if constexpr (DivisibleFamily<F>) return feature.levels;
  return {};
}

template <DivisibleFamily F>
[[nodiscard]] FeaturePrior<F> restricted(FeaturePrior<F> prior, std::span<const Index> members) {
  const auto restrict_rule = [&](typename FeaturePrior<F>::Rule& rule) {
    if (const auto* numbers = std::get_if<typename F::Prior>(&rule))
      rule = restricted(*numbers, members);
  };
  restrict_rule(prior.shared);
  for (auto& entry : prior.by_class) restrict_rule(entry.second);
  return prior;
}

/// A feature with some of its members.
template <DivisibleFamily F>
[[nodiscard]] Feature<F> restricted(Feature<F> feature, std::span<const Index> members) {
  std::vector<std::string> names;
  for (const Index member : members)
    names.push_back(feature.levels[static_cast<std::size_t>(member)]);
  feature.prior = restricted(std::move(feature.prior), members);
  feature.levels = std::move(names);
  feature.unseen =
      Unseen::missing;  // the other words are to be passed over, not to be reserved for
  return feature;
}

/// What a schema says of a feature with some of its members.
template <DivisibleFamily F>
void restrict_schema(ColumnSchema& column, const Feature<F>& feature) {
  if (!column.columns.empty())
    column.columns = feature.levels;
  else if (feature.listed)
    column.levels = feature.levels;
  column.unseen = feature.unseen;
  column.prior = spec_of(feature.prior);
}

/// One feature of a block as a block of its own.
/// in   part: not empty
template <ConjugateFamily F>
[[nodiscard]] Block<F> part_of(const Block<F>& block, Index j, const NamedParts::Part& part) {
  Block<F> one;
  one.classes = block.classes;
  const auto cells = cells_of(block, j);
  one.cells.assign(cells.begin(), cells.end());
  if (!block.exact.empty())
    one.exact.assign(block.exact.begin() + j * block.classes,
                     block.exact.begin() + (j + 1) * block.classes);
  one.features.push_back(block.feature(j));
  if constexpr (DivisibleFamily<F>) {
    if (part.whole) return one;
    one.feature(0) = restricted(std::move(one.feature(0)), part.members);
    for (auto& cell : one.cells) cell = restricted(cell, part.members);
    if constexpr (ExactFamily<F>)
      for (auto& cell : one.exact) cell = cell.restricted(part.members);
  }
  return one;
}

/// The posterior of some features; `part_of_feature(name, members)` says what stays.
template <class List, class Choice>
[[nodiscard]] Posterior<BasicModel<List>> parts_of(const Posterior<BasicModel<List>>& posterior,
                                                   Choice&& part_of_feature) {
  Posterior<BasicModel<List>> kept{.model = {},
                                   .label = posterior.label,
                                   .blocks = {},
                                   .like_scikit_learn = posterior.like_scikit_learn,
                                   .summation = posterior.summation};
  Schema schema = posterior.model.schema();
  std::unordered_map<std::string, ColumnSchema> columns;
  for_each_block(posterior.blocks, [&]<class F>(const Block<F>& block) {
    Block<F> rest;
    rest.classes = block.classes;
    for (Index j = 0; j < block.size(); ++j) {
      const std::string& name = block.feature(j).name;
      const NamedParts::Part part = part_of_feature(name, members_of(block.feature(j)));
      if (!part.whole && part.members.empty()) continue;
      Block<F> one = part_of(block, j, part);
      ColumnSchema& column = columns.emplace(name, *schema.find(name)).first->second;
      if constexpr (DivisibleFamily<F>)
        if (!part.whole) restrict_schema(column, one.feature(0));
      rest.features.push_back(std::move(one.features.front()));
      std::move(one.cells.begin(), one.cells.end(), std::back_inserter(rest.cells));
      std::move(one.exact.begin(), one.exact.end(), std::back_inserter(rest.exact));
    }
    if (rest.size() > 0) kept.blocks.emplace_back(std::move(rest));
  });
  std::erase_if(schema.columns, [&](const auto& column) { return !columns.contains(column.name); });
  for (ColumnSchema& column : schema.columns) column = columns.at(column.name);
  kept.model = BasicModel<List>(std::move(schema));
  return kept;
}

}  // namespace detail

/// The posterior of the model that has only the named features: equal to learning that model from
/// the same rows, because features are independent given the class. The schema keeps their order.
///
///     const auto small = keep(posterior, std::vector<std::string>{"age", "text:prize"});
///
/// A part of a feature is named by part_name: a word of a text, a column of a block of counts or
/// of tied variances. A text keeps these words and forgets that it ever held others, as if they had
/// been deleted from every document; new words are then passed over, whatever the schema said. What a row with a missing cell taught the members that stay is
/// what it had taught the whole block.
/// throws  Error{schema} listing the names that no feature bears
/// cost    the size of what is kept, and one look at each name of the posterior; no data is read
template <class List>
[[nodiscard]] Posterior<BasicModel<List>> keep(const Posterior<BasicModel<List>>& posterior,
                                               std::span<const std::string> names) {
  detail::NamedParts parts(names);
  auto kept = detail::parts_of(posterior, [&](std::string_view feature, const auto& members) {
    return parts.named(feature, members);
  });
  parts.check_known();
  return kept;
}

/// The posterior of the model without the named features or parts of features: the rest of what
/// `keep` would keep.
/// throws  as keep
template <class List>
[[nodiscard]] Posterior<BasicModel<List>> drop(const Posterior<BasicModel<List>>& posterior,
                                               std::span<const std::string> names) {
  detail::NamedParts parts(names);
  auto rest = detail::parts_of(posterior, [&](std::string_view feature, const auto& members) {
    return parts.others(feature, members);
  });
  parts.check_known();
  return rest;
}

// Compiled once, for the list in families.hpp; other lists are compiled where they are used.
extern template Posterior<Model> keep(const Posterior<Model>&, std::span<const std::string>);
extern template Posterior<Model> drop(const Posterior<Model>&, std::span<const std::string>);

}  // namespace credence
