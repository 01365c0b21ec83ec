// A classifier is a value that any number of threads may ask at once. CREDENCE_SOAK_SECONDS asks for
// longer than a moment.
#include <atomic>
#include <chrono>
#include <credence/base/parallel.hpp>
#include <cstdlib>
#include <thread>

#include "laws/model_samples.hpp"
#include "support/locale_free.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

std::chrono::duration<double> time_to_ask() {
  const char* wished = std::getenv("CREDENCE_SOAK_SECONDS");
  return std::chrono::duration<double>(wished == nullptr ? 0 : leading_number(wished));
}

bool same_bits(const Predictions& one, const Predictions& other) {
  return one.label == other.label && one.log_joint == other.log_joint &&
         one.log_probability == other.log_probability && one.impossible == other.impossible;
}

// What the calling thread alone answers; the ways to ask differ in what they share.
struct Asked {
  const Classifier<Model>& classifier;
  const Table& table;
  const BoundTable& bound;
  Predictions serial;

  [[nodiscard]] bool answers_as_serial(int way) const {
    const RowSpan rows{.count = bound.rows};
    if (way == 0) return same_bits(classifier.predict(table), serial);
    if (way == 1) return same_bits(classifier.predict(bound, rows), serial);
    return classifier.labels(bound, rows) == serial.label;
  }
};

// How many of 64 threads got another answer than the serial one.
int differing_threads(const Asked& asked) {
  std::atomic<int> differing = 0;
  const auto end = std::chrono::steady_clock::now() + time_to_ask();
  std::vector<std::jthread> threads;
  for (int number = 0; number < 64; ++number)
    threads.emplace_back([&, number] {
      do {
        if (asked.answers_as_serial(number % 3)) continue;
        ++differing;
        return;
      } while (std::chrono::steady_clock::now() < end);
    });
  threads.clear();
  return differing;
}

}  // namespace

TEST_CASE("64 threads that ask one classifier get the answers of one") {
  Random random{64};
  const ModelSample sample = random_model(random, {.rows = 700});
  const auto bound = credence::bind(sample.model(), sample.table);
  for_each_classifier(sample.posterior(),
                      [&](Estimator estimator, const Classifier<Model>& classifier) {
                        CAPTURE(to_string(estimator));
                        const Predictions serial = [&] {
                          const ThreadLimit alone(1);
                          return classifier.predict(sample.table);
                        }();
                        CHECK(differing_threads({classifier, sample.table, bound, serial}) == 0);
                      });
}

TEST_CASE("posteriors that many threads learn at once are those of one") {
  Random random{65};
  const ModelSample sample = random_model(random, {.rows = 2000});
  const ModelPosterior serial = sample.posterior();
  std::atomic<int> differing = 0;
  std::vector<std::jthread> threads;
  for (int number = 0; number < 8; ++number)
    threads.emplace_back([&] {
      if (!(sample.posterior() == serial)) ++differing;
    });
  threads.clear();
  CHECK(differing == 0);
}
