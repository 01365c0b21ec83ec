// Weighted sums of left-out terms, tile by tile.
#include "study/left_out/weighted_left_out.hpp"

#include <credence/base/parallel.hpp>

#include "learn/model/weights_by_name.hpp"
#include "study/left_out/classes_without.hpp"

#include <algorithm>

namespace credence::detail {
namespace {

constexpr Index tile_rows = 256;

// Adds the weighted terms of a row to its log joints; a weight of 0 leaves a feature out.
void add_terms(std::span<const double> terms, std::span<const double> weights,
               std::span<double> joint) {
  for (std::size_t j = 0; j < weights.size(); ++j)
    for (std::size_t c = 0; c < joint.size() && weights[j] != 0; ++c)
      joint[c] += weights[j] * terms[j * joint.size() + c];
}

// Some rows of one estimator.
class WeightedRows {
 public:
  WeightedRows(const Posterior<Model>& posterior, Estimator estimator, const LeftOutTerms& terms)
      : posterior_(posterior), estimator_(estimator), terms_(terms) {
    WeightsByName weights(posterior.feature_weights);
    for (const std::string& name : terms.names()) weights_.push_back(weights.of(name));
  }

  // in  impossible: one a row, since several threads cannot write into a list of bits
  [[nodiscard]] std::vector<UndefinedCell> predict(Index first, Index count, Predictions& found,
                                                   std::span<char> impossible) const {
    const std::size_t classes = terms_.classes().size();
    const std::size_t of_row = terms_.terms_of_row();
    const auto begin = static_cast<std::size_t>(first);
    const auto size = static_cast<std::size_t>(count);
    std::vector<double> of_tile(size * of_row);
    const auto joints = std::span(found.log_joint).subspan(begin * classes, size * classes);
    std::vector<UndefinedCell> undefined = terms_.find(first, count, of_tile, joints);
    ClassesWithout probabilities(posterior_.label, estimator_);
    for (std::size_t i = 0; i < size; ++i) {
      const std::size_t at = begin + i;
      const auto joint = joints.subspan(i * classes, classes);
      add_terms(std::span(of_tile).subspan(i * of_row, of_row), weights_, joint);
      const Fallback& left =
          probabilities.without(terms_.truth()[at], terms_.weights()[at]).fallback;
      bool none = false;
      found.label[at] = normalise(
          joint, left, std::span(found.log_probability).subspan(at * classes, classes), none);
      impossible[at] = none ? 1 : 0;
    }
    return undefined;
  }

 private:
  const Posterior<Model>& posterior_;
  Estimator estimator_;
  const LeftOutTerms& terms_;
  std::vector<double> weights_ = {};
};

}  // namespace

LeaveOneOut weighted_left_out(const Posterior<Model>& posterior, Estimator estimator,
                              const BoundTable& bound, std::span<const Index> rows) {
  const auto terms = left_out_terms(posterior, estimator, bound, rows);
  LeaveOneOut out{.predictions = {}, .undefined = terms->undefined()};
  if (!out.undefined.empty()) return out;
  const WeightedRows weighted(posterior, estimator, *terms);
  Predictions& found = out.predictions;
  found = blank_predictions(posterior.label.classes, std::ssize(rows));
  const Index tiles = (std::ssize(rows) + tile_rows - 1) / tile_rows;
  std::vector<std::vector<UndefinedCell>> undefined(static_cast<std::size_t>(tiles));
  std::vector<char> impossible(rows.size());
  credence::for_each_chunk(tiles, [&](Index tile) {
    const Index first = tile * tile_rows;
    undefined[static_cast<std::size_t>(tile)] =
        weighted.predict(first, std::min(tile_rows, std::ssize(rows) - first), found, impossible);
  });
  std::copy(impossible.begin(), impossible.end(), found.impossible.begin());
  add_new_cells(undefined, out.undefined);
  if (!out.undefined.empty()) found = {};
  return out;
}

}  // namespace credence::detail
