// Headers in a program with warnings on, `using namespace std` beside ours and members of 64 bits: no
// compiler has anything to say. Results are compared, and what dies gives no references into itself.
#include <credence/catalogue/family_of.hpp>
#include <credence/catalogue/row_classifier.hpp>
#include <credence/data/eigen.hpp>
#include <credence/data/shards.hpp>
#include <credence/learn/shards.hpp>
#include <credence/predict/complement.hpp>
#include <credence/sql/sql.hpp>
#include <credence/studies.hpp>

#include <functional>

#include "../../examples/family_skeleton.hpp"

using namespace std;
using namespace credence;

struct Order {
  double amount = 0;
  long long clicks = 0;
  optional<long long> visits;
  float age = 0;
};

Prediction answer_for(const vector<Order>& orders, const vector<string>& labels) {
  const auto model = row_model<Order>(
      classes("bad", "good"), log_normal("amount", &Order::amount),
      poisson("clicks", &Order::clicks), poisson("visits", &Order::visits),
      normal("age", &Order::age));
  const auto posterior = observe(model, orders, labels);
  static_assert(!is_reference_v<decltype(Classifier{posterior, Estimator::predictive}.classes())>);
  return Classifier{posterior, Estimator::predictive}.predict(orders.front());
}

BoundTable bound_by(Model model, Table& table) { return bind(model, table); }

bool is_calibrated() {
  const auto found = sbc(BetaBernoulli{Beta{.ones = 2, .zeros = 3}});
  return found.flagged().empty() && sbc(mine::BetaCoin{}) == found;
}

Model with_coin(const Schema& schema) {
  return Model{schema, shipped_families().with(family_type<mine::BetaCoin>())};
}

template <class... Values>
constexpr bool can_be_compared = (equality_comparable<Values> && ...);
static_assert(
    can_be_compared<DataFile, DataReport, Inference, LazyPredictions, Page, RowSummaries, Shard>);
static_assert(can_be_compared<CsvOptions, InferOptions, ReadOptions, ShardCuts, SplitOptions>);
static_assert(can_be_compared<ClassBeliefs, ExplainOptions, Fallback, IntervalOptions,
                              LogisticColumn, LogisticOptions, RecordedPosterior, ShardPlan>);
static_assert(
    can_be_compared<CellOptions, CompareOptions, ConditionalOptions, Contender, CorrelatedTOptions,
                    CurveOptions, DataReportOptions, DescribeOptions, EvaluateOptions,
                    FeatureSelectionOptions, InformationOptions, PairedOptions, PictureOptions,
                    RelevanceOptions, SelectionOptions, SensitivityOptions, SimulatedCurveOptions,
                    SimulationOptions, SuggestOptions, SurfaceOptions>);
static_assert(can_be_compared<sql::Answers, sql::Source>);

template <class... Types>
constexpr bool give_copies = (!is_reference_v<decltype(declval<Types>().classes())> && ...);
static_assert(give_copies<AveragedClassifier, Classifier<Model>, ComplementClassifier, Confusion>);
static_assert(!is_reference_v<decltype(declval<Classifier<Model>>().log_class_probabilities())>);
static_assert(!is_reference_v<decltype(declval<Classifier<Model>>().estimates())>);
