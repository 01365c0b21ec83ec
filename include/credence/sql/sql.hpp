#pragma once
// SQL for rows that stay in a database: texts that count them, and texts that score them. Nothing
// is opened.
#include <credence/learn/model_posterior.hpp>
#include <credence/predict/estimator.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Naive Bayes where the rows lie. The database counts, the library makes the posterior of what was
/// counted; the library writes the scores of a posterior as one SELECT.
namespace credence::sql {

/// What a database speaks.
enum class Dialect { postgresql, sqlite, duckdb, ansi };

/// "postgresql", "sqlite", "duckdb" or "ansi".
[[nodiscard]] std::string_view to_string(Dialect dialect);

/// The rows: of a table, or of a query.
struct Source {
  /// A name as SQL has it: parts between points, quoted or not. Of duckdb also a file, 'x.parquet' in
  /// single quotes. Always written quoted.
  std::string table{};
  std::string query{};   ///< instead of a table: SQL of the caller's, put in as it stands
  std::string where{};   ///< a condition on the rows, likewise
  std::string weight{};  ///< column of weights; empty: each row counts 1
  std::vector<std::string> from_text{};  ///< columns of numbers that are kept as text
  /// Columns of the model that have another name in the database: the model's, the database's.
  std::vector<std::pair<std::string, std::string>> renamed{};

  friend bool operator==(const Source&, const Source&) = default;
};

/// Returns SQL that counts the rows for a model: CSV of it goes to posterior_from_statistics.
/// throws  Error{schema} naming the feature for what SQL cannot count (a text, a structure), for names
///         and levels that no database holds (byte 0, not UTF-8, too long), and for a source without
///         rows or with two
[[nodiscard]] std::string learning_sql(const Model& model, const Source& source, Dialect dialect);

/// Returns the posterior of what a database counted.
/// in      csv: what the SQL of learning_sql returned for the same model, header lines or not
///         (docs/how_to/rows_in_a_database.md);  name: stands for it in messages
/// out     counts are those of `observe` of the rows; means within 1e-12 standard deviations or a unit
///         in the last place, sums of squares within 1e-12 relatively
/// throws  Error{schema} or Error{parse} with file:line:column where a line was lost, cut off or counted
///         twice, is an error message, or belongs to another schema; Error{domain} naming the feature
///         whose cells its family does not accept
/// in      summation: exact where counts are all that the families keep (rounded_feature); the
///         posterior then has the bytes of `observe` of the rows. Error{schema} for another family,
///         Error{domain} for row weights that are not whole
[[nodiscard]] Posterior<Model> posterior_from_statistics(const Model& model, std::string_view csv,
                                                         const std::string& name,
                                                         Summation summation = Summation::rounded);

/// Returns the first feature of a model whose statistics are not counts alone, so that a database rounds
/// them; empty where there is none.
[[nodiscard]] std::string rounded_feature(const Model& model);

/// A column of predictions, or one for each class.
enum class Answer { label, probability, log_probability, log_joint, impossible };

/// "label", "probability", "log_probability", "log_joint" or "impossible".
[[nodiscard]] std::string_view to_string(Answer answer);

/// What predictions hold.
struct Answers {
  Estimator estimator = Estimator::predictive;
  std::vector<Answer> columns{Answer::label, Answer::probability};
  std::vector<std::string> kept = {};  ///< columns of the rows, copied in front

  friend bool operator==(const Answers&, const Answers&) = default;
};

/// Returns one SELECT that scores rows as a Classifier does: labels are equal wherever the two largest
/// log joints lie 1e-9 apart, log joints within 1e-12 (1 + |log joint|), probabilities within 1e-11;
/// counts of 1e5 and more, whose terms cancel, add a rounding of their largest term.
/// throws  Error{schema} naming the feature whose densities the dialect cannot say, and as
///         learning_sql; Error{undefined} as Classifier
[[nodiscard]] std::string prediction_sql(const Posterior<Model>& posterior, const Source& source,
                                         Dialect dialect, const Answers& answers = {});

}  // namespace credence::sql
