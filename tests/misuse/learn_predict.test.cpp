// Wrong arguments of posteriors, classifiers and what explains them.
#include <credence/data/csv.hpp>
#include <credence/family/normal_inverse_gamma.hpp>
#include <credence/learn/evidence.hpp>
#include <credence/learn/keep.hpp>
#include <credence/learn/posterior.hpp>
#include <credence/learn/posterior_file.hpp>
#include <credence/learn/posterior_priors.hpp>
#include <credence/predict/classifier.hpp>
#include <credence/predict/complement.hpp>
#include <credence/predict/decide.hpp>
#include <credence/predict/explain.hpp>
#include <credence/predict/linear_form.hpp>
#include <credence/predict/logistic_regression.hpp>
#include <credence/predict/uncertainty.hpp>
#include <credence/select/averaged.hpp>
#include <credence/select/density_information.hpp>
#include <credence/select/mutual_information.hpp>
#include <credence/select/relevance.hpp>

#include <algorithm>
#include <utility>

#include "misuse/misuse.hpp"

using namespace credence;
using namespace credence::misuse;

namespace {

const char* const cells =
    "x,c,t,b,y\n1,a,one "
    "two,0,p\n2.5,b,two,1,q\n3,a,one,1,p\n4,b,three,0,q\n2,a,two,1,p\n7,b,one,0,q\n";

Table some_rows() { return read_csv_text(cells, "rows"); }

Model some_model() {
  return Model(Schema{.label = "y",
                      .columns = {{.name = "x", .family = "normal"},
                                  {.name = "c", .family = "categorical"},
                                  {.name = "t", .family = "multinomial"},
                                  {.name = "b", .family = "bernoulli"}}});
}

// Of the same table, but other columns and families.
std::vector<Model> other_models() {
  return {Model(Schema{.label = "y", .columns = {{.name = "x", .family = "normal"}}}),
          Model(Schema{.label = "c", .columns = {{.name = "x", .family = "normal"}}}),
          Model(Schema{.label = "y",
                       .columns = {{.name = "x", .family = "exponential"},
                                   {.name = "c", .family = "categorical"},
                                   {.name = "t", .family = "multinomial"},
                                   {.name = "b", .family = "bernoulli"}}}),
          Model(Schema{.label = "y"})};
}

}  // namespace

TEST_CASE("learning") {
  const Table table = some_rows();
  Posterior<Model> posterior = empty_posterior(some_model(), Summation::exact);
  observe(posterior, table);
  const BoundTable bound = bind(some_model(), table);
  for (const Index row : outside(6)) {
    Posterior<Model> copy = posterior;
    refused("observe", [&] {
      observe(copy, bound, std::vector{row});
      return 0;
    });
    refused("forget", [&] {
      forget(copy, bound, RowSpan{.count = 1, .list = &row});
      return 0;
    });
    CHECK(copy == posterior);
  }
  Posterior<Model> whole = posterior;
  Posterior<Model> moved_from = posterior;
  static_cast<void>(Posterior<Model>(std::move(moved_from)));
  refused("merge", [&] {
    merge(whole, moved_from);  // NOLINT(bugprone-use-after-move): refused
    return 0;
  });
  refused("merge", [&] {
    merge(moved_from, whole);
    return 0;
  });
  refused("merge", [&] {
    merge(moved_from, moved_from);
    return 0;
  });
  CHECK(whole == posterior);
  refused("to_json", [&] { return to_json(moved_from); });
  for (const Model& other : other_models()) {
    Posterior<Model> copy = posterior;
    const BoundTable wrong = bind(other, table);
    refused("observe", [&] {
      observe(copy, wrong);
      return 0;
    });
    refused("forget", [&] {
      forget(copy, wrong, RowSpan{.count = 6});
      return 0;
    });
    refused("merge", [&] {
      merge(copy, empty_posterior(other));
      return 0;
    });
    refused("merge", [&] {
      merge(copy, observe(other, table));
      return 0;
    });
    CHECK(copy == posterior);
  }
  for (const std::string& name : nobody) {
    if (!name.empty()) refused("weight", [&] { return observe(some_model(), table, name); });
    refused("log_evidence", [&] { return log_evidence(posterior, name); });
    refused("keep", [&] { return keep(posterior, std::vector{name}); });
    refused("drop", [&] { return drop(posterior, std::vector{name}); });
    refused("with_prior", [&] { return with_prior(some_model(), name, {.word = "auto"}); });
    refused("bind", [&] {
      return bind(Model(
                      Schema{.label = "y",
                             .columns = {{.name = name.empty() ? "?" : name, .family = "normal"}}}),
                  table)
          .rows;
    });
    refused("posterior_from_json", [&] { return posterior_from_json(name, "p"); });
    refused("load", [&] { return load("/nowhere/" + name); });
  }
  for (const double factor : not_positive) {
    Posterior<Model> copy = posterior;
    refused("discount", [&] {
      discount(copy, factor);
      return 0;
    });
    refused("strength", [&] { return with_prior_strength(freeze(posterior), factor); });
  }
  for (const double factor : {1.0000001, 2.0, 1e300}) {
    Posterior<Model> copy = posterior;
    refused("discount", [&] {
      discount(copy, factor);
      return 0;
    });
  }
  Posterior<Model> emptied = posterior;
  forget(emptied, table);
  refused("forget twice", [&] {
    forget(emptied, table);
    return 0;
  });
  refused("class prior", [&] {
    return with_class_prior(posterior, {.kind = ClassPrior::Kind::given, .given = {{"p", 0.2}}});
  });
}

TEST_CASE("posteriors of one family") {
  Posterior<NormalInverseGammaNormal> heights;
  for (const double weight : {-1.0, no_number, infinity, -infinity}) {
    refused("observe", [&] {
      heights.observe(1, weight);
      return 0;
    });
    refused("forget", [&] {
      heights.forget(1, weight);
      return 0;
    });
  }
  for (const double x : {no_number, infinity, -infinity})
    refused("observe", [&] {
      heights.observe(x);
      return 0;
    });
  refused("forget", [&] {
    heights.forget(1);
    return 0;
  });
  for (const double mass : no_probability)
    refused("interval", [&] { return heights.interval(mass); });
  refused("maximum_likelihood", [&] { return heights.maximum_likelihood(); });
}

TEST_CASE("scoring") {
  const Table table = some_rows();
  const Posterior<Model> posterior = observe(some_model(), table);
  const Classifier classifier(posterior, Estimator::predictive);
  const ComplementClassifier complement(observe(
      Model(Schema{.label = "y", .columns = {{.name = "t", .family = "multinomial"}}}), table));
  const AveragedClassifier averaged(posterior);
  const BoundTable bound = bind(some_model(), table);
  for (const Index row : outside(6)) {
    const RowSpan one{.count = 1, .list = &row};
    refused("predict", [&] { return classifier.predict(bound, one); });
    refused("labels", [&] { return classifier.labels(bound, one); });
    refused("complement", [&] { return complement.predict(bound, one); });
    refused("averaged", [&] { return averaged.predict(bound, one); });
    refused("explain", [&] { return explain(classifier.estimates(), bound, row); });
    refused("explain",
            [&] { return explain(classifier.estimates(), beliefs(posterior), bound, row); });
    refused("log_odds_intervals", [&] {
      return log_odds_intervals(beliefs(posterior), bound, one, std::vector<Index>{0});
    });
    refused("log_coefficients",
            [&] { return log_coefficients(posterior, bound, std::vector{row}); });
    if (row > 6)
      refused("predict", [&] { return classifier.predict(bound, RowSpan{.count = row}); });
  }
  for (const Model& other : other_models()) {
    const BoundTable wrong = bind(other, table);
    const RowSpan all{.count = 6};
    refused("predict", [&] { return classifier.predict(wrong, all); });
    refused("labels", [&] { return classifier.labels(wrong, all); });
    refused("averaged", [&] { return averaged.predict(wrong, all); });
    refused("explain", [&] { return explain(classifier.estimates(), wrong, 0); });
    refused("log_odds_intervals", [&] {
      return log_odds_intervals(beliefs(posterior), wrong, all, std::vector<Index>(6));
    });
  }
  const Predictions answers = classifier.predict(table);
  for (const Index at : outside(6)) {
    refused("label_of", [&] { return answers.label_of(at); });
    refused("log_joints", [&] { return answers.log_joints(at).size(); });
    refused("log_probabilities", [&] { return answers.log_probabilities(at).size(); });
    refused("log_evidence", [&] { return answers.log_evidence(at); });
    refused("probability", [&] { return answers.probability(0, at); });
    refused("weights", [&] { return complement.weights(0, at); });
    refused("weights", [&] { return complement.weights(at, 0); });
    refused("log_odds_intervals", [&] {
      return log_odds_intervals(beliefs(posterior), bound, RowSpan{.count = 1}, std::vector{at});
    });
    refused("prior_log_odds",
            [&] { return prior_log_odds(beliefs(posterior).class_beliefs, at, 0).mean; });
  }
  refused("blank_predictions", [] { return blank_predictions({"a"}, -1); });
  for (const std::string& name : nobody) {
    if (name.empty()) continue;
    refused("explain", [&] { return explain(classifier.estimates(), bound, 0, {.klass = name}); });
    refused("explain",
            [&] { return explain(classifier.estimates(), bound, 0, {.against = name}); });
  }
  for (const double mass : no_probability)
    refused("explain", [&] {
      return explain(classifier.estimates(), beliefs(posterior), bound, 0, {.mass = mass});
    });
  for (const Index draws : {Index{-1}, Index{1}})
    survives("draws", [&] {
      return log_odds_intervals(beliefs(posterior), bound, RowSpan{.count = 1},
                                std::vector<Index>{0}, {.draws = draws});
    });
}

TEST_CASE("decisions and linear forms") {
  const Table table = some_rows();
  const LossTable loss{.actions = {"do"}, .classes = {"p", "q"}, .losses = {0, 1}};
  for (const Index at : outside(2)) {
    refused("loss", [&] { return loss.loss(at, 0); });
    refused("loss", [&] { return loss.loss(0, at); });
  }
  for (const std::size_t size : {0U, 1U, 3U})
    refused("expected_losses",
            [&] { return expected_losses(loss, std::vector<double>(size, 0.5)); });
  refused("least_loss", [] { return least_loss({}); });
  refused("loss_table", [&] { return loss_table(table, {"p", "q"}); });
  refused("linear_form",
          [&] { return linear_form(observe(some_model(), table), Estimator::scikit_learn); });
  const LinearForm form{.terms = {LinearTerm{.weight = 1}}};
  for (const std::size_t size : {0U, 2U, 9U})
    refused("log_odds", [&] { return log_odds(form, std::vector<double>(size)); });
  const LogisticColumn column{.feature = "x", .numbers = {1, 2, 3}};
  const std::vector<Index> truth{0, 1, 0};
  const std::vector<double> weights{1, 1, 1};
  const auto fit = [&](LogisticColumn with, std::vector<Index> labels, std::vector<double> of,
                       LogisticOptions options) {
    return logistic_regression(std::vector{std::move(with)}, labels, of, {"a", "b"}, options);
  };
  for (const Index klass : outside(2))
    if (klass != -1) refused("truth", [&] { return fit(column, {0, 1, klass}, weights, {}); });
  refused("truth", [&] { return fit(column, {0, 1}, weights, {}); });
  refused("weights", [&] { return fit(column, truth, {1}, {}); });
  for (const double bad : {-1.0, no_number, infinity}) {
    refused("weights", [&] { return fit(column, truth, {1, bad, 1}, {}); });
    refused("ridge", [&] { return fit(column, truth, weights, {.ridge = bad}); });
    refused("tolerance", [&] { return fit(column, truth, weights, {.tolerance = bad}); });
  }
  refused("steps", [&] { return fit(column, truth, weights, {.most_steps = -1}); });
  for (const double bad : {no_number, infinity})
    survives("numbers", [&] {
      return fit({.feature = "x", .numbers = {1, bad, 3}}, truth, weights, {});
    });
  const LogisticRegression twin = fit(column, truth, weights, {});
  refused("predict", [&] { return predict(twin, {}, 3); });
  refused("predict", [&] { return predict(twin, std::vector{column}, 4); });
  refused("predict", [&] { return predict(twin, std::vector{column}, -1); });
  for (const Index at : outside(2)) refused("weight", [&] { return twin.weight(0, at); });
}

TEST_CASE("information") {
  const Posterior<Model> posterior = observe(some_model(), some_rows());
  for (const double mass : no_probability) {
    refused("mass", [&] { return rank_by_mutual_information(posterior, {.mass = mass}); });
    refused("prior", [&] { return rank_by_evidence(posterior, {.prior_probability = mass}); });
    refused("prior",
            [&] { return rank_parts_by_evidence(posterior, {.prior_probability = mass}); });
    refused("averaged",
            [&] { return AveragedClassifier(posterior, {.prior_probability = mass}), 0; });
    refused("probability_given", [&] { return probability_given(0, mass); });
  }
  for (const double bad : {-1.0, no_number, -infinity}) {
    refused("epsilon", [&] { return rank_by_mutual_information(posterior, {.epsilon = bad}); });
    refused("length",
            [&] { return rank_by_mutual_information(posterior, {.document_length = bad}); });
  }
  refused("draws", [&] { return rank_by_mutual_information(posterior, {.draws = -1}); });
  const std::vector<Normal> normals{{}, {.mean = 1}};
  for (const auto& shares : {std::vector<double>{}, {1.0}, {0.5, 0.25, 0.25}})
    refused("mutual_information", [&] { return mutual_information(shares, normals); });
  for (const auto& shares : {std::vector<double>{0.5, 0.6}, {-1, 2}, {no_number, 1}})
    survives("mutual_information", [&] { return mutual_information(shares, normals); });
  survives("mutual_information", [] {
    return mutual_information(std::vector{0.5, 0.5}, std::vector<Normal>{{.variance = -1}, {}});
  });
  survives("mutual_information", [] {
    return mutual_information(std::vector{0.5, 0.5}, std::vector<Poisson>{{.rate = -1}, {}});
  });
  refused("mutual_information", [] {
    return mutual_information(std::vector{0.5, 0.5}, std::vector<Bernoulli>(1));
  });
  refused("word_information", [] {
    return word_information(std::vector{0.5, 0.5}, std::vector<Multinomial>(1));
  });
  survives("entropy", [] { return entropy(std::vector{-1.0, 2.0}); });
  const std::vector<std::vector<double>> ragged{{1, 2}, {1}};
  survives("information_moments", [&] { return information_moments(ragged).mean; });
  survives("independence_test", [&] { return independence_test(ragged).p_value; });
  for (const double bad : {-1.0, no_number, infinity}) {
    const std::vector<std::vector<double>> table{{1, 2}, {1, bad}};
    refused("information_moments", [&] { return information_moments(table).mean; });
    refused("independence_test", [&] { return independence_test(table).p_value; });
  }
}
