#pragma once
// Why one class and not another: the log odds of a row, line by line.
#include <credence/base/index.hpp>
#include <credence/base/interval.hpp>
#include <credence/predict/estimator.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace credence {

/// What a difference of log probabilities is counted in. Nats everywhere but where people read.
enum class LogUnit { nats, bits, decibans };

/// "nats", "bits" or "decibans".
[[nodiscard]] std::string_view to_string(LogUnit unit);

/// The unit of that name; none when there is no such.
[[nodiscard]] std::optional<LogUnit> log_unit_named(std::string_view name);

/// How many of the unit a nat is: 1, 1/ln 2 or 10/ln 10.
[[nodiscard]] double units_per_nat(LogUnit unit);

/// What a line of an explanation speaks of.
enum class LineKind {
  prior,    ///< the classes before any feature is seen
  feature,  ///< one cell
  word,     ///< one word of a document
  length,   ///< the length of a document, where the density does not factor over words
};

/// "prior", "feature", "word" or "length".
[[nodiscard]] std::string_view to_string(LineKind kind);

/// One line: how much one thing in the row speaks for the class.
struct ExplanationLine {
  LineKind kind = LineKind::feature;
  std::string feature{};  ///< the label's name for the prior
  std::string value{};    ///< as it was written; a word; empty for the prior
  double count = 1;       ///< of a word: how often; of a length: tokens
  double contribution = 0;
  std::string note{};  ///< "missing", "unseen", or "not evaluated" for a class of probability 0
  std::optional<Interval> interval{};  ///< of the contribution, from the posterior

  friend bool operator==(const ExplanationLine&, const ExplanationLine&) = default;
};

/// The log odds of `klass` against `against` for one row. `log_odds` is the sum of the
/// contributions, added one after the other in the order of the lines, to the last bit.
struct Explanation {
  Index row = 0;  ///< position in the table
  std::string klass{};
  std::string against{};
  Estimator estimator = Estimator::predictive;
  LogUnit unit = LogUnit::nats;
  double log_odds = 0;
  std::optional<Interval> interval{};  ///< of the log odds
  double mass = 0;                     ///< that the intervals hold; 0 without any
  std::vector<ExplanationLine> lines{};

  friend bool operator==(const Explanation&, const Explanation&) = default;
};

/// The contributions, added one after the other in the order of the lines. Infinite ones stay so.
[[nodiscard]] double sum_of_lines(const std::vector<ExplanationLine>& lines);

/// The same explanation counted in another unit; its log odds are again the sum of its lines.
[[nodiscard]] Explanation in_unit(Explanation explanation, LogUnit unit);

}  // namespace credence
