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

/// What a posterior has learned from, feature by feature; no row is read.
/// cost    features x classes x levels
[[nodiscard]] Overview overview(const Posterior<Model>& posterior);

}  // namespace credence
