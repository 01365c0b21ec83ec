#pragma once
// The statistics of the features of one family, whatever the family: what the posterior of a model is
// made of.
#include <credence/base/box.hpp>
#include <credence/data/row_span.hpp>
#include <credence/detail/learn/exact_cells.hpp>
#include <credence/detail/learn/feature_cells.hpp>
#include <credence/detail/learn/feature_facts.hpp>
#include <credence/detail/learn/prior_search.hpp>
#include <credence/detail/learn/tying.hpp>
#include <credence/learn/label_column.hpp>
#include <optional>
#include <span>
#include <string>
#include <typeinfo>
#include <vector>

namespace credence {

class AnyBlock;
class FamilyType;   // learn/family_type.hpp
struct BoundBlock;  // detail/learn/block_cells.hpp
class Table;        // data/table.hpp

namespace detail {
struct ExactRows;  // detail/learn/exact_rows.hpp
struct Tile;       // detail/learn/tile.hpp

/// What one pass over rows gathers of a block, before it joins a posterior: features x classes, where
/// classes and levels are those of the data. One call a block and tile.
class AnySums {
 public:
  virtual ~AnySums() = default;
  /// Forgets everything; allocates only when it grows.
  virtual void reset(const BoundBlock& cells, Index classes, bool weighted) = 0;
  /// Adds a tile.
  /// in      passed: how many of its rows are skipped
  /// out     the first entry that the family does not accept, if there is one
  [[nodiscard]] virtual std::optional<Entry> add(const BoundBlock& cells, const Tile& tile,
                                                 Index passed) = 0;
  /// Adds what another one of the same family, cells and classes gathered.
  virtual void merge(const AnySums& other) = 0;
  /// Which levels of the data occurred with a class and a weight; empty without levels.
  [[nodiscard]] virtual std::vector<bool> seen(Index feature) const = 0;
  /// Adds all of it to a block of the family. Levels that occurred join.
  /// in      klass[c]: where class c of the data stands in the block, -1 for one that did not occur
  /// throws  Error{schema} for a level that may not join; what came before it was added
  virtual void merge_into(const BoundBlock& cells, std::span<const Index> klass,
                          AnyBlock& block) const = 0;
};
}  // namespace detail

/// A sentence about one column.
struct ColumnNote {
  std::string column;
  std::string note;

  friend bool operator==(const ColumnNote&, const ColumnNote&) = default;
};

/// The features of one family in one model, with their priors and their statistics for every class.
/// A Box<AnyBlock> is a value. Where the family is known, `typed` gives the statistics. Features (j) and
/// classes are positions from 0; one that is not there is Error{shape}.
class AnyBlock {
 public:
  virtual ~AnyBlock() = default;
  [[nodiscard]] virtual std::unique_ptr<AnyBlock> clone() const = 0;
  /// Returns whether both have the same family, features, priors and statistics.
  [[nodiscard]] virtual bool equals(const AnyBlock& other) const = 0;
  [[nodiscard]] virtual const FamilyType& family() const = 0;
  /// Returns the family as a type, for `typed`.
  [[nodiscard]] virtual const std::type_info& family_id() const = 0;

  [[nodiscard]] virtual Index size() const = 0;
  [[nodiscard]] virtual Index classes() const = 0;
  [[nodiscard]] virtual const FeatureFacts& feature(Index j) const = 0;
  /// Returns the total weight of the data of a feature in a class.
  [[nodiscard]] virtual double count(Index j, Index klass) const = 0;
  /// The weight of each answer (no, yes) or category of a feature in a class; empty for other data.
  [[nodiscard]] virtual std::vector<double> level_weights(Index j, Index klass) const = 0;

  // Features and classes.

  /// Gives the block `count` classes: class i of now becomes class to[i], the others are empty.
  virtual void rearrange_classes(std::span<const Index> to, Index count, Summation summation) = 0;
  /// The same features where class g has what the classes of groups[g] have seen together; nothing
  /// where there are none. Exact sums are left behind.
  [[nodiscard]] virtual std::unique_ptr<AnyBlock> regrouped(
      std::span<const std::vector<Index>> groups) const = 0;
  /// The names of what a feature is made of (words, columns); none where it cannot be divided.
  [[nodiscard]] virtual std::span<const std::string> members(Index j) const = 0;
  /// Returns one feature as a block of its own: all of it, or some of its members.
  /// in  members: null for all
  [[nodiscard]] virtual std::unique_ptr<AnyBlock> part(Index j,
                                                       const std::vector<Index>* members) const = 0;
  /// Adds the features of another block of the same family and classes.
  virtual void append(AnyBlock&& other) = 0;

  // Statistics.

  /// Empties the statistics; levels stay.
  virtual void clear(Summation summation) = 0;
  /// Adds the statistics of another block of the same family, features and classes; levels join.
  virtual void merge(AnyBlock&& other) = 0;
  /// Returns whether adding to the statistics may need memory: those that are plain numbers do not.
  [[nodiscard]] virtual bool adding_allocates() const = 0;
  /// Takes the statistics of a block of the same features; memory is used again.
  virtual void copy_statistics(const AnyBlock& from) = 0;
  virtual void swap_statistics(AnyBlock& with) noexcept = 0;
  /// Adds rows to the exact sums, or takes them back, and rounds the statistics from them.
  virtual void change_exactly(const BoundBlock& cells, const detail::ExactRows& rows,
                              const Table& table) = 0;
  /// Throws Error{domain} where no data have these exact sums.
  virtual void check_exact_sums() const = 0;
  /// Returns the largest number of a cell that counts something.
  [[nodiscard]] virtual double largest_count(Index j, Index klass) const = 0;
  /// Returns the weight of the rows that a cell left out because they lack one of its numbers.
  [[nodiscard]] virtual double incomplete(Index j, Index klass) const = 0;
  /// Returns the weight of the rows of a class that have a number in this one of several columns.
  [[nodiscard]] virtual double present(Index j, Index member, Index klass) const = 0;

  /// Multiplies the weight of all that was seen by a factor in (0, 1]; exact sums must be none.
  /// throws  Error{schema} for a family whose statistics cannot be discounted
  virtual void discount(double factor) = 0;

  // Priors and evidence. `classes` are the names of the classes of the block.

  /// What a schema says of the prior of a feature, defaults written out.
  [[nodiscard]] virtual PriorSpec prior(Index j) const = 0;
  /// Returns whether the prior has one weight for each level, so that no level may join.
  [[nodiscard]] virtual bool has_weights(Index j) const = 0;
  /// Returns whether a feature leaves its prior to the data of each class.
  [[nodiscard]] virtual bool has_empirical_prior(Index j) const = 0;
  /// Throws Error{shape} where a prior of weights does not fit the levels of its feature.
  virtual void check_weights(std::span<const std::string> classes) const = 0;
  /// Puts numbers in the place of empirical-Bayes priors that exist.
  virtual void resolve_empirical_priors() = 0;
  /// Puts numbers in the place of all words, one for each class where priors differ by class.
  /// throws  Error{undefined} naming the column whose word has no meaning for these data
  virtual void resolve_priors(const std::vector<std::string>& classes) = 0;
  /// Multiplies the strength of all priors (learn/posterior_priors.hpp).
  virtual void strengthen_priors(double factor) = 0;
  /// Returns notes on empirical-Bayes priors.
  [[nodiscard]] virtual std::vector<ColumnNote> notes_on_priors() const = 0;
  /// Returns the log evidence of one feature, the sum over its classes, and of all of them; nats.
  /// throws  Error{undefined} naming the column
  [[nodiscard]] virtual double log_evidence(Index j,
                                            std::span<const std::string> classes) const = 0;
  [[nodiscard]] virtual double log_evidence(std::span<const std::string> classes) const = 0;
  /// Returns the log evidence of one feature class by class, throws as above; empty where classes
  /// share parameters, so that none has an evidence of its own.
  [[nodiscard]] virtual std::vector<double> log_evidence_by_class(
      Index j, std::span<const std::string> classes) const = 0;
  /// Returns the log evidence of a feature under each tying; empty where a family has none.
  [[nodiscard]] virtual std::vector<TyingEvidence> tying_evidence(
      Index j, std::span<const std::string> classes) const = 0;

  // Files.

  /// Returns the statistics of a feature as plain data.
  [[nodiscard]] virtual FeatureRecord record(Index j) const = 0;
  /// Takes the statistics of a feature from what a file holds of it.
  /// in      label: of the same file, which has cells of all its classes
  /// throws  Error{version} where the cells contradict themselves or the feature
  virtual void fill(Index j, FeatureCells cells, const LabelColumn& label) = 0;

 protected:
  AnyBlock() = default;
  AnyBlock(const AnyBlock&) = default;
  AnyBlock& operator=(const AnyBlock&) = default;
};

/// Returns whether no level may join a feature: the schema lists them, or the prior gives one
/// weight for each.
[[nodiscard]] bool closed(const AnyBlock& block, Index j);

}  // namespace credence
