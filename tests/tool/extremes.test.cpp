// Numbers at the ends of the range of double, priors that are none, and texts that other programs would
// compute.
#include <doctest/doctest.h>

#include "support/run_tool.hpp"
#include "support/usage.hpp"

using namespace credence::programs;

namespace {

Run fit(const std::string& data, const Words& flags = {}) {
  return run_tool(with({"fit", "-", "--label", "class", "-o", "-"}, flags), data);
}

// What is fitted to a text, asked for the labels of another.
struct FittedText {
  TemporaryFolder folder;
  std::string posterior = folder / "p.json";

  explicit FittedText(const std::string& data, const Words& flags = {}) {
    const Run run =
        run_tool(with({"fit", "-", "--label", "class", "-q", "-o", posterior}, flags), data);
    INFO(run.err);
    REQUIRE(run.exit == 0);
  }
};

const std::string texts = "vote,x,class\nyes,1,a\nno,2,b\nyes,4,a\nno,3,b\n?,2,a\n";

}  // namespace

TEST_CASE("numbers whose squares no double holds are told by column and remedy, and not as equal") {
  const FittedText fitted("x,class\n1e-200,a\n-3e-200,a\n2e-200,b\n5e-200,b\n");

  for (const std::string estimator : {"predictive", "maximum_likelihood"}) {
    CAPTURE(estimator);
    const Run run =
        run_tool({"predict", fitted.posterior, "-", "--estimator", estimator}, "x\n1e-200\n");
    CHECK(run.exit == 1);
    CHECK_MESSAGE(run.says("'x'"), run.err);
    CHECK_MESSAGE(run.says("whose square no double holds (multiply the column by a power of ten)"),
                  run.err);
  }
}

TEST_CASE("the same numbers times a power of ten are learned") {
  const FittedText fitted("x,class\n1e-120,a\n-3e-120,a\n2e-120,b\n5e-120,b\n");

  const Run run = run_tool({"predict", fitted.posterior, "-"}, "x\n-1e-120\n");

  CHECK(run.exit == 0);
  CHECK(has(run.out, "\na,"));
}

TEST_CASE("sums beyond the largest double are refused by name with exact sums, too") {
  const Run run = fit("x,class\n1e155,a\n-1e155,a\n3e155,b\n-1e155,b\n", {"--exact"});

  CHECK(run.exit == 3);
  CHECK_MESSAGE(run.says("column 'x', class 'a'"), run.err);
  CHECK_MESSAGE(run.says("divide the column by a power of ten"), run.err);
}

TEST_CASE("pseudo-counts whose sum overflows are refused when the model is made") {
  const std::string data = "doc,b,class\nu v,1,a\nw,0,b\nu,1,a\n";

  const Run each = fit(data, {"--column", "doc=multinomial", "--prior", "doc:each=1e308"});
  const Run pair = fit(data, {"--column", "doc=none", "--prior", "b:ones=1e308,zeros=1e308"});
  const Run classes = fit(data, {"--class-prior", "each=1e308"});

  for (const Run& run : {each, pair, classes}) {
    CHECK(run.exit > 0);
    CHECK(run.out.empty());
    CHECK_MESSAGE(run.says("pseudo-counts"), run.err);
  }
  CHECK_MESSAGE(each.says("'doc'"), each.err);
  CHECK_MESSAGE(pair.says("'b'"), pair.err);
}

TEST_CASE("a number of bins that is none is refused when the model is made") {
  const std::string data = "x,class\n1,a\n2,b\n3,a\n";

  for (const std::string bins : {"0.5", "2.5", "2e6"}) {
    CAPTURE(bins);
    const Run run = fit(data, {"--column", "x=histogram", "--prior", "x:bins=" + bins});
    CHECK(run.exit > 0);
    CHECK(run.out.empty());
    CHECK_MESSAGE(run.says("make it a whole number from 1 to 1000000"), run.err);
  }
  CHECK(fit(data, {"--column", "x=histogram", "--prior", "x:bins=2"}).exit == 0);
  const Run tree = fit(data, {"--column", "x=polya_tree", "--prior", "x:c=1,depth=2.5"});
  CHECK(tree.exit > 0);
  CHECK_MESSAGE(tree.says("2.5"), tree.err);
}

TEST_CASE("a column of two texts is binary where it is named so, the second in order being one") {
  const Run schema =
      run_tool({"schema", "-", "--label", "class", "--column", "vote=bernoulli"}, texts);
  const Run run = fit(texts, {"--column", "vote=bernoulli"});

  CHECK(schema.json()["columns"][0]["levels"].dump() == R"(["no","yes"])");
  CHECK_MESSAGE(run.exit == 0, run.err);
  const auto statistics = run.json()["posterior"]["features"][0]["statistics"];
  CHECK(statistics[0]["ones"] == 2);
  CHECK(statistics[1]["zeros"] == 2);
}

TEST_CASE("a column of three texts is not binary") {
  const Run run = fit("vote,class\nyes,a\nno,b\nmaybe,a\n", {"--column", "vote=bernoulli"});

  CHECK(run.exit == 3);
  CHECK_MESSAGE(run.says("holds 'yes', which is not a number"), run.err);
  CHECK(run.says("--column vote=categorical"));
}

TEST_CASE(
    "texts that a spreadsheet would compute begin with an apostrophe where that is asked for") {
  const FittedText fitted("x,class\n1,=1+2\n8,@b\n2,=1+2\n9,@b\n");
  const std::string data = "x,-note\n1,=cmd\n2,+3\n8,\"-a,b\"\n9,-3.5\n";

  const Run safe = run_tool(
      {"predict", fitted.posterior, "-", "--columns", "label", "--keep=-note", "--csv-safe", "-q"},
      data);
  const Run plain = run_tool(
      {"predict", fitted.posterior, "-", "--columns", "label", "--keep=-note", "-q"}, data);

  CHECK_MESSAGE(safe.exit == 0, safe.err);
  CHECK(safe.out == "'-note,label\n'=cmd,'=1+2\n+3,'=1+2\n\"'-a,b\",'@b\n-3.5,'@b\n");
  CHECK(plain.out == "-note,label\n=cmd,=1+2\n+3,=1+2\n\"-a,b\",@b\n-3.5,@b\n");
}

TEST_CASE("--csv-safe has no meaning beside JSON") {
  const FittedText fitted(texts);

  check_usage(run_tool({"predict", fitted.posterior, "-", "--csv-safe", "--format", "json"}, texts),
              "--csv-safe");
}

TEST_CASE("the columns of a block that no double holds are told by name") {
  const std::string large = "y,x,class\n1,1e154,a\n2,-1e154,a\n3,3e154,b\n1,-3e154,b\n";
  for (const Words& flags :
       {Words{"--tied", "classes"}, std::vector<std::string>{"--covariance", "full"}}) {
    CAPTURE(flags.front());
    const Run run = fit(large, flags);
    CHECK(run.exit == 3);
    CHECK_MESSAGE(run.says("('x'), class "), run.err);
  }
}

// The square of 1e-200 is 0, its product with a larger number is not.
TEST_CASE(
    "a block with a column whose squares vanish is learned, saved and refused by its remedy") {
  for (const char* number : {"1e-158", "1e-161", "1e-163", "1e-200"}) {
    CAPTURE(number);
    const std::string x = number;
    const FittedText fitted(
        "y,x,class\n1," + x + ",a\n2,-" + x + ",a\n3," + x + ",b\n5,-" + x + ",b\n",
        {"--covariance", "full"});

    const Run run = run_tool({"predict", fitted.posterior, "-"}, "y,x\n1,0\n");

    CHECK(run.exit == 1);
    CHECK_MESSAGE(run.says("(multiply the column by a power of ten)"), run.err);
    CHECK(run_tool({"merge", fitted.posterior, fitted.posterior, "-o", "-"}).exit == 0);
  }
}

TEST_CASE("numbers close to a known mean are not called a constant column") {
  const FittedText fitted("x,class\n1e-200,a\n-3e-200,a\n2e-200,b\n",
                          {"--column", "x=normal_known_mean"});

  const Run run = run_tool({"predict", fitted.posterior, "-"}, "x\n1e-200\n");

  CHECK(run.exit == 1);
  CHECK_MESSAGE(run.says("all values are the known mean, or differ by less than about 1e-154"),
                run.err);
}

TEST_CASE("endless files are refused on every way in") {
  const TemporaryFolder folder;
  const std::string schema = folder / "schema.json";
  write_to(schema,
           R"({"schema_version":1,"label":"class","columns":[{"name":"x","family":"normal"}]})");
  const std::string out = folder / "p.json";
  for (const Words& arguments :
       {Words{"fit", "--from-statistics", "/dev/zero", "--schema", schema},
        std::vector<std::string>{"fit", "--label", "class", "--files-from", "/dev/zero"},
        std::vector<std::string>{"fit", "/dev/zero", "--input-format", "npy", "--label", "class"},
        std::vector<std::string>{"fit", "/dev/zero", "--input-format", "svmlight"}}) {
    CAPTURE(arguments[1]);
    const Run run = run_tool(with(arguments, {"-o", out}));
    CHECK(run.exit == (arguments[1] == "--label" ? 4 : 3));  // a list of files, or data
    CHECK_MESSAGE(run.says("/dev/zero"), run.err);
  }
}

TEST_CASE("counts beyond the largest are refused by the limit, in words, sparse rows and columns") {
  const TemporaryFolder folder;
  const std::string sparse = folder / "rows.svm";
  write_to(sparse, "a 1:1e301 2:1\nb 1:1 2:4\na 2:3\n");
  const std::string text = "x,t,class\n1,1e301,a\n2,3,b\n1,1,a\n";

  const Run words = fit(text, {"--words", "x,t"});
  const Run rows = run_tool({"fit", sparse, "--label", "label", "-o", "-"});
  const Run counts = fit(text, {"--column", "t=poisson"});

  CHECK_MESSAGE(words.says("needs counts of at most 1e300: column 't', standard input:2:3 holds"),
                words.err);
  CHECK_MESSAGE(rows.says("needs counts of at most 1e300: column 'features', row 1 holds"),
                rows.err);
  CHECK_MESSAGE(counts.says("needs counts of at most 1e300: column 't', standard input:2:3 holds"),
                counts.err);
}
