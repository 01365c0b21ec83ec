#include <credence/study/feature_pictures.hpp>

#include <credence/detail/base/counted.hpp>
#include <credence/detail/learn/block_cells.hpp>
#include <credence/detail/study/picture_context.hpp>
#include <credence/detail/study/studied_family.hpp>
#include <credence/learn/posterior_priors.hpp>

#include <cmath>
#include <functional>
#include <limits>

#include "learn/structure/naive_part.hpp"

namespace credence {
namespace detail {
namespace {

double as_number(double datum) { return datum; }
double as_number(const Count& datum) { return datum.count; }

template <class Datum>
ClassNumbers numbers_in(const LabelledRows& rows, const Cells<Datum>& cells) {
  ClassNumbers data;
  Datum datum{};
  for (std::size_t i = 0; i < rows.rows.size(); ++i)
    if (cells.read(rows.rows[i], {}, datum))
      data.add(as_number(datum), rows.truth[i], rows.weights[i]);
  return data;
}

}  // namespace

const std::string* PictureContext::fault(const std::string& feature, Index klass) const {
  for (const UndefinedCell& cell : estimates.undefined)
    if (cell.feature == feature &&
        (cell.klass.empty() || cell.klass == estimates.classes[static_cast<std::size_t>(klass)]))
      return &cell.why;
  return nullptr;
}

FeaturePicture PictureContext::picture(std::string feature, std::string_view family) const {
  return {.feature = std::move(feature),
          .family = std::string(family),
          .estimator = options.estimator,
          .classes = estimates.classes,
          .rows = std::vector<double>(estimates.classes.size())};
}

void expect(const PictureContext& context, const std::string& feature, std::size_t length,
            const std::function<std::vector<double>(Index)>& of_class, FeaturePicture& picture) {
  for (Index klass = 0; klass < context.classes(); ++klass) {
    const bool never =
        std::isinf(context.estimates.log_class_probabilities[static_cast<std::size_t>(klass)]);
    const std::string* why = context.fault(feature, klass);
    if (why != nullptr) picture.undefined = *why;
    if (why != nullptr || never)
      picture.expected.emplace_back(length, std::numeric_limits<double>::quiet_NaN());
    else
      picture.expected.push_back(of_class(klass));
  }
}

ClassNumbers class_numbers(const PictureContext& context, const Cells<double>& cells) {
  return numbers_in(context.rows, cells);
}

ClassNumbers class_numbers(const PictureContext& context, const Cells<Count>& cells) {
  return numbers_in(context.rows, cells);
}

ClassNumbers class_numbers(const PictureContext& context, const Cells<std::vector<double>>& cells,
                           std::size_t column) {
  ClassNumbers data;
  std::vector<double> datum;
  for (std::size_t i = 0; i < context.rows.rows.size(); ++i)
    if (cells.read(context.rows.rows[i], {}, datum) && !std::isnan(datum[column]))
      data.add(datum[column], context.rows.truth[i], context.rows.weights[i]);
  return data;
}

std::vector<std::string> two_levels(const std::string& feature, const Schema& schema) {
  const ColumnSchema* column = schema.find(feature);
  if (column != nullptr && column->levels.size() == 2) return column->levels;
  return {"0", "1"};
}

}  // namespace detail

std::vector<FeaturePicture> feature_pictures(const Posterior<Model>& posterior, const Table& table,
                                             const PictureOptions& options,
                                             std::string_view weight) {
  if (options.points < 2)
    throw Error(ErrorCode::domain, "pictures of densities have " +
                                       detail::counted(options.points, "point", "points") +
                                       "; give them 2 or more");
  (void)table.column(posterior.label.name);
  const BoundTable bound = credence::bind(posterior.model, table, weight);
  const detail::LabelledRows rows = detail::labelled_rows(
      detail::positions_that_count(bound.label, posterior.label.classes, bound.weights),
      bound.weights);
  std::vector<FeaturePicture> pictures;
  // A picture is of a feature alone: of its density given the class, whatever it depends on besides.
  with_found_priors(detail::naive_part(posterior), [&](const Posterior<Model>& ready) {
    const Estimates estimates = estimate(ready, options.estimator);
    if (estimates.tables.empty()) return;  // the class probabilities are undefined
    const detail::PictureContext context{.estimates = estimates, .rows = rows, .options = options};
    for (std::size_t b = 0; b < ready.blocks.size(); ++b) {
      const AnyBlock& block = *ready.blocks[b];
      studied(block.family())
          .add_pictures(context, block, *estimates.tables[b], bound.blocks[b], pictures);
    }
  });
  return pictures;
}

}  // namespace credence
