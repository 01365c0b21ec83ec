// A Bayes error as text and as JSON.
#include <credence/report/text.hpp>

#include <credence/study/bayes_error.hpp>

#include <fmt/format.h>

#include "data/schema_json.hpp"
#include "report/text_table.hpp"

namespace credence {
namespace {

std::string exactness(const BayesError& best, double standard_error) {
  return best.draws == 0 ? "exact" : "+- " + report::short_number(standard_error);
}

}  // namespace

std::string to_text(const BayesError& best) {
  report::TextTable table(1);
  table.add({"Bayes error", report::short_number(best.error),
             exactness(best, best.error_standard_error)});
  table.add({"Bayes log loss", report::short_number(best.log_loss),
             exactness(best, best.log_loss_standard_error)});
  if (best.draws == 0) return table.text();
  return table.text() + fmt::format("from {} rows; +- is one standard error\n", best.draws);
}

std::string to_json(const BayesError& best) {
  const Json json{{"schema_version", 1},
                  {"error", number_to_json(best.error)},
                  {"log_loss", number_to_json(best.log_loss)},
                  {"error_standard_error", number_to_json(best.error_standard_error)},
                  {"log_loss_standard_error", number_to_json(best.log_loss_standard_error)},
                  {"exact", best.draws == 0},
                  {"draws", best.draws}};
  return write_json(json, 2) + "\n";
}

}  // namespace credence
