#pragma once
// What a posterior knows, as plain data: reports render it, nothing else is needed to read it.
#include <array>
#include <credence/data/schema.hpp>
#include <credence/detail/learn/prior_search.hpp>
#include <credence/detail/learn/tying.hpp>
#include <credence/predict/estimator.hpp>
#include <credence/select/relevance.hpp>
#include <optional>

namespace credence {

/// Named numbers, or why there are none.
struct Parameters {
  Fields fields = {};
  std::string undefined = {};  ///< empty where they exist

  friend bool operator==(const Parameters&, const Parameters&) = default;
};

namespace detail {
/// The fields that `make` gives, or the message of the Error{undefined} that it throws.
template <class Make>
[[nodiscard]] Parameters fields_or_why(Make&& make) {
  try {
    return {.fields = make(), .undefined = {}};
  } catch (const Error& error) {
    if (error.code() != ErrorCode::undefined) throw;
    return {.fields = {}, .undefined = error.what()};
  }
}
}  // namespace detail

/// One entry for each of all_estimators, in their order.
using EstimateParameters = std::array<Parameters, all_estimators.size()>;

/// The ends of the credible intervals of named parameters, or why there are none. Both have the names
/// of a plug-in estimate; lists have one entry per level.
struct IntervalFields {
  Fields lower = {};
  Fields upper = {};
  std::string undefined = {};  ///< empty where they exist

  friend bool operator==(const IntervalFields&, const IntervalFields&) = default;
};

/// What to say of a posterior.
struct DescribeOptions {
  double interval = 0.9;                   ///< mass of the credible intervals, between 0 and 1
  std::vector<std::string> features = {};  ///< those to describe; empty: all
};

/// What is known of one feature in one class.
struct CellDescription {
  std::string klass = {};
  std::string prior_word =
      {};  ///< "auto", ...: the word behind the numbers; empty where there is none
  Parameters prior = {};
  Fields statistics = {};
  Parameters posterior = {};
  IntervalFields interval = {};  ///< of the parameters of the likelihood, given the data
  EstimateParameters estimates = {};

  friend bool operator==(const CellDescription&, const CellDescription&) = default;
};

/// What is known of one feature. Lists of numbers have one entry per level, and one more at the end
/// where a place is kept for unseen levels.
struct FeatureDescription {
  std::string name = {};
  std::string family = {};
  std::vector<std::string> levels = {};
  bool reserved = false;
  std::optional<PriorSearch> prior_search = {};  ///< where the data of each class gave the prior
  std::vector<CellDescription> cells = {};       ///< one per class
  std::optional<Tying> tied = {};                ///< of a tied block, whose levels are its columns
  Covariance covariance = Covariance::diagonal;  ///< of such a block
  std::vector<TyingEvidence> tyings = {};   ///< of a tied block: each tying that has an evidence
  std::optional<Relevance> relevance = {};  ///< what the evidence says of its dependence on them

  friend bool operator==(const FeatureDescription&, const FeatureDescription&) = default;
};

/// What is known of the classes before the features of a row are seen.
struct LabelDescription {
  std::string name = {};
  std::vector<std::string> classes = {};
  std::vector<double> counts = {};  ///< weight of the rows of each class
  ClassPrior prior = {};
  EstimateParameters estimates = {};  ///< "probabilities": one per class

  friend bool operator==(const LabelDescription&, const LabelDescription&) = default;
};

struct Description {
  double interval_mass = 0.9;  ///< how much of the posterior each credible interval holds
  LabelDescription label = {};
  std::vector<FeatureDescription> features = {};  ///< in the order of the schema
  std::optional<double> log_evidence = {};        ///< nats
  std::string log_evidence_undefined = {};        ///< why there is none

  friend bool operator==(const Description&, const Description&) = default;
};

}  // namespace credence
