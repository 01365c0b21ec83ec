#pragma once
// A family for each column, chosen by evidence.
#include <credence/base/index.hpp>
#include <credence/data/table.hpp>
#include <credence/select/relevance.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace credence {

/// The log evidence of one family for a column, given the label.
struct FamilyEvidence {
  std::string family = {};
  std::optional<double> log_evidence;      ///< nats, on the measure of the column
  std::optional<double> log_bayes_factor;  ///< against the best family: at most 0
  std::string undefined = {};              ///< why there is none; empty where there is

  friend bool operator==(const FamilyEvidence&, const FamilyEvidence&) = default;
};

/// What the evidences of one column are relative to. Only those of one measure can be compared.
enum class Measure {
  probability,  ///< of levels, or of whole numbers: a density counts as that of a cell of width 1
  density,      ///< per unit of the column
};

/// Returns the measure's word in reports: "probability", "density".
[[nodiscard]] std::string_view to_string(Measure measure);

/// What the evidence says of one column.
struct Suggestion {
  std::string feature = {};
  Measure measure = Measure::probability;
  std::vector<FamilyEvidence> families;  ///< admissible ones, the best first
  std::string chosen = "none";           ///< the family of the largest evidence
  std::string why_none = {};             ///< why none is chosen; empty where one is
  std::optional<Relevance> relevance;    ///< of the chosen family
  /// Whether the evidence for a likelihood per class is worth a mention: a Bayes factor of at least
  /// `worth_a_mention`. Otherwise one likelihood for all classes says as much.
  bool depends_on_class = false;

  friend bool operator==(const Suggestion&, const Suggestion&) = default;
};

/// The least Bayes factor that is "worth more than a bare mention".
/// source  [raftery1995]
inline constexpr double worth_a_mention = 3;

/// A family for each column of a table.
struct Suggestions {
  Index rows = 0;          ///< rows used: with a label and a positive weight
  Index skipped_rows = 0;  ///< rows without a label
  std::string label = {};
  std::vector<std::string> classes;
  std::vector<Suggestion> columns;    ///< in the order of the table
  std::vector<std::string> warnings;  ///< what the reader of the data should know

  friend bool operator==(const Suggestions&, const Suggestions&) = default;
};

/// Options of a suggestion of families.
struct SuggestOptions {
  std::string label = {};
  std::vector<std::string> columns = {};  ///< those to choose for; empty: all
  std::vector<std::string> drop = {};     ///< columns to leave out
  std::string weight = {};                ///< column of row weights, left out; empty: 1 each
  double prior_probability = 0.5;         ///< that a column depends on the class, before the data

  friend bool operator==(const SuggestOptions&, const SuggestOptions&) = default;
};

/// For each column the log evidence of every family that admits its cells, given the label, under
/// the family's default prior; the family of the largest; and whether the column depends on the
/// class at all. Admissible are
///   numbers of only 0 and 1       bernoulli, categorical
///   whole numbers of at least 0   poisson, geometric
///   whole numbers                 normal; histogram; polya_tree; lognormal when above 0;
///                                 categorical up to 30 of them
///   other numbers                 normal; histogram; polya_tree; lognormal when above 0;
///                                 exponential when at least 0
///   categories, documents         categorical; multinomial
/// Histogram and polya_tree are asked of at least 100 numbers, the histogram in ten bins of equal
/// frequency: the edges of its default prior are chosen by the label and would inflate the evidence.
/// Its outermost bins count as half of the smallest gap between two numbers wider.
/// A normal or lognormal density of whole numbers counts as the probability of a cell of width 1;
/// where its spread in a class is below half a cell, the entry is undefined and says so. Constant
/// columns and identifiers get no family, and the reason (data/infer.hpp). Of equal evidences the
/// family that comes first in shipped_families() is chosen.
/// throws  Error{schema} for an unknown column, or no row with a label; Error{parse} for a
///         cell that is no number in a column of numbers; Error{domain} for a bad weight or prior
///         probability
/// cost    one pass over the cells to look at them, and one that learns all families
/// source  docs/explanation/evidence.md
[[nodiscard]] Suggestions suggest(const Table& table, const SuggestOptions& options);

/// Returns the model in which each of the named columns has the family that `suggest` chooses;
/// "none" where it chooses none. Studies choose anew in every training part
/// (CompareOptions::by_evidence).
///
///     const Model chosen = with_families_by_evidence(model, patients, {"age", "visits"});
///
/// throws  as suggest; Error{schema} for a name that is no column of the model
/// cost    as suggest
[[nodiscard]] Model with_families_by_evidence(const Model& model, const Table& table,
                                              const std::vector<std::string>& columns,
                                              std::string_view weight = {});

}  // namespace credence
