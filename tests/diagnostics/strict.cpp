// Headers in a program with warnings on, `using namespace std` beside ours and members of 64 bits: no
// compiler has anything to say.
#include <credence/catalogue/family_of.hpp>
#include <credence/catalogue/row_classifier.hpp>
#include <credence/data/eigen.hpp>
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
