#pragma once
// Random priors, data and neighbours for the laws. All are made from `members` and their domains,
// so that a new family needs nothing here.
#include <algorithm>
#include <cmath>
#include <credence/base/members.hpp>
#include <credence/base/random.hpp>
#include <credence/base/triangle.hpp>
#include <credence/density/normal_inverse_wishart.hpp>
#include <credence/density/polya_tree.hpp>
#include <credence/detail/base/if_defined.hpp>
#include <credence/family/family.hpp>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace credence::testing {

/// A number of the domain, of a size at which a law can be checked to many digits.
inline double random_number(Domain domain, Random& random) {
  // Known constants stand in likelihoods as they are: they must be moderate, too.
  if (domain == Domain::real) {
    const double number = 2 * random.normal();
    return std::abs(number) < 1e-3 ? 1e-3 : number;
  }
  if (domain == Domain::probability) return 0.02 + 0.96 * random.uniform();
  return std::clamp(std::exp(0.8 * random.normal()), 1e-3, 30.0);
}

/// The triangle of a matrix of that many rows whose rows keep much of their variance to themselves.
inline std::vector<double> random_triangle(std::size_t rows, Random& random) {
  std::vector<double> root;
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t j = 0; j <= i; ++j)
      root.push_back(i == j ? std::exp(0.3 * random.normal()) : 0.3 * random.normal());
  std::vector<double> triangle;
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t j = 0; j <= i; ++j) {
      double sum = 0;
      for (std::size_t k = 0; k <= j; ++k)
        sum += root[i * (i + 1) / 2 + k] * root[j * (j + 1) / 2 + k];
      triangle.push_back(sum);
    }
  return triangle;
}

inline bool is_matrix(Domain domain) {
  return domain == Domain::positive_definite || domain == Domain::semi_definite;
}

inline std::vector<double> random_list(Domain domain, std::size_t size, Random& random) {
  if (is_matrix(domain)) return random_triangle(size, random);
  if (domain == Domain::simplex) return random.dirichlet(std::vector<double>(size, 1.0));
  std::vector<double> result;
  if (domain == Domain::ascending) {  // borders: one more than there are places between them
    result.push_back(random_number(Domain::real, random));
    for (std::size_t i = 0; i < size; ++i)
      result.push_back(result.back() + random_number(Domain::positive, random));
    return result;
  }
  for (std::size_t i = 0; i < size; ++i) result.push_back(random_number(domain, random));
  return result;
}

/// A described value with random members; its lists have `levels` entries.
template <Described T>
T random_value(Random& random, std::size_t levels) {
  T value;
  for_each_member<T>([&](const auto& member) {
    auto& slot = value.*(member.pointer);
    if constexpr (std::is_same_v<std::remove_reference_t<decltype(slot)>, double>)
      slot = random_number(member.domain, random);
    else
      slot = random_list(member.domain, levels, random);
  });
  return value;
}

/// A tree of one level or, of more than three, two: the numbers of edges and counts follow from the
/// depth. Half of them have ends, and half have seen something.
template <>
inline PolyaTreePrior random_value(Random& random, std::size_t levels) {
  PolyaTreePrior tree{.c = random_number(Domain::positive, random),
                      .depth = levels > 3 ? 2.0 : 1.0,
                      .mean = random_number(Domain::real, random)};
  if (random.below(2) == 0) tree.sd = random_number(Domain::positive, random);
  const std::size_t leaves = credence::detail::leaves_of(tree.depth);
  tree.edges = random_list(Domain::ascending, tree.sd > 0 ? leaves - 2 : leaves, random);
  if (random.below(2) == 0) tree.counts = random_list(Domain::nonnegative, leaves, random);
  return tree;
}

/// A prior, a likelihood drawn from it, and data drawn from that.
template <class F>
struct Sample {
  using Datum = typename F::Statistics::value_type;

  typename F::Prior prior;
  typename F::Likelihood truth;
  std::vector<Datum> data;

  /// The statistics of the data from `first` up to `last`, each seen `weight` times.
  typename F::Statistics seen(std::size_t first, std::size_t last, double weight = 1) const {
    typename F::Statistics result;
    for (std::size_t i = first; i < last; ++i) result.observe(Datum(data[i]), weight);
    return result;
  }
  typename F::Statistics seen(double weight = 1) const { return seen(0, data.size(), weight); }
};

/// All numbers of a value, in order: of a number, a list, or the members of a struct.
inline std::vector<double> numbers(double value) { return {value}; }
inline std::vector<double> numbers(const std::vector<double>& values) { return values; }
template <Described T>
std::vector<double> numbers(const T& value);
/// Those that have an interval of their own, in its order: of a matrix the variances.
template <class T>
std::vector<double> numbers_with_interval(const T& value) {
  return numbers(value);
}
inline std::vector<double> numbers_with_interval(const MeansCovariance& value) {
  std::vector<double> result = value.means;
  for (const double variance : diagonal_of(value.covariance)) result.push_back(variance);
  return result;
}
template <Described T>
std::vector<double> numbers(const T& value) {
  std::vector<double> result;
  for_each_member<T>([&](const auto& member) {
    for (const double number : numbers(value.*(member.pointer))) result.push_back(number);
  });
  return result;
}

/// Whether all numbers of a value but shares lie between a thousandth and 30, the sign apart.
template <Described T>
bool is_moderate(const T& value) {
  bool result = true;
  for_each_member<T>([&](const auto& member) {
    if (member.domain == Domain::simplex || member.domain == Domain::ascending) return;
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(value.*(member.pointer))>,
                                 std::vector<double>>)
      if (is_matrix(member.domain)) {
        for (const double variance : diagonal_of(value.*(member.pointer)))
          result = result && variance >= 1e-3 && variance <= 30;
        result = result && least_share(value.*(member.pointer)) >= 1e-3;
        return;
      }
    const bool may_be_none = member.domain == Domain::nonnegative;
    for (const double number : numbers(value.*(member.pointer)))
      result = result && (std::abs(number) >= 1e-3 || (number == 0 && may_be_none)) &&
               std::abs(number) <= 30;
  });
  return result;
}

/// A likelihood from a prior, at which a double can hold every draw and its log density: priors
/// worth an observation or less also yield variances of 1e20. Nothing where a thousand draws are
/// none: a prior that knows a rate of 1000 to a tenth has no moderate one in a lifetime.
template <class F>
std::optional<typename F::Likelihood> moderate_likelihood(const typename F::Prior& prior,
                                                          Random& random) {
  for (int i = 0; i < 1000; ++i) {
    typename F::Likelihood result = likelihood_at<F>(prior, draw(prior, random));
    if (is_moderate(result)) return result;
  }
  return std::nullopt;
}

/// A prior and a moderate likelihood from it.
template <class F>
struct Truth {
  typename F::Prior prior;
  typename F::Likelihood likelihood;
};

/// The first of random priors that has one; lists have `levels` entries.
template <class F>
Truth<F> random_truth(Random& random, std::size_t levels) {
  for (;;) {
    auto prior = random_value<typename F::Prior>(random, levels);
    if (auto likelihood = moderate_likelihood<F>(prior, random))
      return {.prior = std::move(prior), .likelihood = *std::move(likelihood)};
  }
}

template <class F>
Sample<F> random_sample(Random& random, std::size_t size) {
  auto [prior, likelihood] = random_truth<F>(random, 2 + random.below(4));
  Sample<F> result{.prior = std::move(prior), .truth = std::move(likelihood), .data = {}};
  while (result.data.size() < size) {
    const typename F::Statistics::value_type datum = draw(result.truth, random);
    if (F::accepts(datum)) result.data.push_back(datum);
  }
  return result;
}

/// Whether two values agree number by number: whole numbers exactly, the others within `tolerance`
/// of the largest number of either.
template <class T>
bool agree(const T& a, const T& b, double tolerance = 1e-12) {
  const std::vector<double> left = numbers(a);
  const std::vector<double> right = numbers(b);
  if (left.size() != right.size()) return false;
  double largest = 1;
  for (const double number : left) largest = std::max(largest, std::abs(number));
  for (std::size_t i = 0; i < left.size(); ++i) {
    const bool whole = std::floor(left[i]) == left[i] && std::floor(right[i]) == right[i];
    const double allowed = whole ? 0 : tolerance * largest;
    if (!(std::abs(left[i] - right[i]) <= allowed)) return false;
  }
  return true;
}

using detail::if_defined;

/// The sum of the log densities of data; -inf when one of them is impossible.
template <class D, class Data>
double log_likelihood(const D& density, const Data& data) {
  double sum = 0;
  for (const typename D::value_type& x : data) sum += log_density(density, x);
  return sum;
}

namespace steps {
inline void step(double& value, Domain domain, double by) {
  if (domain == Domain::real) value += by * (1 + std::abs(value));
  if (domain == Domain::probability) value = std::clamp(value + by, 0.0, 1.0);
  if (domain == Domain::positive || domain == Domain::nonnegative) value *= 1 + by;
}
/// A matrix a small step away, in units of its diagonal.
inline std::vector<double> stepped(std::vector<double> triangle, Index i, Index j, double by) {
  const double unit =
      std::sqrt(triangle[triangle_place(i, i)]) * std::sqrt(triangle[triangle_place(j, j)]);
  triangle[triangle_place(i, j)] += by * unit;
  return triangle;
}
}  // namespace steps

/// Values a small step away: each number up and down, alone or in a list; a share of one
/// probability given to another.
template <Described T>
std::vector<T> neighbours(const T& value, double by) {
  std::vector<T> result;
  for_each_member<T>([&](const auto& member) {
    const auto& slot = value.*(member.pointer);
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(slot)>, double>) {
      for (const double sign : {-1.0, 1.0}) {
        result.push_back(value);
        steps::step(result.back().*(member.pointer), member.domain, sign * by);
      }
    } else if (is_matrix(member.domain)) {
      for (Index i = 0; i < triangle_order(slot.size()); ++i)
        for (Index j = 0; j <= i; ++j)
          for (const double sign : {-1.0, 1.0}) {
            result.push_back(value);
            result.back().*(member.pointer) = steps::stepped(slot, i, j, sign * by);
          }
    } else if (member.domain != Domain::simplex) {
      for (std::size_t i = 0; i < slot.size(); ++i)
        for (const double sign : {-1.0, 1.0}) {
          result.push_back(value);
          steps::step((result.back().*(member.pointer))[i], member.domain, sign * by);
        }
    } else {
      for (std::size_t from = 0; from < slot.size(); ++from) {
        const std::size_t to = (from + 1) % slot.size();
        const double share = std::min(by, slot[from]);
        result.push_back(value);
        (result.back().*(member.pointer))[from] -= share;
        (result.back().*(member.pointer))[to] += share;
      }
    }
  });
  return result;
}

}  // namespace credence::testing
