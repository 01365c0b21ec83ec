// Members of rows given to families that would misread them.
#include <credence/catalogue/row_model.hpp>

struct Visit {
  bool smoker = false;
  double age = 0;
};

const auto smoker_as_count = credence::poisson("smoker", &Visit::smoker);
const auto age_as_answer = credence::bernoulli("age", &Visit::age);
const auto smoker_by_family = credence::feature<credence::GammaPoisson>("smoker", &Visit::smoker);
