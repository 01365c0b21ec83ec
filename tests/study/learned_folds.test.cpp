// Training parts of a study, against posteriors of their rows.
#include "study/learned_folds.hpp"

#include <doctest/doctest.h>

#include "support/nine_rows.hpp"

using namespace credence;

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
