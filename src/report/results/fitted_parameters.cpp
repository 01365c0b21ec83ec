// Fitted parameters as text.
#include "report/results/fitted_parameters.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/listing/result_listing.hpp"

namespace credence {

std::string report::fits_text(const std::vector<FittedParameters>& fits,
                              const std::optional<double>& log_evidence) {
  if (fits.empty()) return {};
  const auto defined = [](const FittedParameters& fit) { return fit.log_likelihood.has_value(); };
  if (std::none_of(fits.begin(), fits.end(), defined))
    return fmt::format("\nlog likelihoods of fitted parameters are undefined: {}\n",
                       printable(on_one_line(fits.front().undefined)));
  TextTable table = text_table(1, fits);
  const auto conditional = [](const FittedParameters& fit) { return fit.conditional.has_value(); };
  if (std::none_of(fits.begin(), fits.end(), conditional)) table.leave_out(conditional_heading);
  std::string text = "\ntraining rows at fitted parameters, nats\n" + table.text(2);
  for (const FittedParameters& fit : fits)
    if (bic(fit))
      text += fmt::format("  -BIC / 2 is {:.3f}, which approximates the log evidence{}\n",
                          -0.5 * *bic(fit),
                          log_evidence ? fmt::format(" of {:.3f}", *log_evidence) : "");
  return text;
}

}  // namespace credence
