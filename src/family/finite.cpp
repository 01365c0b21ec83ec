// The sentences on statistics and evidence that no double holds.
#include <credence/detail/family/finite.hpp>

#include <limits>

namespace credence::detail {

Error beyond_double(std::string_view statistic, const std::string& place) {
  return Error(ErrorCode::undefined,
               place + ": '" + std::string(statistic) +
                   "' of what was seen is beyond the range of double (about 1.8e308); rescale the "
                   "data or their weights");
}

double in_range(double log_evidence) {
  if (log_evidence < std::numeric_limits<double>::infinity()) return log_evidence;
  throw Error(ErrorCode::undefined,
              "log evidence is beyond the range of double (about 1.8e308): numbers of the prior or "
              "of what was seen are too large; rescale the data or their weights");
}

}  // namespace credence::detail
