// Rows scored by an average over single parents: levels become places in arrays, and models sums of
// what stands there.
#include <algorithm>
#include <array>
#include <cmath>
#include <credence/base/parallel.hpp>
#include <credence/predict/classifier.hpp>
#include <unordered_map>

#include "predict/answer_row.hpp"
#include "predict/impossible.hpp"
#include "predict/mixture_sums.hpp"
#include "predict/pair_terms.hpp"

namespace credence::detail {
namespace {

constexpr Index tile_rows = 256;
constexpr Index chunk_rows = 2048;

// Adds the entries at some places of one list of terms to a vector of classes: four sums in turn, since
// one would wait for each addition before the next.
// in  Classes: how many, 0 for any number
template <std::size_t Classes>
void add_terms(const double* terms, std::span<const std::uint32_t> places, std::size_t classes,
               double* joint) {
  if constexpr (Classes == 0) {
    for (const std::uint32_t place : places)
      for (std::size_t c = 0; c < classes; ++c) joint[c] += terms[place + c];
  } else {
    constexpr std::size_t chains = 4;
    std::array<std::array<double, Classes>, chains> sums{};
    const auto add = [&](std::size_t chain, std::size_t at) {
      for (std::size_t c = 0; c < Classes; ++c) sums[chain][c] += terms[places[at] + c];
    };
    std::size_t at = 0;
    for (; at + chains <= places.size(); at += chains)
      for (std::size_t chain = 0; chain < chains; ++chain) add(chain, at + chain);
    for (; at < places.size(); ++at) add(0, at);
    for (std::size_t c = 0; c < Classes; ++c)
      joint[c] += (sums[0][c] + sums[1][c]) + (sums[2][c] + sums[3][c]);
  }
}

}  // namespace

// The rows of one table as places: of each feature where its level stands, of each parent which level
// it has.
class PairTerms::Reader {
 public:
  Reader(const PairTerms& terms, const BoundTable& bound, RowSpan rows, Index& unseen_cells)
      : terms_(terms), bound_(bound) {
    for (const Feature& feature : terms.features_)
      slots_.push_back(slots(feature, rows, unseen_cells));
    for (const Parent& parent : terms.parents_) levels_.push_back(levels(parent));
  }

  // in  places: rows x features, times the classes
  void read_places(RowSpan rows, std::span<std::uint32_t> places) const {
    const std::size_t width = terms_.features_.size();
    for (std::size_t f = 0; f < width; ++f) {
      const Feature& feature = terms_.features_[f];
      bound_.blocks[feature.block].visit([&]<class Datum>(const BlockCells<Datum>& cells) {
        if constexpr (std::is_same_v<Datum, bool> || std::is_same_v<Datum, Code>)
          for (Index i = 0; i < rows.count; ++i)
            places[static_cast<std::size_t>(i) * width + f] =
                place(feature, slots_[f], cells.feature(feature.place), rows[i]);
      });
    }
  }
  [[nodiscard]] std::size_t level(std::size_t parent, Index row) const {
    const BoundContext& context = bound_.contexts[terms_.parents_[parent].context];
    return levels_[parent]
                  [static_cast<std::size_t>(context.level_of[static_cast<std::size_t>(row)])];
  }

 private:
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
  [[nodiscard]] std::vector<std::size_t> levels(const Parent& parent) const {
    std::unordered_map<std::string_view, std::size_t> places;
    for (std::size_t i = 0; i < parent.levels.size(); ++i) places.emplace(parent.levels[i], i);
    std::vector<std::size_t> found;
    for (const std::string& level : bound_.contexts[parent.context].levels) {
      const auto at = places.find(level);
      found.push_back(at == places.end() ? parent.levels.size() : at->second);
    }
    return found;
  }
  template <class Datum>
  [[nodiscard]] std::uint32_t place(const Feature& feature, const Slots& slots,
                                    const Cells<Datum>& cells, Index row) const {
    Datum datum{};
    const std::size_t entry = cells.read(row, slots, datum)
                                  ? feature.first + static_cast<std::size_t>(datum)
                                  : terms_.missing_;
    return static_cast<std::uint32_t>(entry * terms_.classes_);
  }

  const PairTerms& terms_;
  const BoundTable& bound_;
  std::vector<Slots> slots_;                      // of each feature
  std::vector<std::vector<std::size_t>> levels_;  // of each parent: by the levels of the data
};

// Room for a tile, and what is done with one.
class PairTerms::Scorer {
 public:
  Scorer(const PairTerms& terms, const Reader& reader, const RowsLeftOut* left)
      : terms_(terms),
        reader_(reader),
        left_(left),
        classes_(terms.classes_),
        places_(static_cast<std::size_t>(tile_rows) * terms.features_.size()),
        joints_(terms.parents_.size()),
        weights_(static_cast<std::size_t>(tile_rows)) {
    for (std::vector<double>& joint : joints_)
      joint.resize(static_cast<std::size_t>(tile_rows) * classes_);
  }

  // in  first: of the rows among those that are left out;  joint: of the tile
  void score(RowSpan rows, Index first, std::span<double> joint, std::vector<Index>& open) {
    reader_.read_places(rows, places_);
    const auto count = static_cast<std::size_t>(rows.count);
    std::fill_n(weights_.begin(), count, 0.0);
    std::vector<std::span<const double>> parts;
    for (std::size_t m = 0; m < joints_.size(); ++m) {
      add_model(m, rows, first);
      parts.push_back(std::span(joints_[m]).first(count * classes_));
    }
    log_sums(parts, joint.first(count * classes_));
    for (std::size_t i = 0; i < count; ++i) {
      if (weights_[i] == 0) {
        open.push_back(first + static_cast<Index>(i));
        continue;
      }
      const double weight = std::log(weights_[i]);
      for (std::size_t c = 0; c < classes_; ++c) joint[i * classes_ + c] -= weight;
    }
  }

 private:
  [[nodiscard]] std::span<const std::uint32_t> places(std::size_t i) const {
    const std::size_t width = terms_.features_.size();
    return std::span(places_).subspan(i * width, width);
  }
  // The class that a row is left out of, -1 for a new row.
  [[nodiscard]] Index own(Index position) const {
    return left_ == nullptr ? -1 : left_->own[static_cast<std::size_t>(position)];
  }

  void add_model(std::size_t m, RowSpan rows, Index first) {
    const Parent& parent = terms_.parents_[m];
    const double weight = std::exp(parent.log_weight);
    for (Index i = 0; i < rows.count; ++i) {
      const auto at = static_cast<std::size_t>(i);
      const std::size_t level = reader_.level(m, rows[i]);
      const Index klass = own(first + i);
      const double seen = level < parent.rows.size() ? parent.rows[level] - (klass < 0 ? 0 : 1) : 0;
      double* joint = joints_[m].data() + at * classes_;
      if (!(seen >= terms_.least_rows_) || weight == 0) {
        std::fill_n(joint, classes_, impossible);
        continue;
      }
      weights_[at] += weight;
      start(parent, at, klass, joint);
      add_all(parent.terms.data() + level * width(), at, joint);
      if (klass >= 0) joint[klass] = own_joint(parent, level, at, static_cast<std::size_t>(klass));
    }
  }
  [[nodiscard]] std::size_t width() const { return (terms_.missing_ + 1) * classes_; }

  // The class, the parent given the class, and the weight of the model.
  void start(const Parent& parent, std::size_t i, Index klass, double* joint) const {
    const double* logs =
        klass < 0 ? terms_.log_classes_.data()
                  : left_->log_classes.data() + static_cast<std::size_t>(klass) * classes_;
    const double* alone = terms_.alone_.data() + places(i)[parent.feature];
    for (std::size_t c = 0; c < classes_; ++c) joint[c] = logs[c] + parent.log_weight + alone[c];
  }
  void add_all(const double* terms, std::size_t i, double* joint) const {
    switch (classes_) {
      case 2:
        return add_terms<2>(terms, places(i), classes_, joint);
      case 3:
        return add_terms<3>(terms, places(i), classes_, joint);
      case 4:
        return add_terms<4>(terms, places(i), classes_, joint);
      default:
        return add_terms<0>(terms, places(i), classes_, joint);
    }
  }
  // The log joint of the class that a row is left out of.
  [[nodiscard]] double own_joint(const Parent& parent, std::size_t level, std::size_t i,
                                 std::size_t klass) const {
    const double* without = parent.without.data() + level * width() + klass;
    double sum = left_->log_classes[klass * classes_ + klass] + parent.log_weight +
                 terms_.alone_without_[places(i)[parent.feature] + klass];
    for (const std::uint32_t place : places(i)) sum += without[place];
    return sum;
  }

  const PairTerms& terms_;
  const Reader& reader_;
  const RowsLeftOut* left_;
  std::size_t classes_;
  std::vector<std::uint32_t> places_;        // rows x features
  std::vector<std::vector<double>> joints_;  // of each model: rows x classes
  std::vector<double> weights_;              // of the models that count, added up; one a row
};

std::vector<Index> PairTerms::score_rows(const Reader& reader, RowSpan rows,
                                         const RowsLeftOut* left, std::span<double> joint) const {
  const Index chunks = (rows.count + chunk_rows - 1) / chunk_rows;
  std::vector<std::vector<Index>> open(static_cast<std::size_t>(chunks));
  credence::for_each_chunk(chunks, [&](Index chunk) {
    Scorer scorer(*this, reader, left);
    const Index end = std::min(rows.count, (chunk + 1) * chunk_rows);
    for (Index first = chunk * chunk_rows; first < end; first += tile_rows)
      scorer.score(rows.part(first, std::min(tile_rows, end - first)), first,
                   joint.subspan(static_cast<std::size_t>(first) * classes_),
                   open[static_cast<std::size_t>(chunk)]);
  });
  std::vector<Index> all;
  for (const std::vector<Index>& some : open) all.insert(all.end(), some.begin(), some.end());
  return all;
}

std::vector<Index> PairTerms::score(const BoundTable& bound, RowSpan rows, std::span<double> joint,
                                    Index& unseen_cells) const {
  return score_rows(Reader(*this, bound, rows, unseen_cells), rows, nullptr, joint);
}

bool PairTerms::score_left_out(const BoundTable& bound, RowSpan rows, const RowsLeftOut& left,
                               std::span<double> joint) const {
  Index unseen_cells = 0;
  const Reader reader(*this, bound, rows, unseen_cells);
  return unseen_cells == 0 && score_rows(reader, rows, &left, joint).empty() &&
         std::none_of(joint.begin(), joint.end(), [](double log) { return std::isnan(log); });
}

std::optional<Predictions> predict_by_pairs(const PairTerms& terms,
                                            const Posterior<Model>& posterior, Estimator estimator,
                                            const BoundTable& bound, RowSpan rows) {
  Predictions out = blank_predictions(posterior.label.classes, rows.count);
  if (!terms.score(bound, rows, out.log_joint, out.unseen_cells).empty()) return std::nullopt;
  const Fallback fallback{
      .label = most_frequent_class(posterior.label),
      .log_class_probabilities = log_class_probabilities(posterior.label, estimator)};
  for (std::size_t i = 0; i < out.label.size(); ++i) answer_row(out, i, fallback);
  return out;
}

}  // namespace credence::detail
