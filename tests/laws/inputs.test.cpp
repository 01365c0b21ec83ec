// Laws of what holds the data (L8, L12): the numbers count, not how they are stored or from where
// they are measured.
#include "laws/model_samples.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

ModelSample counts_sample(Random& random, std::vector<std::vector<double>>& counts) {
  ModelSample sample;
  sample.schema.label = "class";
  std::vector<std::string> labels;
  const std::size_t words = 2 + random.below(5);
  const std::size_t rows = 4 + random.below(20);
  counts.assign(words, std::vector<double>(rows));
  for (std::size_t row = 0; row < rows; ++row) {
    labels.push_back(row % 2 == 0 ? "a" : "b");
    for (auto& word : counts) word[row] = random.below(2) == 0 ? 0 : random.poisson(2);
  }
  for (auto& word : counts) word[0] = 1;  // every word occurs
  sample.table.add("class", labels);
  return sample;
}

std::string word_name(std::size_t word) { return "w" + std::to_string(word); }

}  // namespace

TEST_CASE("columns of counts are the documents that hold the same counts") {
  for_random_seeds("sparse and dense", [](Random& random) {
    std::vector<std::vector<double>> counts;
    ModelSample dense = counts_sample(random, counts);
    ModelSample sparse = dense;
    std::vector<std::uint64_t> offsets{0};
    std::vector<std::uint32_t> words;
    std::vector<double> amounts;
    DocumentView view;
    for (std::size_t row = 0; row < counts[0].size(); ++row) {
      for (std::size_t word = 0; word < counts.size(); ++word)
        if (counts[word][row] > 0) {
          words.push_back(static_cast<std::uint32_t>(word));
          amounts.push_back(counts[word][row]);
        }
      offsets.push_back(words.size());
    }
    ColumnSchema block{.name = "text", .family = "multinomial"};
    for (std::size_t word = 0; word < counts.size(); ++word) {
      view.vocabulary.push_back(word_name(word));
      block.columns.push_back(word_name(word));
      dense.table.add(word_name(word), counts[word]);
    }
    view.offsets = offsets.data();
    view.words = words.data();
    view.counts = amounts.data();
    view.rows = static_cast<Index>(counts[0].size());
    sparse.table.add("text", view);
    dense.schema.columns = {block};
    sparse.schema.columns = {{.name = "text", .family = "multinomial"}};

    const auto of_columns = dense.posterior();
    const auto of_documents = sparse.posterior();
    RC_ASSERT(of_columns.label == of_documents.label);
    RC_ASSERT(log_evidence(of_columns) == log_evidence(of_documents));
    for_each_classifier(of_columns, [&](Estimator estimator, const Classifier<Model>& classifier) {
      const Predictions a = classifier.predict(dense.table);
      const Predictions b = Classifier{of_documents, estimator}.predict(sparse.table);
      RC_ASSERT(a.label == b.label);
      RC_ASSERT(near(a.log_joint, b.log_joint, 1e-12));
    });
  });
}

TEST_CASE("numbers of single precision are the doubles of the same value") {
  for_random_seeds("single precision", [](Random& random) {
    const std::size_t rows = 6 + random.below(20);
    ModelSample wide, narrow;
    std::vector<std::string> labels;
    for (std::size_t row = 0; row < rows; ++row) labels.push_back(row % 3 == 0 ? "a" : "b");
    wide.table.add("class", labels);
    narrow.table.add("class", labels);
    wide.schema.label = narrow.schema.label = "class";
    std::vector<std::vector<float>> singles(3, std::vector<float>(rows));
    const std::vector<std::string> families{"normal", "exponential", "poisson"};
    for (std::size_t column = 0; column < singles.size(); ++column) {
      for (float& x : singles[column])
        x = static_cast<float>(column == 0   ? 100 + random.normal()
                               : column == 1 ? random.uniform()
                                             : random.poisson(4));
      wide.table.add(families[column],
                     std::vector<double>(singles[column].begin(), singles[column].end()));
      narrow.table.add(families[column],
                       NumberView{.numbers = Strided<float>{.data = singles[column].data(),
                                                            .size = static_cast<Index>(rows)}});
      wide.schema.columns.push_back({.name = families[column], .family = families[column]});
    }
    narrow.schema = wide.schema;

    const auto doubles = wide.posterior();
    RC_ASSERT(alike(narrow.posterior(), doubles));
    for_each_classifier(doubles, [&](Estimator, const Classifier<Model>& classifier) {
      const Predictions a = classifier.predict(wide.table);
      const Predictions b = classifier.predict(narrow.table);
      RC_ASSERT(a.label == b.label);
      RC_ASSERT(near(a.log_joint, b.log_joint, 1e-12));
    });
  });
}

TEST_CASE("measuring a normal column from elsewhere leaves the class probabilities") {
  for_random_seeds("shift", [](Random& random) {
    ModelSample sample;
    sample.schema.label = "class";
    sample.schema.columns = {{.name = "x", .family = "normal"}};
    std::vector<double> numbers, shifted;
    std::vector<std::string> labels;
    const double offset = random.below(2) == 0 ? 64.0 : -1024.0;
    for (std::size_t row = 0; row < 6 + random.below(20); ++row) {
      numbers.push_back(0.25 * std::floor(8 * random.normal()) + static_cast<double>(row % 2));
      shifted.push_back(numbers.back() + offset);  // both are whole quarters: nothing is rounded
      labels.push_back(row % 2 == 0 ? "a" : "b");
    }
    numbers[0] = numbers[2] + 1;  // each class has two values
    numbers[1] = numbers[3] + 1;
    shifted[0] = numbers[0] + offset;
    shifted[1] = numbers[1] + offset;
    ModelSample moved = sample;
    sample.table.add("class", labels);
    sample.table.add("x", numbers);
    moved.table.add("class", labels);
    moved.table.add("x", shifted);
    const auto posterior = moved.posterior();
    for_each_classifier(
        sample.posterior(), [&](Estimator estimator, const Classifier<Model>& classifier) {
          const Predictions before = classifier.predict(sample.table);
          const Predictions after = Classifier{posterior, estimator}.predict(moved.table);
          for (std::size_t i = 0; i < before.log_probability.size(); ++i)
            RC_ASSERT(std::abs(std::exp(before.log_probability[i]) -
                               std::exp(after.log_probability[i])) <= 1e-11);
        });
  });
}
