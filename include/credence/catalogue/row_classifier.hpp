#pragma once
// The posterior of a model composed in code, and its classifier.
#include <cmath>
#include <credence/catalogue/row_model.hpp>
#include <credence/detail/learn/class_sum.hpp>
#include <credence/detail/predict/typed_table.hpp>
#include <credence/learn/model_posterior.hpp>
#include <credence/learn/typed_block.hpp>
#include <credence/predict/classifier.hpp>

namespace credence {

/// The posterior of a row model: takes rows of your type, and answers as a posterior over columns
/// does.
///
///     auto posterior = observe(model, visits, diagnoses);
///     observe(posterior, visit, "ill");
///     save(posterior, "visits.json");
///     rank_by_evidence(posterior);
template <class Row, class... F, class... Member>
struct Posterior<RowModel<Row, RowFeature<Row, F, Member>...>> {
 public:
  using Rows = RowModel<Row, RowFeature<Row, F, Member>...>;

  Posterior() = default;
  /// Continues from a posterior over the columns of the model, for example one from a file.
  /// throws  Error{version} for one of another model, Error{schema} as column_model does
  Posterior(Rows model, Posterior<Model> columns)
      : model_(std::move(model)), columns_(std::move(columns)) {
    const Model rows_model = column_model(model_);
    if (!(rows_model == columns_.model)) detail::not_of_row_model(rows_model, columns_.model);
    order_ = positions_in(model_.classes, columns_.label.classes);
    blocks_ = {detail::block_of(columns_, typeid(F))...};
  }

  [[nodiscard]] const Rows& model() const { return model_; }
  /// Returns the posterior over columns. Its classes stand in the order of all labels.
  [[nodiscard]] const Posterior<Model>& columns() const { return columns_; }
  operator const Posterior<Model>&() const { return columns_; }  // NOLINT: it is one

  /// Adds one row of a class; allocates nothing where statistics are plain numbers.
  /// throws  Error{schema} for a class the model does not know, Error{domain} for a member outside
  ///         its support or a weight that is negative or not finite; nothing is counted then
  void observe(const Row& row, std::string_view klass, double weight = 1) {
    detail::check_weight(weight);
    const auto c = order_[static_cast<std::size_t>(detail::class_position(model_.classes, klass))];
    const Index number = detail::next_row(columns_.label.counts.count());
    detail::for_each_feature(model_, [&](const auto& feature, std::size_t, auto) {
      detail::with_datum(feature, row, number, [](const auto&) {});  // all before any is counted
    });
    if (weight == 0) return;
    if (columns_.summation == Summation::exact)
      return with_bound(row, klass, weight,
                        [this](const BoundTable& bound) { credence::observe(columns_, bound); });
    detail::check_class_sum(columns_.label, c, weight);
    columns_.label.counts.observe(static_cast<Code>(c), weight);
    if (columns_.feature_weights.any()) columns_.feature_weights = {};
    detail::for_each_feature(
        model_, [&]<class Own, class Of>(const RowFeature<Row, Own, Of>& feature, std::size_t i,
                                         auto place) {
          auto& cell = typed<Own>(*columns_.blocks[blocks_[i]]).cell(place, c);
          detail::with_datum(feature, row, number,
                             [&](const auto& datum) { cell.observe(datum, weight); });
        });
  }

  /// Adds rows and their classes, one for each row: one pass over columns that are seen where the
  /// members are.
  /// throws  as_table
  template <RowsOf<Row> AllRows, ClassNames Labels>
  void observe_all(AllRows&& rows, Labels&& labels) {
    const RowTable table = as_table(model_, rows, labels);
    credence::observe(columns_, table.table());
  }

  /// Takes one row of a class back.
  /// throws  as observe; Error{domain} for a posterior that does not add up exactly (Summation), or
  ///         a row that cannot have been seen; the posterior is then unchanged
  /// cost    one rounding of every statistic
  void forget(const Row& row, std::string_view klass, double weight = 1) {
    detail::check_weight(weight);
    with_bound(row, klass, weight, [this](const BoundTable& bound) {
      credence::forget(columns_, bound, {.count = bound.rows});
    });
  }
  /// Makes all that was seen count less, by a factor in (0, 1].
  /// throws  as discount of a posterior over columns
  void discount(double factor) { credence::discount(columns_, factor); }

  /// Adds what another posterior of the same model has seen.
  /// throws  Error{version} when classes, names of features or priors differ
  void merge(const Posterior& other) {
    if (model_.classes != other.model_.classes || !(columns_.model == other.columns_.model))
      detail::other_row_model();
    credence::merge(columns_, other.columns_);
  }

  /// The number 0 is no name of a class.
  void observe(const Row& row, std::nullptr_t, double weight = 1) = delete;
  void forget(const Row& row, std::nullptr_t, double weight = 1) = delete;

  friend bool operator==(const Posterior&, const Posterior&) = default;

 private:
  /// Calls `use(bound)` with a table of one row.
  template <class Use>
  void with_bound(const Row& row, std::string_view klass, double weight, const Use& use) const {
    const RowTable table = as_table(model_, std::span<const Row>(&row, 1),
                                    std::span<const std::string_view>(&klass, 1));
    BoundTable bound = bind(columns_.model, table);
    bound.weights = {weight};
    use(bound);
  }

  Rows model_{};
  Posterior<Model> columns_{};
  std::vector<Index> order_{};  // of each class of the model: its place in the label
  std::array<std::size_t, sizeof...(F)> blocks_{};  // of each feature: where its block stands
};

template <class Row, class... Features>
Posterior(RowModel<Row, Features...>, Posterior<Model>) -> Posterior<RowModel<Row, Features...>>;

/// Returns the posterior before any data.
///
///     auto posterior = empty_posterior(model, Summation::exact);    // can forget rows
///
/// throws  as column_model; Error{schema} for one that is to be exact, of a family that cannot be
template <class Row, class... Features>
[[nodiscard]] Posterior<RowModel<Row, Features...>> empty_posterior(
    const RowModel<Row, Features...>& model, Summation summation = Summation::rounded) {
  return {model, empty_posterior(column_model(model), summation)};
}

/// Adds one row of a class.
/// throws  Error{schema} for a class the model does not know, Error{domain} for a member outside
/// its support or a weight that is negative or not finite
template <class Row, class... Features>
void observe(Posterior<RowModel<Row, Features...>>& posterior, const Row& row,
             std::string_view klass, double weight = 1) {
  posterior.observe(row, klass, weight);
}

/// Takes one row of a class back from a posterior that adds up exactly.
/// throws  Error{domain} for one that does not, or a row that cannot have been seen, and as observe
template <class Row, class... Features>
void forget(Posterior<RowModel<Row, Features...>>& posterior, const Row& row,
            std::string_view klass, double weight = 1) {
  posterior.forget(row, klass, weight);
}

/// The number 0 is no name of a class: as a text it would be a null pointer.
template <class Row, class... Features>
void observe(Posterior<RowModel<Row, Features...>>& posterior, const Row& row, std::nullptr_t,
             double weight = 1) = delete;
template <class Row, class... Features>
void forget(Posterior<RowModel<Row, Features...>>& posterior, const Row& row, std::nullptr_t,
            double weight = 1) = delete;

/// Makes all that was seen count less: each weight is multiplied by a factor in (0, 1].
/// throws  as discount of a posterior over columns
template <class Row, class... Features>
void discount(Posterior<RowModel<Row, Features...>>& posterior, double factor) {
  posterior.discount(factor);
}

/// Returns the posterior after rows and their classes, one for each row.
/// throws  as as_table and column_model
template <class Row, class... Features, RowsOf<Row> Rows, ClassNames Labels>
[[nodiscard]] Posterior<RowModel<Row, Features...>> observe(const RowModel<Row, Features...>& model,
                                                            Rows&& rows, Labels&& labels) {
  auto posterior = empty_posterior(model);
  posterior.observe_all(rows, labels);
  return posterior;
}

/// Adds what another posterior of the same model has seen.
/// throws  Error{version} when classes, names of features or priors differ
template <class Row, class... Features>
void merge(Posterior<RowModel<Row, Features...>>& posterior,
           const Posterior<RowModel<Row, Features...>>& other) {
  posterior.merge(other);
}

/// Scores rows of your own type. Classes stand in the order of the row model.
///
///     const Classifier classifier{observe(model, visits, diagnoses), Estimator::predictive};
///     classifier.predict(today).label;
///     classifier.predict(tomorrow).probability(0, 1);    // tomorrow: a std::vector<Visit>
template <class Row, class... F, class... Member>
class Classifier<RowModel<Row, RowFeature<Row, F, Member>...>> {
 public:
  using Rows = RowModel<Row, RowFeature<Row, F, Member>...>;

  /// throws  Error{undefined} naming every feature and class that has no estimate
  Classifier(const Posterior<Rows>& posterior, Estimator estimator)
      : model_(posterior.model()),
        columns_(posterior.columns(), estimator),
        order_(positions_in(model_.classes, columns_.classes())),
        blocks_{detail::block_of(posterior, typeid(F))...} {
    const std::vector<double>& counts = posterior.columns().label.counts.counts;
    double most = -1;
    for (std::size_t i = 0; i < order_.size(); ++i) {
      const auto at = static_cast<std::size_t>(order_[i]);
      fallback_.log_class_probabilities.push_back(columns_.log_class_probabilities()[at]);
      if (counts[at] > most) fallback_.label = static_cast<Index>(i);
      most = std::max(most, counts[at]);
    }
  }

  [[nodiscard]] const std::vector<std::string>& classes() const& { return model_.classes; }
  /// Returns those of a classifier that dies at the end of the expression.
  [[nodiscard]] std::vector<std::string> classes() && { return std::move(model_.classes); }
  /// Returns the classifier over columns. Its classes stand in the order of all labels.
  [[nodiscard]] const Classifier<Model>& columns() const { return columns_; }

  /// Predicts one row.
  /// throws  Error{domain} for a member outside the support of its family, and after a move from it
  /// cost    features x classes
  [[nodiscard]] Prediction predict(const Row& row) const {
    detail::check_not_moved_from(model_.classes);
    const Estimates& estimates = columns_.estimates();
    Prediction answer;
    std::vector<double>& joint = answer.log_probability;  // in the label's order for now
    joint = estimates.log_class_probabilities;
    detail::for_each_feature(
        model_, [&]<class Own, class Of>(const RowFeature<Row, Own, Of>& feature, std::size_t i,
                                         auto place) {
          const ScoreTable<Own>& table = typed_table<Own>(*estimates.tables[blocks_[i]]);
          const double weight = estimates.feature_weights.of(feature.name);
          detail::with_datum(feature, row, 1, [&](const auto& datum) {
            if (weight == 1) return table.add(place, datum, joint);
            std::vector<double> terms(joint.size());
            table.add(place, datum, terms);
            for (std::size_t c = 0; c < joint.size() && weight != 0; ++c)
              if (std::isfinite(joint[c])) joint[c] += weight * terms[c];
          });
        });
    finish(answer);
    return answer;
  }
  /// Predicts many rows: one pass over columns that are seen where the members are.
  /// throws  Error{domain} naming the first row with a member outside the support of its family,
  ///         and after a move from it
  /// cost    rows x features x classes; the same bits for any number of threads
  template <RowsOf<Row> AllRows>
  [[nodiscard]] Predictions predict(const AllRows& rows) const {
    detail::check_not_moved_from(model_.classes);
    return detail::in_order(columns_.predict(as_table(model_, rows)), order_, fallback_.label);
  }

 private:
  /// From log joints in the order of the label, which stand in place of the log probabilities.
  void finish(Prediction& answer) const {
    answer.log_joint.reserve(order_.size());
    for (const Index at : order_)
      answer.log_joint.push_back(answer.log_probability[static_cast<std::size_t>(at)]);
    const Index best =
        normalise(answer.log_joint, fallback_, answer.log_probability, answer.impossible);
    answer.label = model_.classes[static_cast<std::size_t>(best)];
    answer.probability.reserve(order_.size());
    for (const double log_probability : answer.log_probability)
      answer.probability.push_back(std::exp(log_probability));
  }

  Rows model_;
  Classifier<Model> columns_;
  std::vector<Index> order_;  // of each class of the model: its place in the label
  Fallback fallback_;         // in the order of the model
  std::array<std::size_t, sizeof...(F)> blocks_;  // of each feature: where its block stands
};

template <class Row, class... Features>
Classifier(const Posterior<RowModel<Row, Features...>>&, Estimator)
    -> Classifier<RowModel<Row, Features...>>;

}  // namespace credence
