// Pictures of one cell.
#include <credence/study/feature_pictures.hpp>

#include <doctest/doctest.h>
#include <credence/density/normal.hpp>

#include <algorithm>
#include <cmath>

#include "support/models.hpp"
#include "support/relative.hpp"
#include "support/throws.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

double area(const CellPicture& picture, const std::vector<double>& heights) {
  double sum = 0;
  for (std::size_t i = 1; i < heights.size(); ++i)
    sum += (picture.values[i] - picture.values[i - 1]) * (heights[i] + heights[i - 1]) / 2;
  return sum;
}

// Where a curve is highest.
double peak(const CellPicture& picture, const std::vector<double>& heights) {
  return picture.values[static_cast<std::size_t>(std::max_element(heights.begin(), heights.end()) -
                                                 heights.begin())];
}

CellPicture picture_of(const std::string& family, const std::string& csv,
                       const PriorSpec& prior = {}, const CellOptions& options = {}) {
  const auto posterior = learned(schema_of({{.name = "x", .family = family, .prior = prior}}), csv);
  return cell_picture(posterior, "x", "p", options);
}

}  // namespace

TEST_CASE("a yes/no cell shows the Beta before and after, and the likelihood between") {
  const CellPicture picture = picture_of("bernoulli", "x,class\n1,p\n1,p\n0,p\n1,p\n0,q\n",
                                         numbers({{"ones", 2.0}, {"zeros", 3.0}}));

  CHECK(picture.rows == 4);
  CHECK(picture.parameter == "probability of yes");
  for (std::size_t i = 0; i < picture.values.size(); i += 40) {
    const double x = picture.values[i];
    CHECK(picture.prior[i] == doctest::Approx(12 * x * (1 - x) * (1 - x)).epsilon(1e-10));
    CHECK(picture.posterior[i] ==
          doctest::Approx(280 * std::pow(x, 4) * std::pow(1 - x, 3)).epsilon(1e-10));
  }
  CHECK(peak(picture, picture.likelihood) == relative(0.75, 0.01));
  CHECK(area(picture, picture.likelihood) == doctest::Approx(1).epsilon(1e-12));
  CHECK(area(picture, picture.posterior) == relative(1, 0.01));
  CHECK(picture.interval == credible_interval(Beta{.ones = 5, .zeros = 4}, 0.9));
}

TEST_CASE("the posterior is proportional to prior times likelihood") {
  const std::string counts = "x,class\n3,p\n5,p\n4,p\n1,q\n";
  for (const auto& [family, csv] : {std::pair<std::string, std::string>{"poisson", counts},
                                    {"geometric", counts},
                                    {"exponential", counts},
                                    {"categorical", "x,class\na,p\nb,p\na,p\na,q\n"}}) {
    const auto& shown = family;
    CAPTURE(shown);
    const CellPicture picture = picture_of(family, csv);
    double ratio = 0;
    for (std::size_t i = 10; i + 10 < picture.values.size(); i += 20) {
      const double now = picture.posterior[i] / (picture.prior[i] * picture.likelihood[i]);
      if (ratio == 0) ratio = now;
      CHECK(now == doctest::Approx(ratio).epsilon(1e-9));
    }
  }
}

TEST_CASE("the mean of numbers has a likelihood with its peak at the mean of the data") {
  const CellPicture picture =
      picture_of("normal", "x,class\n1,p\n2,p\n6,p\n0,q\n",
                 numbers({{"mean", 0.0}, {"mean_weight", 1.0}, {"shape", 2.0}, {"scale", 3.0}}));

  CHECK(picture.parameter == "mean");
  CHECK(peak(picture, picture.likelihood) == relative(3, 0.02));
  CHECK(peak(picture, picture.posterior) == relative(2.25, 0.02));
  CHECK(std::abs(peak(picture, picture.prior)) < 0.1);
}

TEST_CASE("a mean of known variance has a normal likelihood around the mean of the data") {
  const CellPicture picture =
      picture_of("normal_known_variance", "x,class\n1,p\n2,p\n6,p\n0,q\n",
                 numbers({{"mean", 0.0}, {"mean_variance", 9.0}, {"variance", 4.0}}));
  CHECK(picture.parameter == "mean");
  // 1 / (1/9 + 3/4) = 36/31, and 36/31 * 9/4 = 81/31.
  CHECK(peak(picture, picture.posterior) == relative(81.0 / 31, 0.02));
  CHECK(peak(picture, picture.likelihood) == relative(3, 0.02));
  CHECK(area(picture, picture.posterior) == relative(1, 0.01));
  const CellPicture nothing = cell_picture(
      learned(schema_of(
                  {{.name = "x",
                    .family = "normal_known_variance",
                    .prior = numbers({{"mean", 0.0}, {"mean_variance", 9.0}, {"variance", 4.0}})}}),
              "x,class\n1,p\n,q\n"),
      "x", "q");
  CHECK(nothing.prior == nothing.posterior);
  CHECK(area(nothing, nothing.likelihood) == doctest::Approx(1));
}

TEST_CASE("curves that are narrower than doubles are apart have heights that are numbers") {
  Table table;
  table.add("x", Doubles{1, 0, 1});
  table.add("class", Strings{"p", "p", "p"});
  table.add("weight", Doubles{1e200, 1e200, 1e200});
  const CellPicture picture = cell_picture(
      observe(Model(schema_of({{.name = "x", .family = "bernoulli"}})), table, "weight"), "x", "p");
  for (const double height : picture.likelihood) CHECK(std::isfinite(height));
  for (const double height : picture.posterior) CHECK(std::isfinite(height));
}

TEST_CASE("a variance of known mean has its likeliest value at the mean square") {
  const PriorSpec prior = numbers({{"shape", 3.0}, {"scale", 8.0}, {"mean", 1.0}});
  const CellPicture picture =
      picture_of("normal_known_mean", "x,class\n-1,p\n3,p\n1,p\n5,p\n0,q\n", prior);
  CHECK(picture.parameter == "variance");
  CHECK(peak(picture, picture.likelihood) == relative(6, 0.05));
  CHECK(peak(picture, picture.posterior) == relative(20.0 / 6, 0.05));
  CHECK(picture.interval ==
        credible_interval(NormalVariancePrior{.shape = 5, .scale = 20, .mean = 1}, 0.9));
  const CellPicture one = picture_of("normal_known_mean", "x,class\n4,p\n0,q\n", prior);
  CHECK(area(one, one.likelihood) == doctest::Approx(1));
}

TEST_CASE("a direction is pictured over the whole circle") {
  const CellPicture picture =
      picture_of("von_mises", "x,class\n3,p\n3.4,p\n-3,p\n0,q\n",
                 numbers({{"direction", 1.0}, {"strength", 0.5}, {"concentration", 2.0}}));
  CHECK(picture.parameter == "direction");
  CHECK(picture.values.back() - picture.values.front() == doctest::Approx(2 * 3.14159265358979));
  CHECK(area(picture, picture.prior) == relative(1, 1e-3));
  CHECK(area(picture, picture.posterior) == relative(1, 1e-3));
  const double turned = std::remainder(peak(picture, picture.likelihood) - 3.2277, 2 * 3.14159265);
  CHECK(std::abs(turned) < 0.05);
}

TEST_CASE("a bin is pictured by its margin") {
  const PriorSpec prior = numbers({{"weights", Doubles{1, 2}}, {"edges", Doubles{0, 18, 90}}});
  const std::string csv = "x,class\n5,p\n40,p\n50,p\n0,q\n";
  const CellPicture first = picture_of("histogram", csv, prior);
  CHECK(first.parameter == "probability of 0 to 18");
  CHECK(first.interval == credible_interval(Beta{.ones = 2, .zeros = 4}, 0.9));
  const CellPicture second = picture_of("histogram", csv, prior, {.level = "18 to 90"});
  CHECK(second.interval == credible_interval(Beta{.ones = 4, .zeros = 2}, 0.9));
}

TEST_CASE("a branch of a tree is pictured, the first or that of a name") {
  const std::string csv = "x,class\n5,p\n40,p\n50,p\n0,q\n";
  const PriorSpec ends = numbers({{"edges", Doubles{0, 18, 30, 60, 90}}});
  const CellPicture first = picture_of("polya_tree", csv, ends);
  CHECK(first.parameter == "share of 0 to 30 of 0 to 90");
  CHECK(first.interval == credible_interval(Beta{.ones = 2, .zeros = 3}, 0.9));
  const CellPicture second = picture_of("polya_tree", csv, ends, {.level = "30 to 60 of 30 to 90"});
  CHECK(second.interval == credible_interval(Beta{.ones = 6, .zeros = 4}, 0.9));
  const PriorSpec base = numbers({{"mean", 30.0}, {"sd", 10.0}, {"depth", 2.0}});
  CHECK(picture_of("polya_tree", csv, base).parameter == "share of up to 30 of all");
}

TEST_CASE("a level is pictured by its margin") {
  const CellPicture picture =
      picture_of("categorical", "x,class\na,p\nb,p\nc,p\nb,p\n", {}, {.level = "b"});

  CHECK(picture.parameter == "probability of b");
  CHECK(picture.interval == credible_interval(Beta{.ones = 3, .zeros = 4}, 0.9));
}

TEST_CASE("where nothing was seen prior and posterior are the same and the likelihood is flat") {
  const auto posterior =
      learned(schema_of({{.name = "x", .family = "bernoulli"}}), "x,class\n1,p\n,q\n");

  const CellPicture picture = cell_picture(posterior, "x", "q");

  CHECK(picture.rows == 0);
  CHECK(picture.prior == picture.posterior);
  CHECK(picture.likelihood.front() == doctest::Approx(picture.likelihood.back()).epsilon(1e-12));
}

TEST_CASE("a picture says which feature, class or level there is not") {
  const auto posterior =
      learned(schema_of({{.name = "x", .family = "categorical"}}), "x,class\na,p\nb,q\n");

  struct Case {
    std::string feature, klass, level, says;
  };
  for (const Case& asked :
       {Case{"y", "p", "", "its features are 'x'"}, Case{"x", "r", "", "its classes are 'p', 'q'"},
        Case{"x", "p", "z", "its levels are 'a', 'b'"}}) {
    CAPTURE(asked.feature + asked.klass + asked.level);
    const auto picture = [&] {
      (void)cell_picture(posterior, asked.feature, asked.klass, {.level = asked.level});
    };
    CHECK(throws_error(picture, ErrorCode::schema, asked.says));
  }
}

TEST_CASE("what has one level or bin alone has no picture") {
  const auto of_level = [] { (void)picture_of("categorical", "x,class\na,p\na,q\n"); };
  CHECK(throws_error(of_level, ErrorCode::undefined));
}

TEST_CASE("parameters beyond the range of double have no picture") {
  const auto of_hardly_anything = [] {
    (void)picture_of("exponential", "x,class\n5e-324,p\n1e-323,p\n5e-324,q\n2e-323,q\n",
                     {.word = "auto"});
  };
  CHECK(throws_error(of_hardly_anything, ErrorCode::undefined));
}

TEST_CASE("cells that share a variance, and those without a prior, have no picture of their own") {
  const std::string csv = "x,y,class\n1,2,p\n2,5,p\n3,4,p\n4,7,q\n6,5,q\n7,9,q\n";
  const auto pictured = [&](const ColumnSchema& column) {
    return [posterior = learned(schema_of({column}), csv), name = column.name] {
      (void)cell_picture(posterior, name, "p");
    };
  };
  const std::string shared =
      "the parameters of family 'normal' of column 'both' share a variance, so that a cell has no "
      "picture of its own; choose another feature";

  CHECK(
      fails_with(ErrorCode::undefined,
                 "the parameters of family 'kernel' of column 'x' have no picture; choose another "
                 "feature",
                 pictured({.name = "x", .family = "kernel"})));
  CHECK(fails_with(
      ErrorCode::undefined, shared,
      pictured(
          {.name = "both", .family = "normal", .columns = {"x", "y"}, .tied = Tying::classes})));
}
