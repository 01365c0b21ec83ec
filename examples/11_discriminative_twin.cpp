// Naive Bayes with shared variances and logistic regression: the same boundary, learned in two ways.
//
// Eight numbers, two classes of equal probability; 40 repetitions at each number of rows learned,
// each tested on 1000 fresh rows. First the numbers are independent given the class and differ by 0.6 standard
// deviations each, as naive Bayes has it. Then the last four are copies of the first with noise of 0.3
// standard deviations, which naive Bayes takes for five witnesses instead of one.
//
// With the name of a file as its argument the program writes there a picture of the first table.
#include <algorithm>
#include <cmath>
#include <credence/base/file.hpp>
#include <credence/predict/linear_form.hpp>
#include <credence/report/figure.hpp>
#include <credence/study/twin.hpp>
#include <cstdio>

using namespace credence;

namespace {

constexpr int repetitions = 40;
constexpr std::size_t features = 8;
constexpr Index test_rows = 1000;

enum class Witnesses { independent, copied };

struct Sample {
  std::vector<std::vector<double>> columns = std::vector<std::vector<double>>(features);
  std::vector<std::string> labels = {};
};

Sample draw(Index count, Witnesses witnesses, Random& random) {
  Sample rows;
  for (Index row = 0; row < count; ++row) {
    const bool second = random.uniform() < 0.5;
    rows.labels.push_back(second ? "b" : "a");
    double first = 0;
    for (std::size_t j = 0; j < features; ++j) {
      const bool copy = witnesses == Witnesses::copied && j >= 4;
      const double number =
          copy ? first + 0.3 * random.normal() : (second ? 0.6 : 0.0) + random.normal();
      if (j == 0) first = number;
      rows.columns[j].push_back(number);
    }
  }
  return rows;
}

Table table_of(const Sample& rows) {
  Table table;
  for (std::size_t j = 0; j < features; ++j) table.add("x" + std::to_string(j), rows.columns[j]);
  table.add("class", rows.labels);
  return table;
}

// One block of numbers whose classes share variances.
Model shared_variances() {
  ColumnSchema block{.name = "numbers", .family = "normal", .tied = Tying::classes};
  for (std::size_t j = 0; j < features; ++j) block.columns.push_back("x" + std::to_string(j));
  return Model(Schema{.label = "class", .columns = {std::move(block)}});
}

double angle_between(const LinearForm& one, const LinearForm& other) {
  double products = 0;
  double first = 0;
  double second = 0;
  for (std::size_t j = 0; j < features; ++j) {
    products += one.terms[j].weight * other.terms[j].weight;
    first += one.terms[j].weight * one.terms[j].weight;
    second += other.terms[j].weight * other.terms[j].weight;
  }
  const double degrees = 180 / std::acos(-1.0);
  return degrees * std::acos(std::clamp(products / std::sqrt(first * second), -1.0, 1.0));
}

// Means over the repetitions.
struct Line {
  Index rows = 0;
  double angle = 0;      // between the two boundaries, degrees
  double different = 0;  // share of fresh rows that get different labels
  double bayes = 0;      // accuracy on fresh rows
  double twin = 0;
};

Line study(Index count, Witnesses witnesses) {
  const Model model = shared_variances();
  Random random{static_cast<std::uint64_t>(count)};
  Line line{.rows = count};
  for (int repetition = 0; repetition < repetitions; ++repetition) {
    const Table train = table_of(draw(count, witnesses, random));
    const LinearForm bayes = linear_form(observe(model, train), Estimator::posterior_mean);
    const LinearForm twin = linear_form(logistic_twin(model, train));
    line.angle += angle_between(bayes, twin) / repetitions;
    const Sample fresh = draw(test_rows, witnesses, random);
    for (std::size_t row = 0; row < fresh.labels.size(); ++row) {
      std::vector<double> values;
      for (const auto& column : fresh.columns) values.push_back(column[row]);
      const bool truth = fresh.labels[row] == "b";
      const bool one = log_odds(bayes, values) > 0;
      const bool other = log_odds(twin, values) > 0;
      constexpr double each = 1.0 / (repetitions * static_cast<double>(test_rows));
      line.different += one != other ? each : 0;
      line.bayes += one == truth ? each : 0;
      line.twin += other == truth ? each : 0;
    }
  }
  return line;
}

std::vector<Line> table_for(const char* title, Witnesses witnesses) {
  std::printf("%s\n%6s %16s %17s %12s %20s\n", title, "rows", "angle, degrees", "labels different",
              "naive Bayes", "logistic regression");
  std::vector<Line> lines;
  for (const Index rows : {20, 50, 100, 200, 500, 2000, 8000}) {
    const Line& line = lines.emplace_back(study(rows, witnesses));
    std::printf("%6td %16.1f %17.3f %12.3f %20.3f\n", line.rows, line.angle, line.different,
                line.bayes, line.twin);
  }
  std::puts("");
  return lines;
}

// Both axes are logarithmic: what falls like one over the square root of the rows is straight.
Figure picture_of(const std::vector<Line>& lines) {
  const AxisScale across(std::log10(15.0), 4, 60, 440);
  const AxisScale up(0, 2, 250, 20);
  Drawing drawing(460, 300);
  for (const int power : {0, 1, 2}) {
    const double y = up(power);
    drawing.line({60, y}, {440, y}, power == 0 ? "axis" : "grid");
    drawing.text({52, y + 4}, std::to_string(static_cast<int>(std::pow(10, power))), Anchor::end,
                 "tick");
  }
  std::vector<Point> path;
  FigureNumbers numbers{.columns = {"rows", "angle", "different"}, .rows = {}};
  for (const Line& line : lines) {
    const double x = across(std::log10(static_cast<double>(line.rows)));
    path.push_back({x, up(std::log10(line.angle))});
    drawing.text({x, 268}, std::to_string(line.rows), Anchor::middle, "tick");
    numbers.rows.push_back({static_cast<double>(line.rows), line.angle, line.different});
  }
  drawing.path(path, "s0 line");
  for (const Point& at : path) drawing.mark(at, 0);
  drawing.text({250, 292}, "training rows", Anchor::middle, "name");
  drawing.upward_text({16, 135}, "angle between the boundaries, degrees", "name");
  return {.name = "boundaries",
          .title = "The boundaries agree as rows grow",
          .caption =
              "Mean angle between the two boundaries over 40 samples of eight independent "
              "numbers whose two classes share variances.",
          .drawing = std::move(drawing),
          .numbers = std::move(numbers)};
}

}  // namespace

int main(int count, char** words) {
  const auto lines = table_for("independent numbers that share variances: the model is true",
                               Witnesses::independent);
  table_for("four of the numbers are copies of the first: the model is wrong", Witnesses::copied);
  if (count > 1) save_file(words[1], to_svg(picture_of(lines)), Overwrite::allow);
}
