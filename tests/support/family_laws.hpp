#pragma once
// Runs a law over every family of the list, on random cases that rapidcheck chooses and shrinks.
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <credence/family/families.hpp>
#include <cstdint>
#include <string>

#include "support/family_samples.hpp"
#include "support/law_cases.hpp"

namespace credence::testing {

/// Whether laws that tie prior, data and posterior together hold of a family.
template <class F>
inline constexpr bool has_prior = !requires {
  F::without_prior;
};

/// Calls `law(family, random)` in many random cases for each family that has a prior: `times` as many as laws of
/// models. A law fails by RC_ASSERT.
template <int times = 10, class Law>
void for_every_family(Law&& law) {
  for_each_family(Families{}, [&]<class F>(F family) {
    if constexpr (has_prior<F>) {
      const std::string name{F::name};
      CAPTURE(name);
      const auto property = [&](std::uint64_t seed) {
        Random random{seed};
        law(family, random);
      };
      CHECK(holds(name, property, times));
    }
  });
}

/// Calls `law(family, random)` a few times for each family that has a prior, for laws whose single case is
/// expensive. A law fails by CHECK.
template <class Law>
void for_every_family(int cases, Law&& law) {
  for_each_family(Families{}, [&]<class F>(F family) {
    if constexpr (has_prior<F>) {
      const std::string name{F::name};
      CAPTURE(name);
      for (int i = 0; i < cases; ++i) {
        CAPTURE(i);
        Random random{static_cast<std::uint64_t>(1000 + i)};
        law(family, random);
      }
    }
  });
}

}  // namespace credence::testing
