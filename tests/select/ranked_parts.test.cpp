// Places of features and parts in the order of their information, against the names in that order.
#include "select/ranked_parts.hpp"

#include <doctest/doctest.h>

#include <credence/learn/keep.hpp>

#include "support/models.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

// Words that occur as often as others, a column that tells as much as another, tied columns, and one
// that has no density under maximum likelihood.
constexpr const char* rows_of_words =
    "x,y,z,note,length,width,yes,class\n"
    "1,1,1,c b a,3,1,1,p\n"
    "2,2,1,b a d,5,2,1,p\n"
    "4,4,2,d c,6,9,1,q\n"
    "7,7,3,e e f,1,4,1,q\n"
    "3,3,4,f a,2,6,1,q\n";

Posterior<Model> taught() {
  return learned(schema_of({{.name = "y", .family = "normal"},
                            {.name = "x", .family = "normal"},
                            {.name = "z", .family = "normal"},
                            {.name = "note", .family = "multinomial"},
                            {.name = "sizes",
                             .family = "normal",
                             .columns = {"length", "width"},
                             .tied = Tying::features},
                            {.name = "yes", .family = "bernoulli"}}),
                 rows_of_words);
}

// As FeatureInformation names it.
std::string name_of_place(const Posterior<Model>& posterior, const detail::PartPlace& place) {
  const AnyBlock& block = *posterior.blocks[place.block];
  const std::string& feature = block.feature(place.feature).name;
  if (place.member < 0) return feature;
  return part_name(feature, block.members(place.feature)[static_cast<std::size_t>(place.member)]);
}

}  // namespace

TEST_CASE("places come in the order of the names of rank_by_mutual_information") {
  const Posterior<Model> posterior = taught();
  for (const Estimator estimator : all_estimators)
    for (const WordForm words : {WordForm::token, WordForm::presence}) {
      CAPTURE(to_string(estimator));
      CAPTURE(to_string(words));
      const InformationOptions options{.estimator = estimator, .mass = 0, .words = words};
      Strings wanted;
      for (const FeatureInformation& one : rank_by_mutual_information(posterior, options))
        wanted.push_back(one.part.empty() ? one.feature : part_name(one.feature, one.part));
      Strings found;
      for (const detail::PartPlace& place : detail::ranked_parts(posterior, options))
        found.push_back(name_of_place(posterior, place));
      CHECK(found == wanted);
      if (estimator == Estimator::predictive) CHECK(found.size() == 12);
    }
}
