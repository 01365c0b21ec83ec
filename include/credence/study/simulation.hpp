#pragma once
// Data drawn from a model whose parameters are known; where such parameters come from: a draw, or a
// file; and how often the best classifier of such data is wrong.
#include <credence/base/index.hpp>
#include <credence/predict/estimates.hpp>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace credence {

/// Which class each drawn row has.
enum class ClassesDrawn {
  at_random,  ///< each row by the class probabilities
  in_turn,    ///< one row of each class after the other, so that classes have equally many
};

/// What is drawn of a truth.
struct SimulationOptions {
  Index rows = 100;
  Index first = 0;  ///< rows of the same simulation that come before these
  std::uint64_t seed = 1;
  ClassesDrawn classes = ClassesDrawn::at_random;
  Index tokens = 50;    ///< length of each document
  double exposure = 1;  ///< of each count that has one

  friend bool operator==(const SimulationOptions&, const SimulationOptions&) = default;
};

/// Returns rows drawn from known densities: of each row a class by the class probabilities, then
/// every feature by the density of that class. The label is the last column; no cell is missing,
/// but where the schema makes that a level.
///
///     const auto truth = estimate(posterior, Estimator::posterior_mean);
///     const Table data = simulate(truth, {.rows = 1000, .seed = 7});
///     Classifier{truth}.predict(data);    // the best classifier that there is for such data
///
/// in      truth: class probabilities and densities, whatever they come from: an estimator, a draw, a
///         file. Under `predictive` each row has parameters of its own
/// throws  Error{undefined} naming the cells without a density, and a cell whose draws are beyond the
///         range of double; where no class has a probability; for a model with a structure.
///         Error{schema} for a word that a text cannot hold, Error{domain} for options that make no
///         sense
/// cost    rows x features; the same bits for any number of threads. The first rows of a longer
///         simulation are those of a shorter one, and a column does not depend on the other columns
[[nodiscard]] Table simulate(const Estimates& truth, const SimulationOptions& options);

/// Returns one draw of every parameter from the distribution of it: from the prior where no data
/// were seen, else from the posterior. Cells that share a variance share the draw.
///
///     const auto truth = drawn_truth(empty_posterior(model), 7);
///     const Table data = simulate(truth, {.rows = 1000});
///
/// throws  Error{undefined} without classes or levels, which a schema must list where no data bring
///         them; for a prior that takes numbers from data, as `auto` of a normal column does, where
///         there are none; for a model with a structure
/// cost    one draw for each cell, of a Dirichlet cell one for each level
[[nodiscard]] Estimates drawn_truth(const Posterior<Model>& posterior, std::uint64_t seed);

/// What a file of parameters holds, as plain data that knows no family's type.
///
///     truth_of({.schema = schema, .class_probabilities = {{"ill", 0.5}, {"well", 0.5}},
///               .parameters = {{"age", {{"ill", {{"mean", 60.0}, {"variance", 100.0}}},
///                                       {"well", {{"mean", 40.0}, {"variance", 100.0}}}}}}});
struct TruthRecord {
  using OfClasses = std::map<std::string, Fields, std::less<>>;

  Schema schema{};
  std::map<std::string, double, std::less<>> class_probabilities{};
  /// By feature and class. A class of probability 0 has none.
  std::map<std::string, OfClasses, std::less<>> parameters{};

  friend bool operator==(const TruthRecord&, const TruthRecord&) = default;
};

/// Returns the text of a file of parameters: one JSON object (docs/explanation/simulation.md), one
/// line a feature.
/// throws  Error{schema} for a name or level that is not UTF-8, which JSON cannot hold;
///         Error{domain} for a number that is not finite
[[nodiscard]] std::string to_json(const TruthRecord& record);

/// Reads such a text; `name` stands for the file in messages.
/// in      schema: takes the place of the file's own, which may then be left out
/// throws  Error{parse} for text that is no JSON; Error{schema} naming the key at fault
[[nodiscard]] TruthRecord truth_record_from_json(std::string_view text, const std::string& name,
                                                 const std::optional<Schema>& schema = {});

/// Returns the truth that plain data stand for.
/// throws  Error{schema} for classes or features that are not those of the schema, or probabilities
///         that do not sum to 1 within 1e-9; Error{domain} for a parameter outside its domain;
///         Error{shape} for a list that does not fit the levels; Error{undefined} for a schema with
///         a structure
[[nodiscard]] Estimates truth_of(const TruthRecord& record,
                                 const FamilySet& families = shipped_families());

/// Returns a truth as plain data; its schema lists all classes and levels.
/// throws  Error{undefined} for the densities of `predictive`, which no parameters give, and for a
///         model with a structure
[[nodiscard]] TruthRecord record_of(const Estimates& truth);

/// Returns the text of a truth's file; throws as record_of and to_json of a record.
[[nodiscard]] std::string to_json(const Estimates& truth);

/// Returns a truth from the text of its file; throws as truth_record_from_json and truth_of.
[[nodiscard]] Estimates truth_from_json(std::string_view text, const std::string& name,
                                        const std::optional<Schema>& schema = {},
                                        const FamilySet& families = shipped_families());

/// How well the best possible classifier does, which knows the data-generating model. No classifier
/// does better on average.
struct BayesError {
  double error = 0;     ///< probability that its label is wrong
  double log_loss = 0;  ///< mean of -ln p(true class), nats: the entropy of the class given the row
  double error_standard_error = 0;     ///< 0 where the error is exact
  double log_loss_standard_error = 0;  ///< likewise
  Index draws = 0;                     ///< rows drawn; 0: exact

  friend bool operator==(const BayesError&, const BayesError&) = default;
};

/// Returns the Bayes error by simulation. Each row counts by what its probabilities say, 1 - max p
/// and the entropy of p, not by whether the label was right: the same mean with less noise.
/// in      options: the rows are those of `simulate`, their classes at random whatever is asked for
/// throws  as simulate; Error{domain} for fewer than two rows
/// cost    rows x features x classes, in the memory of a few thousand rows
[[nodiscard]] BayesError bayes_error(const Estimates& truth, SimulationOptions options);

/// Returns the Bayes error without simulation, where it has a closed form: bernoulli and
/// categorical features whose levels have at most 65,536 combinations; for two classes beside them
/// any number of normal and log-normal columns with variances that the classes share. None
/// otherwise.
/// throws  Error{undefined} for cells without a density, where no class has a probability, and for
///         a model with a structure
/// cost    combinations of levels x classes
/// source  docs/explanation/simulation.md
[[nodiscard]] std::optional<BayesError> exact_bayes_error(const Estimates& truth);

}  // namespace credence
