// The note on counts beyond 2^53.
#include <credence/learn/large_counts.hpp>

namespace credence::detail {

std::vector<std::string> note_on_large_counts(const std::string& first, Index cells,
                                              Summation summation) {
  if (cells == 0) return {};
  const std::string more =
      cells == 1 ? "" : " and " + std::to_string(cells - 1) + " more of classes and columns";
  const std::string what =
      summation == Summation::exact
          ? ": beyond it they are shown rounded, the sums behind them are exact"
          : ": from there on they are rounded, and small weights may be lost; divide the weights, "
            "or "
            "fit with --exact";
  return {first + more + ": counts have reached 2^53 = 9007199254740992" + what};
}

}  // namespace credence::detail
