// Labels of documents alone: those of predictions, whatever rows hold and however they were learned.
#include <credence/base/parallel.hpp>
#include <credence/predict/classifier.hpp>

#include <doctest/doctest.h>

#include "support/data_error.hpp"
#include "support/instructions.hpp"
#include "support/models.hpp"
#include "support/throws.hpp"
#include "support/word_samples.hpp"

#include <algorithm>

using namespace credence;
using namespace credence::testing;

namespace {

constexpr Index words = 40;
constexpr Index rows = 3000;

// Documents of three classes, which a table only views.
struct Documents {
  StoredDocuments stored;
  Strings labels;
  Doubles weights;
  Strings vocabulary;

  explicit Documents(std::uint64_t seed) {
    Random random{seed};
    stored.vocabulary = words;
    for (Index row = 0; row < rows; ++row) {
      const std::uint64_t klass = random.below(3);
      labels.push_back(std::string(1, static_cast<char>('a' + klass)));
      weights.push_back(random.below(5) == 0 ? 0 : 1);
      std::vector<std::uint32_t> tokens(random.below(60));
      for (std::uint32_t& token : tokens)
        token = static_cast<std::uint32_t>(random.below(3) == 0 ? 10 * klass + random.below(10)
                                                                : random.below(words));
      stored.add(count_words(tokens));
    }
    for (Index word = 0; word < words; ++word)
      vocabulary.push_back("w" + std::to_string(100 + word));
  }
  [[nodiscard]] Table table() const {
    Table table;
    table.add("class", labels);
    table.add("weight", weights);
    table.add("text", DocumentView{vocabulary, stored.offsets.data(), stored.words.data(),
                                   stored.counts.data(), stored.rows()});
    return table;
  }
};

Schema of_texts(std::string unseen = "") {
  ColumnSchema text{.name = "text", .family = "multinomial"};
  if (unseen == "reserve") text.unseen = Unseen::reserve;
  return schema_of({text});
}

// Asks for labels alone with every estimator, instruction set and number of threads.
void check_labels(const ModelPosterior& posterior, const Table& table) {
  const BoundTable bound = credence::bind(posterior.model, table);
  std::vector<Index> list;
  for (Index row = bound.rows; row-- > 0;) list.push_back(row);
  for (const Estimator estimator : {Estimator::maximum_likelihood, Estimator::maximum_a_posteriori,
                                    Estimator::posterior_mean, Estimator::predictive}) {
    CAPTURE(to_string(estimator));
    const Estimates found = estimate(posterior, estimator);
    if (!found.undefined.empty()) continue;
    const Classifier<Model> classifier(found);
    for (const Instructions instructions : available_instructions()) {
      const UsingInstructions use(instructions);
      const std::vector<Index> expected = classifier.predict(table).label;
      for (const int threads : {1, 3}) {
        const ThreadLimit limit(threads);
        CHECK(classifier.labels(bound, {.count = bound.rows}) == expected);
        CHECK(classifier.labels(bound, {.count = bound.rows, .list = list.data()}) ==
              std::vector<Index>(expected.rbegin(), expected.rend()));
      }
    }
  }
}

}  // namespace

TEST_CASE("labels of documents alone are those of predictions") {
  const Documents documents(31);
  check_labels(observe(Model(of_texts()), documents.table()), documents.table());
}

TEST_CASE("labels of documents alone know counts that are no whole numbers, or large") {
  Documents documents(32);
  Random random{32};
  for (double& count : documents.stored.counts)
    if (random.below(200) == 0)
      count = random.below(2) == 0 ? 0.25 * count : std::pow(10.0, 300 * random.uniform());
  const Documents learned(33);
  check_labels(observe(Model(of_texts()), learned.table()), documents.table());
}

TEST_CASE("labels of documents alone hold for rows of weight 0 and of 1e300") {
  Documents documents(34);
  for (std::size_t row = 0; row < documents.weights.size(); row += 2)
    documents.weights[row] = row % 500 == 0 ? 1e300 : 0;
  check_labels(observe(Model(of_texts()), documents.table(), "weight"), documents.table());
}

TEST_CASE("labels of documents alone move words to their places") {
  const Documents learned(35);
  for (const char* const unseen : {"", "reserve"}) {
    const ModelPosterior posterior = observe(Model(of_texts(unseen)), learned.table());
    Documents documents(36);
    std::reverse(documents.vocabulary.begin(), documents.vocabulary.end());
    documents.vocabulary[3] = "new";
    documents.vocabulary[17] = "other";
    check_labels(posterior, documents.table());
  }
}

TEST_CASE("equal classes and empty documents get the label of predictions") {
  Documents documents(37);
  for (std::string& label : documents.labels) label = "a";
  for (std::size_t row = 0; row < documents.labels.size() / 2; ++row)
    documents.labels[row] = row % 2 == 0 ? "b" : "c";
  // Both classes have seen the same, row by row.
  StoredDocuments twice;
  twice.vocabulary = words;
  for (Index row = 0; row < rows; ++row)
    twice.add(documents.stored.document(row < rows / 2 ? row / 2 : row));
  for (int i = 0; i < 50; ++i) twice.add({});
  documents.stored = twice;
  documents.labels.resize(static_cast<std::size_t>(twice.rows()), "a");
  documents.weights.resize(documents.labels.size(), 1);
  check_labels(observe(Model(of_texts()), documents.table()), documents.table());
}

TEST_CASE("the first count that is none is told where labels alone are asked for") {
  Documents documents(38);
  const ModelPosterior posterior = observe(Model(of_texts()), documents.table());
  const Classifier classifier{posterior, Estimator::posterior_mean};
  documents.stored.counts[5000] = -1;
  documents.stored.counts[20000] = -2;
  const Table table = documents.table();
  const BoundTable bound = credence::bind(posterior.model, table);
  const ThreadLimit limit(1);
  const auto expected = error_of([&] { static_cast<void>(classifier.predict(table)); });
  const auto found =
      error_of([&] { static_cast<void>(classifier.labels(bound, {.count = bound.rows})); });
  REQUIRE(expected);
  REQUIRE(found);
  CHECK(std::string(found->what()) == expected->what());
}

TEST_CASE("labels alone are refused for an unknown word where the schema wants an error") {
  Documents asked(44);
  asked.vocabulary[3] = "unknown";
  Schema schema = of_texts();
  schema.columns.front().unseen = Unseen::error;
  const Classifier<Model> classifier(observe(Model(schema), Documents(43).table()),
                                     Estimator::posterior_mean);
  const Table table = asked.table();
  const BoundTable bound = credence::bind(classifier.estimates().model, table);
  const auto error = error_of([&] { return classifier.labels(bound, {.count = bound.rows}); });
  CHECK(is(error, ErrorCode::schema));
  CHECK(says(error, "'text'", "'unknown'"));
}

TEST_CASE("words that nobody knows are counted in listed rows") {
  Documents asked(46);
  asked.vocabulary[3] = "unknown";
  asked.vocabulary[39] = "foreign";
  const Classifier<Model> classifier(observe(Model(of_texts()), Documents(45).table()),
                                     Estimator::posterior_mean);
  const Table table = asked.table();
  const BoundTable bound = credence::bind(classifier.estimates().model, table);
  const std::vector<Index> list{0, 5, 2999, 17};
  Index expected = 0;
  for (const Index row : list)
    for (std::uint64_t at = asked.stored.offsets[static_cast<std::size_t>(row)];
         at < asked.stored.offsets[static_cast<std::size_t>(row) + 1]; ++at)
      expected += asked.stored.words[at] == 3 || asked.stored.words[at] == 39 ? 1 : 0;
  CHECK(classifier.predict(bound, list).unseen_cells == expected);
}

TEST_CASE(
    "words that nobody knows are none in documents that are missing, or where they occur 0 times") {
  Documents asked(46);
  asked.vocabulary[3] = "unknown";
  Index expected = 0;
  for (Index row = 0; row < asked.stored.rows(); ++row) {
    const auto first = asked.stored.offsets[static_cast<std::size_t>(row)];
    const auto end = asked.stored.offsets[static_cast<std::size_t>(row) + 1];
    for (auto at = first; at < end; ++at) {
      if (asked.stored.words[at] != 3) continue;
      if (row % 3 == 0) asked.stored.counts[at] = 0;
      if (row % 3 == 1 && end - first > 1)
        asked.stored.counts[at == first ? at + 1 : first] = std::nan("");
      else if (row % 3 != 0)
        ++expected;
    }
  }
  const Classifier<Model> classifier(observe(Model(of_texts()), Documents(45).table()),
                                     Estimator::posterior_mean);

  CHECK(classifier.predict(asked.table()).unseen_cells == expected);
}
