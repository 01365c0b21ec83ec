// A Bayes error as text and as JSON.
#include <credence/report/text.hpp>

#include <credence/study/simulation.hpp>

#include <fmt/format.h>

#include "report/listing/listing.hpp"

namespace credence {

static void list(auto& to, const BayesError& best) {
  to("error", best.error);
  to("log_loss", best.log_loss);
  to("error_standard_error", best.error_standard_error);
  to("log_loss_standard_error", best.log_loss_standard_error);
  to("exact", best.draws == 0);
  to("draws", best.draws);
}

namespace {

std::string exactness(const BayesError& best, double standard_error) {
  return best.draws == 0 ? "exact" : "+- " + report::short_number(standard_error);
}

}  // namespace

std::string to_text(const BayesError& best) {
  report::TextTable table(1);
  table.add({"Bayes error", report::short_number(best.error),
             exactness(best, best.error_standard_error)});
  table.add({"minimum achievable log loss", report::short_number(best.log_loss),
             exactness(best, best.log_loss_standard_error)});
  if (best.draws == 0) return table.text();
  return table.text() + fmt::format("from {}; +- is one standard error\n",
                                    report::counted(best.draws, "row", "rows"));
}

std::string to_json(const BayesError& best) { return report::document_of(best); }

}  // namespace credence
