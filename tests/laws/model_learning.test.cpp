// Laws of learning: a posterior depends on what was seen and not on how it arrived.
#include <credence/detail/learn/block_cells.hpp>
#include <credence/family/normal_inverse_gamma.hpp>
#include <credence/learn/posterior_file.hpp>
#include <credence/learn/posterior_priors.hpp>
#include <credence/learn/typed_block.hpp>
#include <stdexcept>

#include "laws/model_samples.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

// The sample cut at random rows into one to four parts.
std::vector<Positions> random_parts(const Positions& rows, Random& random) {
  std::vector<Positions> parts(1 + random.below(4));
  for (const Index row : rows) parts[random.below(parts.size())].push_back(row);
  return parts;
}

// What was learned of each feature.
std::vector<FeatureRecord> records_of(const ModelPosterior& posterior) {
  std::vector<FeatureRecord> records;
  for (const auto& block : posterior.blocks)
    for (Index j = 0; j < block->size(); ++j) records.push_back(block->record(j));
  return records;
}

FeatureRecord record_of(const ModelPosterior& posterior, const std::string& name) {
  for (FeatureRecord& record : records_of(posterior))
    if (record.name == name) return std::move(record);
  throw std::runtime_error("no feature '" + name + "'");
}

// How many numbers a normal column has seen in all classes.
double numbers_seen(const ModelPosterior& posterior, const std::string& name) {
  for (const auto& block : posterior.blocks)
    if (const auto* normals = typed_if<NormalInverseGammaNormal>(*block))
      for (Index j = 0; j < block->size(); ++j)
        if (block->feature(j).name == name) return normals->pooled(j).n;
  throw std::runtime_error("no normal column '" + name + "'");
}

// The table with a column of weights added.
Table with_weights(Table table, const std::vector<double>& weights) {
  table.add("weight", weights);
  return table;
}

}  // namespace

TEST_CASE("a posterior merged from any parts is that of the whole") {
  for_random_seeds("merge", [](Random& random) {
    const ModelSample sample = random_model(random);
    auto merged = empty_posterior(sample.model());
    for (const Positions& part : random_parts(shuffled(sample.all(), random), random))
      merge(merged, posterior_of_rows(sample, part));
    RC_ASSERT(alike(merged, sample.posterior()));
  });
}

TEST_CASE("parts of whole numbers merge to exactly the counts of the whole") {
  for_random_seeds("merge exactly", [](Random& random) {
    const ModelSample sample = random_model(random, {.whole_numbers = true});
    auto merged = empty_posterior(sample.model());
    for (const Positions& part : random_parts(sample.all(), random))
      merge(merged, posterior_of_rows(sample, part));
    const auto whole = sample.posterior();
    RC_ASSERT(merged.label == whole.label);
    for (std::size_t i = 0; i < whole.blocks.size(); ++i) {
      const std::string_view family = whole.blocks[i]->family().facts().name;
      const bool exact = family == "bernoulli" || family == "categorical" ||
                         family == "multinomial" || family == "exponential";
      if (exact) RC_ASSERT(merged.blocks[i] == whole.blocks[i]);
    }
  });
}

TEST_CASE("merging whole posteriors is commutative to the last bit") {
  for_random_seeds("commutative", [](Random& random) {
    const ModelSample sample = random_model(random);
    const auto parts = random_parts(sample.all(), random);
    const auto a = posterior_of_rows(sample, parts.front());
    const auto b = posterior_of_rows(sample, parts.back());
    auto forward = a;
    auto backward = b;
    merge(forward, b);
    merge(backward, a);
    RC_ASSERT(forward == backward);
  });
}

TEST_CASE("the order of the rows does not matter") {
  for_random_seeds("order", [](Random& random) {
    const ModelSample sample = random_model(random);
    const auto turned = posterior_of_rows(sample, shuffled(sample.all(), random));
    RC_ASSERT(alike(turned, sample.posterior()));
  });
}

TEST_CASE("a row of weight 2 is a row seen twice and one of weight 0 is absent") {
  for_random_seeds("weights", [](Random& random) {
    const ModelSample sample = random_model(random);
    std::vector<double> weights;
    Positions repeated;
    for (const Index row : sample.all()) {
      const auto times = row < 2 ? 1 : static_cast<Index>(random.below(4));
      weights.push_back(static_cast<double>(times));
      for (Index i = 0; i < times; ++i) repeated.push_back(row);
    }
    const auto weighted = observe(sample.model(), with_weights(sample.table, weights), "weight");
    RC_ASSERT(alike(weighted, posterior_of_rows(sample, repeated)));
  });
}

TEST_CASE("a loaded posterior equals the saved one to the last bit and saves to the same bytes") {
  for_random_seeds("files", [](Random& random) {
    ModelSample sample = random_model(random);
    std::vector<double> weights;
    for (Index row = 0; row < sample.table.rows(); ++row) weights.push_back(random.uniform());
    auto posterior = observe(sample.model(), with_weights(sample.table, weights), "weight");
    if (random.below(2) == 0) posterior = freeze(posterior);
    const std::string text = to_json(posterior);
    const auto loaded = posterior_from_json(text, "p.json");
    RC_ASSERT(loaded == posterior);
    RC_ASSERT(to_json(loaded) == text);
    for_each_classifier(posterior, [&](Estimator estimator, const Classifier<Model>& classifier) {
      const Predictions before = classifier.predict(sample.table);
      const Predictions after = Classifier{loaded, estimator}.predict(sample.table);
      RC_ASSERT(after.log_joint == before.log_joint);
      RC_ASSERT(after.label == before.label);
    });
  });
}

TEST_CASE("observing more rows after loading is observing all rows") {
  for_random_seeds("update", [](Random& random) {
    const ModelSample sample = random_model(random);
    const Positions all = sample.all();
    const auto cut = all.begin() + static_cast<std::ptrdiff_t>(1 + random.below(all.size() - 1));
    auto posterior = posterior_from_json(
        to_json(posterior_of_rows(sample, Positions(all.begin(), cut))), "p.json");
    observe(posterior, sample.table.select(Positions(cut, all.end())));
    const auto whole = sample.posterior();
    RC_ASSERT(posterior.label == whole.label);
    RC_ASSERT(alike(posterior, whole));
  });
}

TEST_CASE("observing row by row is observing the table") {
  for_random_seeds("row by row", [](Random& random) {
    const ModelSample sample = random_model(random);
    auto posterior = empty_posterior(sample.model());
    const auto bound = bind(sample.model(), sample.table);
    for (const Index row : sample.all()) observe(posterior, bound, Positions{row});
    RC_ASSERT(posterior.label == sample.posterior().label);
    RC_ASSERT(alike(posterior, sample.posterior()));
  });
}

TEST_CASE("a missing cell teaches what the row without that column teaches") {
  for_random_seeds("missing", [](Random& random) {
    const ModelSample sample = random_model(random);
    ModelSample narrow = sample;
    narrow.schema.columns.erase(narrow.schema.columns.begin());  // 'x'
    const auto posterior = sample.posterior();
    const auto without = narrow.posterior();
    const auto& of_x = std::get<RealColumn>(sample.table.column("x").cells);
    double seen = 0;
    for (const Index row : sample.all()) seen += std::isnan(of_x.view()[row]) ? 0 : 1;
    RC_ASSERT(posterior.label == without.label);
    for (const FeatureRecord& record : records_of(without)) {
      const std::string& name = record.name;
      RC_ASSERT(record_of(posterior, name) == record);
    }
    RC_ASSERT(records_of(without).size() + 1 == records_of(posterior).size());
    RC_ASSERT(numbers_seen(posterior, "x") == seen);
  });
}

TEST_CASE("log predictives of labelled rows under a frozen prior sum to the log evidence") {
  for_random_seeds("prequential", [](Random& random) {
    // A row that lacks a number of a full covariance is scored and not learned.
    ModelSample sample = random_model(random, {.rows = 8, .missing_joint = false});
    sample.schema = freeze(sample.posterior()).model.schema();
    sample.schema.classes = sample.posterior().label.classes;
    const auto whole = sample.posterior();
    for (const auto& block : whole.blocks)  // no level may arrive on the way
      for (Index j = 0; j < block->size(); ++j) {
        const FeatureFacts& feature = block->feature(j);
        ColumnSchema& column = *sample.schema.find(feature.name);
        if (column.columns.empty() && !feature.levels.empty()) column.levels = feature.levels;
      }
    auto posterior = empty_posterior(sample.model());
    double sum = 0;
    double size = 1;
    const auto bound = bind(sample.model(), sample.table);
    for (const Index row : sample.all()) {
      const Predictions answer =
          Classifier{posterior, Estimator::predictive}.predict(bound, Positions{row});
      const auto klass = label_positions(bound.label, bound.rows, posterior.label.classes);
      const double term =
          answer.log_joint[static_cast<std::size_t>(klass[static_cast<std::size_t>(row)])];
      sum += term;
      size += std::abs(term);
      observe(posterior, bound, Positions{row});
    }
    RC_ASSERT(std::abs(sum - log_evidence(posterior)) <= 1e-10 * size);
    RC_ASSERT(near(log_evidence(posterior), log_evidence(sample.posterior())));
  });
}

TEST_CASE("the log evidence of a model is that of its labels and of each column alone") {
  for_random_seeds("evidence of columns", [](Random& random) {
    const ModelSample sample = random_model(random);
    const double whole = log_evidence(sample.posterior());
    const double labels = log_evidence(sample.posterior().label);
    double sum = labels;
    for (const ColumnSchema& column : sample.schema.columns) {
      ModelSample alone = sample;
      alone.schema.columns = {column};
      sum += log_evidence(alone.posterior()) - labels;
    }
    RC_ASSERT(near(sum, whole, 1e-12 * 20));
  });
}
