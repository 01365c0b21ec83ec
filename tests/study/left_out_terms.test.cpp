// Terms of rows that are left out: they add up to leave-one-out, and each is that of a refit.
#include "study/left_out/left_out_terms.hpp"

#include <doctest/doctest.h>

#include <credence/learn/posterior_priors.hpp>

#include "study/left_out.hpp"
#include "study/left_out/term_tiles.hpp"
#include "support/weight_cases.hpp"

using namespace credence;

namespace {

// The sum of the log class probabilities and all terms of some rows.
std::vector<double> sums_of(const detail::LeftOutTerms& terms, Index first, Index count) {
  const std::size_t classes = terms.classes().size();
  std::vector<double> all(static_cast<std::size_t>(count) * terms.terms_of_row());
  std::vector<double> joint(static_cast<std::size_t>(count) * classes);
  CHECK(terms.find(first, count, all, joint).empty());
  for (std::size_t at = 0; at < all.size(); ++at)
    joint[at / terms.terms_of_row() * classes + at % classes] += all[at];
  return joint;
}

void check_against_leave_one_out(const testing::Learned& rows, Estimator estimator) {
  CAPTURE(std::string(to_string(estimator)));
  const auto learned = testing::rows_that_count(rows.posterior, rows.bound);
  const LeaveOneOut left = leave_one_out(rows.posterior, estimator, rows.bound, learned);
  REQUIRE(left.undefined.empty());
  with_found_priors(rows.posterior, [&](const testing::ModelPosterior& ready) {
    const auto terms = detail::left_out_terms(ready, estimator, rows.bound, learned);
    REQUIRE(terms->undefined().empty());
    const auto sums = sums_of(*terms, 0, terms->rows());
    for (std::size_t i = 0; i < sums.size(); ++i)
      CHECK(testing::close(sums[i], left.predictions.log_joint[i], 1e-11));
  });
}

}  // namespace

TEST_CASE("left-out terms of every shipped family add up to leave-one-out") {
  for (const Schema& schema :
       {testing::schema_of_every_family(), testing::schema_of_other_families()})
    for (const Estimator estimator : {Estimator::posterior_mean, Estimator::predictive})
      check_against_leave_one_out(testing::simulated_rows(schema), estimator);
}

TEST_CASE("each left-out term is the log density of the feature after a fit of the other rows") {
  const auto rows = testing::simulated_rows(testing::schema_of_every_family(), 25);
  const auto learned = testing::rows_that_count(rows.posterior, rows.bound);
  const auto terms =
      detail::left_out_terms(rows.posterior, Estimator::predictive, rows.bound, learned);
  const std::size_t classes = terms->classes().size();
  std::vector<double> all(learned.size() * terms->terms_of_row());
  std::vector<double> logs(learned.size() * classes);
  CHECK(terms->find(0, terms->rows(), all, logs).empty());
  for (std::size_t j = 0; j < terms->names().size(); ++j) {
    CAPTURE(terms->names()[j]);
    const auto one = testing::alone(rows.posterior, terms->names()[j]);
    const auto bound = rows.bound.part(one.model);
    for (std::size_t i = 0; i < learned.size(); i += 6) {
      const auto refitted =
          testing::refitted_without(one, bound, learned[i], Estimator::predictive).predictions;
      for (std::size_t c = 0; c < classes; ++c)
        CHECK(testing::close(all[(i * terms->names().size() + j) * classes + c],
                             refitted.log_joint[c] - logs[i * classes + c], 1e-11));
    }
  }
}

TEST_CASE("left-out terms know weights of rows, missing cells and empirical priors") {
  const Table table = testing::table_of(
      "x,city,w,class\n1,a,2,p\n2,b,1,p\n?,a,0.5,p\n4,?,1,p\n3,b,1.5,q\n5,a,1,q\n6,b,3,q\n8,b,1,"
      "q\n");
  for (const char* prior : {"auto", "empirical"}) {
    const Model model(
        testing::schema_of({{.name = "x", .family = "normal", .prior = testing::word(prior)},
                            {.name = "city", .family = "categorical"}}));
    const auto bound = bind(model, table, "w");
    const auto posterior = observe(model, table, "w");
    const auto rows = all_rows(table.rows());
    const auto left = leave_one_out(posterior, Estimator::predictive, bound, rows);
    with_found_priors(posterior, [&](const testing::ModelPosterior& ready) {
      const auto terms = detail::left_out_terms(ready, Estimator::predictive, bound, rows);
      const auto sums = sums_of(*terms, 0, terms->rows());
      for (std::size_t i = 0; i < sums.size(); ++i)
        CHECK(testing::close(sums[i], left.predictions.log_joint[i], 1e-12));
      CHECK(std::vector(terms->weights().begin(), terms->weights().end()) == bound.weights);
    });
  }
}

TEST_CASE("scikit-learn's variance floor of a term is that of all features") {
  const auto rows = testing::learned_from(
      testing::table_of(
          "x,y,class\n1,1e9,a\n1.001,2e9,a\n0.999,5e9,a\n2,3e9,b\n2.002,7e9,b\n2,1e9,b\n"),
      Model(testing::schema_of(
          {{.name = "x", .family = "normal"}, {.name = "y", .family = "normal"}})));
  check_against_leave_one_out(rows, Estimator::scikit_learn);
}

TEST_CASE("tiles of kept terms and of terms found anew are the same") {
  const auto rows = testing::simulated_rows(testing::schema_of_every_family(), 300);
  const auto learned = testing::rows_that_count(rows.posterior, rows.bound);
  const auto terms =
      detail::left_out_terms(rows.posterior, Estimator::predictive, rows.bound, learned);
  const detail::TermTiles kept(*terms);
  const detail::TermTiles anew(*terms, 0);
  const auto all_of = [](const detail::TermTiles& tiles) {
    std::vector<double> all;
    tiles.for_each([] { return std::vector<double>(); },
                   [](const detail::TermTile& tile, std::vector<double>& found) {
                     found.assign(tile.terms.begin(), tile.terms.end());
                     found.insert(found.end(), tile.log_classes.begin(), tile.log_classes.end());
                   },
                   [&](const std::vector<double>& found) {
                     all.insert(all.end(), found.begin(), found.end());
                   });
    return all;
  };
  CHECK(all_of(kept) == all_of(anew));
  CHECK(all_of(kept).size() == 300 * (terms->terms_of_row() + 3));
}
