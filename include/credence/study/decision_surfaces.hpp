#pragma once
// Decision surfaces of a posterior, from two of its features.
#include <credence/learn/found_priors.hpp>
#include <credence/predict/classifier.hpp>
#include <credence/study/decision_surface.hpp>
#include <credence/study/feature_picture.hpp>
#include <credence/study/labelled_rows.hpp>
#include <credence/study/without_features.hpp>

namespace credence {

/// The features that can span a surface, in the order of the schema: columns of numbers that are not
/// counted, those of tied blocks too.
[[nodiscard]] std::vector<std::string> features_of_surfaces(const Schema& schema);

namespace detail {

/// Throws Error{schema} unless both are features of numbers, and not the same.
void check_surface(const Schema& schema, const std::string& across, const std::string& up);

/// Grids over two columns of numbers, and some of the rows; no labels yet.
[[nodiscard]] DecisionSurface frame_surface(const Table& table, const LabelledRows& rows,
                                            const std::string& across, const std::string& up,
                                            const SurfaceOptions& options);

/// A row for each point of the grid; the other columns that the schema reads are missing.
[[nodiscard]] Table grid_table(const DecisionSurface& surface, const Schema& schema);

/// The features of a schema that do not read either column.
[[nodiscard]] std::set<std::string> features_beside(const Schema& schema, const std::string& across,
                                                    const std::string& up);

}  // namespace detail

/// The decision surface of two features of numbers over the middle of the data.
/// throws  Error{schema} for a feature that there is not or that has no numbers; Error{undefined}
///         where the estimator gives no density for these two; as bind for the data
/// cost    two columns of the data, and steps^2 x classes densities
template <class List>
[[nodiscard]] DecisionSurface decision_surface(const Posterior<BasicModel<List>>& posterior,
                                               const Table& table, const std::string& across,
                                               const std::string& up,
                                               const SurfaceOptions& options = {}) {
  const Schema& schema = posterior.model.schema();
  detail::check_surface(schema, across, up);
  const CodeColumn label = codes_of(table, table.column(posterior.label.name));
  const detail::LabelledRows rows =
      detail::labelled_rows(detail::positions_that_count(label, posterior.label.classes, {}), {});
  DecisionSurface surface = detail::frame_surface(table, rows, across, up, options);
  surface.classes = posterior.label.classes;
  with_found_priors(posterior, [&](const auto& ready) {
    const auto two = detail::without_features(ready, detail::features_beside(schema, across, up));
    const Classifier classifier{two, options.estimator};
    const Predictions answers = classifier.predict(detail::grid_table(surface, two.model.schema()));
    surface.label = answers.label;
    for (Index row = 0; row < answers.rows(); ++row)
      surface.probability.push_back(
          answers.probability(row, answers.label[static_cast<std::size_t>(row)]));
  });
  return surface;
}

extern template DecisionSurface decision_surface(const Posterior<Model>&, const Table&,
                                                 const std::string&, const std::string&,
                                                 const SurfaceOptions&);

}  // namespace credence
