#pragma once
// The posterior of a whole model: the label and one block of statistics for each family, with the
// weights of its features and the discount of its past.
#include <credence/base/box.hpp>
#include <credence/base/index.hpp>
#include <credence/learn/any_block.hpp>
#include <credence/learn/bound_table.hpp>
#include <credence/learn/label_column.hpp>
#include <credence/learn/model.hpp>
#include <credence/learn/posterior.hpp>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace credence {

/// Which weights features have.
enum class FeatureWeighting {
  none,    ///< 1 each: naive Bayes as it is
  common,  ///< one weight for all of them: a temperature
  each,    ///< a weight of its own for each
  subset,  ///< 1 for the features of the best of many random subsets, 0 for the others
};

/// "none", "common", "each" or "subset".
[[nodiscard]] std::string_view to_string(FeatureWeighting kind);

/// The weighting of that name; none when there is no such.
[[nodiscard]] std::optional<FeatureWeighting> feature_weighting_named(std::string_view name);

/// Weights w of features: the log joint of a row and a class is ln p(class) + sum of w_j ln p(x_j |
/// class). They belong to the rows that they were found from and to one estimator, and say nothing of
/// what was learned: log evidence and densities are those of the unweighted model.
/// source  docs/explanation/feature_weights.md
struct FeatureWeights {
  FeatureWeighting kind = FeatureWeighting::none;
  std::string estimator = {};           ///< that they were found for: "predictive"
  std::vector<std::string> names = {};  ///< of the features, in the order of the schema
  std::vector<double> values = {};      ///< one a feature, at least 0
  Index rows = 0;                       ///< that they were found from
  double log_loss_before = 0;           ///< leave-one-out, all weights 1; nats a row
  double log_loss_after = 0;            ///< leave-one-out on the same rows, with the weights

  [[nodiscard]] bool any() const { return kind != FeatureWeighting::none; }
  /// The weight of a feature; 1 where there are no weights.
  /// throws  Error{schema} for a feature that has none among others that do; Error{shape} unless there
  ///         are as many values as names; Error{domain} for a weight that is no finite number >= 0
  [[nodiscard]] double of(std::string_view feature) const;

  friend bool operator==(const FeatureWeights&, const FeatureWeights&) = default;
};

/// By what the weight of the past falls.
enum class DiscountBy {
  none,   ///< every row counts with its own weight
  files,  ///< once for each batch that was added: the order of rows in a batch does not matter
  rows,   ///< with each row that came later
};

/// "none", "files" or "rows".
[[nodiscard]] std::string_view to_string(DiscountBy by);

/// How a posterior forgets. Its statistics are weighted sums, a power prior for the rows to come; the
/// log evidence of such a past does not exist.
/// source  [ibrahim2000]; docs/explanation/drift.md
struct Discount {
  DiscountBy by = DiscountBy::none;
  double factor = 1;  ///< the last one that was used, in (0, 1)

  [[nodiscard]] bool any() const { return by != DiscountBy::none; }
  friend bool operator==(const Discount&, const Discount&) = default;
};

namespace detail {
struct LearningRoom;  // learn/gather.hpp in src
}

/// Memory that one `observe` leaves for the next, so that repeated fits of tables of one shape
/// allocate nothing. Holds nothing that an answer could depend on; a copy is empty, and so is one that
/// was moved from.
class LearningWorkspace {
 public:
  LearningWorkspace();
  LearningWorkspace(const LearningWorkspace&);
  LearningWorkspace(LearningWorkspace&&) noexcept;
  LearningWorkspace& operator=(const LearningWorkspace&);
  LearningWorkspace& operator=(LearningWorkspace&&) noexcept;
  ~LearningWorkspace();

  [[nodiscard]] detail::LearningRoom& room();

 private:
  std::unique_ptr<detail::LearningRoom> room_;
};

struct ContextPosterior;

/// What a model has learned: priors and statistics, no rows.
///
///     const auto posterior = observe(model, patients);   // the only pass over the data
///     posterior.label.classes;                           // "healthy", "ill"
///     log_evidence(posterior);                           // nats
template <>
struct Posterior<Model> {
  // Compiled once, as those of Model: posteriors are copied and dropped in many places.
  Posterior();
  Posterior(const Posterior& other);
  Posterior(Posterior&& other) noexcept;
  Posterior& operator=(const Posterior& other);
  Posterior& operator=(Posterior&& other) noexcept;
  ~Posterior();

  Model model{};
  LabelColumn label{};
  std::vector<Box<AnyBlock>> blocks;  ///< one a family that has features, in the model's order
  bool like_scikit_learn = false;     ///< classify as scikit-learn does unless asked otherwise
  Summation summation = Summation::rounded;  ///< how it adds up what it sees
  Nested<ContextPosterior> contexts{};       ///< of a model with a structure: learn/contexts.hpp
  /// Of its classifiers under the estimator that they name; whatever changes the statistics drops them.
  FeatureWeights feature_weights{};
  Discount discount{};  ///< how the past was made to count less, where it was

  friend bool operator==(const Posterior& a, const Posterior& b);
};

/// What features have taught in each context, which is a class and levels of some parents: a posterior
/// whose classes are the contexts.
struct ContextPosterior {
  std::vector<std::string> parents;
  Posterior<Model> children{};

  friend bool operator==(const ContextPosterior&, const ContextPosterior&) = default;
};

namespace detail {
/// Lets classes join a posterior: the label and every block.
void join_classes(Posterior<Model>& posterior, std::span<const std::string> more);
/// Throws Error{undefined} for a posterior that was discounted, of which `what` does not exist.
void check_not_discounted(const Posterior<Model>& posterior, std::string_view what);
/// Returns whether the row has a class and a positive weight.
[[nodiscard]] bool teaches(const CodeColumn& label, std::span<const double> weights, Index row);
}  // namespace detail

/// Returns the posterior before any data.
/// throws  Error{schema} for one that is to be exact, of a family that cannot be
[[nodiscard]] Posterior<Model> empty_posterior(const Model& model,
                                               Summation summation = Summation::rounded);

/// Adds rows of a bound table; rows without a label or of weight 0 are skipped.
/// in      bound: made with the posterior's own model;  rows: positions in the table;  work: room
///         to reuse, whatever it was used for before
/// throws  Error{schema} with the place of a class or level that a schema with listed ones does not
///         know, for a table that was bound to another model, and for weights that a feature reads;
///         Error{shape} for a prior whose weights do not fit them and for an unknown row,
///         Error{domain} with the place of a cell that its family does not accept; the posterior is
///         then unchanged, as it is when memory runs out
/// cost    one pass: rows x features; the same bits for any number of threads
void observe(Posterior<Model>& posterior, const BoundTable& bound, RowSpan rows,
             LearningWorkspace& work);
/// The same for listed rows, with room of its own.
void observe(Posterior<Model>& posterior, const BoundTable& bound, std::span<const Index> rows);
/// The same for all rows.
void observe(Posterior<Model>& posterior, const BoundTable& bound);

/// Empties the statistics; classes and levels stay. With a workspace, the way to learn from one
/// table after another, or from parts of one, without an allocation.
void clear_statistics(Posterior<Model>& posterior);

/// Adds all rows of a table.
/// in      weight: the column of row weights, which no feature may read; empty for none
/// throws  as bind and observe; Error{schema} when the table has no label column, or a feature reads
///         the weights
void observe(Posterior<Model>& posterior, const Table& table, std::string_view weight = {});

/// Returns the posterior of a model after all rows of a table: one pass.
[[nodiscard]] Posterior<Model> observe(const Model& model, const Table& table,
                                       std::string_view weight = {});

/// Makes all that was seen count less: each weight is multiplied by a factor in (0, 1]. A weight that
/// falls below 2.2e-308 becomes 0; classes and levels stay.
///
///     discount(posterior, 0.98);
///     observe(posterior, this_week);
///
/// throws  Error{domain} for another factor, or a posterior that adds up exactly; Error{schema} for a
///         family whose statistics have no `discount`
void discount(Posterior<Model>& posterior, double factor);

/// Adds all rows of a bound table, each after the past was discounted once more: of n rows with a label
/// and a weight above 0 the last counts in full, the first by factor^(n - 1), the past by factor^n.
/// throws  as discount and observe; the posterior is then unchanged
void observe_by_row(Posterior<Model>& posterior, BoundTable bound, double factor);

/// Adds what another posterior has seen; classes and levels join in sorted order.
/// throws  Error{version} when the models differ (families, priors, listed levels), one adds up
///         exactly and the other does not, or one was discounted by rows
void merge(Posterior<Model>& posterior, Posterior<Model> other);

/// Returns the log evidence of all data seen: labels and features, in nats.
/// throws  Error{undefined} for a class prior of `frequencies`, an automatic prior of a constant
/// column, or a posterior that was discounted
[[nodiscard]] double log_evidence(const Posterior<Model>& posterior);

/// Takes rows of a bound table back: the posterior is then equal, bit for bit, to one that never
/// saw them. Classes and levels stay, with their counts of 0.
/// throws  Error{schema} and Error{shape} as observe has them; Error{domain} for a posterior that does
///         not add up exactly (Summation), or rows that cannot have been seen; the posterior is
///         then unchanged. Rows that were not seen, but whose sums lie within those of the others,
///         cannot be told from ones that were
/// cost    one pass over the rows, and one rounding of every statistic
void forget(Posterior<Model>& posterior, const BoundTable& bound, RowSpan rows);

/// Takes all rows of a table back.
///
///     auto posterior = empty_posterior(model, Summation::exact);
///     observe(posterior, patients);
///     forget(posterior, withdrawn);
///
/// throws  as bind, and as above; Error{schema} as observe of a table has it
void forget(Posterior<Model>& posterior, const Table& table, std::string_view weight = {});

/// Returns a note on the rows that lack a number of a block whose columns have a full covariance, or
/// count words: how many of them, by weight, were left out of what the block learned. Without such
/// rows, nothing.
[[nodiscard]] std::vector<std::string> notes_on_incomplete_rows(const Posterior<Model>& posterior);

/// Every whole number up to this one is a double: 2^53.
inline constexpr double largest_exact_count = 9007199254740992;

/// Returns a note on a posterior's counts where some have reached 2^53, so that adding 1 to them
/// may change nothing. Without such counts, nothing. (A count of 2^53 itself is exact, but cannot
/// be told from one that stopped there.)
///
///     for (const std::string& note : notes_on_counts(posterior)) std::cerr << note << '\n';
[[nodiscard]] std::vector<std::string> notes_on_counts(const Posterior<Model>& posterior);

}  // namespace credence
