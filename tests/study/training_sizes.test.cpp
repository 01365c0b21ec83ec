// The sizes that a learning curve has by default.
#include <credence/study/learning_curve.hpp>

#include <doctest/doctest.h>

#include "support/models.hpp"
#include "support/paths.hpp"
#include "support/throws.hpp"

using namespace credence;

TEST_CASE("default training sizes rise by 1, 2 and 5 to four fifths of the rows") {
  using Sizes = std::vector<Index>;
  CHECK(default_training_sizes(1000, 2) == Sizes{5, 10, 20, 50, 100, 200, 500, 800});
  CHECK(default_training_sizes(150, 3) == Sizes{10, 20, 50, 120});
  CHECK(default_training_sizes(2, 2) == Sizes{1});
  CHECK(testing::throws_error([] { (void)default_training_sizes(1, 1); }, ErrorCode::domain,
                              "2 rows with a label, there is 1; give more rows"));
  const Table iris = read_csv(testing::project_file("examples/data/iris.csv"));
  const LearningCurve curve =
      learning_curve(infer_model(iris, {.label = "class"}), iris, CurveOptions{.repeats = 2});
  CHECK(curve.by_training_rows);
  CHECK(curve.points[0].training_rows == 10);
  CHECK(curve.points[3].training_rows == 120);
}
