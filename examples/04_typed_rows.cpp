// A model composed in code over a type of your own; a member of the wrong type does not compile.
#include <credence/catalogue/row_classifier.hpp>
#include <cstdio>

using namespace credence;

namespace {

struct Visit {
  double age;
  bool smoker;
  std::uint8_t city;
  int visits;
};

}  // namespace

int main() {
  const auto model =
      row_model<Visit>(classes("healthy", "ill"), normal("age", &Visit::age),
                       bernoulli("smoker", &Visit::smoker, {.ones = 2, .zeros = 8}),
                       categorical("city", &Visit::city, 3), poisson("visits", &Visit::visits));

  const std::vector<Visit> visits{{23, false, 0, 0}, {31, false, 1, 1}, {45, true, 1, 4},
                                  {38, false, 2, 1}, {62, true, 0, 7},  {54, false, 0, 3},
                                  {29, false, 2, 0}, {71, true, 1, 5}};
  const std::vector<const char*> diagnoses{"healthy", "healthy", "ill",     "healthy",
                                           "ill",     "ill",     "healthy", "ill"};
  const auto posterior = observe(model, visits, diagnoses);

  const Visit today{.age = 58, .smoker = true, .city = 0, .visits = 2};
  for (const Estimator estimator : all_estimators) {
    const Prediction answer = Classifier{posterior, estimator}.predict(today);
    std::printf("%-21s %-8s p(ill) = %.6f\n", to_string(estimator).data(), answer.label.c_str(),
                answer.probability[1]);
  }
  std::printf("log evidence %.6f\n", log_evidence(posterior));
}
