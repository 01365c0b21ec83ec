// What is drawn of texts and counts, and whether the model has any.
#include "flags/drawn_sizes.hpp"

#include <credence/learn/family_type.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "flags/values.hpp"
#include "process/faults.hpp"

namespace credence::tool {
namespace {

bool has_words(const ColumnSchema& column) {
  const FamilyType* const family = shipped_families().find(column);
  return family != nullptr && family->facts().datum == DatumKind::words;
}

template <class Has>
void check_use(bool given, std::string_view flag, std::string_view of, const Schema& schema,
               Has has) {
  if (given && std::none_of(schema.columns.begin(), schema.columns.end(), has))
    throw UsageError(
        fmt::format("flag '{}' is for {}, and the model has none; leave it out", flag, of));
}

}  // namespace

void DrawnSizeFlags::declare(Grammar& grammar, const std::string& beside) {
  grammar.value("--tokens", tokens, "N", beside + "words of each text [50]",
                Whole{.least = 0, .most = std::numeric_limits<std::int32_t>::max()});
  grammar.value("--exposure", exposure, "E", beside + "the exposure of counts that have one [1]",
                positive_of);
}

void DrawnSizeFlags::check(const Schema& schema) const {
  check_use(tokens.has_value(), "--tokens", "texts and blocks of counts", schema, has_words);
  check_use(exposure.has_value(), "--exposure", "counts that have an exposure", schema,
            [](const ColumnSchema& column) { return !column.exposure.empty(); });
}

}  // namespace credence::tool
