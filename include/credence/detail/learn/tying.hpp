#pragma once
// How probable data are where variances are tied in one way.
#include <credence/data/tying.hpp>
#include <span>

namespace credence {

/// How probable the data of a block are where its variances are tied in one way.
struct TyingEvidence {
  Tying tying = Tying::free;
  double log_evidence = 0;  ///< nats, of the cells of all classes as they stand in the table

  friend bool operator==(const TyingEvidence&, const TyingEvidence&) = default;
};

/// Returns the largest of them; -inf of none.
[[nodiscard]] double best_evidence(std::span<const TyingEvidence> all);

}  // namespace credence
