// Features found by their names, in a posterior and in its contexts.
#include "learn/structure/feature_places.hpp"

#include <doctest/doctest.h>

#include <credence/learn/found_structure.hpp>

#include "support/models.hpp"
#include "support/throws.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

// Two columns of levels between others, so that blocks lose a feature or vanish where one is a parent.
Posterior<Model> with_five_columns(Structure structure) {
  const Model model(schema_of({{.name = "city", .family = "categorical"},
                               {.name = "x", .family = "normal"},
                               {.name = "smoker", .family = "bernoulli"},
                               {.name = "job", .family = "categorical"},
                               {.name = "y", .family = "normal"}}));
  return observe(with_structure(model, std::move(structure)),
                 table_of("city,x,smoker,job,y,class\nu,1,0,p,5,a\nv,2,1,q,4,b\nu,3,1,p,7,a\n"
                          "v,4,0,q,8,b\n"));
}

std::string name_at_place(const Posterior<Model>& posterior, detail::FeaturePlace at) {
  return posterior.blocks[at.block]->feature(at.feature).name;
}

const Strings five_columns{"city", "x", "smoker", "job", "y"};

}  // namespace

TEST_CASE("features are found by name, and unknown ones refused") {
  const Posterior<Model> posterior = with_five_columns({});
  const detail::FeaturePlaces places(posterior);

  for (const std::string& name : five_columns) {
    CAPTURE(name);
    CHECK(name_at_place(posterior, places.of(name)) == name);
    CHECK(name_at_place(posterior, detail::place_of_feature(posterior, name)) == name);
  }
  CHECK(throws_error([&] { (void)places.of("yes"); }, ErrorCode::schema, "yes"));
}

TEST_CASE("the children of a context are found wherever they stand, and its parents are none") {
  const Posterior<Model> averages =
      with_five_columns({.kind = StructureKind::a2de, .may_be_parents = {"city", "smoker", "job"}});
  const Posterior<Model> given =
      with_five_columns({.kind = StructureKind::given,
                         .given = {{.feature = "y", .parents = {"job", "smoker"}},
                                   {.feature = "x", .parents = {"city"}},
                                   {.feature = "city", .parents = {"job", "smoker"}}}});
  for (const Posterior<Model>* posterior : {&averages, &given}) {
    const detail::FeaturePlaces places(*posterior);
    REQUIRE(posterior->contexts.size() > 0);
    for (const ContextPosterior& context : posterior->contexts)
      for (const std::string& name : five_columns) {
        CAPTURE(context.parents.front());
        CAPTURE(name);
        const auto found = places.find(context.children, name);
        REQUIRE(found.has_value() == (context.children.model.schema().find(name) != nullptr));
        if (found) {
          CHECK(name_at_place(context.children, *found) == name);
          CHECK(name_at_place(context.children, places.within(context.children, name)) == name);
        } else {
          CHECK(throws_error([&] { (void)places.within(context.children, name); },
                             ErrorCode::schema, name));
        }
      }
  }
}
