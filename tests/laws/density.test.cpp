// Laws of the densities of every family: they sum to one, never give NaN, and draw what they say.
#include <algorithm>
#include <cmath>
#include <limits>

#include "support/family_laws.hpp"
#include "support/family_totals.hpp"
#include "support/throws.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

template <class D>
void check_total(const D& density) {
  const Total total = total_probability(density);
  CHECK(std::abs(total.found - total.expected) <= 1e-9);
}

// Odd points of what a density may be asked about.
std::vector<double> odd_points(const double*) {
  const double infinity = std::numeric_limits<double>::infinity();
  const double largest = std::numeric_limits<double>::max();
  const double smallest = std::numeric_limits<double>::denorm_min();
  return {infinity,
          -infinity,
          largest,
          -largest,
          smallest,
          -smallest,
          0.0,
          -0.0,
          1.0,
          0.5,
          std::numeric_limits<double>::quiet_NaN(),
          1e17,
          4503599627370496.0};
}
std::vector<bool> odd_points(const bool*) { return {false, true}; }
std::vector<Code> odd_points(const Code*) {
  return {
      missing_code, 0, 1, 1000, std::numeric_limits<Code>::max(), std::numeric_limits<Code>::min()};
}
std::vector<Count> odd_points(const Count*) {
  std::vector<Count> result;
  for (const double count : odd_points(static_cast<const double*>(nullptr)))
    for (const double exposure : {1.0, 0.0, -1.0, 1e-300, 1e300, std::nan("")})
      result.emplace_back(count, exposure);
  return result;
}
std::vector<WordCounts> odd_points(const WordCounts*) {
  std::vector<WordCounts> result{{}};
  for (const double count : odd_points(static_cast<const double*>(nullptr)))
    for (const std::uint32_t word : {0u, 1u, 4000000000u}) result.push_back({{word, count}});
  return result;
}
std::vector<std::vector<double>> odd_points(const std::vector<double>*) {
  return {{}, {1}, {1, 0}, {0, 1}, {1, 0, 0}, {0.5, 0.5, 0}, {std::nan(""), 1}, {2, -1}};
}
std::vector<MeanVariance> odd_points(const MeanVariance*) {
  std::vector<MeanVariance> result;
  for (const double mean : odd_points(static_cast<const double*>(nullptr)))
    for (const double variance : odd_points(static_cast<const double*>(nullptr)))
      result.push_back({mean, variance});
  return result;
}
std::vector<MeansVariances> odd_points(const MeansVariances*) {
  std::vector<MeansVariances> result{{}};
  for (const MeanVariance& point : odd_points(static_cast<const MeanVariance*>(nullptr)))
    for (const std::size_t columns : {1U, 2U, 3U})
      result.push_back(
          {std::vector<double>(columns, point.mean), std::vector<double>(columns, point.variance)});
  return result;
}

std::vector<MeansCovariance> odd_points(const MeansCovariance*) {
  std::vector<MeansCovariance> result{{}};
  for (const MeanVariance& point : odd_points(static_cast<const MeanVariance*>(nullptr)))
    for (const std::size_t columns : {1U, 2U, 3U, 4U}) {
      std::vector<double> triangle = triangle_of(std::vector<double>(columns, point.variance));
      result.push_back({std::vector<double>(columns, point.mean), triangle});
      triangle.back() = 1;
      result.push_back({std::vector<double>(columns, point.mean), triangle});
      result.push_back({std::vector<double>(columns, 0.0),
                        std::vector<double>(triangle.size(), point.variance)});
    }
  return result;
}

template <class D>
bool is_density(const D& density) {
  return !throws_error([&] { check(density); }, ErrorCode::domain);
}

template <class D>
bool never_nan(const D& density) {
  for (const typename D::value_type& x :
       odd_points(static_cast<const typename D::value_type*>(nullptr)))
    if (std::isnan(log_density(density, x))) return false;
  return true;
}

}  // namespace

TEST_CASE("likelihood and predictive and prior sum or integrate to one") {
  for_every_family(12, [](auto family, Random& random) {
    using F = decltype(family);
    const auto truth = random_truth<F>(random, 2 + random.below(2));

    check_total(truth.likelihood);
    check_total(F::predictive(truth.prior));
    check_total(truth.prior);
  });
}

TEST_CASE("a log density is never NaN wherever it is asked for") {
  for_every_family([](auto family, Random& random) {
    using F = decltype(family);
    const auto sample = random_sample<F>(random, 3);
    const auto after = posterior(sample.prior, sample.seen());
    const auto likeliest =
        if_defined([&] { return credence::likeliest<F>(sample.prior, sample.seen()); });
    const auto mode = if_defined([&] { return F::maximum_a_posteriori(after); });

    RC_ASSERT(never_nan(sample.prior));
    RC_ASSERT(never_nan(sample.truth));
    RC_ASSERT(never_nan(F::predictive(after)));
    // An estimate may be no density to rounding, as a covariance that is nearly singular.
    if (likeliest && is_density(*likeliest)) RC_ASSERT(never_nan(*likeliest));
    if (mode && is_density(*mode)) RC_ASSERT(never_nan(*mode));
  });
}

TEST_CASE("what a likelihood draws is accepted by its family and not impossible under it") {
  for_every_family([](auto family, Random& random) {
    using F = decltype(family);
    const auto truth = random_truth<F>(random, 4).likelihood;

    const typename Sample<F>::Datum datum = draw(truth, random);

    RC_ASSERT(F::accepts(datum));
    RC_ASSERT(log_density(truth, datum) > -std::numeric_limits<double>::infinity());
  });
}

namespace {

// Values that a member of this domain cannot have.
std::vector<double> outside(Domain domain) {
  std::vector<double> values{std::nan(""), std::numeric_limits<double>::infinity()};
  if (domain == Domain::positive) values.insert(values.end(), {0, -1});
  if (domain == Domain::nonnegative) values.push_back(-1);
  if (domain == Domain::probability || domain == Domain::simplex)
    values.insert(values.end(), {-0.5, 1.5});
  return values;
}

void fill(double& member, double value) { member = value; }
void fill(std::vector<double>& member, double value) {
  std::fill(member.begin(), member.end(), value);
}

// Whether a call is refused as a question of the wrong domain.
template <class Call>
bool is_refused(Call&& call) {
  return throws_error([&] { static_cast<void>(call()); }, ErrorCode::domain);
}

// Whether a distribution that is none answers nothing.
// in  x: a datum that it would take
template <class D>
bool answers_nothing(const D& none, const typename D::value_type& x) {
  Random random(1);
  bool refused = is_refused([&] { return log_density(none, x); }) &&
                 is_refused([&] { return draw(none, random); });
  if constexpr (requires { cdf(none, x); })
    refused = refused && is_refused([&] { return cdf(none, x); });
  if constexpr (requires { quantile(none, 0.5); })
    refused = refused && is_refused([&] { return quantile(none, 0.5); });
  if constexpr (requires { credible_interval(none, 0.5); })
    refused = refused && is_refused([&] { return credible_interval(none, 0.5); });
  return refused;
}

template <class D>
void check_broken(const D& density, Random& random) {
  const typename D::value_type x = draw(density, random);
  for_each_member<D>([&](const auto& member) {
    CAPTURE(member.name);
    for (const double value : outside(member.domain)) {
      CAPTURE(value);
      D broken = density;
      fill(broken.*(member.pointer), value);
      // What was found for other numbers goes with them.
      if constexpr (requires { broken.boxes; }) broken.boxes.clear();
      if (broken != density) CHECK(answers_nothing(broken, x));
    }
  });
}

template <class D>
void check_probabilities(const D& density) {
  if constexpr (requires { quantile(density, 0.5); })
    for (const double p : {std::nan(""), -0.5, 1.5})
      CHECK(is_refused([&] { return quantile(density, p); }));
  if constexpr (requires { cdf(density, typename D::value_type(0.5)); })
    CHECK(is_refused([&] { return cdf(density, typename D::value_type(std::nan(""))); }));
}

}  // namespace

TEST_CASE("a distribution with a parameter outside its domain answers nothing") {
  for_every_family(3, [](auto family, Random& random) {
    using F = decltype(family);
    const auto truth = random_truth<F>(random, 2 + random.below(2));

    check_broken(truth.likelihood, random);
    check_broken(F::predictive(truth.prior), random);
    check_broken(truth.prior, random);
  });
}

TEST_CASE("quantiles of what is no probability and cumulative probabilities of NaN are refused") {
  for_every_family(1, [](auto family, Random& random) {
    using F = decltype(family);
    const auto truth = random_truth<F>(random, 3);

    check_probabilities(truth.likelihood);
    check_probabilities(F::predictive(truth.prior));
    check_probabilities(truth.prior);
  });
}

TEST_CASE("a parameter outside its domain is named by check") {
  for_every_family(1, [](auto family, Random&) {
    using F = decltype(family);
    const typename F::Prior prior;

    for_each_member<typename F::Prior>([&](const auto& member) {
      auto broken = prior;
      auto& slot = broken.*(member.pointer);
      if constexpr (std::is_same_v<std::remove_cvref_t<decltype(slot)>, double>)
        slot = std::nan("");
      else
        slot = {1, std::nan("")};
      std::string message;
      try {
        check(broken);
      } catch (const Error& error) {
        message = error.what();
      }
      CHECK(message.find(std::string(member.name)) != std::string::npos);
    });
  });
}
