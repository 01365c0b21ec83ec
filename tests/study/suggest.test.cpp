#include <credence/study/suggest.hpp>

#include <credence/base/random.hpp>
#include <credence/family/normal_inverse_gamma.hpp>
#include <credence/learn/model_posterior.hpp>

#include <doctest/doctest.h>
#include <algorithm>

#include <cmath>
#include <functional>

#include "support/models.hpp"
#include "support/relative.hpp"
#include "support/throws.hpp"

using namespace credence;
using testing::Doubles;
using testing::Strings;
using testing::table_of;
using testing::throws_error;

namespace {

constexpr Index rows = 200;
constexpr int sets = 100;

using Draw = std::function<double(Random&, bool)>;

double log_normal(Random& random, bool) { return std::exp(3 + 0.8 * random.normal()); }
double poisson(Random& random, bool) { return random.poisson(4); }
double geometric(Random& random, bool) {
  return std::floor(std::log1p(-random.uniform()) / std::log1p(-0.3));
}
double normal(Random& random, bool) { return 10 + 4 * random.normal(); }
double yes(Random& random, bool) { return random.uniform() < 0.5 ? 1 : 0; }
double category(Random& random, bool) { return 1 + std::floor(4 * random.uniform()); }
double shifted(Random& random, bool is_a) { return (is_a ? 9 : 11) + 2 * random.normal(); }

// 200 rows of two classes, alike but for what `draw` makes of the class.
Suggestion suggested(const Draw& draw, std::uint64_t seed) {
  Random random{seed};
  std::vector<double> numbers;
  std::vector<std::string> labels;
  for (Index row = 0; row < rows; ++row) {
    const bool is_a = random.uniform() < 0.5;
    labels.emplace_back(is_a ? "a" : "b");
    numbers.push_back(draw(random, is_a));
  }
  Table table;
  table.add("x", std::move(numbers));
  table.add("class", labels);
  return suggest(table, {.label = "class"}).columns.at(0);
}

// In how many of the sets it is so.
int times(const Draw& draw, const std::function<bool(const Suggestion&)>& holds) {
  int count = 0;
  for (int set = 0; set < sets; ++set)
    if (holds(suggested(draw, static_cast<std::uint64_t>(set) + 1))) ++count;
  return count;
}

std::function<bool(const Suggestion&)> chooses(const std::string& family) {
  return [family](const Suggestion& one) { return one.chosen == family; };
}

bool is_pooled(const Suggestion& one) { return !one.depends_on_class; }

Suggestions of_text(std::string_view csv) { return suggest(table_of(csv), {.label = "class"}); }

Strings families_in(const Suggestion& one) {
  Strings names;
  for (const FamilyEvidence& entry : one.families) names.push_back(entry.family);
  std::sort(names.begin(), names.end());
  return names;
}

const FamilyEvidence& entry_of(const Suggestion& one, std::string_view family) {
  for (const FamilyEvidence& entry : one.families)
    if (entry.family == family) return entry;
  FAIL("family not admitted");
  return one.families.front();
}

}  // namespace

TEST_CASE("the family that data were drawn from is chosen in 95 of 100 tables of 200 rows") {
  CHECK(times(log_normal, chooses("lognormal")) >= 95);
  CHECK(times(poisson, chooses("poisson")) >= 95);
  CHECK(times(geometric, chooses("geometric")) >= 95);
  CHECK(times(normal, chooses("normal")) >= 95);
}

TEST_CASE("columns of noise are pooled in 95 of 100 tables of 200 rows") {
  for (const auto& [name, draw] : {std::pair<const char*, Draw>{"lognormal", log_normal},
                                   {"poisson", poisson},
                                   {"geometric", geometric},
                                   {"normal", normal},
                                   {"bernoulli", yes},
                                   {"categorical", category}}) {
    const std::string shown(name);
    CAPTURE(shown);
    CHECK(times(draw, is_pooled) >= 95);
  }
}

TEST_CASE("a column that differs between classes is said to") {
  CHECK(times(shifted, is_pooled) == 0);
}

TEST_CASE("families are admitted by what the numbers of a column are") {
  const auto admitted = [](const std::string& numbers) {
    std::string csv = "x,class\n";
    std::size_t row = 0;
    for (std::size_t begin = 0; begin < numbers.size(); ++row) {
      const std::size_t end = std::min(numbers.find(' ', begin), numbers.size());
      csv += numbers.substr(begin, end - begin) + (row % 2 == 0 ? ",a\n" : ",b\n");
      begin = end + 1;
    }
    return families_in(of_text(csv).columns.at(0));
  };

  CHECK(admitted("0 1 1 0 ?") == Strings{"bernoulli", "categorical"});
  CHECK(admitted("0 3 1 7") == Strings{"categorical", "geometric", "normal", "poisson"});
  CHECK(admitted("2 3 1 7") ==
        Strings{"categorical", "geometric", "lognormal", "normal", "poisson"});
  CHECK(admitted("-1 3 1 7") == Strings{"categorical", "normal"});
  CHECK(admitted("0 3.5 1 7") == Strings{"exponential", "normal"});
  CHECK(admitted("2 3.5 1 7") == Strings{"exponential", "lognormal", "normal"});
  CHECK(admitted("-2 3.5 1 7") == Strings{"normal"});
  CHECK(admitted("low high low ?") == Strings{"categorical"});
}

TEST_CASE("thirty whole numbers may be categories and thirty-one may not") {
  for (const int count : {30, 31}) {
    CAPTURE(count);
    std::string csv = "x,class\n";
    for (int x = 0; x < count; ++x) csv += std::to_string(x - 3) + (x % 2 == 0 ? ",a\n" : ",b\n");
    CHECK(families_in(of_text(csv).columns.at(0)) ==
          (count == 30 ? Strings{"categorical", "normal"} : Strings{"normal"}));
  }
}

TEST_CASE("the evidence of a family is that of a model with it") {
  const std::string csv = "x,class\n2.5,a\n3,a\n?,b\n14,b\n9.5,b\n1,\n";

  const Suggestion one = of_text(csv).columns.at(0);

  CHECK(one.measure == Measure::density);
  REQUIRE(one.families.size() == 3);
  for (const FamilyEvidence& entry : one.families) {
    CAPTURE(entry.family);
    const auto posterior =
        testing::learned(testing::schema_of({{.name = "x", .family = entry.family}}), csv);
    CHECK(entry.log_evidence ==
          doctest::Approx(log_evidence(posterior) - log_evidence(posterior.label)).epsilon(1e-13));
  }
}

TEST_CASE("the best family comes first and Bayes factors are against it") {
  const Suggestion one =
      of_text("x,class\n2.5,a\n3,a\n2,b\n140,b\n9.5,b\n1,a\n900,a\n").columns.at(0);

  REQUIRE(one.families.size() == 3);
  CHECK(one.chosen == one.families[0].family);
  CHECK(one.chosen == "lognormal");
  CHECK(one.families[0].log_bayes_factor == 0);
  for (std::size_t i = 1; i < 3; ++i) {
    CAPTURE(i);
    CHECK(*one.families[i].log_evidence <= *one.families[i - 1].log_evidence);
    CHECK(one.families[i].log_bayes_factor ==
          doctest::Approx(*one.families[i].log_evidence - *one.families[0].log_evidence));
  }
  REQUIRE(one.relevance);
  CHECK(one.relevance->family == "lognormal");
  CHECK(one.relevance->log_evidence == *one.families[0].log_evidence);
}

TEST_CASE("yes and no are bernoulli, which categories with two levels equal") {
  const Suggestion one = of_text("x,class\n1,a\n1,a\n0,b\n1,b\n0,b\n").columns.at(0);

  CHECK(one.chosen == "bernoulli");
  CHECK(one.measure == Measure::probability);
  CHECK(entry_of(one, "categorical").log_bayes_factor == doctest::Approx(0).epsilon(1e-12));
  CHECK(*entry_of(one, "categorical").log_bayes_factor <= 0);
}

// A cell of width 1 around a whole number holds nearly the density there, unless the density is
// narrower than the cell: then it would count for more than everything.
TEST_CASE("a density narrower than whole numbers is no probability of them") {
  std::string narrow = "x,class\n", wide = "x,class\n";
  for (int row = 0; row < 400; ++row) {
    narrow += row < 200 ? (row == 0 ? "4,a\n" : "3,a\n") : (row == 200 ? "8,b\n" : "9,b\n");
    wide += std::to_string(3 + row % 7) + (row < 200 ? ",a\n" : ",b\n");
  }

  const Suggestion spike = of_text(narrow).columns.at(0);
  const Suggestion spread = of_text(wide).columns.at(0);

  CHECK_FALSE(entry_of(spike, "normal").log_evidence);
  CHECK(
      entry_of(spike, "normal").undefined ==
      "column 'x': family 'normal' is not compared: it is so narrow in class 'a' that its density "
      "at a whole number is not the probability of that number");
  CHECK_FALSE(entry_of(spike, "lognormal").log_evidence);
  CHECK(spike.chosen == "categorical");
  CHECK(entry_of(spread, "normal").log_evidence);
}

TEST_CASE("normal probabilities of cells of width 1 are the density where the spread is wide") {
  // Independently of the closed form: the predictive's distribution function over each cell in turn.
  const Doubles values{12, 15, 9, 11, 14, 10, 13, 12, 16, 8};
  std::string csv = "x,class\n";
  for (const double x : values) csv += std::to_string(static_cast<int>(x)) + ",a\n";
  NormalInverseGamma now{.mean = 12, .mean_weight = 1, .shape = 0.5, .scale = 3};  // S / (2n)
  double sum = 0;
  for (const double x : values) {
    const StudentT next = NormalInverseGammaNormal::predictive(now);
    sum += std::log(cdf(next, x + 0.5) - cdf(next, x - 0.5));
    Moments one;
    one.observe(x);
    now = posterior(now, one);
  }

  const FamilyEvidence normal = entry_of(of_text(csv).columns.at(0), "normal");

  CHECK(*normal.log_evidence == testing::relative(sum, 0.005));
}

// Each whole number alone in a bin, the outermost ones from half a cell before to half a cell after:
// then the histogram is the categories.
TEST_CASE("the evidence of bins of whole numbers is a probability of them") {
  std::string csv = "x,class\n";
  for (int row = 0; row < 120; ++row)
    csv += std::to_string(row % 4 + 3) + (row % 5 < 2 || row < 30 ? ",a\n" : ",b\n");

  const Suggestion one = of_text(csv).columns.at(0);

  CHECK(*entry_of(one, "histogram").log_evidence ==
        doctest::Approx(*entry_of(one, "categorical").log_evidence).epsilon(1e-12));
}

// Whole numbers and tenths of them fall into the same bins and leaves, whose densities are even.
TEST_CASE("another unit moves normal, histogram and tree alike") {
  std::string tenths = "x,class\n", whole = "x,class\n";
  Random random{7};
  for (int row = 0; row < 300; ++row) {
    const int number = 60 + static_cast<int>(std::floor(6 * random.normal()));
    tenths += std::to_string(number / 10) + "." + std::to_string(number % 10) + ",a\n";
    whole += std::to_string(number) + ",a\n";
  }
  const auto lead = [](const std::string& csv, const char* family) {
    const Suggestion one = of_text(csv).columns.at(0);
    return *entry_of(one, "normal").log_evidence - *entry_of(one, family).log_evidence;
  };

  for (const char* family : {"histogram", "polya_tree"}) {
    CAPTURE(family);
    CHECK(lead(tenths, family) == doctest::Approx(lead(whole, family)).epsilon(1e-9));
  }
}

TEST_CASE("histogram and tree are asked of at least a hundred numbers, and no label chose bins") {
  const auto of_rows = [](int count) {
    std::string csv = "x,class\n";
    for (int row = 0; row < count; ++row)
      csv += std::to_string(row % 2 == 0 ? -row % 20 : 1000 + row % 20) +
             (row < count / 2 ? ".5,a\n" : ".25,b\n");
    return of_text(csv).columns.at(0);
  };

  CHECK(families_in(of_rows(99)) == Strings{"normal"});
  CHECK(families_in(of_rows(100)) == Strings{"histogram", "normal", "polya_tree"});
  CHECK(of_rows(400).chosen == "histogram");
}

TEST_CASE("columns without a family say why") {
  std::string csv = "id,flat,empty,same,x,class\n";
  for (int row = 0; row < 120; ++row)
    csv += "p" + std::to_string(row) + ",7,,u," + std::to_string(row % 3) +
           (row % 2 == 0 ? ",a\n" : ",b\n");

  const Suggestions all = of_text(csv);

  REQUIRE(all.columns.size() == 5);
  for (std::size_t i = 0; i < 4; ++i) {
    CAPTURE(all.columns[i].feature);
    CHECK(all.columns[i].chosen == "none");
    CHECK(all.columns[i].families.empty());
    CHECK_FALSE(all.columns[i].relevance);
  }
  CHECK(all.columns[0].why_none.find("it looks like") != std::string::npos);
  CHECK(all.columns[1].why_none == "is constant and is not used");
  CHECK(all.columns[2].why_none == "has only missing cells and is not used");
  CHECK(all.columns[3].why_none == "is constant and is not used");
  CHECK(all.columns[4].why_none.empty());
  CHECK(all.warnings.size() == 4);
}

TEST_CASE("a column that is constant where rows have a label keeps the families that can say so") {
  const Suggestion one = of_text("x,class\n2.5,a\n2.5,b\n2.5,a\n3.5,\n").columns.at(0);

  CHECK(entry_of(one, "normal").undefined.find("column is constant") != std::string::npos);
  CHECK(one.chosen == "exponential");
}

TEST_CASE("a column of zeros where rows have a label has families that need none above") {
  const Suggestion one = of_text("x,class\n0,a\n0,b\n0,a\n3,\n").columns.at(0);

  CHECK(entry_of(one, "poisson").undefined.find("needs a count above 0") != std::string::npos);
  CHECK(one.chosen == "categorical");
}

TEST_CASE("rows of weight 0 or without a label teach nothing") {
  const Table table = table_of("x,w,class\n2.5,1,a\n3,1,a\n900,0,b\n14,2,b\n9,1,b\n70,1,\n");
  const Table without = table_of("x,w,class\n2.5,1,a\n3,1,a\n14,1,b\n14,1,b\n9,1,b\n");

  const Suggestions all = suggest(table, {.label = "class", .weight = "w"});
  const Suggestions twice = suggest(without, {.label = "class", .drop = {"w"}});

  CHECK(all.rows == 4);
  CHECK(all.skipped_rows == 1);
  CHECK(all.classes == Strings{"a", "b"});
  REQUIRE(all.columns.size() == 1);
  REQUIRE(twice.columns.size() == 1);
  for (const FamilyEvidence& entry : twice.columns[0].families) {
    CAPTURE(entry.family);
    CHECK(entry_of(all.columns[0], entry.family).log_evidence ==
          doctest::Approx(*entry.log_evidence).epsilon(1e-12));
  }
}

TEST_CASE("only the columns asked for are looked at") {
  const Table table = table_of("x,y,z,class\n2.5,1,5,a\n3,1,7,b\n1,0,oops,a\n");

  const Suggestions some = suggest(table, {.label = "class", .columns = {"y", "x"}});

  REQUIRE(some.columns.size() == 2);
  CHECK(some.columns[0].feature == "x");
  CHECK(some.columns[1].feature == "y");
}

TEST_CASE("what cannot be suggested is refused") {
  const Table table = table_of("x,class\n2,a\n3,b\n");

  CHECK(throws_error([&] { (void)suggest(table, {.label = "y"}); }, ErrorCode::schema, "'y'"));
  CHECK(throws_error([&] { (void)suggest(table, {.label = "class", .columns = {"y"}}); },
                     ErrorCode::schema, "'y'"));
  CHECK(throws_error([&] { (void)suggest(table, {.label = "class", .columns = {"class"}}); },
                     ErrorCode::schema, "is the label"));
  CHECK(throws_error([&] { (void)suggest(table, {.label = "class", .prior_probability = 2}); },
                     ErrorCode::domain, "from 0 to 1"));
  CHECK(throws_error([] { (void)of_text("x,class\n2,\n3,\n"); }, ErrorCode::schema));
}

TEST_CASE("a column whose families all lack an evidence has none, and says why") {
  std::string csv = "x,class\n";
  for (int row = 0; row < 40; ++row)
    csv += (row % 2 == 0 ? "" : "-") + std::to_string(1 + row) + "e300," +
           (row % 3 == 0 ? "a\n" : "b\n");

  const Suggestion one = of_text(csv).columns.at(0);

  CHECK(one.chosen == "none");
  CHECK(one.why_none ==
        "has no family with an evidence: column 'x': all classes together: 'sum_of_squares' of "
        "what was seen is beyond the range of double (about 1.8e308); rescale the data or their "
        "weights");
}

TEST_CASE("bins of a single number have no width, and so no evidence") {
  std::string csv = "x,class\n4.5,\n";
  for (int row = 0; row < 120; ++row) csv += row % 3 == 0 ? "3.5,a\n" : "3.5,b\n";

  const Suggestion one = of_text(csv).columns.at(0);

  CHECK(one.chosen == "exponential");
  CHECK(entry_of(one, "histogram").undefined ==
        "column 'x': family 'histogram' has no evidence where there are not two different numbers");
}
