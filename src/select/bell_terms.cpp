// What numbers say about the class under bells: several points of an integral in one vector.
#include "select/bell_terms.hpp"

#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "select/bell_terms.cpp"
#include "base/targets.hpp"

#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <hwy/contrib/math/math-inl.h>

HWY_BEFORE_NAMESPACE();
namespace credence {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using detail::Bell;
using detail::BellClasses;
using detail::PointTerm;

using Doubles = hn::ScalableTag<double>;
using Vector = hn::Vec<Doubles>;

HWY_INLINE Vector all(double value) { return hn::Set(Doubles(), value); }

// detail::excess in vectors; neighbouring points mostly need one of its three forms.
HWY_INLINE Vector excess(Vector u) {
  const Doubles d;
  const auto is_far = hn::Gt(hn::Abs(u), all(0.1));
  Vector near = hn::Zero(d);
  if (!hn::AllTrue(d, is_far)) {
    for (int k = 15; k >= 2; --k) near = hn::NegMulAdd(u, near, all(1.0 / (k * (k - 1))));
    near = hn::Mul(hn::Mul(u, u), near);
  }
  const auto inside = hn::And(is_far, hn::Gt(u, all(-1)));
  Vector far = all(1);
  if (!hn::AllFalse(d, inside)) {
    const Vector some = hn::IfThenElse(inside, u, all(-0.5));
    const Vector grown = hn::Mul(hn::Add(all(1), some), hn::Log1p(d, some));
    far = hn::IfThenElse(inside, hn::Sub(grown, some), far);
  }
  return hn::IfThenElse(is_far, far, near);
}

// detail::log1p_squared in vectors.
HWY_INLINE Vector log1p_squared(const Bell& bell, Vector x) {
  const Doubles d;
  const Vector z = hn::Div(hn::Sub(x, all(bell.location)), all(bell.scale));
  const Vector ratio = hn::Div(hn::Mul(z, z), all(bell.degrees));
  const auto beyond = hn::Gt(ratio, all(std::numeric_limits<double>::max()));
  const Vector log = hn::Log1p(d, hn::IfThenElse(beyond, all(1), ratio));
  if (hn::AllFalse(d, beyond)) return log;
  const Vector half_distance = hn::Abs(hn::MulSub(all(0.5), x, all(0.5 * bell.location)));
  const double known = 2 * (std::numbers::ln2 - std::log(bell.scale)) - std::log(bell.degrees);
  const Vector of_distance = hn::Log(d, hn::IfThenElse(beyond, half_distance, all(1)));
  return hn::IfThenElse(beyond, hn::MulAdd(all(2), of_distance, all(known)), log);
}

// detail::log_value in vectors.
HWY_INLINE Vector log_value(const Bell& bell, Vector x) {
  if (std::isfinite(bell.degrees))
    return hn::NegMulAdd(all(0.5 * (bell.degrees + 1)), log1p_squared(bell, x), all(bell.log_norm));
  const Vector z = hn::Div(hn::Sub(x, all(bell.location)), all(bell.scale));
  return hn::NegMulAdd(hn::Mul(all(0.5), z), z, all(bell.log_norm));
}

// The terms of as many points as a vector holds.
class PointTerms {
 public:
  explicit PointTerms(const BellClasses& bells)
      : bells_(bells),
        alone_(detail::is_nearly_alone(bells.classes.back().weight)),
        values_(bells.classes.size() * hn::Lanes(Doubles())) {}

  [[nodiscard]] Vector at(Vector x) {
    const Doubles d;
    const Vector largest = put_logs(x);
    // Where nothing is possible, -inf less -inf would be NaN.
    const auto possible = hn::Gt(largest, all(-std::numeric_limits<double>::infinity()));
    const Vector top = hn::IfThenElseZero(possible, largest);
    for (std::size_t c = 0; c < size(); ++c) put(c, hn::Exp(d, hn::Sub(value(c), top)));
    const Mixture parts = mixed();
    const Vector mixture = hn::Add(parts.from, parts.above);
    const Vector sum =
        bells_.term == PointTerm::told ? told(mixture, parts.above) : left_open(mixture);
    return hn::IfThenElseZero(possible, hn::Mul(hn::Exp(d, top), hn::Mul(sum, mixture)));
  }

 private:
  [[nodiscard]] std::size_t size() const { return bells_.classes.size(); }
  [[nodiscard]] double weight(std::size_t c) const { return bells_.classes[c].weight; }
  [[nodiscard]] Vector value(std::size_t c) const {
    return hn::LoadU(Doubles(), values_.data() + c * hn::Lanes(Doubles()));
  }
  void put(std::size_t c, Vector entry) {
    hn::StoreU(entry, Doubles(), values_.data() + c * hn::Lanes(Doubles()));
  }

  // The log densities; returns the largest.
  Vector put_logs(Vector x) {
    Vector largest = all(-std::numeric_limits<double>::infinity());
    for (std::size_t c = 0; c < size(); ++c) {
      const Vector log = log_value(bells_.classes[c].density, x);
      put(c, log);
      largest = hn::Max(largest, log);
    }
    return largest;
  }

  // As of told_by, in vectors.
  struct Mixture {
    Vector from;
    Vector above;
  };
  [[nodiscard]] Mixture mixed() const {
    Vector from = value(size() - 1);
    for (std::size_t c = 0; c < size() && !alone_; ++c) from = hn::Min(from, value(c));
    Vector above = hn::Zero(Doubles());
    for (std::size_t c = 0; c < size(); ++c)
      above = hn::MulAdd(all(weight(c)), hn::Sub(value(c), from), above);
    return {from, above};
  }

  [[nodiscard]] Vector told(Vector mixture, Vector above) const {
    Vector sum = hn::Zero(Doubles());
    for (std::size_t c = 0; c < size(); ++c) {
      const bool is_rest = alone_ && c + 1 == size();
      const Vector off = is_rest ? hn::Neg(above) : hn::Sub(value(c), mixture);
      sum = hn::MulAdd(all(weight(c)), excess(hn::Div(off, mixture)), sum);
    }
    return sum;
  }

  [[nodiscard]] Vector left_open(Vector mixture) const {
    const Doubles d;
    Vector open = hn::Zero(d);
    Vector others = hn::Zero(d);
    for (std::size_t c = 0; c < size(); ++c) {
      // Above 1 only by rounding.
      const Vector share = hn::Div(hn::Mul(all(weight(c)), value(c)), mixture);
      const Vector probability = hn::Min(all(1), share);
      const auto some = hn::Gt(probability, hn::Zero(d));
      Vector log = hn::Log(d, hn::IfThenElse(some, probability, all(1)));
      if (alone_ && c + 1 == size()) {
        const auto is_rest = hn::Lt(others, all(0.5));
        const Vector gone = hn::IfThenElseZero(is_rest, others);
        log = hn::IfThenElse(is_rest, hn::Log1p(d, hn::Neg(gone)), log);
      }
      others = hn::Add(others, probability);
      open = hn::NegMulAdd(probability, log, open);
    }
    return hn::Max(open, hn::Zero(d));
  }

  const BellClasses& bells_;
  bool alone_;                  // the last class
  std::vector<double> values_;  // classes x lanes
};

void add_bell_terms(const BellClasses& bells, std::span<const double> points,
                    std::span<double> terms) {
  const Doubles d;
  const std::size_t lanes = hn::Lanes(d);
  PointTerms kernel(bells);
  std::size_t at = 0;
  for (; at + lanes <= points.size(); at += lanes)
    hn::StoreU(kernel.at(hn::LoadU(d, points.data() + at)), d, terms.data() + at);
  for (; at < points.size(); ++at) terms[at] = hn::GetLane(kernel.at(hn::Set(d, points[at])));
}

}  // namespace HWY_NAMESPACE
}  // namespace credence
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace credence {

HWY_EXPORT(add_bell_terms);

void detail::bell_terms(const BellClasses& bells, std::span<const double> points,
                        std::span<double> terms) {
  HWY_DYNAMIC_DISPATCH(add_bell_terms)(bells, points, terms);
}

}  // namespace credence
#endif  // HWY_ONCE
