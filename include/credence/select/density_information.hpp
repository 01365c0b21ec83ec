#pragma once
// How much one draw says about the class whose density it came from.
#include <credence/density/bernoulli.hpp>
#include <credence/density/categorical.hpp>
#include <credence/density/exponential.hpp>
#include <credence/density/gamma.hpp>
#include <credence/density/geometric.hpp>
#include <credence/density/histogram.hpp>
#include <credence/density/log_normal.hpp>
#include <credence/density/multinomial.hpp>
#include <credence/density/normal.hpp>
#include <credence/density/pascal.hpp>
#include <credence/density/poisson.hpp>
#include <credence/density/polya_tree.hpp>
#include <credence/density/student_t.hpp>
#include <credence/density/von_mises.hpp>
#include <credence/select/mutual_information.hpp>
#include <span>
#include <vector>

namespace credence {

/// Returns the entropy of classes of these probabilities, in nats: the most that anything can say
/// about them.
/// throws  Error{domain} for one that is negative, infinite or NaN
[[nodiscard]] double entropy(std::span<const double> probabilities);

/// Returns the mutual information between a class of these probabilities and a draw from its
/// density.
///
///     const std::array shares{0.3, 0.7};
///     const std::array rain{Bernoulli{0.8}, Bernoulli{0.25}};
///     mutual_information(shares, std::span<const Bernoulli>(rain));    // 0.1349 nats
///
/// in      probabilities: at least 0, of sum 1; densities: one for each class, of which those of
///         probability 0 are not looked at
/// out     nats, in [0, entropy(probabilities)]; 0 where the densities are equal; the same bits for
///         any order of the classes, and of the levels
/// throws  Error{shape} unless there is one density for each probability
/// cost    classes x levels. Counts: a sum over all of them but 1e-17, of some thousand terms at
///         most. Numbers: an integral of some hundred points for each class
/// source  docs/explanation/mutual_information.md
[[nodiscard]] double mutual_information(std::span<const double> probabilities,
                                        std::span<const Bernoulli> densities);
[[nodiscard]] double mutual_information(std::span<const double> probabilities,
                                        std::span<const Categorical> densities);
[[nodiscard]] double mutual_information(std::span<const double> probabilities,
                                        std::span<const Geometric> densities);
[[nodiscard]] double mutual_information(std::span<const double> probabilities,
                                        std::span<const CompoundGeometric> densities);
/// Over an exposure of 1.
[[nodiscard]] double mutual_information(std::span<const double> probabilities,
                                        std::span<const Poisson> densities);
[[nodiscard]] double mutual_information(std::span<const double> probabilities,
                                        std::span<const NegativeBinomial> densities);
[[nodiscard]] double mutual_information(std::span<const double> probabilities,
                                        std::span<const Normal> densities);
[[nodiscard]] double mutual_information(std::span<const double> probabilities,
                                        std::span<const StudentT> densities);
[[nodiscard]] double mutual_information(std::span<const double> probabilities,
                                        std::span<const LogNormal> densities);
[[nodiscard]] double mutual_information(std::span<const double> probabilities,
                                        std::span<const LogStudentT> densities);
[[nodiscard]] double mutual_information(std::span<const double> probabilities,
                                        std::span<const Exponential> densities);
[[nodiscard]] double mutual_information(std::span<const double> probabilities,
                                        std::span<const Lomax> densities);
[[nodiscard]] double mutual_information(std::span<const double> probabilities,
                                        std::span<const Pascal> densities);
[[nodiscard]] double mutual_information(std::span<const double> probabilities,
                                        std::span<const CompoundNegativeBinomial> densities);
[[nodiscard]] double mutual_information(std::span<const double> probabilities,
                                        std::span<const Gamma> densities);
[[nodiscard]] double mutual_information(std::span<const double> probabilities,
                                        std::span<const CompoundGamma> densities);
[[nodiscard]] double mutual_information(std::span<const double> probabilities,
                                        std::span<const VonMises> densities);
[[nodiscard]] double mutual_information(std::span<const double> probabilities,
                                        std::span<const CompoundVonMises> densities);
/// Between the outer edges.
[[nodiscard]] double mutual_information(std::span<const double> probabilities,
                                        std::span<const Histogram> densities);
[[nodiscard]] double mutual_information(std::span<const double> probabilities,
                                        std::span<const PolyaTree> densities);

/// What each word says about the class. As tokens: what one token contributes by being the word,
/// which over all words adds up to the information of a token. As presence: that of whether a
/// document of `document_length` tokens holds the word.
/// out     one entry for each word; nats, in [0, entropy(probabilities)]
/// throws  Error{shape} unless there is one density for each probability
/// cost    classes x words
/// source  docs/explanation/mutual_information.md
[[nodiscard]] std::vector<double> word_information(std::span<const double> probabilities,
                                                   std::span<const Multinomial> densities,
                                                   WordForm form = WordForm::token,
                                                   double document_length = 1);
/// Tokens of one document are not independent here: a word seen is more probable to come again, so
/// that fewer documents hold it.
[[nodiscard]] std::vector<double> word_information(std::span<const double> probabilities,
                                                   std::span<const CompoundMultinomial> densities,
                                                   WordForm form = WordForm::token,
                                                   double document_length = 1);

}  // namespace credence
