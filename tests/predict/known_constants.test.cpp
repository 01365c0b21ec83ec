// Classifiers over families with a known constant, and over histograms.
#include <doctest/doctest.h>

#include <credence/detail/predict/typed_table.hpp>
#include <credence/family/gamma_known_shape.hpp>
#include <credence/family/histogram.hpp>
#include <credence/family/normal_known_variance.hpp>
#include <credence/predict/classifier.hpp>

using namespace credence;

namespace {

Table waits() {
  Table table;
  table.add("class", std::vector<std::string>{"a", "a", "a", "b", "b", "b"});
  table.add("x", std::vector<double>{1, 2, 4, 5, 7, 8});
  return table;
}

Estimates estimates_of(const std::string& family, PriorSpec prior, Estimator estimator) {
  const Schema schema{.label = "class",
                      .columns = {{.name = "x", .family = family, .prior = std::move(prior)}}};
  return estimate(observe(Model(schema), waits()), estimator);
}

template <class F>
const typename F::Likelihood& density_of(const Estimates& estimates, std::size_t klass) {
  const auto& table = typed_table<F>(*estimates.tables.front());
  const typename F::Likelihood* found = nullptr;
  table.visit([&]<class D>(const std::vector<D>& densities) {
    if constexpr (std::is_same_v<D, typename F::Likelihood>) found = &densities[klass];
  });
  REQUIRE(found != nullptr);
  return *found;
}

}  // namespace

TEST_CASE("maximum likelihood takes a known constant from the prior of its column") {
  const PriorSpec known{.values = {{"variance", 4.0}}};
  const auto likeliest =
      estimates_of("normal_known_variance", known, Estimator::maximum_likelihood);

  CHECK(likeliest.undefined.empty());
  CHECK(density_of<NormalKnownVariance>(likeliest, 1).variance == 4);
  CHECK(density_of<NormalKnownVariance>(likeliest, 1).mean == doctest::Approx(20.0 / 3));

  const PriorSpec shape{.values = {{"known_shape", 3.0}}};
  const auto gamma = estimates_of("gamma", shape, Estimator::maximum_likelihood);
  CHECK(density_of<GammaKnownShape>(gamma, 0).shape == 3);
  CHECK(density_of<GammaKnownShape>(gamma, 0).rate == doctest::Approx(9.0 / 7));
}

TEST_CASE("an automatic constant is that of the column, for all estimators alike") {
  for (const Estimator estimator : {Estimator::maximum_likelihood, Estimator::posterior_mean}) {
    const auto found = estimates_of("normal_known_variance", {.word = "auto"}, estimator);
    CHECK(density_of<NormalKnownVariance>(found, 0).variance == doctest::Approx(6.25));
    CHECK(density_of<NormalKnownVariance>(found, 1).variance == doctest::Approx(6.25));
  }
}

TEST_CASE("all classes of a histogram share the bins that the prior's word stands for") {
  for (const Estimator estimator : {Estimator::maximum_likelihood, Estimator::posterior_mean}) {
    const auto found = estimates_of("histogram", {.values = {{"bins", 2.0}}}, estimator);
    CHECK(density_of<DirichletHistogram>(found, 0).edges == std::vector<double>{1, 4.5, 8});
    CHECK(density_of<DirichletHistogram>(found, 1).edges == std::vector<double>{1, 4.5, 8});
  }
  const auto mean =
      estimates_of("histogram", {.values = {{"bins", 2.0}}}, Estimator::posterior_mean);
  CHECK(density_of<DirichletHistogram>(mean, 0).probabilities == std::vector<double>{0.8, 0.2});
}
