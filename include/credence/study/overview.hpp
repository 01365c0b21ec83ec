#pragma once
// What a table holds, as its model reads it.
#include <credence/learn/model_posterior.hpp>
#include <optional>

namespace credence {

/// One feature: its family, and a first idea of its values over all classes.
struct FeatureOverview {
  std::string feature = {};
  std::string family = {};
  std::string prior = {};           ///< the word of its schema; empty for numbers
  double rows = 0;                  ///< weight of the rows with a value
  std::optional<double> mean = {};  ///< of numbers; of their logarithms where the family has those
  std::optional<double> deviation = {};  ///< likewise; over n
  Index levels = 0;                      ///< of categories, words, or columns of a tied block

  friend bool operator==(const FeatureOverview&, const FeatureOverview&) = default;
};

/// Rows, classes and features of what a posterior has learned.
struct Overview {
  double rows = 0;  ///< weight of the labelled rows
  std::string label = {};
  std::vector<std::string> classes = {};
  std::vector<double> class_rows = {};
  std::vector<FeatureOverview> features = {};  ///< in the order of the schema

  friend bool operator==(const Overview&, const Overview&) = default;
};

namespace detail {

[[nodiscard]] Overview overview_of_label(const LabelColumn& label);
/// Puts features into the order of the schema, and names their priors.
void settle_overview(Overview& overview, const Schema& schema);

template <ConjugateFamily F>
[[nodiscard]] FeatureOverview overview_of(const Block<F>& block, Index j) {
  const auto pooled = block.pooled(j);
  FeatureOverview overview{.feature = block.feature(j).name,
                           .family = std::string(word_of<F>()),
                           .rows = pooled.count(),
                           .levels = std::ssize(block.feature(j).levels)};
  if constexpr (requires { pooled.variance(); }) {
    if (overview.rows > 0) {
      overview.mean = pooled.mean;
      overview.deviation = std::sqrt(pooled.variance());
    }
  }
  return overview;
}

}  // namespace detail

/// What a posterior has learned from, feature by feature; no row is read.
/// cost    features x classes x levels
template <class List>
[[nodiscard]] Overview overview(const Posterior<BasicModel<List>>& posterior) {
  Overview all = detail::overview_of_label(posterior.label);
  for_each_block(posterior.blocks, [&](const auto& block) {
    for (Index j = 0; j < block.size(); ++j) all.features.push_back(detail::overview_of(block, j));
  });
  detail::settle_overview(all, posterior.model.schema());
  return all;
}

extern template Overview overview(const Posterior<Model>&);

}  // namespace credence
