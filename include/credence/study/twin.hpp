#pragma once
// The discriminative counterpart of a model: logistic regression on the columns that the model
// reads.
#include <credence/learn/model.hpp>
#include <credence/predict/linear_form.hpp>
#include <credence/predict/logistic_regression.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace credence {

/// Logistic regression on the features of a model: numbers, counts (over their exposure), binary
/// values and one of each level as 0 and 1, the words of a text as counts, ln of log-normal numbers,
/// cosine and sine of directions. Priors and families of the model are not used otherwise.
///
///     const LogisticRegression twin = logistic_twin(model, patients);
///     linear_form(twin);    // beside linear_form(posterior, estimator)
///
/// in      weight: the column of row weights, empty for 1 each. Rows without a label are skipped
/// throws  as bind and logistic_regression; Error{undefined} with the place of a missing cell;
///         Error{limit} for a text of more than 2999 words; Error{schema} when no row has a label
/// cost    as logistic_regression
[[nodiscard]] LogisticRegression logistic_twin(const Model& model, const Table& table,
                                               const LogisticOptions& options = {},
                                               std::string_view weight = {});

/// Levels of a category, or words of a text, that a logistic regression has weights for. Without a
/// ridge the first level of a category is the one that the others are counted from.
struct TwinLevels {
  std::string feature = {};
  std::vector<std::string> levels;

  friend bool operator==(const TwinLevels&, const TwinLevels&) = default;
};

/// A logistic regression, and what it takes to label the rows of other tables.
///
///     const LogisticTwin twin = fit_logistic_twin(model, patients);
///     predict(twin, today).probability(0, 1);
///     save_file("twin.json", to_json(twin), Overwrite::refuse);
struct LogisticTwin {
  Schema schema = {};  ///< which columns it reads, and as what; its priors say nothing here
  LogisticRegression regression = {};  ///< the weights
  std::vector<TwinLevels> levels;      ///< of the columns that have levels or words
  std::vector<double> class_counts;    ///< weight of the training rows of each class

  friend bool operator==(const LogisticTwin&, const LogisticTwin&) = default;
};

/// Returns the logistic regression of logistic_twin with what it takes to label other rows; throws as
/// that does.
[[nodiscard]] LogisticTwin fit_logistic_twin(const Model& model, const Table& table,
                                             const LogisticOptions& options = {},
                                             std::string_view weight = {});

/// Labels and log probabilities of every row of a table; there are no log joints. Levels and words
/// that were not learned add nothing, and are counted as unseen.
/// throws  as bind; Error{undefined} with the place of a missing cell; Error{shape} for a twin whose
///         terms are not those of its schema
/// cost    rows x columns x classes
[[nodiscard]] Predictions predict(const LogisticTwin& twin, const Table& table,
                                  const FamilySet& families = shipped_families());

/// Returns the log odds of each class against the first, with the levels as such, and the weight of
/// the training rows.
/// throws  as linear_forms(twin.regression)
[[nodiscard]] LinearForms linear_forms(const LogisticTwin& twin);

/// Returns the text of a file of it: one JSON object (docs/reference/posterior_file.md), one line per
/// term.
/// throws  Error{schema} for a name or level that is not UTF-8, which JSON cannot hold
[[nodiscard]] std::string to_json(const LogisticTwin& twin);

/// Returns the twin of such a text, equal to the one written, bit for bit; `name` stands for the file
/// in messages.
/// throws  Error{version} for every fault
[[nodiscard]] LogisticTwin logistic_twin_from_json(std::string_view text, const std::string& name);

/// Returns whether the bytes of a file are such a text, and no posterior file.
/// cost    the first few hundred bytes
[[nodiscard]] bool is_logistic_twin(std::string_view bytes);

}  // namespace credence
