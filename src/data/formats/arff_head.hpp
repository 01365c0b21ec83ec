#pragma once
// What an ARFF file declares in front of its rows.
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "data/formats/arff_scanner.hpp"
#include "data/numbers/text_interner.hpp"

namespace credence {

/// A declared column.
struct ArffAttribute {
  enum class Kind { number, text, nominal };

  std::string name = {};
  Kind kind = Kind::number;
  /// Of a nominal one: its levels in the order of declaration, and behind them the missing cell.
  std::shared_ptr<const DistinctTexts> levels = {};
  std::unordered_map<std::string_view, Code> codes = {};  ///< of its levels
};

/// The attributes, and where the rows begin.
struct ArffHead {
  std::vector<ArffAttribute> attributes = {};
  std::uint64_t end = 0;
};

/// Reads up to the line `@data`; none where the text ends before.
/// throws  Error{parse}, Error{limit} as read_arff
[[nodiscard]] std::optional<ArffHead> read_arff_head(const CsvText& text);

}  // namespace credence
