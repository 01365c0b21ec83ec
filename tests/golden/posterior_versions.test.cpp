// Posterior files of every version that ever was: they load, and label rows as they did then.
#include <credence/learn/posterior_file.hpp>
#include <credence/predict/classifier.hpp>

#include <doctest/doctest.h>

#include <cmath>

#include "support/locale_free.hpp"
#include "support/models.hpp"
#include "support/paths.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

struct Kept {
  std::string version;
  std::string name;
  std::string data;
};
const std::vector<Kept> all_kept = {{"version_1", "iris", "iris"},
                                    {"version_1", "iris_tied", "iris"},
                                    {"version_1", "german_credit", "german_credit"},
                                    {"version_1", "german_credit_tan", "german_credit"},
                                    {"version_1", "house_votes_84", "house_votes_84"}};

std::string path_of(const Kept& kept, const std::string& ending) {
  return project_file("tests/golden/posteriors/" + kept.version + "/" + kept.name + ending);
}

// Every 37th row of the data, against the log joints that were stored.
void check_answers(const ModelPosterior& posterior, const Kept& kept) {
  const Table data = read_csv(project_file("examples/data/" + kept.data + ".csv"));
  const Table stored = read_csv(path_of(kept, ".csv"));
  const Classifier<Model> classifier(posterior, Estimator::predictive);
  const Predictions answers = classifier.predict(data);
  REQUIRE(stored.columns().size() == classifier.classes().size());
  REQUIRE(stored.rows() >= 5);
  for (Index i = 0; i < stored.rows(); ++i)
    for (std::size_t klass = 0; klass < stored.columns().size(); ++klass) {
      const double then = leading_number(as_written(stored.columns()[klass], i));
      const double now = answers.log_joints(37 * i)[klass];
      CAPTURE(i);
      CAPTURE(klass);
      CHECK(std::abs(now - then) <= 1e-12 * std::abs(then));
    }
}

}  // namespace

TEST_CASE("posterior files of every version load and label rows as they did then") {
  for (const Kept& kept : all_kept) {
    CAPTURE(kept.version);
    CAPTURE(kept.name);
    const ModelPosterior posterior = load(path_of(kept, ".json"));
    CHECK(load(path_of(kept, ".bin")) == posterior);
    check_answers(posterior, kept);
  }
}

TEST_CASE("posterior files of the newest version are saved again byte for byte") {
  for (const Kept& kept : all_kept) {
    if (kept.version != "version_1") continue;
    CAPTURE(kept.name);
    const ModelPosterior posterior = load(path_of(kept, ".json"));
    CHECK(to_bytes(posterior, PosteriorForm::json) == read_file(path_of(kept, ".json")));
    CHECK(to_bytes(posterior, PosteriorForm::binary) == read_file(path_of(kept, ".bin")));
  }
}
