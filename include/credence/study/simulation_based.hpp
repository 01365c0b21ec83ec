#pragma once
// Simulation-based calibration: whether the posteriors of a model, or of one family, are what their
// prior and likelihood imply.
#include <credence/detail/study/rank_counts.hpp>
#include <credence/learn/model_posterior.hpp>
#include <credence/study/predictive_check.hpp>
#include <cstdint>
#include <string>
#include <vector>

namespace credence {

/// How to simulate, and from when on a parameter is flagged.
struct SbcOptions {
  Index simulations = 1000;  ///< data sets, each from parameters of its own; at least 5 a bin
  Index draws = 99;          ///< of each posterior, at least 1
  Index bins = 20;           ///< of ranks, 2 to draws + 1
  Index rows = 20;           ///< each data set has 1 to `rows` rows, each number as often
  Index tokens = 50;         ///< length of each document
  double exposure = 1;       ///< of each count that has one
  std::uint64_t seed = 1;
  double mass = 0.95;  ///< that the bands of pictures hold, in (0, 1)
  /// About the most that a model without error has any parameter flagged with: the distribution of
  /// chi-square is exact for many simulations only.
  double false_alarm = 0.01;
  std::vector<std::string> features = {};  ///< of a model: those to check; empty: all

  friend bool operator==(const SbcOptions&, const SbcOptions&) = default;
};

/// How the true values of one parameter rank among draws of their posteriors.
struct ParameterRanks {
  std::string feature = {};        ///< of class probabilities the label; empty for a family alone
  std::string family = {};         ///< of class probabilities empty
  std::string klass = {};          ///< empty for a family alone
  std::string parameter = {};      ///< "mean", "probabilities", ...
  std::string entry = {};          ///< level, column or place in a list; empty for a single number
  std::vector<Index> counts = {};  ///< simulations in each bin of ranks
  double chi_square = 0;   ///< of the counts against uniform ones, bins - 1 degrees of freedom
  double p_value = 1;      ///< of the chi-square
  double mean_rank = 0.5;  ///< of ranks from 0 to 1; 1/2 where draws lie neither high nor low
  /// Cumulative share of the ranks less that of uniform ones, after each rank but the last.
  std::vector<double> ecdf_difference = {};
  double largest_difference = 0;  ///< in size, of these

  friend bool operator==(const ParameterRanks&, const ParameterRanks&) = default;
};

/// The parameters of a model or family, ranked among draws of their posteriors.
struct SimulationBasedCalibration {
  SbcOptions options = {};
  std::string subject = {};                ///< "label L" or "family F"
  std::vector<ParameterRanks> parameters;  ///< by feature, class and number
  std::vector<std::string> notes;

  /// The p-value below which a parameter is flagged: the false alarm shared out among all of them.
  [[nodiscard]] double threshold() const;
  /// Returns whether a parameter's p-value lies below.
  [[nodiscard]] bool is_flagged(const ParameterRanks& parameter) const {
    return parameter.p_value < threshold();
  }
  /// Returns the flagged parameters, the smallest p-value first; they point into the result.
  [[nodiscard]] std::vector<const ParameterRanks*> flagged() const&;
  /// Nothing can point into a result that dies at the end of the expression: give it a name.
  std::vector<const ParameterRanks*> flagged() const&& = delete;
  /// Returns half the width of the band that holds all of an ECDF difference with probability `mass`.
  /// source  [massart1990]
  [[nodiscard]] double ecdf_band() const;
  /// Returns the counts between which a bin of so many of the ranks lies with probability `mass`.
  [[nodiscard]] Interval count_band(Index ranks) const;

  friend bool operator==(const SimulationBasedCalibration&,
                         const SimulationBasedCalibration&) = default;
};

/// Returns the name of a parameter: "'mean' of 'age' in class 'ill'", "'probabilities' (Oslo) of ...".
[[nodiscard]] std::string name_of(const ParameterRanks& parameter);

/// Returns what is said of a flagged parameter: how its true values stand among the draws.
[[nodiscard]] std::string sentence_on(const ParameterRanks& parameter);

/// Checks whether a model's posteriors are what its priors and likelihoods imply. As many times as
/// asked, every parameter is drawn from its prior, a table from these parameters, and from the
/// posterior that the table leaves as many draws as asked. The true value's rank among the draws is
/// uniform where everything is right. Tables go through the whole of the library: binding, learning,
/// drawing.
///
///     const auto found = sbc(Model{schema, families}, {.simulations = 1000});
///     found.flagged();    // empty where nothing is wrong
///
/// in      model: lists classes and levels; its priors are proper and in numbers
/// out     parameters that no draw moves, such as fixed hyperparameters, are left out
/// throws  Error{undefined} naming a column whose prior takes its numbers from data (`auto` of numbers
///         and counts, `empirical`), or is improper; for models with a structure;  Error{schema} for an
///         unknown feature;  Error{domain} for options that make no sense, Error{limit} for more ranks
///         than memory holds
/// cost    simulations x (rows + draws x parameters). The same bits for any number of threads
/// source  [talts2018]; docs/explanation/simulation_based_calibration.md
[[nodiscard]] SimulationBasedCalibration sbc(const Model& model, const SbcOptions& options = {});

/// Checks the model of a posterior with the classes and levels it has. Priors that take their numbers
/// from data have those of this posterior, in all simulations; the notes name them.
/// throws  as freeze and sbc
[[nodiscard]] SimulationBasedCalibration sbc(const Posterior<Model>& posterior,
                                             const SbcOptions& options = {});

namespace detail {
/// Throws Error{domain} for options that make no sense.
void check_options(const SbcOptions& options);
/// Returns a source of random numbers for each simulation.
[[nodiscard]] Random random_of_simulation(std::uint64_t seed, Index simulation);
/// Adds the names of all numbers of some fields, which have these levels or columns.
void add_names(const Fields& fields, const ParameterRanks& where,
               std::span<const std::string> entries, std::vector<ParameterRanks>& names);
/// Returns the result: the parameters that vary, under these names.
[[nodiscard]] SimulationBasedCalibration ranked(std::string subject,
                                                std::vector<ParameterRanks> names,
                                                const RankCounts& counts,
                                                const SbcOptions& options);
/// Throws Error{undefined}: nothing can be drawn from the prior of a family.
[[noreturn]] void no_prior_to_draw(std::string_view family, const std::string& why);
}  // namespace detail

/// Checks a family alone: no model, no table, and for a datum of any type. A family of your own that
/// updates its prior wrongly is flagged.
///
///     const auto found = sbc(sea::GammaRayleigh{Gamma{.shape = 3, .rate = 2}});
///     to_text(found);
///
/// in      family: its prior is proper and in numbers
/// throws  Error{undefined} for a prior that is a word, or improper;  Error{domain} for options that
///         make no sense
/// cost    simulations x (rows + draws x parameters)
template <ConjugateFamily F>
[[nodiscard]] SimulationBasedCalibration sbc(const F& family, const SbcOptions& options = {}) {
  using Prior = typename F::Prior;
  detail::check_options(options);
  const Prior* prior = get_if<Prior>(family.prior);
  if (prior == nullptr) detail::no_prior_to_draw(F::name, "it takes numbers from data");
  try {
    check(*prior);
  } catch (const Error& error) {
    detail::no_prior_to_draw(F::name, error.what());
  }
  const auto drawn = [](const Prior& from, Random& random) {
    return likelihood_at<F>(from, detail::draw_from(from, random));
  };
  const auto numbers = [](const typename F::Likelihood& likelihood) {
    std::vector<double> all;
    detail::add_numbers<F>(likelihood, all);
    return all;
  };
  detail::RankCounts counts(options.draws);
  std::vector<ParameterRanks> names;
  for (Index i = 0; i < options.simulations; ++i) {
    Random random = detail::random_of_simulation(options.seed, i);
    const auto truth = drawn(*prior, random);
    if (names.empty())
      detail::add_names(to_fields(truth), {.family = std::string(F::name)}, {}, names);
    typename F::Statistics seen;
    for (const typename F::Statistics::value_type& datum :
         detail::drawn_data<F>(truth, options.rows, random))
      seen.observe(datum);
    const Prior after = detail::posterior_of(*prior, seen);
    counts.add(numbers(truth), random, [&] { return numbers(drawn(after, random)); });
  }
  return detail::ranked("family " + std::string(F::name), std::move(names), counts, options);
}

}  // namespace credence
