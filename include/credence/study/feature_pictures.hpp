#pragma once
// Pictures of the features of a posterior, from the rows that they are compared with.
#include <credence/learn/found_priors.hpp>
#include <credence/predict/estimates.hpp>
#include <credence/study/feature_picture.hpp>
#include <credence/study/labelled_rows.hpp>

namespace credence {

namespace detail {

/// What all pictures of one table have in common.
template <class List>
struct PictureContext {
  const Estimates<BasicModel<List>>& estimates;
  const LabelledRows& rows;
  const PictureOptions& options;

  [[nodiscard]] Index classes() const { return std::ssize(estimates.classes); }
  [[nodiscard]] bool asks_for(const std::string& feature) const {
    return options.features.empty() || std::find(options.features.begin(), options.features.end(),
                                                 feature) != options.features.end();
  }
  /// Why a cell has no density; null where it has one.
  [[nodiscard]] const std::string* fault(const std::string& feature, Index klass) const {
    for (const UndefinedCell& cell : estimates.undefined)
      if (cell.feature == feature &&
          (cell.klass.empty() || cell.klass == estimates.classes[static_cast<std::size_t>(klass)]))
        return &cell.why;
    return nullptr;
  }
  [[nodiscard]] FeaturePicture picture(std::string feature, std::string_view family) const {
    return {.feature = std::move(feature),
            .family = std::string(family),
            .estimator = options.estimator,
            .classes = estimates.classes,
            .rows = std::vector<double>(estimates.classes.size())};
  }
};

/// Fills in what is expected: `of_class(klass)` is a list of heights.
template <class List, class Heights>
void expect(const PictureContext<List>& context, const std::string& feature, std::size_t length,
            Heights&& of_class, FeaturePicture& picture) {
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

/// The densities of a feature in all classes, one after the other.
template <ConjugateFamily F, class Visitor>
void with_densities(const ScoreTable<F>& table, Index j, Index classes, Visitor&& visit) {
  table.visit([&](const auto& densities) { visit(densities.data() + j * classes); });
}

/// A datum as a number: of counts without their exposure.
inline double as_number(double datum) { return datum; }
inline double as_number(const Count& datum) { return datum.count; }

template <class List, ConjugateFamily F>
ClassNumbers class_numbers(const PictureContext<List>& context,
                           const Cells<typename Block<F>::Datum>& cells) {
  ClassNumbers data;
  typename Block<F>::Datum datum{};
  for (std::size_t i = 0; i < context.rows.rows.size(); ++i)
    if (cells.read(context.rows.rows[i], {}, datum))
      data.add(as_number(datum), context.rows.truth[i], context.rows.weights[i]);
  return data;
}

/// Heights of a density at the points of a picture.
template <class D>
std::vector<double> heights(const D& density, const std::vector<double>& points) {
  std::vector<double> all;
  for (const double x : points) all.push_back(std::exp(log_density(density, x)));
  return all;
}

template <class List, ConjugateFamily F>
FeaturePicture picture_of_numbers(const PictureContext<List>& context, const ScoreTable<F>& table,
                                  Index j, const Cells<double>& cells) {
  const std::string& name = table.feature(j).name;
  FeaturePicture picture = context.picture(name, F::name);
  frame_numbers(class_numbers<List, F>(context, cells), context.options, !F::accepts(-1.0),
                picture);
  with_densities(table, j, context.classes(), [&](const auto* densities) {
    expect(
        context, name, picture.points.size(),
        [&](Index klass) { return heights(densities[klass], picture.points); }, picture);
  });
  return picture;
}

/// The probability of each range of counts.
template <class D>
std::vector<double> range_shares(const D& density, const CountRanges& ranges) {
  std::vector<double> shares;
  double before = 0;
  for (std::size_t i = 0; i < ranges.first.size(); ++i) {
    double share = 0;
    if (ranges.open && i + 1 == ranges.first.size())
      share = std::max(1 - before, 0.0);
    else
      for (double x = ranges.first[i]; x < ranges.first[i] + ranges.width; x += 1)
        share += std::exp(log_density(density, x));
    before += share;
    shares.push_back(share);
  }
  return shares;
}

template <class List, ConjugateFamily F>
FeaturePicture picture_of_counts(const PictureContext<List>& context, const ScoreTable<F>& table,
                                 Index j, const Cells<typename Block<F>::Datum>& cells) {
  const std::string& name = table.feature(j).name;
  FeaturePicture picture = context.picture(name, F::name);
  picture.kind = PictureKind::levels;
  if constexpr (requires { cells.exposed(); })
    if (cells.exposed()) {
      picture.undefined = "counts over different exposures have no one distribution to show";
      return picture;
    }
  const CountRanges ranges =
      frame_counts(class_numbers<List, F>(context, cells), context.options, picture);
  with_densities(table, j, context.classes(), [&](const auto* densities) {
    expect(
        context, name, picture.levels.size(),
        [&](Index klass) { return range_shares(densities[klass], ranges); }, picture);
  });
  return picture;
}

/// The weight of each level in one class.
[[nodiscard]] inline std::vector<double> level_weights(const std::vector<double>& counts,
                                                       std::size_t levels) {
  std::vector<double> weights = counts;
  weights.resize(levels);
  return weights;
}
template <class S>
requires requires(const S& seen) { seen.ones; }
[[nodiscard]] std::vector<double> level_weights_of(const S& seen, std::size_t) {
  return {seen.zeros, seen.ones};
}
template <class S>
requires requires(const S& seen) { seen.counts; }
[[nodiscard]] std::vector<double> level_weights_of(const S& seen, std::size_t levels) {
  return level_weights(seen.counts, levels);
}

/// The share of each level under a density.
template <class D>
std::vector<double> level_shares(const D& density, std::size_t levels) {
  if constexpr (requires { density.weights; }) {
    return shares_of(level_weights(density.weights, levels));
  } else if constexpr (std::is_same_v<typename D::value_type, WordCounts>) {
    return level_weights(density.probabilities, levels);
  } else {
    std::vector<double> shares;
    for (std::size_t level = 0; level < levels; ++level)
      shares.push_back(std::exp(log_density(density, static_cast<typename D::value_type>(level))));
    return shares;
  }
}

template <class List, ConjugateFamily F>
FeaturePicture picture_of_levels(const PictureContext<List>& context, const Block<F>& block,
                                 const ScoreTable<F>& table, Index j,
                                 std::vector<std::string> levels) {
  constexpr bool words = std::is_same_v<typename Block<F>::Datum, WordCounts>;
  FeaturePicture picture = context.picture(block.feature(j).name, F::name);
  picture.kind = words ? PictureKind::words : PictureKind::levels;
  picture.levels = std::move(levels);
  for (Index klass = 0; klass < context.classes(); ++klass) {
    const auto weights = level_weights_of(block.cell(j, klass), picture.levels.size());
    picture.rows[static_cast<std::size_t>(klass)] = block.cell(j, klass).count();
    picture.observed.push_back(shares_of(weights));
  }
  with_densities(table, j, context.classes(), [&](const auto* densities) {
    expect(
        context, picture.feature, picture.levels.size(),
        [&](Index klass) { return level_shares(densities[klass], picture.levels.size()); },
        picture);
  });
  std::vector<double> probabilities;
  for (const double log : context.estimates.log_class_probabilities)
    probabilities.push_back(std::exp(log));
  const auto worth =
      words ? worth_of_words(picture.expected, probabilities) : std::vector<double>();
  keep_levels(picture, worth, context.options.most_levels, !words);
  return picture;
}

template <class List, TiedFamily F>
void add_tied_pictures(const PictureContext<List>& context, const ScoreTable<F>& table, Index j,
                       const Cells<std::vector<double>>& cells,
                       std::vector<FeaturePicture>& pictures) {
  const Feature<F>& feature = table.feature(j);
  std::vector<double> datum;
  for (std::size_t column = 0; column < feature.levels.size(); ++column) {
    if (!context.asks_for(feature.levels[column])) continue;
    ClassNumbers data;
    for (std::size_t i = 0; i < context.rows.rows.size(); ++i)
      if (cells.read(context.rows.rows[i], {}, datum) && !std::isnan(datum[column]))
        data.add(datum[column], context.rows.truth[i], context.rows.weights[i]);
    FeaturePicture picture = context.picture(feature.levels[column], F::word);
    frame_numbers(data, context.options, false, picture);
    with_densities(table, j, context.classes(), [&](const auto* densities) {
      expect(
          context, feature.name, picture.points.size(),
          [&](Index klass) {
            return heights(marginal(densities[klass], static_cast<Index>(column)), picture.points);
          },
          picture);
    });
    pictures.push_back(std::move(picture));
  }
}

/// The names of the levels of a feature; of yes/no columns those of the schema.
template <ConjugateFamily F>
std::vector<std::string> level_names(const Feature<F>& feature, const Schema& schema) {
  if constexpr (Block<F>::levelled) return feature.levels;
  const ColumnSchema* column = schema.find(feature.name);
  if (column != nullptr && column->levels.size() == 2) return column->levels;
  return {"0", "1"};
}

template <class List, ConjugateFamily F>
void add_pictures(const PictureContext<List>& context, const Block<F>& block,
                  const ScoreTable<F>& table, const BlockCells<F>& cells,
                  std::vector<FeaturePicture>& pictures) {
  using Datum = typename Block<F>::Datum;
  for (Index j = 0; j < block.size(); ++j) {
    const auto& data = cells.features[static_cast<std::size_t>(j)];
    if constexpr (TiedFamily<F>) {
      add_tied_pictures(context, table, j, data, pictures);
    } else if (context.asks_for(block.feature(j).name)) {
      if constexpr (std::is_same_v<Datum, double> || std::is_same_v<Datum, Count>) {
        if (!F::accepts(Datum(0.5)))
          pictures.push_back(picture_of_counts(context, table, j, data));
        else if constexpr (std::is_same_v<Datum, double>)
          pictures.push_back(picture_of_numbers(context, table, j, data));
      } else {
        pictures.push_back(
            picture_of_levels(context, block, table, j,
                              level_names(block.feature(j), context.estimates.model.schema())));
      }
    }
  }
}

}  // namespace detail

/// Pictures of features: how the labelled rows of a table lie in each class, beside the densities of
/// an estimator. Levels and words are counted as the posterior has learned them.
/// in      weight: the column of row weights, empty for 1 each
/// out     in the order of the blocks; what has no density says why, and shows the data alone
/// throws  as bind; Error{schema} when the table has no label column
/// cost    rows x features that are shown, and points x classes densities for each
template <class List>
[[nodiscard]] std::vector<FeaturePicture> feature_pictures(
    const Posterior<BasicModel<List>>& posterior, const Table& table,
    const PictureOptions& options = {}, std::string_view weight = {}) {
  (void)table.column(posterior.label.name);
  const auto bound = credence::bind<List>(posterior.model.schema(), table, weight);
  const detail::LabelledRows rows = detail::labelled_rows(
      detail::positions_that_count(bound.label, posterior.label.classes, bound.weights),
      bound.weights);
  std::vector<FeaturePicture> pictures;
  with_found_priors(posterior, [&](const auto& ready) {
    const auto estimates = estimate(ready, options.estimator);
    if (estimates.tables.empty()) return;  // the class probabilities are undefined
    const detail::PictureContext<List> context{
        .estimates = estimates, .rows = rows, .options = options};
    for (std::size_t b = 0; b < ready.blocks.size(); ++b)
      std::visit(
          [&]<class F>(const Block<F>& block) {
            detail::add_pictures(context, block, std::get<ScoreTable<F>>(estimates.tables[b]),
                                 std::get<BlockCells<F>>(bound.blocks[b]), pictures);
          },
          ready.blocks[b]);
  });
  return pictures;
}

extern template std::vector<FeaturePicture> feature_pictures(const Posterior<Model>&, const Table&,
                                                             const PictureOptions&,
                                                             std::string_view);

}  // namespace credence
