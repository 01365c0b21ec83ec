// The choice of an instruction set, on top of Highway's.
#include <credence/base/instructions.hpp>

#include <array>
#include <credence/base/error.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "base/names.hpp"
#include "base/targets.hpp"

#include <hwy/highway.h>

namespace credence {
namespace {

struct Known {
  Instructions instructions;
  std::string_view name;
  std::int64_t target;  // Highway's bit
};
constexpr std::array known{Known{Instructions::baseline, "baseline", HWY_STATIC_TARGET},
                           Known{Instructions::avx2, "avx2", HWY_AVX2},
                           Known{Instructions::avx512, "avx512", HWY_AVX3}};

// Highway numbers better targets lower: the best of a set is its lowest bit.
constexpr std::int64_t best_of(std::int64_t targets) { return targets & -targets; }

std::vector<Instructions> find_available() {
  const std::int64_t supported = hwy::SupportedTargets() & HWY_TARGETS;
  std::vector<Instructions> all;
  for (const Known& each : known)
    if (each.target == HWY_STATIC_TARGET || (supported & each.target) != 0)
      all.push_back(each.instructions);
  return all;
}

}  // namespace

std::string_view to_string(Instructions instructions) {
  return known[static_cast<std::size_t>(instructions)].name;
}

std::optional<Instructions> instructions_named(std::string_view name) {
  for (const Known& each : known)
    if (each.name == name) return each.instructions;
  return std::nullopt;
}

std::span<const Instructions> available_instructions() {
  static const std::vector<Instructions> available = find_available();
  return available;
}

Instructions instructions_in_use() {
  static_cast<void>(available_instructions());  // before any mock narrows the answer
  const std::int64_t best = best_of(hwy::SupportedTargets() & HWY_TARGETS);
  for (const Known& each : known)
    if (each.target == best) return each.instructions;
  return Instructions::baseline;
}

void use_instructions(Instructions instructions) {
  std::vector<std::string_view> names;
  for (const Instructions each : available_instructions()) {
    if (each == instructions) {
      hwy::SetSupportedTargetsForTest(known[static_cast<std::size_t>(each)].target);
      return;
    }
    names.push_back(to_string(each));
  }
  throw Error(ErrorCode::domain, "this processor lacks instruction set '" +
                                     std::string(to_string(instructions)) + "'; it has " +
                                     detail::quoted_list(names));
}

}  // namespace credence
