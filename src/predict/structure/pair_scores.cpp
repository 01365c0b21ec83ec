// Rows scored by an average over single parents: levels become places in arrays, and models products of
// what stands there.
#include <algorithm>
#include <cmath>
#include <credence/base/parallel.hpp>
#include <credence/detail/learn/block_cells.hpp>
#include <credence/detail/predict/unseen.hpp>
#include <credence/predict/classifier.hpp>
#include <unordered_map>

#include "learn/levels/level_codes.hpp"
#include "predict/structure/pair_products.hpp"
#include "predict/structure/pair_terms.hpp"
#include "predict/structure/structure_scores.hpp"
#include "predict/tiles/answer_rows.hpp"
#include "predict/tiles/impossible.hpp"
#include "predict/tiles/mixture_sums.hpp"

namespace credence::detail {
namespace {

constexpr Index pairs_tile_rows = 256;
constexpr Index pairs_chunk_rows = 2048;

}  // namespace

// How the levels of one table stand in the arrays.
class PairTerms::Reader {
 public:
  Reader(const PairTerms& terms, const BoundTable& bound, RowSpan rows, const RowsLeftOut* left,
         Index& unseen_cells)
      : terms_(terms), bound_(bound) {
    for (const Feature& feature : terms.features_) {
      slots_.push_back(slots(feature, rows, unseen_cells));
      places_.push_back(places(feature, slots_.back()));
    }
    for (const Parent& parent : terms.parents_) parents_.push_back(bind(parent, left));
  }

  // in  codes: features x rows of a tile;  places: rows x groups
  void read(RowSpan rows, std::span<Code> codes, std::span<std::uint32_t> places) const {
    const auto count = static_cast<std::size_t>(rows.count);
    const std::size_t width = terms_.groups_.size();
    for (std::size_t f = 0; f < terms_.features_.size(); ++f) {
      const Feature& feature = terms_.features_[f];
      const auto own = codes.subspan(f * pairs_tile_rows, count);
      read_codes(bound_.blocks[feature.block], feature.place, rows, own);
      const std::uint32_t* const place_of = places_[f].data();
      std::uint32_t* const to = places.data() + feature.group;
      if (terms_.groups_[feature.group].features.front() == f)
        for (std::size_t i = 0; i < count; ++i)
          to[i * width] = place_of[static_cast<std::size_t>(own[i])];
      else
        for (std::size_t i = 0; i < count; ++i)
          to[i * width] += place_of[static_cast<std::size_t>(own[i])];
    }
  }
  [[nodiscard]] PairParent parent(std::size_t m) const {
    const BoundParent& of = parents_[m];
    return {
        .terms = terms_.parents_[m].terms.data(), .row_of = of.row_of, .starts = of.starts.data()};
  }
  // What a model weighs under a level of its parent: 0 where it does not count.
  [[nodiscard]] double weight(std::size_t m, Code code) const {
    return parents_[m].row_of[static_cast<std::size_t>(code)] == no_pair_row ? 0 : weight_of(m);
  }
  [[nodiscard]] double weight_of(std::size_t m) const {
    return terms_.weights_[static_cast<std::size_t>(terms_.parents_[m].context)];
  }

 private:
  struct BoundParent {
    std::vector<std::size_t> row_of = {};  // of each level of the data
    LargeArray<double> starts = {};        // classes left out, or one x levels of the data x width
  };

  [[nodiscard]] Slots slots(const Feature& feature, RowSpan rows, Index& unseen_cells) const {
    Slots slots;
    bound_.blocks[feature.block].visit([&]<class Datum>(const BlockCells<Datum>& cells) {
      if constexpr (std::is_same_v<Datum, Code>) {
        const Cells<Code>& data = cells.feature(feature.place);
        slots = slots_of(feature.facts, data);
        unseen_cells += count_unseen(data, feature.facts, slots, rows, *bound_.table);
      }
    });
    return slots;
  }
  // The place of a level of the data among those of a feature; that behind them where it says nothing.
  [[nodiscard]] static std::size_t slot(const Feature& feature, const Slots& slots, Index code,
                                        Index levels) {
    if (code >= levels) return feature.levels;
    if (slots.of.empty()) return static_cast<std::size_t>(code);
    const Index at = slots[static_cast<std::size_t>(code)];
    return at < 0 ? feature.levels : static_cast<std::size_t>(at);
  }
  [[nodiscard]] std::vector<std::uint32_t> places(const Feature& feature,
                                                  const Slots& slots) const {
    const Group& group = terms_.groups_[feature.group];
    const bool leads = &terms_.features_[group.features.front()] == &feature;
    const Index levels = levels_in_data(bound_.blocks[feature.block], feature.place);
    std::vector<std::uint32_t> found;
    for (Index code = 0; code <= levels; ++code) {
      const std::size_t entry =
          slot(feature, slots, code, levels) * feature.step + (leads ? group.first : 0);
      found.push_back(static_cast<std::uint32_t>(entry * terms_.width_));
    }
    return found;
  }

  [[nodiscard]] BoundParent bind(const Parent& parent, const RowsLeftOut* left) const {
    std::unordered_map<std::string_view, std::size_t> known;
    for (std::size_t i = 0; i < parent.levels.size(); ++i) known.emplace(parent.levels[i], i);
    const std::vector<std::string>& levels = bound_.contexts[parent.context].levels();
    const std::size_t owns = left == nullptr ? 1 : terms_.classes_;
    const double weight = terms_.weights_[static_cast<std::size_t>(parent.context)];
    BoundParent made;
    made.starts.assign(owns * levels.size() * terms_.width_, terms_.logarithms_ ? 0.0 : 1.0);
    for (std::size_t code = 0; code < levels.size(); ++code) {
      const auto found = known.find(levels[code]);
      const std::size_t level = found == known.end() ? parent.levels.size() : found->second;
      const double seen = found == known.end() ? 0 : parent.rows[level] - (left == nullptr ? 0 : 1);
      const bool counts = is_seen_enough(seen, terms_.least_rows_) && weight != 0;
      made.row_of.push_back(counts ? level * terms_.entries_ * terms_.width_ : no_pair_row);
      for (std::size_t own = 0; own < owns; ++own)
        start(parent, code, left == nullptr ? terms_.log_classes_ : logs_without(*left, own),
              weight, made.starts.data() + (own * levels.size() + code) * terms_.width_);
    }
    return made;
  }
  [[nodiscard]] std::span<const double> logs_without(const RowsLeftOut& left,
                                                     std::size_t own) const {
    return left.log_classes.subspan(own * terms_.classes_, terms_.classes_);
  }
  // The class, the parent given the class, and the weight of the model.
  void start(const Parent& parent, std::size_t code, std::span<const double> log_classes,
             double weight, double* to) const {
    const Feature& feature = terms_.features_[parent.feature];
    const Index levels = levels_in_data(bound_.blocks[feature.block], feature.place);
    const std::size_t at = slot(feature, slots_[parent.feature], static_cast<Index>(code), levels);
    const double* const alone = terms_.alone_.data() + (feature.first + at) * terms_.width_;
    for (std::size_t lane = 0; lane < terms_.classes_ * (terms_.left_out_ ? 2 : 1); ++lane) {
      const double log_class = log_classes[lane % terms_.classes_];
      to[lane] = terms_.logarithms_ ? log_class + std::log(weight) + std::log(alone[lane])
                                    : std::exp(log_class) * weight * alone[lane];
    }
  }

  const PairTerms& terms_;
  const BoundTable& bound_;
  std::vector<Slots> slots_;                        // of each feature
  std::vector<std::vector<std::uint32_t>> places_;  // the same, by the levels of the data
  std::vector<BoundParent> parents_;
};

// Room for a tile, and what is done with one.
class PairTerms::Scorer {
 public:
  Scorer(const PairTerms& terms, const Reader& reader, const RowsLeftOut* left)
      : terms_(terms),
        reader_(reader),
        left_(left),
        codes_(terms.features_.size() * most),
        places_(terms.groups_.size() * most),
        sums_(terms.logarithms_ ? terms.parents_.size() : 1),
        skipped_(most) {
    for (LargeArray<double>& sums : sums_) sums.resize(most * terms.width_);
    for (std::size_t m = 0; m < terms.parents_.size(); ++m) weight_ += reader.weight_of(m);
  }

  // in  first: of the rows among those that are scored;  joint: of the tile
  void score(RowSpan rows, Index first, std::span<double> joint, std::vector<Index>& open) {
    reader_.read(rows, codes_, places_);
    const PairRows tile{.rows = static_cast<std::size_t>(rows.count),
                        .groups = terms_.groups_.size(),
                        .width = terms_.width_,
                        .places = places_.data(),
                        .own = left_ == nullptr ? nullptr : left_->own.data() + first};
    std::fill(skipped_.begin(), skipped_.end(), 0);
    if (terms_.logarithms_)
      add_logarithms(tile);
    else
      add_factors(tile);
    for (std::size_t i = 0; i < tile.rows; ++i)
      if (!take(tile, i, joint.data() + i * terms_.classes_))
        open.push_back(first + static_cast<Index>(i));
    if (!terms_.logarithms_) take_logs(joint.first(tile.rows * terms_.classes_));
  }

 private:
  static constexpr auto most = static_cast<std::size_t>(pairs_tile_rows);

  [[nodiscard]] const Code* codes_of(std::size_t m) const {
    return codes_.data() + terms_.parents_[m].feature * most;
  }
  void add_factors(const PairRows& tile) {
    std::fill_n(sums_[0].begin(), tile.rows * tile.width, 0.0);
    for (std::size_t m = 0; m < terms_.parents_.size(); ++m)
      add_products(tile, reader_.parent(m), codes_of(m), sums_[0].data(), skipped_.data());
  }
  void add_logarithms(const PairRows& tile) {
    std::vector<std::span<const double>> parts;
    for (std::size_t m = 0; m < terms_.parents_.size(); ++m) {
      std::fill_n(sums_[m].begin(), tile.rows * tile.width, impossible);
      write_sums(tile, reader_.parent(m), codes_of(m), sums_[m].data(), skipped_.data());
      parts.push_back(std::span(sums_[m]).first(tile.rows * tile.width));
    }
    log_sums(parts, std::span(sums_[0]).first(tile.rows * tile.width));
  }

  // The joints of a row as they are added up; false where no model counts for it.
  bool take(const PairRows& tile, std::size_t i, double* joint) const {
    const double* const sums = sums_[0].data() + i * tile.width;
    double weight = weight_;
    if (skipped_[i] != 0) {
      weight = 0;
      for (std::size_t m = 0; m < terms_.parents_.size(); ++m)
        weight += reader_.weight(m, codes_of(m)[i]);
    }
    const std::size_t own =
        tile.own == nullptr ? terms_.classes_ : static_cast<std::size_t>(tile.own[i]);
    const double log_weight = terms_.logarithms_ ? std::log(weight) : 0;
    for (std::size_t c = 0; c < terms_.classes_; ++c) {
      const double sum = sums[c == own ? terms_.classes_ + c : c];
      joint[c] = terms_.logarithms_ ? sum - log_weight : sum / weight;
    }
    return weight > 0;
  }

  const PairTerms& terms_;
  const Reader& reader_;
  const RowsLeftOut* left_;
  std::vector<Code> codes_;               // features x rows
  std::vector<std::uint32_t> places_;     // rows x groups
  std::vector<LargeArray<double>> sums_;  // of all models, or of each: rows x width
  std::vector<unsigned char> skipped_;    // by some model
  double weight_ = 0;                     // of all models
};

std::vector<Index> PairTerms::score_rows(const Reader& reader, RowSpan rows,
                                         const RowsLeftOut* left, std::span<double> joint) const {
  const Index chunks = (rows.count + pairs_chunk_rows - 1) / pairs_chunk_rows;
  std::vector<std::vector<Index>> open(static_cast<std::size_t>(chunks));
  credence::for_each_chunk(chunks, [&](Index chunk) {
    Scorer scorer(*this, reader, left);
    const Index end = std::min(rows.count, (chunk + 1) * pairs_chunk_rows);
    for (Index first = chunk * pairs_chunk_rows; first < end; first += pairs_tile_rows) {
      const Index count = std::min(pairs_tile_rows, end - first);
      scorer.score(rows.part(first, count), first,
                   joint.subspan(static_cast<std::size_t>(first) * classes_),
                   open[static_cast<std::size_t>(chunk)]);
    }
  });
  std::vector<Index> all;
  for (const std::vector<Index>& some : open) all.insert(all.end(), some.begin(), some.end());
  return all;
}

std::vector<Index> PairTerms::score(const BoundTable& bound, RowSpan rows, std::span<double> joint,
                                    Index& unseen_cells) const {
  return score_rows(Reader(*this, bound, rows, nullptr, unseen_cells), rows, nullptr, joint);
}

bool PairTerms::score_left_out(const BoundTable& bound, RowSpan rows, const RowsLeftOut& left,
                               std::span<double> joint) const {
  if (!logarithms_ && !are_large(left.log_classes)) return false;
  constexpr std::size_t most_starts = std::size_t{1} << 22;  // of each class left out
  std::size_t starts = 0;
  for (const Parent& parent : parents_)
    starts += bound.contexts[parent.context].levels().size() * classes_ * width_;
  if (starts > most_starts) return false;
  Index unseen_cells = 0;
  const Reader reader(*this, bound, rows, &left, unseen_cells);
  return unseen_cells == 0 && score_rows(reader, rows, &left, joint).empty() &&
         std::none_of(joint.begin(), joint.end(), [](double log) { return std::isnan(log); });
}

std::optional<Predictions> predict_by_pairs(const PairTerms& terms,
                                            const Posterior<Model>& posterior, Estimator estimator,
                                            const BoundTable& bound, RowSpan rows) {
  Predictions out = blank_predictions(posterior.label.classes, rows.count);
  if (!terms.score(bound, rows, out.log_joint, out.unseen_cells).empty()) return std::nullopt;
  answer_rows(out,
              {.label = most_frequent_class(posterior.label),
               .log_class_probabilities = log_class_probabilities(posterior.label, estimator)});
  return out;
}

}  // namespace credence::detail
