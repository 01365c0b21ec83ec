// Flags to feature weights.
#include "input/weight_flags.hpp"

#include <fmt/format.h>

#include "flags/values.hpp"
#include "process/faults.hpp"

namespace credence::tool {
namespace {

constexpr std::string_view subsets = "subsets:";

FeatureWeightOptions weights_of(const std::string& text, std::string_view flag) {
  FeatureWeightOptions asked;
  if (text.starts_with(subsets)) {
    asked.kind = FeatureWeighting::subset;
    asked.subsets = static_cast<Index>(
        Whole{.least = 1, .most = 1'000'000}(std::string_view(text).substr(subsets.size()), flag));
    return asked;
  }
  const auto kind = feature_weighting_named(text);
  if (!kind || *kind == FeatureWeighting::subset)
    throw UsageError(
        fmt::format("flag '{}' has the unknown value '{}'; choose each, common, "
                    "subsets:N (the best of N random subsets) or none",
                    flag, text));
  asked.kind = *kind;
  return asked;
}

// 0: all.
Index rows_of(const std::string& text, std::string_view flag) {
  if (text == "all") return 0;
  return static_cast<Index>(Whole{.least = 1, .most = 1'000'000'000'000}(text, flag));
}

}  // namespace

void WeightFlags::declare(Grammar& grammar, const std::string& help) {
  grammar.section(Section::estimators);
  // Before --feature-weights-rows, which sets a member of the same place.
  grammar.value("--feature-weights", asked, "each|common|subsets:N|none", help + " [none]",
                weights_of);
  grammar.value("--feature-weights-rows", asked.rows, "N|all",
                "find feature weights from at most so many rows, drawn at random [200000]",
                rows_of);
  grammar.rule([](const Grammar& flags) {
    if (flags.given("--feature-weights-rows") && !asks_for_weights(flags))
      throw UsageError(
          "flag '--feature-weights-rows' is for feature weights; give --feature-weights beside it");
  });
}

bool asks_for_weights(const Grammar& grammar) {
  return grammar.given("--feature-weights") &&
         grammar.find("--feature-weights")->values.back() != "none";
}

FeatureWeightOptions WeightFlags::options(std::uint64_t seed) const {
  FeatureWeightOptions found = asked;
  found.seed = seed;
  return found;
}

void declare_without_weights(Grammar& grammar, bool& without) {
  grammar.section(Section::estimators);
  grammar.choice("--feature-weights", without,
                 "none leaves the feature weights of POSTERIOR aside [those it has]",
                 {{"none", true}});
}

Estimator estimator_to_predict(const EstimatorFlags& flags, const Posterior<Model>& posterior) {
  const std::optional<Estimator> asked = estimator_asked(flags, posterior);
  const FeatureWeights& weights = posterior.feature_weights;
  if (!weights.any()) return asked.value_or(Estimator::predictive);
  const auto own = estimator_named(weights.estimator);
  if (own && (!asked || *asked == *own)) return *own;
  throw UsageError(
      fmt::format("the feature weights of the posterior were found for estimator '{}'; give "
                  "'--feature-weights none' to leave them aside",
                  weights.estimator));
}

}  // namespace credence::tool
