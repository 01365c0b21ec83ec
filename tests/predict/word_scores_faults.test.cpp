// What word scores do with words that nobody knows, impossible ones, and counts that are none.
#include "support/word_score_cases.hpp"

using namespace credence;
using namespace credence::testing;

TEST_CASE("classes without probability stay impossible and their densities are not read") {
  on_all_instructions([] {
    StoredDocuments documents;
    documents.vocabulary = 3;
    documents.add({{0, 2}, {2, 3}});
    const auto check = [&](const WordScores& scores, double expected) {
      const GuardedTile guarded(3, 1);
      const ScoreTile& tile = guarded.tile;
      tile.at(1, 0) = -infinity;
      REQUIRE(!scores.add(documents.view(), {.first = 0, .count = 1}, tile));
      CHECK(tile.at(1, 0) == -infinity);
      CHECK(tile.at(0, 0) == doctest::Approx(GuardedTile::start(0) + expected).epsilon(1e-13));
      CHECK(tile.at(2, 0) == doctest::Approx(GuardedTile::start(2) + expected).epsilon(1e-13));
    };
    const Multinomial plain{.probabilities = {0.5, 0.25, 0.25}};
    const CompoundMultinomial compound{.weights = {1, 2, 3}};
    const std::vector<bool> live{true, false, true};
    const double log_plain = log_density(plain, documents.document(0));
    const double log_compound = log_density(compound, documents.document(0));
    check(WordScores(std::vector{plain, Multinomial{}, plain}, live), log_plain);
    check(WordScores(std::vector{plain, Multinomial{.probabilities = {not_a_number}}, plain}, live),
          log_plain);
    check(WordScores(std::vector{compound, CompoundMultinomial{}, compound}, live), log_compound);
    check(
        WordScores(std::vector{compound, CompoundMultinomial{.weights = {not_a_number}}, compound},
                   live),
        log_compound);
  });
}

TEST_CASE("a word that no density knows, or that only a longer one knows, is impossible") {
  on_all_instructions([] {
    StoredDocuments documents;
    documents.vocabulary = 9;
    documents.add({{0, 1}, {2, 1}});
    documents.add({{0, 1}, {8, 12.5}});
    documents.add({{0, 3}, {8, 0}});
    const auto document = [&](Index row) { return documents.document(row); };
    const RowSpan rows{.first = 0, .count = 3};
    CHECK(largest_error(std::vector<Multinomial>{{.probabilities = {0.5, 0.5}},
                                                 {.probabilities = {0.5, 0.25, 0.25}},
                                                 {.probabilities = {}}},
                        documents.view(), rows, document) <= 1);
    // The reference asks for the sum of at least one weight.
    CHECK(
        largest_error(std::vector<CompoundMultinomial>{{.weights = {1, 2}}, {.weights = {1, 2, 3}}},
                      documents.view(), rows, document) <= 1);
  });
}

TEST_CASE("log joints of -inf stay, and never become NaN") {
  on_all_instructions([] {
    StoredDocuments documents;
    documents.vocabulary = 2;
    documents.add({{0, 0}, {1, 1}});
    documents.add({{0, 5}});
    const WordScores scores(std::vector<Multinomial>{{.probabilities = {0, 1}}},
                            std::vector<bool>{true});
    const GuardedTile guarded(1, 2);
    const ScoreTile& tile = guarded.tile;
    REQUIRE(!scores.add(documents.view(), {.first = 0, .count = 2}, tile));
    CHECK(tile.at(0, 0) == GuardedTile::start(0));
    CHECK(tile.at(0, 1) == -infinity);
    REQUIRE(!scores.add(documents.view(), {.first = 0, .count = 2}, tile));
    CHECK(tile.at(0, 1) == -infinity);
  });
}

TEST_CASE_TEMPLATE("the first count that is none is told with its row and word", Density,
                   Multinomial, CompoundMultinomial) {
  on_all_instructions([] {
    Random random{8};
    const auto densities = random_densities<Density>(random, 70, 40, false);
    const std::vector<bool> live(70, true);
    const WordScores scores(densities, live);
    StoredDocuments documents;
    documents.vocabulary = 40;
    WordCounts document;
    for (std::uint32_t word = 1; word < 40; word += 2) document.push_back({word, 1});
    for (int row = 0; row < 12; ++row) documents.add(document);
    const RowSpan rows{.first = 0, .count = 12};
    const GuardedTile scored(70, 12);
    REQUIRE(!scores.add(documents.view(), rows, scored.tile));

    documents.counts[9 * 20 + 3] = -1;
    documents.counts[9 * 20 + 1] = not_a_number;
    documents.counts[10 * 20] = infinity;
    CHECK(scores.add(documents.view(), rows, scored.tile) == Entry{.row = 9, .column = 7});
    documents.words[3 * 20 + 19] = 40;
    CHECK(scores.add(documents.view(), rows, scored.tile) == Entry{.row = 3, .column = 40});
    CHECK(scored.guards_hold());
  });
}
