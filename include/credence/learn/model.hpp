#pragma once
// A model: label and features with their families and priors. No data in it.
#include <credence/data/infer.hpp>
#include <credence/data/schema.hpp>
#include <credence/detail/family/family_check.hpp>
#include <credence/detail/learn/prior_spec.hpp>
#include <credence/learn/family_type.hpp>
#include <memory>
#include <string>
#include <string_view>

namespace credence {

/// Label and features of a classifier over the columns of a table, with a family and a prior for
/// each: a schema whose every word has been understood. Priors are written out, defaults included.
///
///     Model model = infer_model(patients, {.label = "diagnosis"});
///     model["visits"] = GammaPoisson{};                    // another family for a column
///     model.add("smoker", BetaBernoulli{Beta{.ones = 2, .zeros = 8}});    // one more column
class Model {
 public:
  Model() = default;
  /// throws  Error{schema} with every fault found: unknown family, prior or option that does not
  ///         fit it
  explicit Model(Schema schema, FamilySet families = shipped_families());

  // A copy shares what the model says; so does a move, which leaves a model that still says it.
  Model(const Model& other) = default;
  Model& operator=(const Model& other) = default;
  ~Model() = default;

  /// Returns whether one is a copy of the other, so that both are equal without a comparison. Models
  /// that were made apart are not, equal or unequal.
  [[nodiscard]] bool is_copy_of(const Model& other) const { return said_ == other.said_; }

  [[nodiscard]] const Schema& schema() const& { return said_->schema; }
  /// Returns a copy, for a model that dies at the end of the expression.
  [[nodiscard]] Schema schema() && { return said_->schema; }
  [[nodiscard]] const FamilySet& families() const { return said_->families; }

  /// One column, to which a family can be assigned.
  class ColumnReference {
   public:
    ColumnReference(Model& model, std::string_view name) : model_(model), name_(name) {}
    /// Gives the column this family with this prior. Throws as the model's constructor does.
    template <class F>
    ColumnReference& operator=(const F& family) {
      if constexpr (ConjugateFamily<F>)
        model_.assign(name_, F::name, prior_spec_of(family.prior));
      else
        static_assert(detail::Said<detail::FamilyCheck<F>>::done);
      return *this;
    }

   private:
    Model& model_;
    std::string name_;  // a text that was joined dies before the reference
  };
  /// Returns a column that the model has.
  /// throws  Error{schema} for one that it has not, with the nearest name
  [[nodiscard]] ColumnReference operator[](std::string_view column);

  /// Adds a column with this family and this prior.
  ///
  ///     Model model{Schema{.label = "diagnosis"}};
  ///     model.add("age", NormalInverseGammaNormal{}).add("visits", GammaPoisson{});
  ///
  /// throws  Error{schema} for a column that the model has already, and as the constructor does
  template <class F>
  Model& add(std::string_view column, const F& family) {
    if constexpr (ConjugateFamily<F>)
      add(column, F::name, prior_spec_of(family.prior));
    else
      static_assert(detail::Said<detail::FamilyCheck<F>>::done);
    return *this;
  }

  friend bool operator==(const Model& left, const Model& right);

 private:
  struct Said {
    Schema schema;
    FamilySet families;
  };
  static std::shared_ptr<const Said> said_by_default();

  void add(std::string_view column, std::string_view family, PriorSpec prior);
  void assign(std::string_view column, std::string_view family, PriorSpec prior);

  // Shared and never changed: a schema is large, and models are copied with every posterior and
  // every set of estimates.
  std::shared_ptr<const Said> said_ = said_by_default();
};

/// Returns the same model over another schema: with the same families to choose from.
[[nodiscard]] Model with_schema(const Model& model, Schema schema);

/// Returns the model with this prior for one column.
///
///     model = with_prior(model, "age", {.values = {{"mean", 40.0}, {"sd", 10.0}, {"n", 5.0}}});
///
/// throws  Error{schema} for a column that is no feature, and as the model's constructor does
[[nodiscard]] Model with_prior(const Model& model, std::string_view column, PriorSpec prior);

/// Returns the model with this prior for every column whose family takes it.
///
///     model = with_priors(model, {.values = {{"each", 0.5}}});
///
/// throws  Error{schema} where no family does, and as the model's constructor does
[[nodiscard]] Model with_priors(const Model& model, const PriorSpec& prior);

/// Returns the features whose family knows every word and key of the prior, in the order of the
/// schema.
/// throws  Error{schema} naming the families and their keys where there are none
[[nodiscard]] std::vector<std::string> columns_that_take(
    const PriorSpec& prior, const Schema& schema, const FamilySet& families = shipped_families());

/// Returns a model of a table whose families were guessed (data/infer.hpp). Throws as infer_schema,
/// and Error{schema} where no column is a feature.
[[nodiscard]] Model infer_model(const Table& table, const InferOptions& options);

}  // namespace credence
