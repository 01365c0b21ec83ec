// Laws of models that add up exactly (L1, L3, L4): the same bits for any order, parts and threads.
#include <credence/base/parallel.hpp>
#include <credence/learn/keep.hpp>
#include <credence/learn/model_posterior.hpp>
#include <credence/learn/posterior_file.hpp>

#include "laws/model_samples.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

// Columns of the families whose constants are known, and of numbers in bins.
void add_known_constants(ModelSample& sample, Random& random) {
  const auto add = [&](const std::string& family, Fields prior, const auto& draw) {
    std::vector<double> cells;
    for (Index row = 0; row < sample.table.rows(); ++row)
      cells.push_back(random.below(6) == 0 ? missing_number : draw());
    sample.table.add("of_" + family, std::move(cells));
    sample.schema.columns.push_back(
        {.name = "of_" + family, .family = family, .prior = {.values = std::move(prior)}});
  };
  add("normal_known_variance", {{"mean", 1.0}, {"mean_variance", 2.0}, {"variance", 0.5}},
      [&] { return random.normal(); });
  add("normal_known_mean", {{"shape", 2.0}, {"scale", 1.0}, {"mean", 0.25}},
      [&] { return random.normal(); });
  add("negative_binomial", {{"ones", 1.0}, {"zeros", 2.0}, {"successes", 1.5}},
      [&] { return random.poisson(3); });
  add("gamma", {{"shape", 1.0}, {"rate", 2.0}, {"known_shape", 3.0}},
      [&] { return random.gamma(3, 1); });
  add("von_mises", {{"direction", 0.5}, {"strength", 1.0}, {"concentration", 2.0}},
      [&] { return 3 * random.normal(); });
  add("histogram",
      {{"weights", std::vector<double>{1, 0.5, 2}}, {"edges", std::vector<double>{-2, -0.5, 0, 3}}},
      [&] { return static_cast<double>(random.below(30)) / 10 - 1.5; });
  add("polya_tree", {{"c", 0.5}, {"depth", 2.0}, {"mean", 0.25}, {"sd", 1.5}},
      [&] { return static_cast<double>(random.below(30)) / 10 - 1.5; });
}

ModelSample weighted_model(Random& random, SampleOptions options = {}) {
  ModelSample sample = random_model(random, options);
  add_known_constants(sample, random);
  // No sums are said of a full covariance.
  std::erase_if(sample.schema.columns, [](const auto& column) { return column.name == "frame"; });
  std::vector<double> weights;
  for (Index row = 0; row < sample.table.rows(); ++row)
    weights.push_back(random.below(8) == 0 ? 0.0 : std::exp(2 * random.normal()));
  sample.table.add("weight", std::move(weights));
  return sample;
}

ModelPosterior exact_of(const ModelSample& sample, const Positions& rows) {
  auto posterior = empty_posterior(sample.model(), Summation::exact);
  observe(posterior, sample.table.select(rows), "weight");
  return posterior;
}

std::vector<Positions> random_parts(const Positions& rows, Random& random) {
  std::vector<Positions> parts(1 + random.below(4));
  for (const Index row : rows) parts[random.below(parts.size())].push_back(row);
  return parts;
}

ModelPosterior through_file(const ModelPosterior& posterior) {
  const std::string text = to_json(posterior);
  const auto loaded = posterior_from_json(text, "p.json");
  RC_ASSERT(loaded == posterior);
  RC_ASSERT(to_json(loaded) == text);
  return loaded;
}

}  // namespace

TEST_CASE("an exact posterior merged from any parts and files is that of one pass bit for bit") {
  for_random_seeds("exact merge", [](Random& random) {
    const ModelSample sample = weighted_model(random);
    const ModelPosterior whole = exact_of(sample, sample.all());

    auto merged = empty_posterior(sample.model(), Summation::exact);
    for (const Positions& part : random_parts(shuffled(sample.all(), random), random))
      merge(merged, through_file(exact_of(sample, part)));

    RC_ASSERT(merged == whole);
    RC_ASSERT(to_json(merged) == to_json(whole));
  });
}

TEST_CASE("an exact posterior that observes part after part is that of one pass bit for bit") {
  for_random_seeds("exact parts", [](Random& random) {
    const ModelSample sample = weighted_model(random);
    auto posterior = empty_posterior(sample.model(), Summation::exact);
    for (const Positions& part : random_parts(shuffled(sample.all(), random), random))
      observe(posterior, sample.table.select(part), "weight");
    RC_ASSERT(posterior == exact_of(sample, sample.all()));
  });
}

TEST_CASE("an exact posterior forgets rows as if it had never seen them") {
  for_random_seeds("exact forget", [](Random& random) {
    const ModelSample sample = weighted_model(random);
    const auto bound = bind(sample.model(), sample.table, "weight");
    const auto cut = static_cast<Index>(random.below(static_cast<std::uint64_t>(bound.rows)));
    LearningWorkspace work;
    const RowSpan all{.count = bound.rows};
    auto posterior = empty_posterior(sample.model(), Summation::exact);
    observe(posterior, bound, all, work);
    clear_statistics(posterior);  // classes and levels are there
    observe(posterior, bound, all.part(0, cut), work);
    const ModelPosterior before = posterior;

    observe(posterior, bound, all.part(cut, bound.rows - cut), work);
    forget(posterior, bound, all.part(cut, bound.rows - cut));

    RC_ASSERT(posterior == before);
    RC_ASSERT(to_json(posterior) == to_json(before));
  });
}

TEST_CASE("an exact posterior is the plain one but for rounding, and its answers are") {
  for_random_seeds("exact and plain", [](Random& random) {
    const ModelSample sample = weighted_model(random);
    auto plain = empty_posterior(sample.model());
    observe(plain, sample.table, "weight");
    const ModelPosterior exact = exact_of(sample, sample.all());
    RC_ASSERT(alike(exact, plain, 1e-11));
    // A prior made from the data has none where all rows have a weight of 0.
    const auto evidence = if_defined([&] { return log_evidence(plain); });
    const auto exact_evidence = if_defined([&] { return log_evidence(exact); });
    RC_ASSERT(exact_evidence.has_value() == evidence.has_value());
    if (evidence) RC_ASSERT(near(*exact_evidence, *evidence, 1e-9));
    for_each_classifier(plain, [&](Estimator estimator, const Classifier<Model>& classifier) {
      const Predictions rounded = classifier.predict(sample.table);
      const Predictions answers = Classifier{exact, estimator}.predict(sample.table);
      RC_ASSERT(near(answers.log_joint, rounded.log_joint, 1e-9));
    });
  });
}

TEST_CASE("keeping features of an exact posterior is learning only them exactly") {
  for_random_seeds("exact keep", [](Random& random) {
    const ModelSample sample = weighted_model(random);
    const std::vector<std::string> names{
        "x",        "income",       "city",         "words:w1",      "sizes:width",
        "of_gamma", "of_von_mises", "of_histogram", "of_polya_tree", "of_negative_binomial"};
    const auto kept = keep(exact_of(sample, sample.all()), names);
    RC_ASSERT(kept.summation == Summation::exact);
    // Merging rounds every cell from its exact sums once more.
    auto nothing = kept;
    clear_statistics(nothing);
    auto rounded = kept;
    merge(rounded, nothing);
    RC_ASSERT(rounded.blocks == kept.blocks);
  });
}

TEST_CASE("an exact posterior has the same bits for any number of threads") {
  Random random{9};
  const ModelSample sample = weighted_model(random, {.rows = 3000});
  const auto fitted = [&](int threads) {
    const ThreadLimit limit(threads);
    return exact_of(sample, sample.all());
  };
  const ModelPosterior one = fitted(1);
  for (const int threads : {2, 3, 8}) {
    CAPTURE(threads);
    CHECK(fitted(threads) == one);
  }
}
