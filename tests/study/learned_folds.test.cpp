// Training parts of a study, against posteriors of their rows.
#include "study/folds/learned_folds.hpp"

#include <doctest/doctest.h>

#include <array>

#include "support/locale_free.hpp"
#include "support/models.hpp"
#include "support/nine_rows.hpp"

using namespace credence;

namespace {

// Two texts beside a category: words that one fold alone holds, words of one fold that are all
// numbers, documents that are missing. A weight is added to each row.
const char* const text_rows[] = {
    "a,1 10 2 beta,x y z,p,", "b,2 10 10,y,q,",  "a,9 2,x only_here,p,",
    "c,10 9 1,,q,",           "b,1 1 2,z z,p,",  "a,,y x,q,",
    "a,2 10,x y,p,",          "b,9,y y zeta,q,", "c,1 2 9,z,p,"};

// The posteriors of all training parts, each beside what its rows teach.
template <class Check>
void for_each_part(const Schema& schema, std::span<const double> weights, const Check& check) {
  std::string csv = "city,first,second,class,weight\n";
  for (std::size_t row = 0; row < std::size(text_rows); ++row)
    csv += text_rows[row] + testing::decimal_text(weights[row % weights.size()]) + '\n';
  const Table table = testing::table_of(csv);
  const detail::Study study = detail::bind_study(Model(schema), table, {.weight = "weight"});
  const std::vector<Index> fold_of{0, 1, 2, 0, 1, 2, 0, 1, 2};
  const auto folds = detail::rows_by_fold(study.truth, study.bound.weights, fold_of);
  const detail::LearnedFolds learned(study, folds);
  const auto taught_by = [&](std::span<const Index> rows) {
    Posterior<Model> posterior = study.start;
    observe(posterior, study.bound, rows);
    return posterior;
  };
  const auto all =
      learned.for_each_training_part([&](Index fold, const Posterior<Model>& training) {
        check(training, taught_by(detail::all_but(folds, static_cast<std::size_t>(fold)).rows));
      });
  check(all, taught_by(detail::labelled_rows(study.truth, study.bound.weights).rows));
}

}  // namespace

TEST_CASE("each training part knows the words of its rows alone, and how often they occur") {
  for (const Unseen unseen : {Unseen::missing, Unseen::reserve}) {
    const Schema schema = testing::schema_of(
        {{.name = "city", .family = "categorical"},
         {.name = "first", .family = "multinomial", .unseen = unseen},
         {.name = "second", .family = "multinomial", .prior = testing::numbers({{"n", 5.0}})}});
    Index parts = 0;
    const auto check = [&](const Posterior<Model>& training, const Posterior<Model>& of_rows) {
      ++parts;
      CAPTURE(parts);
      CHECK(training == of_rows);
    };
    for_each_part(schema, std::array{1.0}, check);
    for_each_part(schema, std::array{2.0, 3.0, 0.0, 1.0}, check);
    CHECK(parts == 8);
  }
}

TEST_CASE("words of rows that count in part are merged, as their sums depend on the order") {
  const Schema schema = testing::schema_of({{.name = "first", .family = "multinomial"}});
  const auto check = [&](const Posterior<Model>& training, const Posterior<Model>& of_rows) {
    const auto& found = typed<DirichletMultinomial>(*training.blocks.front());
    const auto& wanted = typed<DirichletMultinomial>(*of_rows.blocks.front());
    REQUIRE(found.feature(0).levels == wanted.feature(0).levels);
    for (Index klass = 0; klass < wanted.classes; ++klass)
      for (std::size_t word = 0; word < wanted.feature(0).levels.size(); ++word)
        CHECK(found.cell(0, klass).counts[word] ==
              doctest::Approx(wanted.cell(0, klass).counts[word]).epsilon(1e-15));
  };
  for_each_part(schema, std::array{0.1, 0.7, 1.3}, check);
}

TEST_CASE("each training part of a structure is what its rows teach, its levels and contexts too") {
  const Table table = testing::table_of(testing::nine_rows);
  for (const Structure& structure :
       {Structure{.kind = StructureKind::aode}, Structure{.kind = StructureKind::tan},
        Structure{.kind = StructureKind::a2de}, Structure{}}) {
    const detail::Study study = detail::bind_study(testing::nine_model(structure), table, {});
    const std::vector<Index> fold_of{0, 1, 2, 0, 1, 2, 0, 1, 2};
    const auto folds = detail::rows_by_fold(study.truth, study.bound.weights, fold_of);
    std::vector<Index> visited;
    const detail::LearnedFolds learned(study, folds);
    const bool of_single_parents =
        structure.kind == StructureKind::aode || structure.kind == StructureKind::tan;
    CHECK(learned.counts_pairs() == of_single_parents);
    const Posterior<Model> all =
        learned.for_each_training_part([&](Index fold, const Posterior<Model>& training) {
          visited.push_back(fold);
          Posterior<Model> of_rows = study.start;
          observe(of_rows, study.bound,
                  detail::all_but(folds, static_cast<std::size_t>(fold)).rows);
          CHECK(training == of_rows);
        });
    CHECK(visited == std::vector<Index>{0, 1, 2});
    CHECK(all == observe(study.start.model, table));
  }
}
