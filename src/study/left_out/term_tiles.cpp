// Terms found once, checked, and kept where there are few.
#include "study/left_out/term_tiles.hpp"

#include <credence/base/sum.hpp>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

namespace credence::detail {
namespace {

constexpr const char* no_finite_term =
    "a row that is left out has probability 0 there, for which no finite weight would be right";

// The features and classes of which a tile has no finite term, and the label where a row's own class
// has probability 0 without it.
std::vector<UndefinedCell> infinite_cells(const TermTile& tile, const LeftOutTerms& source) {
  const auto names = source.names();
  const auto classes = source.classes();
  const std::size_t width = classes.size();
  std::set<std::pair<std::size_t, std::size_t>> found;
  std::vector<UndefinedCell> cells;
  for (std::size_t at = 0; at < tile.terms.size(); ++at) {
    const std::size_t feature = at / width % names.size();
    if (!std::isfinite(tile.terms[at]) && found.emplace(feature, at % width).second)
      cells.push_back(
          {.feature = names[feature], .klass = classes[at % width], .why = no_finite_term});
  }
  return cells;
}

// The same of the probabilities of the classes.
std::vector<UndefinedCell> impossible_classes(const TermTile& tile, const LeftOutTerms& source) {
  std::vector<UndefinedCell> cells;
  const std::size_t width = source.classes().size();
  for (std::size_t i = 0; i < tile.rows(); ++i) {
    const auto own = static_cast<std::size_t>(tile.truth[i]);
    if (!std::isfinite(tile.log_classes[i * width + own]))
      cells.push_back({.feature = {}, .klass = source.classes()[own], .why = no_finite_term});
  }
  return cells;
}

}  // namespace

TermTiles::TermTiles(const LeftOutTerms& source, std::size_t kept_up_to)
    : source_(&source),
      features_(source.names().size()),
      classes_(source.classes().size()),
      truth_(source.truth().begin(), source.truth().end()),
      weights_(source.weights().begin(), source.weights().end()),
      undefined_(source.undefined()) {
  weight_ = compensated_sum(weights_);
  cut(source.terms_of_row());
  if (undefined_.empty()) find_all(truth_.size() * source.terms_of_row() <= kept_up_to);
}

// Tiles of about half a megabyte.
void TermTiles::cut(std::size_t of_row) {
  constexpr std::size_t numbers = std::size_t{1} << 16;
  tile_rows_ = static_cast<Index>(
      std::clamp<std::size_t>(numbers / std::max<std::size_t>(of_row, 1), 8, 512));
}

TermTile TermTiles::outline(Index tile) const {
  const Index first = tile * tile_rows_;
  const auto begin = static_cast<std::size_t>(first);
  const auto count = static_cast<std::size_t>(std::min(tile_rows_, std::ssize(truth_) - first));
  return {.first = first,
          .truth = std::span(truth_).subspan(begin, count),
          .weights = std::span(weights_).subspan(begin, count)};
}

void TermTiles::find_all(bool keep) {
  const std::size_t of_row = features_ * classes_;
  std::vector<double> all(keep ? truth_.size() * of_row : 0);
  std::vector<double> all_classes(keep ? truth_.size() * classes_ : 0);
  std::vector<std::vector<UndefinedCell>> found(static_cast<std::size_t>(tiles()));
  credence::for_each_chunk(tiles(), [&](Index at) {
    TermTile tile = outline(at);
    const auto first = static_cast<std::size_t>(tile.first);
    std::vector<double> own(keep ? 0 : tile.rows() * of_row);
    std::vector<double> own_classes(keep ? 0 : tile.rows() * classes_);
    const auto terms =
        keep ? std::span(all).subspan(first * of_row, tile.rows() * of_row) : std::span(own);
    const auto logs = keep
                          ? std::span(all_classes).subspan(first * classes_, tile.rows() * classes_)
                          : std::span(own_classes);
    auto& cells = found[static_cast<std::size_t>(at)];
    cells = source_->find(tile.first, static_cast<Index>(tile.rows()), terms, logs);
    tile.terms = terms;
    tile.log_classes = logs;
    for (auto&& more : {infinite_cells(tile, *source_), impossible_classes(tile, *source_)})
      cells.insert(cells.end(), more.begin(), more.end());
  });
  add_new_cells(found, undefined_);
  terms_ = std::move(all);
  log_classes_ = std::move(all_classes);
}

TermTiles TermTiles::summed() const {
  TermTiles one;
  one.features_ = 1;
  one.classes_ = classes_;
  one.weight_ = weight_;
  one.truth_ = truth_;
  one.weights_ = weights_;
  one.terms_.resize(truth_.size() * classes_);
  one.log_classes_.resize(truth_.size() * classes_);
  one.cut(classes_);
  credence::for_each_chunk(tiles(), [&](Index at) {
    visit(at, [&](const TermTile& tile) {
      for (std::size_t i = 0; i < tile.rows(); ++i)
        for (std::size_t c = 0; c < classes_; ++c) {
          const std::size_t to = (static_cast<std::size_t>(tile.first) + i) * classes_ + c;
          double sum = 0;
          for (std::size_t j = 0; j < features_; ++j)
            sum += tile.terms[(i * features_ + j) * classes_ + c];
          one.terms_[to] = sum;
          one.log_classes_[to] = tile.log_classes[i * classes_ + c];
        }
    });
  });
  return one;
}

}  // namespace credence::detail
