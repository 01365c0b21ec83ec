// Laws of predicting with whole models.
#include <algorithm>
#include <credence/detail/learn/cells.hpp>
#include <map>

#include "laws/model_samples.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

// The sample with one of its columns multiplied.
Table rescaled(const Table& table, const std::string& name, double factor) {
  Table result;
  for (const Column& column : table.columns()) {
    if (column.name != name) {
      result.add(column);
      continue;
    }
    std::vector<double> cells;
    const Strided<double> view = std::get<RealColumn>(column.cells).view();
    for (Index row = 0; row < view.size; ++row) cells.push_back(factor * view[row]);
    result.add(name, std::move(cells));
  }
  return result;
}

// The sample with its classes renamed.
Table renamed(const Table& table, const std::map<std::string, std::string>& names) {
  Table result;
  for (const Column& column : table.columns()) {
    if (column.name != "class") {
      result.add(column);
      continue;
    }
    std::vector<std::string> labels;
    const auto& texts = std::get<TextColumn>(column.cells);
    for (Index row = 0; row < texts.size(); ++row)
      labels.push_back(names.at(std::string(texts[row])));
    result.add("class", labels);
  }
  return result;
}

// The sample's rows with the cells of one column missing.
Table blanked(const Table& table, const std::string& name) {
  Table result;
  const auto rows = static_cast<std::size_t>(table.rows());
  for (const Column& column : table.columns()) {
    if (column.name != name) {
      result.add(column);
    } else if (std::holds_alternative<RealColumn>(column.cells)) {
      result.add(name, std::vector<double>(rows, missing_number));
    } else {
      TextColumn texts;
      for (std::size_t row = 0; row < rows; ++row) texts.push_back("?", true);
      result.add(Column{.name = name, .cells = std::move(texts)});
    }
  }
  return result;
}

ModelSample without(const ModelSample& sample, std::size_t column) {
  ModelSample narrow = sample;
  narrow.schema.columns.erase(narrow.schema.columns.begin() + static_cast<std::ptrdiff_t>(column));
  return narrow;
}

ModelSample only(const ModelSample& sample, std::size_t column) {
  ModelSample narrow = sample;
  narrow.schema.columns = {sample.schema.columns[column]};
  return narrow;
}

std::vector<double> probabilities(const Predictions& predictions) {
  std::vector<double> all;
  for (const double value : predictions.log_probability) all.push_back(std::exp(value));
  return all;
}

}  // namespace

TEST_CASE("probabilities are numbers and sum to 1 and joints are never no number") {
  for_random_seeds("normalised", [](Random& random) {
    const ModelSample sample = random_model(random);
    const ModelSample other = random_model(random);  // other levels and values than were learned
    for_each_classifier(sample.posterior(), [&](Estimator, const Classifier<Model>& classifier) {
      const Predictions answers = classifier.predict(other.table);
      for (Index row = 0; row < answers.rows(); ++row) {
        double sum = 0;
        for (const double value : answers.log_probabilities(row)) {
          RC_ASSERT(value <= 0);  // which no number is not
          sum += std::exp(value);
        }
        RC_ASSERT(std::abs(sum - 1) <= 1e-14);
        for (const double value : answers.log_joints(row))
          RC_ASSERT(value < std::numeric_limits<double>::infinity());
      }
    });
  });
}

TEST_CASE("numbers of any size leave probabilities that sum to 1") {
  for_random_seeds("extreme numbers", [](Random& random) {
    const ModelSample sample = random_model(random);
    Table extreme = sample.table.select(Positions{0});
    std::vector<Table> tables;
    for (const double x : {0.0, -0.0, 5e-324, 1e-300, -1e150, 1e200, 1.7e308, -1.7e308}) {
      Table table;
      for (const Column& column : extreme.columns())
        if (column.name == "x" || column.name == "y")
          table.add(column.name, std::vector<double>{x});
        else if (column.name == "income" || column.name == "wait")
          table.add(column.name, std::vector<double>{std::max(std::abs(x), 5e-324)});
        else if (column.name == "visits")
          table.add("visits", std::vector<double>{std::floor(std::min(std::abs(x), 1e15))});
        else
          table.add(column);
      tables.push_back(std::move(table));
    }
    for_each_classifier(sample.posterior(), [&](Estimator, const Classifier<Model>& classifier) {
      for (const Table& table : tables) {
        const Predictions answers = classifier.predict(table);
        double sum = 0;
        for (const double value : answers.log_probabilities(0)) sum += std::exp(value);
        RC_ASSERT(std::abs(sum - 1) <= 1e-14);
      }
    });
  });
}

TEST_CASE("training numbers of any size give no estimate or one without no number") {
  for_random_seeds("extreme training", [](Random& random) {
    const std::vector<double> sizes{5e-324, 1e-310, 1e-200, 1e-160, 1.0,
                                    1e9,    1e155,  1e300,  1.7e308};
    SampleMaker maker(random, {.rows = 6});
    const auto positive = [&](double) { return sizes[random.below(sizes.size())]; };
    const auto any = [&](double shift) {
      return (random.below(2) == 0 ? 1 : -1) * positive(shift);
    };
    maker.numbers("x", "normal", {}, any).numbers("income", "lognormal", {}, positive);
    maker.numbers("wait", "exponential", {}, positive);
    for (std::size_t column = 0; column < 3; ++column) {
      const ModelSample sample = only(maker.sample(), column);
      for_each_classifier(sample.posterior(), [&](Estimator, const Classifier<Model>& classifier) {
        const Predictions answers = classifier.predict(sample.table);
        for (const double value : answers.log_joint) RC_ASSERT_FALSE(std::isnan(value));
        for (Index row = 0; row < answers.rows(); ++row) {
          double sum = 0;
          for (const double value : answers.log_probabilities(row)) sum += std::exp(value);
          RC_ASSERT(std::abs(sum - 1) <= 1e-12);
        }
      });
    }
  });
}

TEST_CASE("scoring a table is scoring its rows one by one to the last bit") {
  for_random_seeds("batch", [](Random& random) {
    const ModelSample sample = random_model(random);
    for_each_classifier(sample.posterior(), [&](Estimator, const Classifier<Model>& classifier) {
      const Predictions all = classifier.predict(sample.table);
      for (const Index row : sample.all()) {
        const Predictions one = classifier.predict(sample.table.select(Positions{row}));
        const auto joint = all.log_joints(row);
        RC_ASSERT(std::equal(joint.begin(), joint.end(), one.log_joint.begin()));
        RC_ASSERT(all.label[static_cast<std::size_t>(row)] == one.label[0]);
      }
    });
  });
}

TEST_CASE("dropping a column takes exactly its term out of the log joint") {
  for_random_seeds("drop", [](Random& random) {
    const ModelSample sample = random_model(random);
    const std::size_t column = random.below(sample.schema.columns.size());
    const auto narrow = without(sample, column).posterior();
    const auto alone = only(sample, column).posterior();
    for_each_classifier(
        sample.posterior(), [&](Estimator estimator, const Classifier<Model>& classifier) {
          const Predictions all = classifier.predict(sample.table);
          const Predictions rest = Classifier{narrow, estimator}.predict(sample.table);
          const Predictions term = Classifier{alone, estimator}.predict(sample.table);
          const std::vector<double>& prior = classifier.log_class_probabilities();
          for (std::size_t i = 0; i < all.log_joint.size(); ++i) {
            if (std::isinf(prior[i % prior.size()])) continue;
            const double sum = rest.log_joint[i] + (term.log_joint[i] - prior[i % prior.size()]);
            RC_ASSERT(near(all.log_joint[i], sum));
          }
        });
  });
}

TEST_CASE("a missing cell is scored as if its column had been dropped for that row") {
  for_random_seeds("missing", [](Random& random) {
    const ModelSample sample = random_model(random);
    std::size_t column = random.below(sample.schema.columns.size());
    while (sample.schema.columns[column].missing_is_level)
      column = random.below(sample.schema.columns.size());
    const ColumnSchema& dropped = sample.schema.columns[column];
    Table blank = sample.table;
    for (const std::string& name : columns_read(dropped))
      if (name != dropped.exposure) blank = blanked(blank, name);
    const auto narrow = without(sample, column).posterior();
    for_each_classifier(
        sample.posterior(), [&](Estimator estimator, const Classifier<Model>& classifier) {
          const Predictions skipped = classifier.predict(blank);
          const Predictions never = Classifier{narrow, estimator}.predict(sample.table);
          RC_ASSERT(near(skipped.log_joint, never.log_joint, 1e-12));
        });
  });
}

TEST_CASE("renaming classes renames the answers") {
  for_random_seeds("rename", [](Random& random) {
    const ModelSample sample = random_model(random);
    ModelSample turned = sample;
    turned.table = renamed(sample.table, {{"p", "z"}, {"q", "y"}, {"r", "x"}});
    const auto posterior = turned.posterior();
    for_each_classifier(
        sample.posterior(), [&](Estimator estimator, const Classifier<Model>& classifier) {
          const Predictions before = classifier.predict(sample.table);
          const Predictions after = Classifier{posterior, estimator}.predict(turned.table);
          const auto classes = before.classes.size();
          for (std::size_t i = 0; i < before.log_joint.size(); ++i) {
            const std::size_t mirrored = i - i % classes + (classes - 1 - i % classes);
            RC_ASSERT(near(before.log_joint[i], after.log_joint[mirrored]));
            RC_ASSERT(near(std::exp(before.log_probability[i]),
                           std::exp(after.log_probability[mirrored])));
          }
        });
  });
}

TEST_CASE("the order of the columns does not matter") {
  for_random_seeds("columns", [](Random& random) {
    const ModelSample sample = random_model(random);
    ModelSample turned = sample;
    std::reverse(turned.schema.columns.begin(), turned.schema.columns.end());
    const auto posterior = turned.posterior();
    for_each_classifier(
        sample.posterior(), [&](Estimator estimator, const Classifier<Model>& classifier) {
          const Predictions before = classifier.predict(sample.table);
          const Predictions after = Classifier{posterior, estimator}.predict(sample.table);
          RC_ASSERT(near(before.log_joint, after.log_joint));
          RC_ASSERT(near(probabilities(before), probabilities(after), 1e-12));
        });
  });
}

TEST_CASE("rescaling a column of numbers leaves class probabilities unchanged to 1e-12") {
  for_random_seeds("rescale", [](Random& random) {
    const ModelSample sample = random_model(random);
    ModelSample scaled = sample;
    const double factor = std::exp(6 * random.normal());
    std::vector<const char*> names{"x", "y", "income", "wait", "length"};
    // Columns that share a variance in their own units have one unit.
    const Tying tied = *sample.schema.find("sizes")->tied;
    if (ties_columns(tied) && !in_units_of_spreads(tied)) names.push_back("width");
    for (const char* name : names) scaled.table = rescaled(scaled.table, name, factor);
    const auto posterior = scaled.posterior();
    for_each_classifier(
        sample.posterior(), [&](Estimator estimator, const Classifier<Model>& classifier) {
          const Predictions before = classifier.predict(sample.table);
          const Predictions after = Classifier{posterior, estimator}.predict(scaled.table);
          RC_ASSERT(near(probabilities(before), probabilities(after), 1e-12));
        });
  });
}

TEST_CASE("scaling a normal column by a power of two leaves labels and probabilities to 1e-13") {
  for_random_seeds("power of two", [](Random& random) {
    const ModelSample sample = random_model(random);
    ModelSample scaled = sample;
    scaled.schema.columns = {sample.schema.columns[0]};
    const ModelSample plain = only(sample, 0);
    scaled.table = rescaled(sample.table, "x", 1024);
    const auto posterior = scaled.posterior();
    for_each_classifier(
        plain.posterior(), [&](Estimator estimator, const Classifier<Model>& classifier) {
          const Predictions before = classifier.predict(plain.table);
          const Predictions after = Classifier{posterior, estimator}.predict(scaled.table);
          RC_ASSERT(before.label == after.label);
          RC_ASSERT(near(probabilities(before), probabilities(after), 1e-13));
        });
  });
}

TEST_CASE("a column of one level adds nothing") {
  for_random_seeds("uninformative", [](Random& random) {
    ModelSample sample = random_model(random);
    ModelSample wider = sample;
    wider.table.add("same",
                    std::vector<std::string>(static_cast<std::size_t>(sample.table.rows()), "s"));
    wider.schema.columns.push_back({.name = "same", .family = "categorical"});
    const auto posterior = wider.posterior();
    for_each_classifier(
        sample.posterior(), [&](Estimator estimator, const Classifier<Model>& classifier) {
          const Predictions before = classifier.predict(sample.table);
          const Predictions after = Classifier{posterior, estimator}.predict(wider.table);
          RC_ASSERT(before.log_joint == after.log_joint);
        });
  });
}

TEST_CASE("multiplying all weights leaves the maximum likelihood answers as they are") {
  for_random_seeds("weights", [](Random& random) {
    const ModelSample sample = random_model(random);
    auto estimates = estimate(sample.posterior(), Estimator::maximum_likelihood);
    RC_PRE(estimates.undefined.empty());
    Table weighted = sample.table;
    weighted.add("weight", std::vector<double>(static_cast<std::size_t>(sample.table.rows()), 4.0));
    const auto heavy = observe(sample.model(), weighted, "weight");
    const Predictions before = Classifier<Model>(std::move(estimates)).predict(sample.table);
    const Predictions after =
        Classifier{heavy, Estimator::maximum_likelihood}.predict(sample.table);
    RC_ASSERT(near(before.log_joint, after.log_joint));
  });
}
