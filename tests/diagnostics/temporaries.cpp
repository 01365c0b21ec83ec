// Pointers into what dies at the end of the expression, and 0 as the name of a class, a null pointer.
#include <credence/catalogue/row_classifier.hpp>
#include <credence/studies.hpp>

#include <functional>

using namespace std;
using namespace credence;

struct Visit {
  double age = 0;
};

void misuse(Model& model, const Posterior<Model>& posterior, const Table& table) {
  static_cast<void>(best_result(compare(model, table).results, "test"));
  static_cast<void>(find_result(compare(model, table).results, "predictive", "test"));
  static_cast<void>(extreme_quantities(predictive_check(posterior, table)));
  static_cast<void>(sbc(model).flagged());
  static_cast<void>(bind(model, Table{}));
  Evaluator evaluator(posterior);
  static_cast<void>(evaluator.evaluation());
  auto visits = empty_posterior(row_model<Visit>(classes("0", "1"), normal("age", &Visit::age)));
  observe(visits, Visit{}, 0);
  visits.forget(Visit{}, 0);
}
