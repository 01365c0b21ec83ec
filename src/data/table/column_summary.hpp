#pragma once
// What the cells of a column look like, before it is known what they are.
#include <credence/data/table.hpp>

#include <set>

namespace credence {

/// What the cells of a column look like.
struct Summary {
  Index cells = 0;         ///< that are not missing
  Index numbers = 0;       ///< among them
  Index padded = 0;        ///< the others that would be numbers without the blanks around them
  Index commas = 0;        ///< the others that would be numbers with a decimal comma
  Index points = 0;        ///< the others that would be, were the decimals not behind a comma
  Index thousands = 0;     ///< the others that would be numbers without commas before three digits
  Index marked = 0;  ///< the others that would be numbers without marks, as "$5" and those above
  Index dates = 0;   ///< the others that are dates in digits
  Index extremes = 0;      ///< the others like nan, inf, 1e400
  Index words = 0;         ///< in all cells: what stands between blanks
  Index first_other = -1;  ///< the first row that holds no finite number
  std::set<double> first_numbers = {};  ///< up to three distinct numbers
  Index distinct_texts = 0;
  Index distinct_others = 0;  ///< of these, the ones that are no finite number
};

/// cost  one pass over the cells; of numbers, until there are three
[[nodiscard]] Summary summary_of(const Column& column);

}  // namespace credence
