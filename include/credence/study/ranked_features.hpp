#pragma once
// Features ranked by what they say of the class, and how many were chosen: plain data.
#include <credence/base/interval.hpp>
#include <credence/predict/explain.hpp>
#include <credence/study/conditional_ranking.hpp>
#include <credence/study/selection.hpp>

namespace credence {

/// What features are ranked by.
enum class RankBy {
  mutual_information,  ///< how much one alone tells of the class
  evidence,            ///< how surely one depends on the class
  conditional,         ///< how much one adds to those before it
};

/// "mutual_information", "evidence" or "conditional".
[[nodiscard]] std::string_view to_string(RankBy by);

/// The ranking of that name; none when there is no such.
[[nodiscard]] std::optional<RankBy> rank_by_named(std::string_view name);

/// One feature, or one word of a text or column of a block, and what it says of the class.
struct RankedFeature {
  std::string name = {};  ///< as `keep` takes it
  std::string family = {};
  std::optional<double> mutual_information = {};
  std::optional<Interval> bounds = {};  ///< credible interval of the mutual information
  std::optional<double> log_bayes_factor = {};
  std::optional<double> inclusion = {};  ///< probability that it depends on the class
  std::optional<double> score = {};      ///< by the criterion, of a conditional ranking
  std::string undefined = {};            ///< why a number does not exist; empty where all do

  friend bool operator==(const RankedFeature&, const RankedFeature&) = default;
};

/// Features, best first, and those that were chosen.
struct RankedFeatures {
  Index rows = 0;          ///< rows used: with a label and a positive weight
  Index skipped_rows = 0;  ///< rows without a label
  std::string label = {};
  std::vector<std::string> classes = {};
  RankBy by = RankBy::mutual_information;
  std::optional<Criterion> criterion = {};  ///< of a conditional ranking
  Estimator estimator = Estimator::predictive;
  double mass = 0.9;  ///< of the bounds
  LogUnit unit = LogUnit::nats;
  std::vector<RankedFeature> features = {};
  Index kept = 0;  ///< how many of them, from the best on, were chosen
  std::optional<SelectionCurve> curve = {};
  std::vector<std::string> notes = {};

  friend bool operator==(const RankedFeatures&, const RankedFeatures&) = default;
};

/// The names of the chosen features, as `keep` takes them.
[[nodiscard]] std::vector<std::string> kept_names(const RankedFeatures& ranked);

/// The same with information, Bayes factors and scores counted in another unit; log losses stay in
/// nats.
[[nodiscard]] RankedFeatures in_unit(RankedFeatures ranked, LogUnit unit);

}  // namespace credence
