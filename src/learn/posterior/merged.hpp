#pragma once
// Two posteriors that nobody needs any more, merged.
#include <credence/learn/model_posterior.hpp>

namespace credence::detail {

/// Returns what both have seen. Throws as merge, which copies the first one so as to leave it as it was.
[[nodiscard]] Posterior<Model> merged(Posterior<Model> one, Posterior<Model> other);

}  // namespace credence::detail
