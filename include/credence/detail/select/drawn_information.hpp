#pragma once
// Mutual information of parameters drawn from a posterior. Included by
// detail/select/ranked_family_of.hpp
// alone.
#include <algorithm>
#include <cmath>
#include <credence/base/parallel.hpp>
#include <credence/detail/predict/block_beliefs.hpp>
#include <credence/predict/uncertainty.hpp>
#include <credence/select/density_information.hpp>
#include <vector>

namespace credence::detail {

/// A density whose mutual information with its class can be had; user families give their densities
/// such a function in their own namespace.
template <class D>
concept Informative = requires(std::span<const double> probabilities,
                               std::span<const D> densities) {
  { mutual_information(probabilities, densities) } -> std::same_as<double>;
};

/// A density of several numbers at once, each of which has a density of its own.
template <class D>
concept HasMarginals = requires(const D& density) {
  {marginal(density, Index{0})};
}
&&Informative<decltype(marginal(std::declval<const D&>(), Index{0}))>;

/// A density of documents.
template <class D>
concept HasWords = requires(std::span<const double> probabilities, std::span<const D> densities) {
  {word_information(probabilities, densities, WordForm::token, 1.0)};
};

/// Class probabilities and densities, drawn together.
template <class D>
struct DrawnClasses {
  std::vector<double> probabilities;
  std::vector<D> densities;
};

/// Returns the information of each draw. Those of many levels are large: a few are kept at a time.
/// in    draw_densities(random, densities): adds one of each class
/// cost  draws times that of a mutual information, on several threads
template <Informative D, class DrawDensities>
[[nodiscard]] std::vector<double> information_of_draws(const ClassBeliefs& classes,
                                                       const InformationOptions& options,
                                                       const DrawDensities& draw_densities) {
  constexpr Index chunk_draws = 8;
  Random random(options.seed);
  std::vector<double> information(static_cast<std::size_t>(options.draws));
  std::vector<DrawnClasses<D>> drawn(static_cast<std::size_t>(chunk_draws * threads_in_use()));
  for (Index first = 0; first < options.draws; first += std::ssize(drawn)) {
    drawn.resize(std::min(drawn.size(), information.size() - static_cast<std::size_t>(first)));
    for (auto& one : drawn) {
      one = {};
      for (const double log_p : draw(classes, random)) one.probabilities.push_back(std::exp(log_p));
      draw_densities(random, one.densities);
    }
    credence::for_each_chunk((std::ssize(drawn) + chunk_draws - 1) / chunk_draws, [&](Index chunk) {
      const Index end = std::min(std::ssize(drawn), (chunk + 1) * chunk_draws);
      for (Index d = chunk * chunk_draws; d < end; ++d) {
        const auto& [probabilities, densities] = drawn[static_cast<std::size_t>(d)];
        information[static_cast<std::size_t>(first + d)] =
            mutual_information(probabilities, std::span<const D>(densities));
      }
    });
  }
  return information;
}

/// Draws of the information of a feature of one column.
/// in  cells: the distribution of the parameters of each class
template <ConjugateFamily F>
[[nodiscard]] std::vector<double> drawn_information(const ClassBeliefs& classes,
                                                    std::span<const typename F::Prior> cells,
                                                    const InformationOptions& options) {
  using Likelihood = typename F::Likelihood;
  return information_of_draws<Likelihood>(
      classes, options, [&](Random& random, std::vector<Likelihood>& densities) {
        for (const typename F::Prior& cell : cells) {
          auto parameters = draw_from(cell, random);
          keep_in_range(cell, parameters);
          densities.push_back(likelihood_at<F>(cell, parameters));
        }
      });
}

/// Draws of the information of one column whose classes may share a variance.
/// in  cells: the distribution of the column in each class;  shared: whether there is one variance
[[nodiscard]] std::vector<double> drawn_tied_information(const ClassBeliefs& classes,
                                                         std::span<const NormalInverseGamma> cells,
                                                         bool shared,
                                                         const InformationOptions& options);

}  // namespace credence::detail
