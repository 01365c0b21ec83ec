// Scores of documents against log_density of the densities, class by class.
#include <map>

#include "support/word_score_cases.hpp"

using namespace credence;
using namespace credence::testing;

TEST_CASE_TEMPLATE("scores of documents are the log densities", Density, Multinomial,
                   CompoundMultinomial) {
  check_documents<Density>();
}

TEST_CASE("compound scores hold for any weights and counts") {
  on_all_instructions([] {
    for (const double weight :
         {1e-320, 1e-300, 1e-9, 0.01, 0.5, 1.0, 3.0, 7.5, 9.0, 1e3, 1e12, 1e29, 1e31, 1e100})
      for (const double count : {1e-3, 0.5, 1.0, 1.5, 2.0, 3.0, 7.0, 7.5, 8.0, 8.5, 9.0, 20.0, 31.0,
                                 32.0, 32.5, 33.0, 1000.0, 1e9, 1e15}) {
        CAPTURE(weight);
        CAPTURE(count);
        StoredDocuments documents;
        documents.vocabulary = 2;
        documents.add({{0, count}});
        documents.add({{0, 1}, {1, count}});
        documents.add({{1, count}});
        const std::vector<CompoundMultinomial> densities{
            {.weights = {weight, weight}}, {.weights = {weight, 1}}, {.weights = {0.25, weight}}};
        CHECK(largest_error(densities, documents.view(), {.first = 0, .count = 3},
                            [&](Index row) { return documents.document(row); }) <= 1);
      }
  });
}

TEST_CASE("long documents keep their digits") {
  on_all_instructions([] {
    Random random{3};
    StoredDocuments documents;
    documents.vocabulary = 200000;
    for (const std::uint32_t size : {511U, 512U, 513U, 1024U, 1500U, 200000U}) {
      WordCounts document;
      for (std::uint32_t word = 0; word < size; ++word)
        document.push_back({word, 0.1 + static_cast<double>(random.below(4))});
      documents.add(document);
    }
    const auto document = [&](Index row) { return documents.document(row); };
    const RowSpan rows{.first = 0, .count = documents.rows()};
    const auto plain = random_densities<Multinomial>(random, 2, 200000, false);
    CHECK(largest_error(plain, documents.view(), rows, document) <= 1);
    for (double& count : documents.counts) count = std::ceil(count);
    const auto compound = random_densities<CompoundMultinomial>(random, 2, 200000, false);
    CHECK(largest_error(compound, documents.view(), rows, document) <= 1);
  });
}

TEST_CASE_TEMPLATE("listed rows are scored in their order", Density, Multinomial,
                   CompoundMultinomial) {
  on_all_instructions([] {
    Random random{4};
    const auto documents = random_documents(random, 50, 30, 30);
    const auto densities = random_densities<Density>(random, 6, 30, false);
    std::vector<Index> list;
    for (int i = 0; i < 29; ++i) list.push_back(static_cast<Index>(random.below(50)));
    list.push_back(49);
    const RowSpan rows{.count = 30, .list = list.data()};

    CHECK(largest_error(densities, documents.view(), rows,
                        [&](Index row) { return documents.document(row); }) <= 1);
  });
}

TEST_CASE_TEMPLATE("words move to their places, the others together to the reserved one", Density,
                   Multinomial, CompoundMultinomial) {
  on_all_instructions([] {
    Random random{5};
    const auto documents = random_documents(random, 40, 10, 25);
    const auto densities = random_densities<Density>(random, 4, 9, false);
    const std::vector<Index> places{3, -1, 0, 7, -1, 1, -1, 5, 4, 2};
    WordRows view = documents.view();
    view.translate = places.data();
    for (const Index reserved : {-1, 8}) {
      CAPTURE(reserved);
      view.reserved = reserved;
      const auto moved = [&](Index row) {
        WordCounts all;
        for (std::uint32_t word = 0; word < 9; ++word) all.push_back({word, 0});
        for (const WordCount& entry : documents.document(row)) {
          const Index place = places[entry.word] >= 0 ? places[entry.word] : reserved;
          if (place >= 0) all[static_cast<std::size_t>(place)].count += entry.count;
        }
        return all;
      };
      CHECK(largest_error(densities, view, {.first = 0, .count = 40}, moved) <= 1);
    }
  });
}

// Several vectors, strips and blocks of classes at a time; the last word stands beyond the table.
TEST_CASE_TEMPLATE("long documents move to their places whole", Density, Multinomial,
                   CompoundMultinomial) {
  on_all_instructions([] {
    Random random{12};
    constexpr std::uint32_t vocabulary = 2000;
    std::vector<Index> places;
    for (Index word = 0; word < vocabulary; ++word)
      places.push_back(random.below(30) == 0 ? -1 : (word * 7 + 11) % 1999);
    places.back() = 3000;
    StoredDocuments documents;
    documents.vocabulary = vocabulary;
    for (const std::uint32_t size : {1U, 8U, 16U, 17U, 511U, 512U, 513U, 1500U}) {
      WordCounts document;
      for (std::uint32_t i = 0; i < size; ++i)
        document.push_back(
            {i, static_cast<double>(random.below(12) == 0 ? 0 : 1 + random.below(3))});
      documents.add(document);
    }
    WordCounts beyond;
    for (std::uint32_t word = vocabulary - 16; word < vocabulary; ++word)
      beyond.push_back({word, 1});
    documents.add(beyond);
    const auto densities = random_densities<Density>(random, 70, 1999, false);
    WordRows view = documents.view();
    view.translate = places.data();
    for (const Index reserved : {-1, 8}) {
      CAPTURE(reserved);
      view.reserved = reserved;
      const auto moved = [&](Index row) {
        std::map<std::uint32_t, double> all;
        for (const WordCount& entry : documents.document(row)) {
          const Index place = places[entry.word] >= 0 ? places[entry.word] : reserved;
          if (place >= 0) all[static_cast<std::uint32_t>(place)] += entry.count;
        }
        WordCounts words;
        for (const auto& [word, count] : all) words.push_back({word, count});
        return words;
      };
      CHECK(largest_error(densities, view, {.count = documents.rows()}, moved) <= 1);
    }
  });
}

TEST_CASE_TEMPLATE("missing documents and those with a NaN add nothing", Density, Multinomial,
                   CompoundMultinomial) {
  on_all_instructions([] {
    Random random{6};
    auto documents = random_documents(random, 40, 50, 60);
    const StoredDocuments whole = documents;
    const auto densities = random_densities<Density>(random, 10, 50, true);
    std::vector<bool> missing(40);
    std::vector<bool> broken(40);
    for (std::size_t row = 0; row < 40; ++row) {
      missing[row] = row % 7 == 3;
      broken[row] = row % 5 == 1 && documents.offsets[row + 1] > documents.offsets[row];
      if (broken[row]) documents.counts[documents.offsets[row + 1] - 1] = not_a_number;
    }
    WordRows view = documents.view();
    view.missing = &missing;

    CHECK(largest_error(densities, view, {.first = 0, .count = 40}, [&](Index row) {
            const auto at = static_cast<std::size_t>(row);
            return missing[at] || broken[at] ? WordCounts() : whole.document(row);
          }) <= 1);
  });
}

TEST_CASE_TEMPLATE("a score does not depend on the tile or on words that occur no time", Density,
                   Multinomial, CompoundMultinomial) {
  on_all_instructions([] {
    Random random{10};
    const auto documents = random_documents(random, 40, 80, 90);
    StoredDocuments longer;
    longer.vocabulary = 81;
    for (Index row = 0; row < 40; ++row) {
      WordCounts document = documents.document(row);
      document.insert(document.begin(), {80, 0});
      longer.add(document);
    }
    const auto densities = random_densities<Density>(random, 5, 81, false);
    const WordScores scores(densities, std::vector<bool>(5, true));
    const GuardedTile whole(5, 40);
    const GuardedTile other(5, 40);
    REQUIRE(!scores.add(documents.view(), {.first = 0, .count = 40}, whole.tile));
    REQUIRE(!scores.add(longer.view(), {.first = 0, .count = 40}, other.tile));
    for (Index row = 0; row < 40; ++row) {
      CAPTURE(row);
      const GuardedTile alone(5, 1);
      REQUIRE(!scores.add(documents.view(), {.first = row, .count = 1}, alone.tile));
      // A word more in front: the others pair up differently.
      for (Index klass = 0; klass < 5; ++klass) {
        CHECK(alone.tile.at(klass, 0) == whole.tile.at(klass, row));
        CHECK(other.tile.at(klass, row) ==
              doctest::Approx(whole.tile.at(klass, row)).epsilon(1e-13));
      }
    }
  });
}

TEST_CASE("a length weighs the same in a long table and alone") {
  on_all_instructions([] {
    constexpr Index classes = 70;  // several blocks
    Random random{11};
    std::vector<bool> live(static_cast<std::size_t>(classes), true);
    live[1] = false;
    auto documents = random_documents(random, 1100, 30, 60);
    for (const double count : {0.5, 994.0, 995.0, 1e5}) documents.add({{3, count}, {7, 29}});
    for (const double factor : {1e-3, 1.0, 1e40}) {
      CAPTURE(factor);
      auto densities = random_densities<CompoundMultinomial>(random, classes, 30, true);
      for (CompoundMultinomial& density : densities)
        for (double& weight : density.weights) weight *= factor;
      const WordScores scores(densities, live);
      const GuardedTile all(classes, documents.rows());
      REQUIRE(!scores.add(documents.view(), {.first = 0, .count = documents.rows()}, all.tile));
      for (Index row = 1060; row < documents.rows(); ++row) {
        CAPTURE(row);
        StoredDocuments one;
        one.vocabulary = 30;
        one.add(documents.document(row));
        const GuardedTile alone(classes, 1);
        REQUIRE(!scores.add(one.view(), {.first = 0, .count = 1}, alone.tile));
        for (Index klass = 0; klass < classes; ++klass)
          CHECK(alone.tile.at(klass, 0) == all.tile.at(klass, row));
      }
    }
  });
}

TEST_CASE("compound scores of fractions of a token keep their digits") {
  on_all_instructions([] {
    Random random{14};
    constexpr Index vocabulary = 6;
    const auto power = [&](double low, double high) {
      return std::pow(10, low + (high - low) * random.uniform());
    };
    for (int trial = 0; trial < 300; ++trial) {
      StoredDocuments documents;
      documents.vocabulary = vocabulary;
      std::vector<CompoundMultinomial> densities(2);
      for (CompoundMultinomial& density : densities)
        for (Index word = 0; word < vocabulary; ++word)
          density.weights.push_back(trial % 2 == 0 ? 8 + 20 * random.uniform() : power(-3, 3));
      for (int row = 0; row < 9; ++row) {
        WordCounts document;
        for (std::uint32_t word = 0; word < vocabulary; ++word)
          document.push_back({word, row % 3 == 0    ? power(-300, -12)
                                    : row % 3 == 1  ? power(-16, 0)
                                    : word % 2 == 0 ? power(-300, -12)
                                                    : power(0, 15)});
        documents.add(document);
      }
      CAPTURE(trial);
      CHECK(largest_error(densities, documents.view(), {.first = 0, .count = documents.rows()},
                          [&](Index row) { return documents.document(row); }) <= 1);
    }
  });
}
