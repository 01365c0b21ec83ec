// Posteriors whose past counts less than its rows.
#include "learn/posterior/discount.hpp"

#include <cmath>
#include <credence/data/number.hpp>
#include <credence/detail/learn/block_file.hpp>
#include <credence/learn/model_posterior.hpp>

#include "learn/structure/contexts.hpp"

namespace credence {
namespace detail {

void no_discount(std::string_view family) {
  throw Error(ErrorCode::schema,
              "the statistics of family '" + std::string(family) +
                  "' cannot be discounted; write `discount(factor)` beside their "
                  "`merge`, or leave its columns out");
}

void check_mergeable(const Discount& a, const Discount& b) {
  if (a.by != DiscountBy::rows && b.by != DiscountBy::rows) return;
  throw Error(
      ErrorCode::version,
      "a posterior that was discounted row by row cannot be merged: it depends on the order "
      "of all rows; update one posterior with the rows of the other, in their order");
}

void check_discount(const Discount& discount, bool exact) {
  if (!discount.any()) return;
  if (exact) bad_record("it is discounted and adds up exactly, which excludes each other");
  if (!(discount.factor > 0 && discount.factor < 1))
    bad_record("its discount is " + to_text(discount.factor) + ", not between 0 and 1");
}

void check_not_discounted(const Posterior<Model>& posterior, std::string_view what) {
  if (!posterior.discount.any()) return;
  throw Error(ErrorCode::undefined,
              "the " + std::string(what) + " of a posterior that was discounted by " +
                  std::string(to_string(posterior.discount.by)) +
                  " is undefined: a row that counts in part has no probability; fit the rows "
                  "without a discount");
}

}  // namespace detail

namespace {

// Throws before anything is changed.
void check_discounting(const Posterior<Model>& posterior, double factor) {
  if (!(factor > 0 && factor <= 1))
    throw Error(ErrorCode::domain, "a discount factor is " + to_text(factor) +
                                       "; give a number above 0 and at most 1");
  if (posterior.summation == Summation::exact)
    throw Error(ErrorCode::domain,
                "a posterior that adds up exactly cannot be discounted: its sums hold whole rows; "
                "fit with rounded sums");
}

// Multiplies the weights of labels, features and contexts.
void weigh_less(Posterior<Model>& posterior, double factor) {
  posterior.label.counts.discount(factor);
  posterior.feature_weights = {};
  for (Box<AnyBlock>& block : posterior.blocks) block->discount(factor);
  for (ContextPosterior& context : posterior.contexts) weigh_less(context.children, factor);
}

// The weights of rows under a discount that each row that counts brings.
struct RowWeights {
  std::vector<double> of_rows = {};
  double of_past = 1;
};

RowWeights weights_by_row(const BoundTable& bound, double factor) {
  RowWeights weights;
  if (bound.label.codes.empty()) return weights;
  weights.of_rows.assign(static_cast<std::size_t>(bound.rows), 0);
  double later = 0;
  for (Index row = bound.rows; row-- > 0;) {
    if (!detail::teaches(bound.label, bound.weights, row)) continue;
    const auto at = static_cast<std::size_t>(row);
    const double own = bound.weights.empty() ? 1 : bound.weights[at];
    weights.of_rows[at] = detail::discounted(own, std::pow(factor, later));
    ++later;
  }
  weights.of_past = std::pow(factor, later);
  return weights;
}

void mark(Posterior<Model>& posterior, DiscountBy by, double factor) {
  if (posterior.discount.by == DiscountBy::rows) by = DiscountBy::rows;  // no batch mends an order
  posterior.discount = {.by = by, .factor = factor};
}

}  // namespace

std::string_view to_string(DiscountBy by) {
  if (by == DiscountBy::none) return "none";
  return by == DiscountBy::files ? "files" : "rows";
}

void discount(Posterior<Model>& posterior, double factor) {
  check_discounting(posterior, factor);
  if (factor == 1) return;
  Posterior<Model> next = posterior;
  weigh_less(next, factor);
  mark(next, DiscountBy::files, factor);
  posterior = std::move(next);
}

void observe_by_row(Posterior<Model>& posterior, BoundTable bound, double factor) {
  check_discounting(posterior, factor);
  const RowWeights weights = weights_by_row(bound, factor);
  if (weights.of_past == 1) return observe(posterior, bound);  // no row makes it count less
  bound.weights = weights.of_rows;
  bound.contexts = {};  // whose children have the weights as well
  detail::bind_contexts(posterior.model, bound);
  Posterior<Model> next = posterior;
  weigh_less(next, weights.of_past);
  observe(next, bound);
  mark(next, DiscountBy::rows, factor);
  posterior = std::move(next);
}

}  // namespace credence
