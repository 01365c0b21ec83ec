// Posteriors without their structure, and the error of what takes none.
#include "learn/structure/naive_part.hpp"

#include <credence/learn/found_structure.hpp>

namespace credence::detail {

Posterior<Model> naive_part(Posterior<Model> posterior) {
  if (posterior.model.schema().structure.kind == StructureKind::naive) return posterior;
  posterior.contexts = {};
  posterior.model = with_structure(posterior.model, {});
  return posterior;
}

Error only_for_naive(const Model& model, std::string_view what, std::string_view remedy) {
  return {ErrorCode::undefined,
          std::string(what) + " for naive Bayes alone, and the model has structure '" +
              name_of(model.schema().structure) + "'; " + std::string(remedy)};
}

void check_naive(const Posterior<Model>& posterior, std::string_view what,
                 std::string_view remedy) {
  if (!posterior.contexts.empty()) throw only_for_naive(posterior.model, what, remedy);
}

void check_naive(const Model& model, std::string_view what) {
  if (model.schema().structure.kind != StructureKind::naive) throw only_for_naive(model, what);
}

}  // namespace credence::detail
