#pragma once
// Tables of densities that score rows. A classifier cannot learn.
#include <credence/predict/estimates.hpp>

namespace credence {

/// Scores rows under one estimator; shares nothing with the posterior it came from.
///
///     const Classifier classifier{posterior, Estimator::predictive};
///     const Predictions answers = classifier.predict(table);
///     answers.classes[answers.label[0]];
template <class M>
class Classifier;

/// The classifier of a model over the columns of a table.
template <class List>
class Classifier<BasicModel<List>> {
 public:
  using Model = BasicModel<List>;

  /// throws  Error{undefined} naming every feature and class that has no estimate
  Classifier(const Posterior<Model>& posterior, Estimator estimator)
      : Classifier(estimate(posterior, estimator)) {}
  explicit Classifier(Estimates<Model> estimates) : estimates_(std::move(estimates)) {
    if (!estimates_.undefined.empty())
      throw undefined_error(estimates_.estimator, estimates_.undefined);
  }

  [[nodiscard]] Estimator estimator() const { return estimates_.estimator; }
  [[nodiscard]] const std::vector<std::string>& classes() const { return estimates_.classes; }
  /// Log probability of each class before its features are seen, in nats.
  [[nodiscard]] const std::vector<double>& log_class_probabilities() const {
    return estimates_.log_class_probabilities;
  }

  /// Scores every row of a table. The label column need not be there.
  /// throws  as bind; Error{schema} with the place of an unseen category whose policy is `error`
  [[nodiscard]] Predictions predict(const Table& table) const {
    const BoundTable<List> bound = bind<List>(estimates_.model.schema(), table);
    return predict(bound, all_rows(bound.rows));
  }
  /// Scores some rows of a bound table, in the order given.
  /// cost    rows x features x classes
  [[nodiscard]] Predictions predict(const BoundTable<List>& bound,
                                    std::span<const Index> rows) const;

 private:
  // Rows whose log joints stay in cache while every block adds to them.
  static constexpr std::size_t tile_rows = 256;

  struct TableSlots {
    std::vector<Slots> features;
  };
  [[nodiscard]] std::vector<TableSlots> find_slots(const BoundTable<List>& bound,
                                                   std::span<const Index> rows,
                                                   Predictions& out) const;

  Estimates<Model> estimates_;
};

template <class List>
Classifier(const Posterior<BasicModel<List>>&, Estimator) -> Classifier<BasicModel<List>>;
template <class M>
Classifier(Estimates<M>) -> Classifier<M>;

namespace detail {
/// Throws Error{schema}: a category that the training data lack, where the schema wants an error.
[[noreturn]] void unseen_category(const Table& table, const std::string& feature, Index row,
                                  std::string_view level);

/// Counts the cells (words) of levels that the posterior does not know.
/// throws  Error{schema} when their policy is `error`
template <class Datum, class F>
Index count_unseen(const Cells<Datum>& data, const Feature<F>& feature, const Slots& slots,
                   std::span<const Index> rows, const Table& table) {
  if (std::find(slots.of.begin(), slots.of.end(), -1) == slots.of.end()) return 0;
  Index unseen = 0;
  for (const Index row : rows) {
    const std::vector<std::string_view> unknown = data.unknown(row, slots);
    if (!unknown.empty() && feature.unseen == Unseen::error)
      unseen_category(table, feature.name, row, unknown.front());
    unseen += static_cast<Index>(unknown.size());
  }
  return unseen;
}
}  // namespace detail

template <class List>
auto Classifier<BasicModel<List>>::find_slots(const BoundTable<List>& bound,
                                              std::span<const Index> rows, Predictions& out) const
    -> std::vector<TableSlots> {
  std::vector<TableSlots> all(estimates_.tables.size());
  for (std::size_t b = 0; b < all.size(); ++b)
    std::visit(
        [&]<class F>(const ScoreTable<F>& table) {
          const auto& data = std::get<detail::BlockCells<F>>(bound.blocks[b]);
          for (Index j = 0; j < table.size(); ++j) {
            const auto& cells = data.features[static_cast<std::size_t>(j)];
            const Slots& slots = all[b].features.emplace_back(slots_of(table.feature(j), cells));
            if constexpr (Block<F>::levelled)
              out.unseen_cells +=
                  detail::count_unseen(cells, table.feature(j), slots, rows, *bound.table);
          }
        },
        estimates_.tables[b]);
  return all;
}

template <class List>
Predictions Classifier<BasicModel<List>>::predict(const BoundTable<List>& bound,
                                                  std::span<const Index> rows) const {
  const std::size_t classes = estimates_.classes.size();
  Predictions out{.classes = estimates_.classes};
  out.log_joint.resize(rows.size() * classes);
  out.log_probability.resize(rows.size() * classes);
  const std::vector<TableSlots> slots = find_slots(bound, rows, out);
  const Fallback fallback{estimates_.most_frequent, estimates_.log_class_probabilities};
  for (std::size_t first = 0; first < rows.size(); first += tile_rows) {
    const auto tile = rows.subspan(first, std::min(tile_rows, rows.size() - first));
    const auto joint = std::span(out.log_joint).subspan(first * classes, tile.size() * classes);
    for (std::size_t i = 0; i < tile.size(); ++i)
      std::copy(fallback.log_class_probabilities.begin(), fallback.log_class_probabilities.end(),
                joint.begin() + static_cast<std::ptrdiff_t>(i * classes));
    for (std::size_t b = 0; b < slots.size(); ++b)
      std::visit(
          [&]<class F>(const ScoreTable<F>& table) {
            const auto& data = std::get<detail::BlockCells<F>>(bound.blocks[b]);
            for (std::size_t j = 0; j < data.features.size(); ++j)
              table.add_rows(static_cast<Index>(j), data.features[j], slots[b].features[j], tile,
                             joint, static_cast<Index>(classes));
          },
          estimates_.tables[b]);
    for (std::size_t i = 0; i < tile.size(); ++i) {
      bool impossible = false;
      out.label.push_back(normalise(
          joint.subspan(i * classes, classes), fallback,
          std::span(out.log_probability).subspan((first + i) * classes, classes), impossible));
      out.impossible.push_back(impossible);
    }
  }
  return out;
}

// Compiled once, for the list in families.hpp; other lists are compiled where they are used.
extern template class Classifier<Model>;

}  // namespace credence
