// A family of your own, in your own namespace, in a mixed model beside the others. Nothing of the
// library is edited.
#include <algorithm>
#include <cmath>
#include <credence/base/special.hpp>
#include <credence/catalogue/family_of.hpp>
#include <credence/data/csv.hpp>
#include <credence/density/gamma.hpp>
#include <credence/learn/posterior_file.hpp>
#include <credence/predict/classifier.hpp>
#include <credence/study/simulation_based.hpp>
#include <cstdio>
#include <limits>

namespace sea {

using namespace credence;

constexpr double impossible = -std::numeric_limits<double>::infinity();

/// Heights of waves: a Rayleigh density with `rate` = 1 / scale^2.
struct Rayleigh {
  using value_type = double;
  double rate = 1;
  static constexpr auto members = Members{Member{"rate", &Rayleigh::rate, Domain::positive}};
  friend bool operator==(const Rayleigh&, const Rayleigh&) = default;
};
void check(const Rayleigh& d) { check_members(d, "Rayleigh"); }
double log_density(const Rayleigh& d, double x) {
  return x > 0 ? std::log(d.rate) + std::log(x) - d.rate * x * x / 2 : impossible;
}
double draw(const Rayleigh& d, Random& random) {
  return std::sqrt(-2 * std::log1p(-random.uniform()) / d.rate);
}

/// The same with the rate averaged over a Gamma(shape, rate).
struct CompoundRayleigh {
  using value_type = double;
  double shape = 1;
  double rate = 1;
  static constexpr auto members =
      Members{Member{"shape", &CompoundRayleigh::shape, Domain::positive},
              Member{"rate", &CompoundRayleigh::rate, Domain::positive}};
  friend bool operator==(const CompoundRayleigh&, const CompoundRayleigh&) = default;
};
void check(const CompoundRayleigh& d) { check_members(d, "CompoundRayleigh"); }
double log_density(const CompoundRayleigh& d, double x) {
  if (!(x > 0)) return impossible;
  return std::log(d.shape / d.rate) + std::log(x) -
         (d.shape + 1) * std::log1p(x * x / (2 * d.rate));
}
double draw(const CompoundRayleigh& d, Random& random) {
  return draw(Rayleigh{random.gamma(d.shape, d.rate)}, random);
}

/// What the likelihood needs: how many waves, half their squares, and their logarithms.
struct WaveTotals {
  using value_type = double;
  double waves = 0;
  double half_squares = 0;
  double logs = 0;

  void observe(double x, double weight = 1) {
    waves += weight;
    half_squares += weight * x * x / 2;
    logs += weight * std::log(x);
  }
  void forget(double x, double weight = 1) {
    const double left = waves - weight;
    const double rounding = 1e-11 * weight;  // ten times 0.1 is less than 1
    if (left < -rounding) throw Error(ErrorCode::domain, "so many waves were never seen");
    observe(x, -weight);
    half_squares = std::max(half_squares, 0.0);
    if (left <= rounding) *this = {};
  }
  void merge(const WaveTotals& other) {
    waves += other.waves;
    half_squares += other.half_squares;
    logs += other.logs;
  }
  [[nodiscard]] double count() const { return waves; }

  static constexpr auto members =
      Members{Member{"waves", &WaveTotals::waves, Domain::nonnegative},
              Member{"half_squares", &WaveTotals::half_squares, Domain::nonnegative},
              Member{"logs", &WaveTotals::logs, Domain::real}};
  friend bool operator==(const WaveTotals&, const WaveTotals&) = default;
};

Gamma posterior(const Gamma& prior, const WaveTotals& seen) {
  return {.shape = prior.shape + seen.waves, .rate = prior.rate + seen.half_squares};
}
double log_evidence(const Gamma& prior, const WaveTotals& seen) {
  const Gamma after = posterior(prior, seen);
  return log_gamma_ratio(prior.shape, seen.waves) + prior.shape * std::log(prior.rate) -
         after.shape * std::log(after.rate) + seen.logs;
}

struct GammaRayleigh {
  using Likelihood = Rayleigh;
  using Prior = Gamma;
  using Predictive = CompoundRayleigh;
  using Statistics = WaveTotals;

  static constexpr std::string_view name = "rayleigh";
  static constexpr std::string_view needs = "finite numbers above 0";
  PriorRule<Gamma> prior = Automatic::unit;

  static bool accepts(double x) { return x > 0 && std::isfinite(x); }
  static Gamma automatic(Automatic, const WaveTotals& pooled) {
    return {.shape = 1, .rate = mean_half_square(pooled)};
  }
  static Rayleigh maximum_likelihood(const WaveTotals& seen) {
    return {1 / mean_half_square(seen)};
  }
  static Rayleigh maximum_a_posteriori(const Gamma& posterior) {
    if (posterior.shape <= 1)
      throw Error(ErrorCode::undefined, "the posterior rate has no mode above 0");
    return {(posterior.shape - 1) / posterior.rate};
  }
  static Rayleigh posterior_mean(const Gamma& posterior) {
    return {posterior.shape / posterior.rate};
  }
  static CompoundRayleigh predictive(const Gamma& posterior) {
    return {posterior.shape, posterior.rate};
  }
  static double parameters(const Rayleigh& d) { return d.rate; }
  static Rayleigh likelihood(double rate) { return {rate}; }

 private:
  static double mean_half_square(const WaveTotals& seen) {
    if (seen.waves == 0) throw Error(ErrorCode::undefined, "no wave was seen");
    return seen.half_squares / seen.waves;
  }
};

}  // namespace sea

using namespace credence;

int main() {
  const Table log_book = read_csv_text(
      "height,wind,sea\n0.4,W,calm\n0.7,W,calm\n0.6,N,calm\n0.9,E,calm\n"
      "2.9,N,storm\n4.1,N,storm\n1.8,E,storm\n?,N,storm\n",
      "log_book.csv");
  const FamilySet families = shipped_families().with(family_type<sea::GammaRayleigh>());
  const Schema schema = infer_schema(log_book, {.label = "sea"}).schema;
  Model model{schema, families};
  model["height"] = sea::GammaRayleigh{};

  const auto posterior = observe(model, log_book);
  const Table today = read_csv_text("height,wind\n1.2,N\n1.2,W\n", "today.csv");
  for (const Estimator estimator : all_estimators) {
    const Predictions answers = Classifier{posterior, estimator}.predict(today);
    std::printf("%-21s p(storm) = %.4f in a north wind, %.4f in a west wind\n",
                to_string(estimator).data(), answers.probability(0, 1), answers.probability(1, 1));
  }
  std::printf("log evidence %.6f\n", log_evidence(posterior));
  const auto again = posterior_from_json(to_json(posterior), "sea.posterior", families);
  const auto calibration = sbc(sea::GammaRayleigh{Gamma{.shape = 3, .rate = 2}});
  std::printf("flagged parameters: %zu of %zu\n", calibration.flagged().size(),
              calibration.parameters.size());
  std::printf("saved and loaded, equal bit for bit: %s\n", again == posterior ? "yes" : "no");
}
