// The evidence of cells with full covariances, and its derivatives.
#include "family/joint_problem.hpp"

#include <credence/base/special.hpp>
#include <credence/detail/family/joint_estimates.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include "family/empirical_limits.hpp"
#include "family/joint_products.hpp"

namespace credence::detail {
namespace {

using List = std::vector<double>;

// The rows of the triangle, with zeros behind.
Vectors rows_at(const List& at, std::size_t columns) {
  Vectors rows{.length = columns, .numbers = List(columns * columns)};
  const double* entry = at.data() + columns + 2;
  for (std::size_t i = 0; i < columns; ++i)
    for (std::size_t j = 0; j <= i; ++j, ++entry)
      rows.numbers[i * columns + j] = i == j ? std::exp(*entry) : *entry;
  return rows;
}

// A number whose derivative of the end scales is left right^T + right left^T, where left is a unit
// vector; both stand as places in lists of whitened vectors.
struct Pair {
  std::size_t left = 0;
  std::size_t right = 0;  // a column of the triangle, or the last: that of the means
  double factor = 1;
};
// What the data of a group say at a prior.
struct End {
  double half = 0;       // half their weight
  double rest = 0;       // of the exponent of the determinant
  double rise = 0;       // ln det of the end scales less that of the prior's
  Vectors units = {};    // unit vectors, whitened by the end scales
  Vectors rights = {};   // the columns of the triangle times the shape, and the pull of the means
  List by_weight = {};   // derivative of the end scales by the logarithm of the mean weight
  List by_shape = {};    // and of the shape
  List added = {};       // the added scales, whitened: the identity less by_shape
  double left_over = 0;  // the trace of the added scales over the end scales
};

// Inner products of the whitened vectors, each found once.
class Products {
 public:
  Products(const End& end, std::size_t columns) : count_(columns + 1) {
    for (std::size_t p = 0; p < columns; ++p)
      for (std::size_t r = 0; r < columns; ++r)
        units_.push_back(product(end.units.at(p), end.units.at(r)));
    for (std::size_t q = 0; q < count_; ++q) {
      const List of_shape = times(end.by_shape, end.rights.at(q));
      const List of_weight = times(end.by_weight, end.rights.at(q));
      for (std::size_t s = 0; s < count_; ++s)
        rights_.push_back(product(end.rights.at(q), end.rights.at(s)));
      for (std::size_t p = 0; p < columns; ++p) {
        crossed_.push_back(product(end.units.at(p), end.rights.at(q)));
        by_shape_.push_back(product(end.units.at(p), of_shape));
        by_weight_.push_back(product(end.units.at(p), of_weight));
      }
    }
    find_lacking(end, columns);
  }
  [[nodiscard]] double units(std::size_t p, std::size_t r) const {
    return units_[p * (count_ - 1) + r];
  }
  [[nodiscard]] double crossed(std::size_t p, std::size_t q) const {
    return crossed_[q * (count_ - 1) + p];
  }
  // Of a unit vector and a column of the triangle: what the product over the prior's scales is more than
  // that over the end scales, which it nears as the shape grows.
  [[nodiscard]] double lacking(std::size_t p, std::size_t q) const {
    return lacking_[q * (count_ - 1) + p];
  }
  [[nodiscard]] double by_shape(std::size_t p, std::size_t q) const {
    return by_shape_[q * (count_ - 1) + p];
  }
  [[nodiscard]] double by_weight(std::size_t p, std::size_t q) const {
    return by_weight_[q * (count_ - 1) + p];
  }
  [[nodiscard]] double of(const Pair& a, const Pair& b) const {
    return units(a.left, b.left) * rights_[a.right * count_ + b.right] +
           crossed(a.left, b.right) * crossed(b.left, a.right);
  }

 private:
  void find_lacking(const End& end, std::size_t columns) {
    const auto share = Cholesky::of(end.by_shape);
    lacking_.resize(columns * columns);
    if (!share) return;  // beyond rounding, as above
    for (std::size_t q = 0; q < columns; ++q) {
      List right = times(end.added, end.rights.at(q));
      share->whiten(right);
      for (std::size_t p = 0; p < columns; ++p) {
        const auto of_end = end.units.at(p);
        List unit(of_end.begin(), of_end.end());
        share->whiten(unit);
        lacking_[q * columns + p] = product(unit, right);
      }
    }
  }

  std::size_t count_;
  List units_, rights_, crossed_, lacking_, by_shape_, by_weight_;
};

// Adds up the derivatives of groups at one point. The matrix is that of second derivatives.
class JointSlopes {
 public:
  // in  at, prior: of the point; they outlive this object
  JointSlopes(const List& at, const NormalInverseWishart& prior)
      : at_(at),
        prior_(prior),
        columns_(prior.means.size()),
        slope_{
            .gradient = List(at.size()), .curvature = List(at.size() * at.size()), .shared = {}} {}

  [[nodiscard]] const Slope& slope() const { return slope_; }

  // The evidence of a group: that of its means, the gamma functions, and two determinants.
  void add_group(const JointGroup& group) {
    const std::vector<NormalInverseWishart> priors(group.size(), prior_);
    const JointSpread added = joint_spread_of(priors, group);
    List scales = prior_.scales;
    for (std::size_t k = 0; k < scales.size(); ++k) scales[k] += added.scales[k];
    const auto root = Cholesky::of(scales);
    if (!root) return;  // beyond rounding; the value there is no number and is left
    End end = end_of(group, *root);
    end.added = whitened(*root, added.scales);
    end.rise = log_determinant_rise(prior_.scales, added.scales);
    end.left_over = trace_over(*root, added.scales);
    add_shape(end);
    add_weight(group, *root, end);
    add_pairs(group, end);
  }

 private:
  [[nodiscard]] std::size_t weight() const { return columns_; }
  [[nodiscard]] std::size_t shape() const { return columns_ + 1; }
  void add(std::size_t i, std::size_t k, double value) {
    slope_.curvature[i * at_.size() + k] += value;
    if (i != k) slope_.curvature[k * at_.size() + i] += value;
  }
  [[nodiscard]] List step_of(const JointMoments& cell) const {
    List step = cell.means;
    for (std::size_t j = 0; j < columns_; ++j) step[j] -= prior_.means[j];
    return step;
  }

  [[nodiscard]] End end_of(const JointGroup& group, const Cholesky& root) const {
    End end{.units = {.length = columns_}, .rights = {.length = columns_}};
    const Vectors rows = rows_at(at_, columns_);
    for (std::size_t q = 0; q < columns_; ++q) {
      List unit(columns_);
      List column(columns_);
      unit[q] = 1;
      for (std::size_t p = q; p < columns_; ++p) column[p] = prior_.shape * rows.at(p)[q];
      root.whiten(unit);
      root.whiten(column);
      end.units.add(unit);
      end.rights.add(column);
    }
    List pull(columns_);
    List by_weight(prior_.scales.size());
    for (const JointMoments& cell : group) {
      const double own = prior_.mean_weight / (prior_.mean_weight + cell.complete);
      const double other = cell.complete / (prior_.mean_weight + cell.complete);
      const List step = step_of(cell);
      end.half += 0.5 * cell.complete;
      for (std::size_t j = 0; j < columns_; ++j) pull[j] -= 0.5 * cell.complete * own * step[j];
      auto entry = by_weight.begin();
      for (std::size_t i = 0; i < columns_; ++i)
        for (std::size_t j = 0; j <= i; ++j)
          *entry++ += 0.5 * cell.complete * own * other * step[i] * step[j];
    }
    root.whiten(pull);
    end.rights.add(pull);
    end.by_weight = whitened(root, by_weight);
    end.by_shape = whitened(root, prior_.scales);
    end.rest = prior_.shape + 0.5 * static_cast<double>(columns_ - 1) + end.half;
    return end;
  }

  void add_shape(const End& end) {
    const double a = prior_.shape;
    double rise = -end.rise;
    double fall = 0;
    for (std::size_t i = 0; i < columns_; ++i) {
      rise += digamma_rise(a + 0.5 * static_cast<double>(i), end.half);
      fall += trigamma_fall(a + 0.5 * static_cast<double>(i), end.half);
    }
    const double both = trace_of(end.by_shape) - trace_of_product(end.by_shape, end.by_shape);
    slope_.gradient[shape()] +=
        a * rise - end.half * static_cast<double>(columns_) + end.rest * end.left_over;
    add(shape(), shape(), a * rise - a * a * fall + 2 * a * end.left_over - end.rest * both);
  }

  void add_weight(const JointGroup& group, const Cholesky& root, const End& end) {
    const auto size = static_cast<double>(columns_);
    const double along = trace_of(end.by_weight);
    slope_.gradient[weight()] -= end.rest * along;
    add(weight(), weight(), end.rest * trace_of_product(end.by_weight, end.by_weight));
    add(shape(), weight(),
        -prior_.shape * along + end.rest * trace_of_product(end.by_shape, end.by_weight));
    for (const JointMoments& cell : group) {
      const double own = prior_.mean_weight / (prior_.mean_weight + cell.complete);
      const double other = cell.complete / (prior_.mean_weight + cell.complete);
      List step = step_of(cell);
      root.whiten(step);
      const double square = product(step, step);
      const double by_weight = cell.complete * own * other;
      slope_.gradient[weight()] += 0.5 * size * other;
      add(weight(), weight(),
          -0.5 * end.rest * by_weight * (other - own) * square - 0.5 * size * own * other);
      for (std::size_t j = 0; j < columns_; ++j)
        add(j, weight(), end.rest * by_weight * product(end.units.at(j), step));
    }
  }

  // The numbers whose derivatives are pairs of vectors: the means and the triangle.
  void add_pairs(const JointGroup& group, const End& end) {
    const std::vector<Pair> pairs = all_pairs();
    const Products products(end, columns_);
    double shrunk = 0;
    for (const JointMoments& cell : group)
      shrunk += prior_.mean_weight * (cell.complete / (prior_.mean_weight + cell.complete));
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      add_pair(pairs[i], i, products, end);
      for (std::size_t k = 0; k <= i; ++k) {
        const Pair& other = pairs[k];
        double bend = 2 * pairs[i].factor * other.factor * products.of(pairs[i], other);
        const double meeting = products.units(pairs[i].left, other.left);
        if (i < columns_)
          bend -= shrunk * meeting;
        else if (k >= columns_ && pairs[i].right == other.right)
          bend -= 2 * prior_.shape * pairs[i].factor * other.factor * meeting;
        add(place_of(i), place_of(k), end.rest * bend);
      }
    }
  }

  // The slope of one of them, and its bends with the shape and the mean weight.
  void add_pair(const Pair& pair, std::size_t i, const Products& products, const End& end) {
    const std::size_t own = place_of(i);
    const bool of_mean = i < columns_;
    const bool diagonal = !of_mean && pair.left == pair.right;
    const double trace = 2 * pair.factor * products.crossed(pair.left, pair.right);
    const double of_prior = diagonal ? 2 : 0;  // of ln det of the prior's scales
    if (of_mean)
      slope_.gradient[own] -= end.rest * trace;
    else
      slope_.gradient[own] +=
          (end.rest - end.half) * 2 * pair.factor * products.lacking(pair.left, pair.right) -
          end.half * trace;
    if (diagonal) add(own, own, -end.rest * trace);
    add(shape(), own,
        prior_.shape * (of_prior - trace) +
            end.rest * (2 * pair.factor * products.by_shape(pair.left, pair.right) -
                        (of_mean ? 0 : trace)));
    add(weight(), own, end.rest * 2 * pair.factor * products.by_weight(pair.left, pair.right));
  }

  [[nodiscard]] std::size_t place_of(std::size_t pair) const {
    return pair < columns_ ? pair : pair + 2;
  }
  // Of the means, then of the triangle row by row.
  [[nodiscard]] std::vector<Pair> all_pairs() const {
    std::vector<Pair> pairs;
    for (std::size_t j = 0; j < columns_; ++j) pairs.push_back({.left = j, .right = columns_});
    for (std::size_t p = 0; p < columns_; ++p)
      for (std::size_t q = 0; q <= p; ++q)
        pairs.push_back(
            {.left = p, .right = q, .factor = p == q ? std::exp(at_[pairs.size() + 2]) : 1});
    return pairs;
  }

  const List& at_;
  const NormalInverseWishart& prior_;
  std::size_t columns_;
  Slope slope_;
};

}  // namespace

JointProblem::JointProblem(const std::vector<JointGroup>& groups, std::size_t columns)
    : groups_(groups), columns_(columns) {
  for (const JointGroup& group : groups)
    for (const JointMoments& cell : group) weight_ += cell.complete;
  highest_ = std::log(strongest_of(weight_));
}

void JointProblem::clip(List& at) const {
  for (const std::size_t i : {weight(), shape()}) at[i] = std::min(at[i], highest_);
}

NormalInverseWishart JointProblem::prior_at(const List& at) const {
  const auto beyond_means = at.begin() + static_cast<std::ptrdiff_t>(columns_);
  NormalInverseWishart prior{.means = List(at.begin(), beyond_means),
                             .mean_weight = std::exp(at[weight()]),
                             .shape = std::exp(at[shape()])};
  const Vectors rows = rows_at(at, columns_);
  for (std::size_t i = 0; i < columns_; ++i)
    for (std::size_t j = 0; j <= i; ++j)
      prior.scales.push_back(prior.shape * product(rows.at(i), rows.at(j)));
  return prior;
}

double JointProblem::value(const List& at) const {
  const NormalInverseWishart prior = prior_at(at);
  if (!Cholesky::of(prior.scales)) return -std::numeric_limits<double>::infinity();
  double sum = 0;
  for (const JointGroup& group : groups_) {
    const std::vector<NormalInverseWishart> priors(group.size(), prior);
    for (const JointMoments& cell : group) sum += log_evidence_of_means(prior, cell);
    sum += log_evidence_of_spread(prior, joint_spread_of(priors, group));
  }
  return sum;
}

Slope JointProblem::slope(const List& at) const {
  const NormalInverseWishart prior = prior_at(at);
  JointSlopes slopes(at, prior);
  for (const JointGroup& group : groups_) slopes.add_group(group);
  Slope slope = slopes.slope();
  std::vector<bool> at_limit(places());
  for (const std::size_t i : {weight(), shape()}) at_limit[i] = at[i] >= highest_;
  hold(at_limit, slope);
  return slope;
}

}  // namespace credence::detail
