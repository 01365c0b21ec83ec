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

/// Returns the information of each draw.
/// cost  draws times that of a mutual information, on several threads
template <Informative D>
[[nodiscard]] std::vector<double> information_of_draws(const std::vector<DrawnClasses<D>>& drawn) {
  constexpr Index chunk_draws = 8;
  std::vector<double> information(drawn.size());
  const Index draws = std::ssize(drawn);
  credence::for_each_chunk((draws + chunk_draws - 1) / chunk_draws, [&](Index chunk) {
    for (Index d = chunk * chunk_draws; d < std::min(draws, (chunk + 1) * chunk_draws); ++d) {
      const auto at = static_cast<std::size_t>(d);
      information[at] =
          mutual_information(drawn[at].probabilities, std::span<const D>(drawn[at].densities));
    }
  });
  return information;
}

/// Draws of the information of a feature of one column.
/// in  cells: the distribution of the parameters of each class
template <ConjugateFamily F>
[[nodiscard]] std::vector<double> drawn_information(const ClassBeliefs& classes,
                                                    std::span<const typename F::Prior> cells,
                                                    const InformationOptions& options) {
  Random random(options.seed);
  std::vector<DrawnClasses<typename F::Likelihood>> drawn;
  for (Index d = 0; d < options.draws; ++d) {
    auto& one = drawn.emplace_back();
    for (const double log_p : draw(classes, random)) one.probabilities.push_back(std::exp(log_p));
    for (const typename F::Prior& cell : cells) {
      auto parameters = draw_from(cell, random);
      keep_in_range(cell, parameters);
      one.densities.push_back(likelihood_at<F>(cell, parameters));
    }
  }
  return information_of_draws(drawn);
}

/// Draws of the information of one column whose classes may share a variance.
/// in  cells: the distribution of the column in each class;  shared: whether there is one variance
[[nodiscard]] std::vector<double> drawn_tied_information(const ClassBeliefs& classes,
                                                         std::span<const NormalInverseGamma> cells,
                                                         bool shared,
                                                         const InformationOptions& options);

}  // namespace credence::detail
