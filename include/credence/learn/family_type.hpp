#pragma once
// Families as objects, and sets of them as values.
#include <credence/family/family_facts.hpp>
#include <credence/learn/any_block.hpp>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace credence {

/// A family without its type: one immutable object for each, made by family_type
/// (catalogue/family_of.hpp). What other folders ask of a family stands in interfaces of theirs, which
/// the same object has (detail/predict/scored_family.hpp, detail/select/ranked_family.hpp,
/// detail/study/studied_family.hpp).
class FamilyType {
 public:
  virtual ~FamilyType() = default;
  FamilyType(const FamilyType&) = delete;
  FamilyType& operator=(const FamilyType&) = delete;

  [[nodiscard]] const FamilyFacts& facts() const { return facts_; }
  /// Returns the family as a type.
  [[nodiscard]] virtual const std::type_info& id() const = 0;

  /// Returns the prior of a column as the family understands it, every default written out.
  /// out     faults are appended: rules that do not fit a block whose classes share a variance
  /// throws  Error{schema} for an unknown word or name, Error{domain} for a number out of its domain
  [[nodiscard]] virtual PriorSpec checked_prior(const ColumnSchema& column,
                                                std::vector<std::string>& faults) const = 0;
  /// Returns a block of these columns without classes.
  [[nodiscard]] virtual std::unique_ptr<AnyBlock> empty_block(
      std::span<const ColumnSchema* const> columns) const = 0;
  /// Room to gather statistics in.
  [[nodiscard]] virtual std::unique_ptr<detail::AnySums> sums() const = 0;
  /// Returns how many rows a tile should have.
  [[nodiscard]] virtual Index tile_rows(Index features, Index classes) const = 0;
  /// Returns the first row of a feature that the family does not accept; -1: it accepts all. Cells
  /// that the table only views are skipped: they are checked when they are learned from or scored.
  [[nodiscard]] virtual Index first_refused(const BoundBlock& cells, Index j) const = 0;

 protected:
  explicit FamilyType(FamilyFacts facts) : facts_(std::move(facts)) {}

 private:
  FamilyFacts facts_;
};

/// Families that a model may choose from: a value. Its order is the order of blocks, and so of sums.
///
///     const FamilySet mine = shipped_families().with(family_type<sea::GammaRayleigh>());
///     const Model model{schema, mine};
class FamilySet {
 public:
  FamilySet() = default;

  /// Returns the set with one family more, at the end. One of the same word, tying and covariance
  /// is replaced.
  /// in  family: outlives the set
  [[nodiscard]] FamilySet with(const FamilyType& family) const;
  /// Returns the family of a column; null when there is none.
  [[nodiscard]] const FamilyType* find(const ColumnSchema& column) const;
  /// Returns the words of the families, each once.
  [[nodiscard]] std::vector<std::string_view> words() const;

  [[nodiscard]] auto begin() const { return families_.begin(); }
  [[nodiscard]] auto end() const { return families_.end(); }
  [[nodiscard]] Index size() const { return std::ssize(families_); }

  friend bool operator==(const FamilySet&, const FamilySet&) = default;

 private:
  std::vector<const FamilyType*> families_;
};

/// Returns the families of the library.
[[nodiscard]] const FamilySet& shipped_families();

/// Returns whether the family knows every word and every key of a prior; values are not looked at.
[[nodiscard]] bool takes(const FamilyFacts& family, const PriorSpec& prior);

/// "'mean', 'mean_weight', 'shape', 'scale', 'sd', 'n'": what a prior may give, for messages.
[[nodiscard]] std::string listed_prior_keys(const FamilyFacts& family);

/// Returns whether a column (or block of columns) of a schema is a feature of the family.
[[nodiscard]] bool is_of(const FamilyFacts& family, const ColumnSchema& column);

/// Returns the features of one family in the order of the schema.
[[nodiscard]] std::vector<const ColumnSchema*> features_of(const FamilyType& family,
                                                           const Schema& schema);

}  // namespace credence
