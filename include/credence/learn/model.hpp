#pragma once
// A model: label and features with their families and priors. No data in it.
#include <algorithm>
#include <credence/data/infer.hpp>
#include <credence/family/families.hpp>
#include <credence/learn/family_of_column.hpp>
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
  bool tied = false;        ///< is a block of columns whose variances may be tied
  bool joint = false;       ///< is a block of columns that vary together
};
[[nodiscard]] std::vector<std::string> option_faults(const ColumnSchema& column, DatumKind kind);

/// Faults of a tied block's prior: rules that differ between classes which share a variance, or that
/// do not fit the columns.
template <TiedFamily F>
[[nodiscard]] std::vector<std::string> tied_faults(const ColumnSchema& column,
                                                   const FeaturePrior<F>& prior) {
  const std::string what = "the prior of column '" + column.name + "'";
  if (!prior.by_class.empty() && ties_classes(*column.tied))
    return {what + " differs by class, but the classes share a variance; give one prior"};
  std::vector<std::string> faults;
  const auto check = [&](const auto& rule) {
    if (!std::holds_alternative<typename F::Prior>(rule)) return;
    try {
      (void)F::tied_prior(rule, *column.tied, {}, std::ssize(column.columns));
    } catch (const Error& error) {
      faults.push_back(what + ": " + error.what());
    }
  };
  if (prior.by_class.empty()) check(prior.shared);
  for (const auto& entry : prior.by_class) check(entry.second);
  return faults;
}
/// A family that is there, but not with or without `tied` or `covariance`; else no family of that
/// word.
[[nodiscard]] std::string no_family(const ColumnSchema& column,
                                    const std::vector<std::string_view>& names);

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
          .words = std::is_same_v<Datum, WordCounts>,
          .tied = TiedFamily<F>,
          .joint = covariance_of<F>() == Covariance::full};
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

/// The words of the families of a list, each once.
template <class List>
[[nodiscard]] std::vector<std::string_view> family_names() {
  std::vector<std::string_view> names;
  for_each_family(List{}, [&]<class F>(F) {
    if (std::find(names.begin(), names.end(), word_of<F>()) == names.end())
      names.push_back(word_of<F>());
  });
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
    if (column.covariance == Covariance::full && !column.tied) column.tied = Tying::free;
    const bool known = with_family_of(List{}, column, [&]<class F>(F) {
      add(detail::option_faults(column, detail::kind_of<F>()));
      if (LevelledStatistics<typename F::Statistics>) add(detail::sort_levels(column));
      try {
        const auto prior =
            feature_prior<F>(column.prior, "the prior of column '" + column.name + "'");
        column.prior = spec_of(prior);
        if constexpr (TiedFamily<F>) add(detail::tied_faults<F>(column, prior));
      } catch (const Error& error) {
        faults.emplace_back(error.what());
      }
    });
    if (!known) faults.push_back(detail::no_family(column, family_names<List>()));
  }
  if (!faults.empty()) throw collected(ErrorCode::schema, faults);
}

// Compiled once, for the list in families.hpp; other lists are compiled where they are used.
extern template class BasicModel<Families>;

}  // namespace credence
