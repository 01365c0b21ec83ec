// A family of one's own whose statistics cannot be discounted: refused by name, nothing changed.
#include <credence/catalogue/family_of.hpp>
#include <credence/family/beta_bernoulli.hpp>
#include <credence/family/gamma_exponential.hpp>

#include <doctest/doctest.h>

#include "support/models.hpp"
#include "support/throws.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

struct WholeTotals : WaitingTotals {
  void merge(const WholeTotals& other) { WaitingTotals::merge(other); }
  void discount(double) = delete;
  friend bool operator==(const WholeTotals&, const WholeTotals&) = default;
};

struct WholeRows : GammaExponential {
  using Statistics = WholeTotals;
  static constexpr std::string_view name = "whole_rows";
};

}  // namespace

TEST_CASE("a family whose statistics cannot be discounted is refused by name") {
  const Model model(schema_of({{.name = "a", .family = "bernoulli"},
                               {.name = "x",
                                .family = "whole_rows",
                                .prior = numbers({{"shape", 1.0}, {"rate", 4.0}})}}),
                    FamilySet{}.with(family_type<BetaBernoulli>()).with(family_type<WholeRows>()));
  ModelPosterior posterior = observe(model, table_of("a,x,class\n1,2,p\n0,3,q\n"));
  const ModelPosterior before = posterior;

  CHECK(throws_error([&] { discount(posterior, 0.5); }, ErrorCode::schema,
                     "the statistics of family 'whole_rows' cannot be discounted"));

  CHECK(posterior == before);
}
