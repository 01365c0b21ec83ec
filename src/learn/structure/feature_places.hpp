#pragma once
// Where the statistics of features stand in a posterior, by their names.
#include <credence/learn/model_posterior.hpp>
#include <optional>
#include <string_view>
#include <unordered_map>

namespace credence::detail {

/// Where the statistics of a feature stand.
struct FeaturePlace {
  std::size_t block = 0;
  Index feature = 0;
};

/// The place of a feature of a posterior.
/// throws  Error{schema} where it has none of that name
/// cost    a look at every feature; FeaturePlaces is for whoever asks for many
[[nodiscard]] FeaturePlace place_of_feature(const Posterior<Model>& posterior,
                                            std::string_view name);

/// Finds the features of a posterior, which outlives it and stays as it is.
/// cost  to make: one look at every feature; of a question: independent of how many there are
class FeaturePlaces {
 public:
  explicit FeaturePlaces(const Posterior<Model>& posterior);
  FeaturePlaces(const FeaturePlaces&) = delete;
  FeaturePlaces& operator=(const FeaturePlaces&) = delete;

  /// As place_of_feature.
  [[nodiscard]] FeaturePlace of(std::string_view name) const;

  /// The place of a feature among the children of a context of the posterior; none where it is no child.
  /// cost  that of `of` where all features but a few are children; else a look at every child
  [[nodiscard]] std::optional<FeaturePlace> find(const Posterior<Model>& children,
                                                 std::string_view name) const;

  /// The same; throws as place_of_feature where the feature is no child.
  [[nodiscard]] FeaturePlace within(const Posterior<Model>& children, std::string_view name) const;

 private:
  const Posterior<Model>& posterior_;
  std::unordered_map<std::string_view, FeaturePlace> places_;
};

}  // namespace credence::detail
