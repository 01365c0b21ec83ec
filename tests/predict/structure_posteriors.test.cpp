// What the levels of a structure keep of its posterior.
#include "predict/structure/structure_posteriors.hpp"

#include <credence/learn/model.hpp>

#include <doctest/doctest.h>

#include "support/nine_rows.hpp"

using namespace credence;

TEST_CASE("a level keeps the priors of its own contexts alone") {
  const Table table = testing::table_of("a,b,class\nx,u,p\ny,u,q\nz,v,p\nx,v,q\ny,v,p\nz,u,q\n");
  const Model model(testing::schema_of(
      {{.name = "a", .family = "categorical"}, {.name = "b", .family = "categorical"}}));
  const Structure back_off{.kind = StructureKind::given,
                           .prior = {.kind = ContextPrior::Kind::back_off, .strength = 2},
                           .given = {{.feature = "b", .parents = {"a"}}}};
  const Posterior<Model> posterior = observe(with_structure(model, back_off), table);
  const detail::StructurePosteriors found =
      detail::structure_posteriors(posterior, found_structure(posterior));

  for (std::size_t group = 0; group < found.plan.groups.size(); ++group)
    for (Index level = 0; level < std::ssize(found.plan.groups[group].levels); ++level) {
      const Posterior<Model>& one = found.of(static_cast<Index>(group), level);
      CAPTURE(one.label.classes.front());
      CHECK(one.model.schema().columns.front().prior.by_class.size() == 2);
      CHECK(one.label.prior.kind == ClassPrior::Kind::uniform);
    }
}
