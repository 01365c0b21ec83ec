#pragma once
// The distribution of the information of words, in closed form: there are thousands of them.
#include <credence/detail/select/answer_mean.hpp>
#include <credence/family/dirichlet_multinomial.hpp>
#include <credence/predict/uncertainty.hpp>
#include <credence/select/mutual_information.hpp>
#include <span>
#include <vector>

namespace credence::detail {

/// Mean and variance of the information of a word, from those of the class probabilities and of the
/// word's probability in each class by the second-order expansion of the formula. Where that is off
/// by more than a percent, as for words of small pseudo-counts, the mean is integrated instead.
/// source  docs/explanation/mutual_information.md
class WordBeliefs {
 public:
  /// in  cells: the distribution of the words of each class; empty: nothing
  WordBeliefs(const ClassBeliefs& classes, std::vector<Dirichlet> cells,
              const InformationOptions& options);

  /// Adds to each word the distribution of it, where there is something.
  /// in    words: in the order of the cells
  /// cost  for each word the square of the number of classes, and three quantiles of a Gamma
  ///       density, and for each count of a class some 50 microseconds where means are integrated;
  ///       of words with equal numbers in all classes the first pays
  void add_to_all(std::vector<FeatureInformation>& words) const;
  /// Returns the moments alone.
  /// in    there are beliefs
  [[nodiscard]] InformationMoments moments(std::size_t word);

 private:
  void add_to(FeatureInformation& one, std::size_t word);
  /// What one answer (this word or present, another or absent) adds to gradient and Hessian.
  void add_answer(const std::vector<double>& values, double sign);
  void set_values(std::size_t word);
  [[nodiscard]] double& second(std::size_t i, std::size_t j) {
    return hessian_[i * gradient_.size() + j];
  }
  /// The Hessian times the covariances.
  void multiply();
  /// Returns the mean of the expansion where that is within a percent, else what is integrated.
  [[nodiscard]] double mended(double expanded, std::size_t word);

  InformationOptions options_;
  std::vector<Dirichlet> cells_;
  std::vector<double> totals_;
  std::vector<double> probabilities_;  // of the classes
  double concentration_ = 0;           // of their Dirichlet density; 0: they are fixed
  double most_ = 0;
  // Of the class probabilities, then of the word's probability in each class.
  std::vector<double> values_, variances_, gradient_, hessian_, product_;
  double information_ = 0;
  AnswerMean present_, absent_;
};

/// Adds to each word how probable token counts as uneven would be if it told nothing.
void add_word_tests(std::vector<FeatureInformation>& words, std::span<const WordTotals> cells);

}  // namespace credence::detail
