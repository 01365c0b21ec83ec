#pragma once
// A model: label and features with their families and priors. No data in it.
#include <credence/data/infer.hpp>
#include <credence/family/families.hpp>
#include <credence/learn/feature_prior.hpp>

namespace credence {

namespace detail {
/// Faults of a schema that no family needs to be known for: names twice, a label that is a feature,
/// ...
[[nodiscard]] std::vector<std::string> general_faults(const Schema& schema);
/// "no family is called 'x'; the families are 'bernoulli', ..."
[[nodiscard]] std::string unknown_family(const ColumnSchema& column,
                                         const std::vector<std::string_view>& names);
/// Puts listed classes and levels into their order, weights with them; faults where one is listed
/// twice.
[[nodiscard]] std::vector<std::string> sort_classes(Schema& schema);
[[nodiscard]] std::vector<std::string> sort_levels(ColumnSchema& column);
/// Options of a column that its kind of data has no use for.
struct DatumKind {
  bool levelled = false;    ///< has levels that are learned
  bool answers = false;     ///< yes/no: may list two levels
  bool categories = false;  ///< a missing cell may be a level
  bool exposed = false;     ///< may have an exposure
  bool words = false;       ///< may be a block of several columns
};
[[nodiscard]] std::vector<std::string> option_faults(const ColumnSchema& column, DatumKind kind);

/// Statistics of counts over an exposure.
template <class S>
concept Exposed = requires(S statistics) {
  statistics.exposure;
};

template <ConjugateFamily F>
constexpr DatumKind kind_of() {
  using Statistics = typename F::Statistics;
  using Datum = typename Statistics::value_type;
  return {.levelled = LevelledStatistics<Statistics>,
          .answers = std::is_same_v<Datum, bool>,
          .categories = std::is_same_v<Datum, Code>,
          .exposed = std::is_same_v<Datum, Count> && Exposed<Statistics>,
          .words = std::is_same_v<Datum, WordCounts>};
}
}  // namespace detail

/// Label and features of a classifier over the columns of a table, with a family and a prior for
/// each: a schema whose every word has been understood. Priors are written out, defaults included.
///
///     Model model = infer_model(patients, {.label = "diagnosis"});
///     model["visits"] = GammaPoisson{};
///     model["smoker"] = BetaBernoulli{Beta{.ones = 2, .zeros = 8}};
template <class List>
class BasicModel {
 public:
  BasicModel() = default;
  /// throws  Error{schema} with every fault found: unknown family, prior or option that does not
  /// fit it
  explicit BasicModel(Schema schema) : schema_(std::move(schema)) { settle(); }

  [[nodiscard]] const Schema& schema() const { return schema_; }

  /// One column, to which a family can be assigned.
  class ColumnReference {
   public:
    ColumnReference(BasicModel& model, std::string_view name) : model_(model), name_(name) {}
    /// Gives the column this family with this prior. Throws as the model's constructor does.
    template <ConjugateFamily F>
    ColumnReference& operator=(const F& family) {
      Schema changed = model_.schema_;
      ColumnSchema* column = changed.find(name_);
      if (column == nullptr)
        column = &changed.columns.emplace_back(ColumnSchema{.name = std::string(name_)});
      column->family = std::string(F::name);
      column->prior = detail::spec_of_rule(family.prior);
      model_ = BasicModel(std::move(changed));
      return *this;
    }

   private:
    BasicModel& model_;
    std::string_view name_;
  };
  [[nodiscard]] ColumnReference operator[](std::string_view column) { return {*this, column}; }

  friend bool operator==(const BasicModel&, const BasicModel&) = default;

 private:
  void settle();

  Schema schema_;
};

using Model = BasicModel<Families>;

/// A model of a table whose families were guessed (data/infer.hpp).
[[nodiscard]] Model infer_model(const Table& table, const InferOptions& options);

/// The names of the families of a list.
template <class List>
[[nodiscard]] std::vector<std::string_view> family_names() {
  std::vector<std::string_view> names;
  for_each_family(List{}, [&]<class F>(F) { names.push_back(F::name); });
  return names;
}

template <class List>
void BasicModel<List>::settle() {
  std::vector<std::string> faults = detail::general_faults(schema_);
  const auto add = [&](std::vector<std::string> more) {
    faults.insert(faults.end(), more.begin(), more.end());
  };
  add(detail::sort_classes(schema_));
  for (ColumnSchema& column : schema_.columns) {
    if (column.family == "none") continue;
    const bool known = with_family(List{}, column.family, [&]<class F>(F) {
      add(detail::option_faults(column, detail::kind_of<F>()));
      if (LevelledStatistics<typename F::Statistics>) add(detail::sort_levels(column));
      try {
        column.prior =
            spec_of(feature_prior<F>(column.prior, "the prior of column '" + column.name + "'"));
      } catch (const Error& error) {
        faults.emplace_back(error.what());
      }
    });
    if (!known) faults.push_back(detail::unknown_family(column, family_names<List>()));
  }
  if (!faults.empty()) throw collected(ErrorCode::schema, faults);
}

// Compiled once, for the list in families.hpp; other lists are compiled where they are used.
extern template class BasicModel<Families>;

}  // namespace credence
