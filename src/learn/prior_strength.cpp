// Priors held more or less strongly.
#include <credence/learn/prior_strength.hpp>

#include <credence/data/number.hpp>
#include <credence/detail/learn/strengthened.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace credence {
namespace {

constexpr std::array multiplied{"ones",        "zeros",        "each",  "weights",
                                "mean_weight", "mean_weights", "shape", "shapes",
                                "scale",       "scales",       "rate",  "strength"};
constexpr std::array divided{"mean_variance"};
constexpr std::array kept{"mean",        "means",     "variance", "direction", "concentration",
                          "known_shape", "successes", "edges",    "bins"};

template <class Names>
bool among(const Names& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

std::optional<StrengthRole> strength_role(std::string_view member) {
  if (among(multiplied, member)) return StrengthRole::multiplied;
  if (among(divided, member)) return StrengthRole::divided;
  if (among(kept, member)) return StrengthRole::kept;
  return std::nullopt;
}

namespace detail {

void check_strength(double factor) {
  if (factor > 0 && std::isfinite(factor)) return;
  throw Error(ErrorCode::domain, "the strength of priors was to be multiplied by " +
                                     to_text(factor) + "; give a finite number above 0");
}

void no_strength(std::string_view member) {
  throw Error(ErrorCode::undefined,
              "the strength of a prior cannot be changed: it is not known what becomes of '" +
                  std::string(member) +
                  "'; freeze the posterior first, or state `strengthened` "
                  "for the prior");
}

}  // namespace detail

Posterior<Model> with_prior_strength(Posterior<Model> frozen, double factor) {
  detail::check_strength(factor);
  Schema schema = frozen.model.schema();
  for (Box<AnyBlock>& block : frozen.blocks) {
    block->strengthen_priors(factor);
    for (Index j = 0; j < block->size(); ++j)
      schema.find(block->feature(j).name)->prior = block->prior(j);
  }
  ClassPrior& classes = frozen.label.prior;
  classes.each *= factor;
  for (double& weight : classes.weights) weight *= factor;
  schema.class_prior = classes;
  frozen.model = with_schema(frozen.model, std::move(schema));
  return frozen;
}

Posterior<Model> freeze(Posterior<Model> posterior) {
  Schema schema = posterior.model.schema();
  for (Box<AnyBlock>& block : posterior.blocks) {
    block->settle_priors(posterior.label.classes);
    for (Index j = 0; j < block->size(); ++j)
      schema.find(block->feature(j).name)->prior = block->prior(j);
  }
  posterior.model = with_schema(posterior.model, std::move(schema));
  return posterior;
}

}  // namespace credence
