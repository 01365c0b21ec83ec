// How much the estimator matters when a class has few rows: two studies of data whose truth is known.
//
// Numbers: 10 features, 2 classes of equal probability. In each repetition the mean of a feature in
// a class is drawn from Normal(0, 0.55^2) and its variance is exp(z / 2), z from Normal(0, 1). Rows
// of each class to learn from as printed, 100 of each to test on; 200 repetitions.
//
// Texts: 300 words, 4 classes. In each repetition the word probabilities of the whole collection are
// drawn from Dirichlet(1/2, ..., 1/2), those of a class from a Dirichlet of total weight 300 around
// them. Documents of 50 words to learn from; 20 documents of each class to test on; 200 repetitions.
#include <algorithm>
#include <credence/data/convert.hpp>
#include <credence/density/normal.hpp>
#include <credence/family/dirichlet_multinomial.hpp>
#include <credence/family/normal_inverse_gamma.hpp>
#include <credence/predict/classifier.hpp>
#include <credence/study/metrics.hpp>
#include <cstdio>

using namespace credence;

namespace {

constexpr int repetitions = 200;

// The classes "0", "1", ... with as many rows each, one class after the other.
CodeColumn equal_classes(Index classes, Index rows_each) {
  CodeColumn column;
  for (Index klass = 0; klass < classes; ++klass) {
    column.levels.push_back(std::to_string(klass));
    column.codes.insert(column.codes.end(), static_cast<std::size_t>(rows_each),
                        static_cast<Code>(klass));
  }
  return column;
}

std::vector<Index> truth_of(const Table& table, const std::vector<std::string>& classes) {
  return label_positions(codes_of(table, table.column("class")), table.rows(), classes);
}

// Predictions gathered over the repetitions, or that there were none.
struct Score {
  std::string name = {};
  Scorecard card = {};
  bool undefined = false;

  void add(const Predictions& answers, const Table& test) {
    card.add(answers, truth_of(test, answers.classes));
  }
  void add(const Posterior<Model>& posterior, Estimator estimator, const Table& test) {
    try {
      add(Classifier{posterior, estimator}.predict(test), test);
    } catch (const Error& error) {
      if (error.code() != ErrorCode::undefined) throw;
      undefined = true;
    }
  }
};

// How wide a column is: "1234.567 (0.890)" and every name fit.
int width_of(const Score& score) { return std::max(static_cast<int>(score.name.size()), 16); }

void print_names(const char* corner, const std::vector<Score>& scores) {
  std::printf("%-18s", corner);
  for (const Score& score : scores) std::printf("  %*s", width_of(score), score.name.c_str());
  std::puts("");
}

void print(const std::string& what, const std::vector<Score>& scores) {
  std::printf("%-18s", what.c_str());
  for (const Score& score : scores) {
    if (score.undefined) {
      std::printf("  %*s", width_of(score), "undefined");
      continue;
    }
    const Metrics metrics = score.card.metrics();
    std::printf("  %*.3f (%.3f)", width_of(score) - 8, metrics.log_loss, metrics.accuracy);
  }
  std::puts("");
}

// Numbers.

constexpr std::size_t features = 10;
using Densities = std::array<std::array<Normal, features>, 2>;  // of each class and feature

Densities draw_densities(Random& random) {
  Densities densities;
  for (auto& of_class : densities)
    for (Normal& density : of_class) {
      density.mean = 0.55 * random.normal();
      density.variance = std::exp(0.5 * random.normal());
    }
  return densities;
}

Table draw_numbers(const Densities& densities, Index rows_each, Random& random) {
  Table table;
  for (std::size_t j = 0; j < features; ++j) {
    std::vector<double> column;
    for (const auto& of_class : densities)
      for (Index row = 0; row < rows_each; ++row) column.push_back(draw(of_class[j], random));
    table.add("x" + std::to_string(j), std::move(column));
  }
  table.add(Column{.name = "class", .cells = equal_classes(2, rows_each)});
  return table;
}

Model model_of_numbers(Automatic prior) {
  Model model(Schema{.label = "class"});
  for (std::size_t j = 0; j < features; ++j)
    model.add("x" + std::to_string(j), NormalInverseGammaNormal{.prior = prior});
  return model;
}

// What a reader would answer who knows the densities.
Predictions predict_by(const Densities& densities, const Table& table) {
  Predictions answers{.classes = {"0", "1"}};
  const auto rows = static_cast<std::size_t>(table.rows());
  answers.label.resize(rows);
  answers.impossible.assign(rows, false);
  answers.log_probability.resize(2 * rows);
  for (std::size_t row = 0; row < rows; ++row) {
    std::array<double, 2> joint{};
    for (std::size_t j = 0; j < features; ++j) {
      const auto& column = std::get<RealColumn>(table.columns()[j].cells);
      for (std::size_t klass = 0; klass < 2; ++klass)
        joint[klass] += log_density(densities[klass][j], column.view()[static_cast<Index>(row)]);
    }
    bool impossible = false;
    answers.label[row] =
        normalise(joint, {}, std::span(answers.log_probability).subspan(2 * row, 2), impossible);
    answers.log_joint.insert(answers.log_joint.end(), joint.begin(), joint.end());
  }
  return answers;
}

std::vector<Score> study_numbers(Automatic prior, Index rows_each) {
  std::vector<Score> scores;
  for (const Estimator estimator : all_estimators)
    scores.push_back({.name = std::string(to_string(estimator))});
  scores.push_back({.name = "truth"});
  const Model model = model_of_numbers(prior);
  Random random{static_cast<std::uint64_t>(rows_each)};
  for (int repetition = 0; repetition < repetitions; ++repetition) {
    const Densities densities = draw_densities(random);
    const Table train = draw_numbers(densities, rows_each, random);
    const Table test = draw_numbers(densities, 100, random);
    const auto posterior = observe(model, train);
    for (std::size_t e = 0; e < all_estimators.size(); ++e)
      scores[e].add(posterior, all_estimators[e], test);
    scores.back().add(predict_by(densities, test), test);
  }
  return scores;
}

// Texts.

constexpr std::size_t words = 300;
constexpr Index classes = 4;
using Rates = std::vector<std::vector<double>>;  // of each class, summed up word by word

Rates draw_rates(Random& random) {
  std::vector<double> weights = random.dirichlet(std::vector<double>(words, 0.5));
  for (double& weight : weights) weight *= 300;
  Rates rates;
  for (Index klass = 0; klass < classes; ++klass) {
    rates.push_back(random.dirichlet(weights));
    double sum = 0;
    for (double& rate : rates.back()) rate = sum += rate;
  }
  return rates;
}

std::vector<std::string> vocabulary() {
  std::vector<std::string> names;
  for (std::size_t word = 0; word < words; ++word) names.push_back(std::to_string(1000 + word));
  return names;
}

// Documents row after row; a table sees them where they are.
struct Documents {
  std::vector<std::uint64_t> offsets{0};
  std::vector<std::uint32_t> word;
  std::vector<double> count;

  [[nodiscard]] Table table() const {
    const auto rows = static_cast<Index>(offsets.size()) - 1;
    Table table;
    table.add("text", DocumentView{vocabulary(), offsets.data(), word.data(), count.data(), rows});
    table.add(Column{.name = "class", .cells = equal_classes(classes, rows / classes)});
    return table;
  }
};

Documents draw_documents(const Rates& rates, Index each, Index length, Random& random) {
  Documents documents;
  for (const std::vector<double>& sums : rates)
    for (Index document = 0; document < each; ++document) {
      std::vector<std::uint32_t> tokens;
      for (Index i = 0; i < length; ++i) {
        const auto drawn = std::upper_bound(sums.begin(), sums.end() - 1, random.uniform());
        tokens.push_back(static_cast<std::uint32_t>(drawn - sums.begin()));
      }
      for (const WordCount& entry : count_words(tokens)) {
        documents.word.push_back(entry.word);
        documents.count.push_back(entry.count);
      }
      documents.offsets.push_back(documents.word.size());
    }
  return documents;
}

Model model_of_words(const PriorRule<Dirichlet>& prior) {
  Schema schema{.label = "class"};
  schema.columns.push_back({.name = "text", .family = "multinomial", .levels = vocabulary()});
  Model model(std::move(schema));
  model["text"] = DirichletMultinomial{.prior = prior};
  return model;
}

// Weights of total 300 in the proportions in which all documents use the words, one use of each
// word added.
Dirichlet pooled_prior(const Documents& documents) {
  std::vector<double> weights(words, 1.0);
  double total = words;
  for (std::size_t i = 0; i < documents.word.size(); ++i) {
    weights[documents.word[i]] += documents.count[i];
    total += documents.count[i];
  }
  for (double& weight : weights) weight *= 300 / total;
  return {.weights = std::move(weights)};
}

std::vector<Score> study_words(Index documents_each, Index length) {
  std::vector<Score> scores{{.name = "maximum_likelihood"}, {.name = "1e-10 added"},
                            {.name = "posterior_mean"},     {.name = "predictive"},
                            {.name = "mean, pooled"},       {.name = "predictive, pooled"}};
  Random random{static_cast<std::uint64_t>(1000 * documents_each + length)};
  for (int repetition = 0; repetition < repetitions; ++repetition) {
    const Rates rates = draw_rates(random);
    const Documents seen = draw_documents(rates, documents_each, 50, random);
    const Documents fresh = draw_documents(rates, 20, length, random);
    const Table train = seen.table();
    const Table test = fresh.table();
    const auto each_one = observe(model_of_words(Dirichlet::Symmetric{.each = 1}), train);
    const auto nearly_none = observe(model_of_words(Dirichlet::Symmetric{.each = 1e-10}), train);
    const auto pooled = observe(model_of_words(pooled_prior(seen)), train);
    scores[0].add(each_one, Estimator::maximum_likelihood, test);
    scores[1].add(nearly_none, Estimator::posterior_mean, test);
    scores[2].add(each_one, Estimator::posterior_mean, test);
    scores[3].add(each_one, Estimator::predictive, test);
    scores[4].add(pooled, Estimator::posterior_mean, test);
    scores[5].add(pooled, Estimator::predictive, test);
  }
  return scores;
}

void print_numbers(Automatic prior) {
  std::printf("numbers, prior %s: mean test log loss (accuracy)\n", to_string(prior).data());
  std::vector<Score> at_three;
  for (const Index rows : {1, 3, 5, 10, 30, 100}) {
    const std::vector<Score> scores = study_numbers(prior, rows);
    if (rows == 1) print_names("rows of each class", scores);
    print(std::to_string(rows), scores);
    if (rows == 3) at_three = scores;
  }
  std::printf("%-18s", "confidence at 3");
  for (const Score& score : at_three)
    std::printf("  %*.3f", width_of(score), score.card.metrics().confidence);
  std::puts("\n");
}

}  // namespace

int main() {
  print_numbers(Automatic::unit);
  print_numbers(Automatic::steady);
  std::puts("texts: mean test log loss (accuracy)");
  const std::vector<Score> first = study_words(1, 200);
  print_names("documents, length", first);
  print("1, tested on 200", first);
  print("1, tested on 20", study_words(1, 20));
  print("3, tested on 100", study_words(3, 100));
}
