#pragma once
// The mean of what an answer about a word tells, where an expansion does not hold.
#include <credence/density/beta.hpp>
#include <map>
#include <span>
#include <vector>

namespace credence::detail {

/// The mean of sum p f ln f - x ln x with x = sum p f, over the classes and their probabilities p.
/// f is the probability that a document has the word, or that it has none.
/// source  docs/explanation/mutual_information.md
class AnswerMean {
 public:
  enum class Answer { present, absent };

  AnswerMean() = default;
  /// in  concentration: of the Dirichlet density of the class probabilities; 0: they are fixed
  ///     length: tokens of a document;  least: the smallest mean probability of a word
  AnswerMean(std::vector<double> probabilities, double concentration, Answer answer, double length,
             double least);

  /// in    word: its probability in each class
  /// out   within 1e-5 of the mean of x
  /// cost  some hundred logs for each class; a density that its class had before costs nothing else
  [[nodiscard]] double of(std::span<const Beta> word);

 private:
  /// What the sum over the classes asks of one.
  struct Terms {
    double mean = 0, square = 0, log_term = 0;  ///< of f, of its square, of f ln f
    // E exp(-t y) of y = p f at each t, its log, and E y exp(-t y) over it.
    std::vector<double> log_transforms = {}, slopes = {};
  };
  [[nodiscard]] const Terms& terms_of(std::size_t klass, const Beta& word);
  void add_node(Terms& terms, double share, double weight, double value) const;
  /// E x ln x of a sum of the terms.
  [[nodiscard]] double mixture_log_term(std::span<const Terms* const> terms) const;

  std::vector<double> probabilities_;
  double concentration_ = 0;
  Answer answer_ = Answer::present;
  double length_ = 1;
  std::vector<double> places_;                  // t
  std::vector<std::map<double, Terms>> known_;  // by class and pseudo-count
};

}  // namespace credence::detail
