#include <credence/study/feature_pictures.hpp>

#include <credence/detail/predict/typed_table.hpp>
#include <credence/family/normal_inverse_gamma.hpp>
#include <credence/predict/estimates.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <numeric>

#include "support/models.hpp"
#include "support/relative.hpp"
#include "support/shipped.hpp"
#include "support/throws.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

std::string as_csv(const std::vector<std::pair<std::string, std::string>>& rows) {
  std::string csv = "x,class\n";
  for (const auto& [x, klass] : rows) csv += x + "," + klass + "\n";
  return csv;
}

FeaturePicture picture_of(const std::string& family, const std::string& csv,
                          const PictureOptions& options = {}) {
  const Table table = table_of(csv);
  const auto posterior = observe(Model(schema_of({{.name = "x", .family = family}})), table);
  const auto pictures = feature_pictures(posterior, table, options);
  REQUIRE(pictures.size() == 1);
  return pictures.front();
}

double sum(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

double area_of_bins(const FeaturePicture& picture, std::size_t klass) {
  double area = 0;
  for (std::size_t bin = 0; bin + 1 < picture.edges.size(); ++bin)
    area += picture.observed[klass][bin] * (picture.edges[bin + 1] - picture.edges[bin]);
  return area;
}

double area_of_curve(const FeaturePicture& picture, std::size_t klass) {
  double area = 0;
  for (std::size_t i = 1; i < picture.points.size(); ++i)
    area += (picture.points[i] - picture.points[i - 1]) *
            (picture.expected[klass][i] + picture.expected[klass][i - 1]) / 2;
  return area;
}

void check_finite(const FeaturePicture& picture) {
  for (const auto& lists : {picture.observed, picture.expected})
    for (const auto& heights : lists)
      for (const double height : heights) CHECK(std::isfinite(height));
  for (const double edge : picture.edges) CHECK(std::isfinite(edge));
  for (const double point : picture.points) CHECK(std::isfinite(point));
}

}  // namespace

TEST_CASE("histograms and densities of numbers have an area of 1 in each class") {
  const Table table = shipped("iris");
  const auto posterior = observe(infer_model(table, {.label = "class"}), table);

  const auto pictures = feature_pictures(posterior, table);

  REQUIRE(pictures.size() == 4);
  for (const FeaturePicture& picture : pictures) {
    CAPTURE(picture.feature);
    REQUIRE(picture.classes.size() == 3);
    check_finite(picture);
    for (std::size_t klass = 0; klass < 3; ++klass) {
      CHECK(picture.rows[klass] == 50);
      CHECK(area_of_bins(picture, klass) == doctest::Approx(1).epsilon(1e-12));
      CHECK(area_of_curve(picture, klass) == relative(1, 0.04));
    }
  }
}

TEST_CASE("the curve is the density of the estimator that was asked for") {
  const Table table = shipped("iris");
  const auto posterior = observe(infer_model(table, {.label = "class"}), table);

  for (const Estimator estimator : {Estimator::maximum_likelihood, Estimator::predictive}) {
    const auto pictures =
        feature_pictures(posterior, table, {.estimator = estimator, .features = {"petal_length"}});
    REQUIRE(pictures.size() == 1);
    const FeaturePicture& picture = pictures.front();
    const auto estimates = estimate(posterior, estimator);
    const auto& tables = typed_table<NormalInverseGammaNormal>(*estimates.tables.front());
    for (const std::size_t i : {std::size_t{0}, std::size_t{80}, std::size_t{160}})
      for (Index klass = 0; klass < 3; ++klass) {
        std::vector<double> joint(3, 0);
        tables.add(2, picture.points[i], joint);
        CHECK(picture.expected[static_cast<std::size_t>(klass)][i] ==
              doctest::Approx(std::exp(joint[static_cast<std::size_t>(klass)])).epsilon(1e-12));
      }
  }
}

TEST_CASE("levels show shares that sum to 1, those of the data and those expected") {
  const FeaturePicture picture = picture_of(
      "categorical", as_csv({{"a", "p"}, {"b", "p"}, {"a", "p"}, {"c", "q"}, {"", "q"}}));

  CHECK(picture.kind == PictureKind::levels);
  CHECK(picture.levels == Strings{"a", "b", "c"});
  CHECK(picture.rows == Doubles{3, 1});
  CHECK(picture.observed[0] == Doubles{2.0 / 3, 1.0 / 3, 0});
  CHECK(picture.observed[1] == Doubles{0, 0, 1});
  CHECK(picture.expected[0][0] == doctest::Approx(3.0 / 6).epsilon(1e-14));
  CHECK(picture.expected[1][2] == doctest::Approx(2.0 / 4).epsilon(1e-14));
}

TEST_CASE("yes/no features show both answers by their names") {
  const FeaturePicture picture =
      picture_of("bernoulli", as_csv({{"1", "p"}, {"0", "p"}, {"1", "p"}, {"1", "q"}}));

  CHECK(picture.levels == Strings{"0", "1"});
  CHECK(picture.observed[0][1] == doctest::Approx(2.0 / 3));
  CHECK(picture.expected[0][1] == doctest::Approx(3.0 / 5).epsilon(1e-14));
}

TEST_CASE("of many levels the most frequent are kept and the others pooled") {
  std::vector<std::pair<std::string, std::string>> rows;
  for (int level = 0; level < 30; ++level)
    for (int times = 0; times <= level; ++times)
      rows.emplace_back("level" + std::to_string(level), times % 2 == 0 ? "p" : "q");

  const FeaturePicture picture = picture_of("categorical", as_csv(rows), {.most_levels = 5});

  CHECK(picture.levels_in_all == 30);
  CHECK(picture.levels == Strings{"level29", "level28", "level27", "level26", "level25", "other"});
  for (const auto& lists : {picture.observed, picture.expected})
    for (const auto& shares : lists) CHECK(sum(shares) == doctest::Approx(1).epsilon(1e-12));

  for (int times = 0; times < 40; ++times) rows.emplace_back("other", "p");
  CHECK(picture_of("categorical", as_csv(rows), {.most_levels = 2}).levels ==
        Strings{"other", "level29", "other_2"});
}

TEST_CASE("counts show ranges whose shares sum to 1 in data and density") {
  for (const std::string family : {"poisson", "geometric"}) {
    CAPTURE(family);
    const FeaturePicture narrow = picture_of(
        family, as_csv({{"0", "p"}, {"3", "p"}, {"1", "p"}, {"2", "q"}, {"5", "q"}, {"4", "q"}}));
    CHECK(narrow.levels == Strings{"0", "1", "2", "3", "4", "5", "6 or more"});
    CHECK(narrow.observed[1][5] == doctest::Approx(1.0 / 3));
    for (const auto& shares : narrow.expected)
      CHECK(sum(shares) == doctest::Approx(1).epsilon(1e-12));

    const FeaturePicture wide = picture_of(
        family, as_csv({{"0", "p"}, {"90", "p"}, {"40", "q"}, {"99", "q"}}), {.most_levels = 10});
    CHECK(wide.levels.front() == "0 to 9");
    CHECK(wide.levels.back() == "100 or more");
    for (const auto& shares : wide.expected)
      CHECK(sum(shares) == doctest::Approx(1).epsilon(1e-12));
  }
}

TEST_CASE("words show those that tell classes apart best, by their shares of tokens") {
  const FeaturePicture picture = picture_of(
      "multinomial",
      "x,class\nthe cheap cheap prize,spam\nthe cheap prize,spam\nthe meeting,ham\nthe plan,ham\n",
      {.most_levels = 2});

  CHECK(picture.kind == PictureKind::words);
  CHECK(picture.levels_in_all == 5);
  REQUIRE(picture.levels.size() == 2);
  CHECK(picture.levels[0] == "cheap");
  CHECK(picture.observed[1][0] == doctest::Approx(3.0 / 7).epsilon(1e-14));
  CHECK(picture.expected[1][0] == doctest::Approx(4.0 / 12).epsilon(1e-14));
}

TEST_CASE("columns of a tied block have a picture each, of their own margins") {
  const Table table = shipped("iris");
  Schema schema = schema_of({{.name = "sizes",
                              .family = "normal",
                              .columns = {"petal_length", "petal_width"},
                              .tied = Tying::classes}});
  const auto posterior = observe(Model(std::move(schema)), table);

  const auto pictures = feature_pictures(posterior, table);

  REQUIRE(pictures.size() == 2);
  CHECK(pictures[1].feature == "petal_width");
  for (std::size_t klass = 0; klass < 3; ++klass)
    CHECK(area_of_curve(pictures[0], klass) == relative(1, 0.04));
}

TEST_CASE("one row, a constant column and numbers at the ends of double have finite pictures") {
  check_finite(picture_of("normal", as_csv({{"1", "p"}, {"2", "q"}})));
  check_finite(picture_of("normal", as_csv({{"1e150", "p"}, {"-1e150", "q"}, {"3", "q"}})));
  check_finite(picture_of("exponential", as_csv({{"1e-300", "p"}, {"1e-305", "q"}})));

  const FeaturePicture far =
      picture_of("normal", as_csv({{"1e300", "p"}, {"-1e300", "q"}, {"3", "q"}}));
  CHECK_FALSE(far.undefined.empty());
  for (const double edge : far.edges) CHECK(std::isfinite(edge));
  CHECK(area_of_bins(far, 1) == doctest::Approx(1).epsilon(1e-12));

  const FeaturePicture constant = picture_of("normal", as_csv({{"4", "p"}, {"4", "q"}}));
  CHECK(constant.undefined.find("constant") != std::string::npos);
  CHECK(area_of_bins(constant, 0) == doctest::Approx(1).epsilon(1e-12));
  CHECK(std::isnan(constant.expected[0][0]));
}

TEST_CASE("few whole numbers have a bin each, as many do") {
  std::vector<std::pair<std::string, std::string>> rows;
  for (int i = 0; i < 300; ++i) rows.emplace_back(std::to_string(1 + i % 3), i % 2 ? "p" : "q");

  const FeaturePicture picture = picture_of("normal", as_csv(rows));

  CHECK(picture.edges == std::vector<double>{0.5, 1.5, 2.5, 3.5});
  for (const double height : picture.observed[0]) CHECK(height == relative(1.0 / 3, 1e-12));
}

TEST_CASE("numbers far out are counted, not drawn") {
  std::vector<std::pair<std::string, std::string>> rows;
  for (int i = 0; i < 999; ++i) rows.emplace_back(std::to_string(i % 37) + ".5", "p");
  rows.emplace_back("1e6", "q");

  const FeaturePicture picture = picture_of("normal", as_csv(rows));

  CHECK(picture.outside == 1);
  CHECK(picture.edges.back() < 40);
}

TEST_CASE("a picture needs the labels of its rows") {
  const auto posterior =
      learned(schema_of({{.name = "x", .family = "normal"}}), "x,class\n1,p\n2,q\n");

  CHECK(throws_error([&] { (void)feature_pictures(posterior, table_of("x\n1\n")); },
                     ErrorCode::schema));
}

TEST_CASE("words under the predictive are shown by the mean shares of their tokens") {
  const std::string csv =
      "x,class\nthe cheap cheap prize,spam\nthe cheap prize,spam\nthe meeting,ham\nthe plan,ham\n";

  const FeaturePicture picture =
      picture_of("multinomial", csv, {.estimator = Estimator::predictive});

  // Four tokens of ham and seven of spam, and one more of each of five words.
  CHECK(picture.levels == Strings{"cheap", "meeting", "plan", "prize", "the"});
  const Doubles ham{1, 2, 2, 1, 3};
  const Doubles spam{4, 1, 1, 3, 3};
  for (std::size_t word = 0; word < 5; ++word) {
    CAPTURE(word);
    CHECK(picture.expected[0][word] == doctest::Approx(ham[word] / 9).epsilon(1e-14));
    CHECK(picture.expected[1][word] == doctest::Approx(spam[word] / 12).epsilon(1e-14));
  }
}

TEST_CASE("counts over exposures of their own have no picture, and say why") {
  const Table table = table_of("n,days,class\n1,2,p\n3,1,p\n4,2,q\n6,1,q\n");
  const Model model(schema_of({{.name = "n", .family = "poisson", .exposure = "days"}}));

  const auto pictures = feature_pictures(observe(model, table), table);

  REQUIRE(pictures.size() == 1);
  CHECK(pictures[0].undefined ==
        "counts over different exposures have no one distribution to show");
  CHECK(pictures[0].levels.empty());
}
