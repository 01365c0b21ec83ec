// Predictive checks as text for people, as JSON and CSV for scripts, and as figures.
#include <credence/report/figures.hpp>
#include <credence/report/text.hpp>

#include <credence/study/data_report.hpp>
#include <credence/study/predictive_check.hpp>

#include <doctest/doctest.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "support/has.hpp"
#include "support/markup.hpp"

using namespace credence;
using nlohmann::ordered_json;
using testing::has;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

PredictiveCheck sample_check() {
  PredictiveCheck check{.options = {.simulations = 400, .seed = 7},
                        .rows = 12,
                        .skipped_rows = 1,
                        .label = "class",
                        .classes = {"a", testing::hostile_name}};
  check.cells = {{.feature = "size",
                  .family = "normal",
                  .klass = "a",
                  .rows = 12,
                  .quantities = {{.name = {.quantity = Quantity::mean},
                                  .observed = 2.5,
                                  .median = 2.25,
                                  .simulated = {1, 3},
                                  .p_value = 0.5},
                                 {.name = {.quantity = Quantity::quantile, .share = 0.95},
                                  .observed = 9,
                                  .median = 3,
                                  .simulated = {-infinity, infinity},
                                  .p_value = 0.005}}},
                 {.feature = testing::hostile_name,
                  .family = "categorical",
                  .klass = testing::hostile_name,
                  .rows = 11,
                  .quantities = {{.name = {.quantity = Quantity::count, .level = "x,y"},
                                  .observed = 1,
                                  .median = 6,
                                  .simulated = {4, 8},
                                  .p_value = 0.002}}}};
  check.pictures = {{.feature = "size",
                     .family = "normal",
                     .classes = {"a"},
                     .edges = {0, 1, 2},
                     .observed = {{3, 9}},
                     .median = {{4, 7}},
                     .lower = {{2, 5}},
                     .upper = {{6, 8}}},
                    {.feature = testing::hostile_name,
                     .family = "categorical",
                     .kind = PictureKind::levels,
                     .classes = std::vector<std::string>(9, "k"),
                     .levels = {"x,y", "other"},
                     .levels_in_all = 5,
                     .observed = std::vector<std::vector<double>>(9, {1, 2}),
                     .median = std::vector<std::vector<double>>(9, {1, 2}),
                     .lower = std::vector<std::vector<double>>(9, {0, 1}),
                     .upper = std::vector<std::vector<double>>(9, {2, 3})}};
  check.not_checked = {{.feature = "still", .klass = {}, .why = "it is constant"},
                       {.feature = "far", .klass = "a", .why = "too far"}};
  check.notes = {testing::hostile_name};
  return check;
}

}  // namespace

TEST_CASE("a check as text says what is extreme, the furthest first, then all") {
  const std::string text = to_text(sample_check());

  CHECK(
      text.starts_with("12 rows of label class, beside 400 data sets like them simulated from the "
                       "posterior (seed 7); intervals hold 90 %\n"));
  const std::size_t count = text.find(
      "count of x,y is 1, below the simulated (median 6, 90 % from 4 to 8; p-value "
      "0.002)");
  const std::size_t quantile =
      text.find("'size' in class 'a': 95 % quantile is 9, above the simulated (median 3");
  REQUIRE(count != std::string::npos);
  REQUIRE(quantile != std::string::npos);
  CHECK(count < quantile);
  CHECK(has(text, "\nsize "));
  CHECK(has(text, "0.005  *\n"));
  CHECK(has(text, "'still' is not checked: it is constant\n"));
  CHECK(has(text, "'far' in class 'a' is not checked: too far\n"));
}

TEST_CASE("a flagged p-value reads as one below the threshold") {
  PredictiveCheck check = sample_check();
  check.cells[1].quantities[0].p_value = 2.0 / 201;  // the smallest of 200 simulations
  const std::string text = to_text(check);

  CHECK(has(text, "from 4 to 8; p-value 0.00995)"));
  CHECK(has(text, " 0.00995  *\n"));
}

TEST_CASE("a quantity that equals the median of the simulated is in their middle") {
  PredictiveCheck check = sample_check();
  check.cells[0].quantities[0].median = 2.5;
  CHECK(has(sentence_on(check.cells[0], check.cells[0].quantities[0], check.options),
            "mean is 2.5, in the middle of the simulated"));
}

TEST_CASE("of many extreme quantities a text says some in sentences") {
  PredictiveCheck check = sample_check();
  check.cells[1].quantities.resize(30, check.cells[1].quantities.front());
  CHECK(has(to_text(check), "\n11 more\n"));
}

TEST_CASE("a check as JSON has every quantity, and sentences on extreme ones") {
  const auto all = ordered_json::parse(to_json(sample_check()));

  CHECK(all["schema_version"] == 1);
  CHECK(all["simulated_from"] == "posterior");
  CHECK(all["simulations"] == 400);
  CHECK(all["quantities"] == 3);
  CHECK(all["extreme"] == 2);
  CHECK(all["expected_extreme"].get<double>() == doctest::Approx(0.03));
  const ordered_json& size = all["results"][0];
  CHECK(size["class"] == "a");
  CHECK(size["quantities"][0]["quantity"] == "mean");
  CHECK(size["quantities"][0]["observed"] == 2.5);
  CHECK(size["quantities"][0]["extreme"] == false);
  CHECK(!size["quantities"][0].contains("sentence"));
  CHECK(!size["quantities"][0].contains("share"));
  CHECK(size["quantities"][1]["share"] == 0.95);
  CHECK(size["quantities"][1]["lower"] == "-inf");
  CHECK(size["quantities"][1]["upper"] == "inf");
  CHECK(size["quantities"][1]["sentence"].is_string());
  CHECK(all["results"][1]["quantities"][0]["level"] == "x,y");
  CHECK(all["not_checked"][0]["class"].is_null());
  CHECK(all["not_checked"][1]["class"] == "a");
  CHECK(all["notes"].size() == 1);
}

TEST_CASE("a check as CSV has a line for each quantity") {
  const std::string csv = to_csv(sample_check());
  CHECK(
      csv.starts_with("feature,family,class,rows,quantity,level,share,observed,median,lower,upper,"
                      "p_value,extreme\nsize,normal,a,12,mean,,,2.5,2.25,1,3,0.5,0\n"
                      "size,normal,a,12,quantile,,0.95,9,3,-inf,inf,0.005,1\n"));
  CHECK(has(csv, ",count,\"x,y\",,1,6,4,8,0.002,1"));
}

TEST_CASE("figures of a check are well-formed and carry their numbers") {
  const PredictiveCheck check = sample_check();
  const Figure numbers = check_figure(check.pictures[0]);
  const Figure levels = check_figure(check.pictures[1]);

  CHECK(testing::markup_of(to_svg(numbers)).fault == "");
  CHECK(testing::markup_of(to_svg(levels)).fault == "");
  CHECK(numbers.name == "check of size");
  CHECK(numbers.numbers.columns ==
        std::vector<std::string>{"class", "from", "to", "observed", "median", "lower", "upper"});
  CHECK(numbers.numbers.rows.size() == 2);
  CHECK(numbers.numbers.rows[1][3] == FigureNumbers::Cell(9.0));
  CHECK(levels.numbers.rows.size() == 18);
  CHECK(has(levels.caption, "The 2 most frequent of 5"));
  CHECK(has(levels.caption, "Of 9 classes the 8 with the most rows"));
  CHECK(has(numbers.caption, "simulated from the posterior of family normal"));
}

TEST_CASE("the grid of a check lies below its marks") {
  const std::string marks = check_figure(sample_check().pictures[0]).drawing.marks();

  const auto axis = marks.find(">size</text>");
  REQUIRE(axis != std::string::npos);
  CHECK(axis < marks.find("s0 band"));
}

TEST_CASE("a check draws the classes that the density of its feature draws, in the same colours") {
  CheckPicture picture = sample_check().pictures[1];
  for (std::size_t klass = 0; klass < 9; ++klass)
    picture.classes[klass] = "k" + std::to_string(klass);
  picture.observed[0] = {0, 1};

  const std::string marks = check_figure(picture).drawing.marks();

  CHECK_FALSE(has(marks, ">k0</text>"));
  REQUIRE(has(marks, ">k1</text>"));
  REQUIRE(has(marks, ">k8</text>"));
  const auto colour_before = [&](const std::string& name) {
    constexpr std::string_view shape = "<path class=\"mark ";
    const std::size_t mark = marks.rfind(shape, marks.find(">" + name + "</text>"));
    return marks.substr(mark + shape.size(), 2);
  };
  CHECK(colour_before("k1") == "s0");
  CHECK(colour_before("k8") == "s7");
}

TEST_CASE("a picture without data and one of words are figures") {
  CheckPicture words = sample_check().pictures[1];
  words.kind = PictureKind::words;
  words.from = SimulatedFrom::prior;
  CHECK(has(check_figure(words).caption, "tokens of the data"));
  CHECK(has(check_figure(words).caption, "from the prior"));
  CheckPicture empty = sample_check().pictures[0];
  empty.observed = empty.median = empty.lower = empty.upper = {{0, 0}};
  CHECK(testing::markup_of(to_svg(check_figure(empty))).fault == "");
}

TEST_CASE("a page shows a line feed in a note escaped") {
  PredictiveCheck check = sample_check();
  check.notes = {"column 'a\nb' is no feature"};

  const testing::Markup page = testing::markup_of(to_html(page_of(check)));

  CHECK(page.says("column &#39;a\\x0ab&#39; is no feature"));
}

TEST_CASE("the page of a check shows a figure for each feature and a table of all quantities") {
  PredictiveCheck check = sample_check();
  const testing::Markup page = testing::markup_of(to_html(page_of(check)));
  CHECK(page.fault == "");
  CHECK(page.count("svg") == 2);
  CHECK(page.says("Posterior predictive check"));
  CHECK(page.says("is not checked: it is constant"));
  check.options.from = SimulatedFrom::prior;
  CHECK(testing::markup_of(to_html(page_of(check))).says("Prior predictive check"));
}

TEST_CASE("every quantity has a word and a name") {
  for (const Quantity quantity :
       {Quantity::count, Quantity::mean, Quantity::deviation, Quantity::minimum, Quantity::maximum,
        Quantity::quantile, Quantity::zeros, Quantity::documents, Quantity::different_words,
        Quantity::mean_cosine, Quantity::mean_sine, Quantity::resultant_length,
        Quantity::turn_quantile}) {
    CHECK(!to_string(quantity).empty());
    CHECK(!to_string(QuantityName{.quantity = quantity}).empty());
  }
  CHECK(to_string(QuantityName{.quantity = Quantity::quantile, .share = 0.05}) == "5 % quantile");
  CHECK(to_string(QuantityName{.quantity = Quantity::zeros}) == "proportion of zeros");
  CHECK(to_string(QuantityName{.quantity = Quantity::documents, .level = "prize"}) ==
        "count of documents with prize");
}

TEST_CASE("a check without a misfit does not claim that features fit") {
  PredictiveCheck check = sample_check();
  CHECK(section_of(check, {}).points ==
        std::vector<std::string>{"No misfit is seen in the features that were checked."});
  check.cells.clear();
  CHECK(section_of(check, {}).points == std::vector<std::string>{"No feature could be checked."});
}
