#pragma once
// What a posterior says of a past that counts less than its rows.
#include <string_view>

namespace credence {

/// By what the weight of the past falls.
enum class DiscountBy {
  none,  ///< every row counts with its own weight
  files,  ///< once for each batch of rows that was added: the order of rows in a batch is of no matter
  rows,  ///< with each row that came later
};

/// "none", "files" or "rows".
[[nodiscard]] std::string_view to_string(DiscountBy by);

/// How a posterior forgets. Its statistics are weighted sums, a power prior for the rows to come; the
/// log evidence of such a past does not exist.
/// source  [ibrahim2000]; docs/explanation/drift.md
struct Discount {
  DiscountBy by = DiscountBy::none;
  double factor = 1;  ///< the last one that was used, in (0, 1)

  [[nodiscard]] bool any() const { return by != DiscountBy::none; }
  friend bool operator==(const Discount&, const Discount&) = default;
};

}  // namespace credence
