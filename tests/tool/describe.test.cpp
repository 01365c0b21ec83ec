// `credence describe`: which features are shown, and intervals of which mass.
#include <doctest/doctest.h>

#include "support/run_tool.hpp"
#include "support/usage.hpp"

using namespace credence::programs;

namespace {

std::string fitted(const TemporaryFolder& folder) {
  const std::string posterior = folder / "p.json";
  REQUIRE(run_tool({"fit", "-", "--label", "class", "-o", posterior},
                   "city,x,\"a,b\",class\nRome,1,1,a\nOslo,2,0,b\nRome,4,0,a\n")
              .exit == 0);
  return posterior;
}

}  // namespace

TEST_CASE("describe shows the features that are asked for") {
  const TemporaryFolder folder;
  const std::string posterior = fitted(folder);
  const auto names = [&](const Words& flags) {
    const Words words = with({"describe", posterior, "--format", "json"}, flags);
    std::vector<std::string> features;
    const auto described = run_tool(words).json();
    for (const auto& feature : described["features"])
      features.push_back(feature["feature"].get<std::string>());
    return features;
  };

  CHECK(names({}) == std::vector<std::string>{"city", "x", "a,b"});
  CHECK(names({"--features", "x,city"}) == std::vector<std::string>{"city", "x"});
  CHECK(names({"--features", "a,b"}) == std::vector<std::string>{"a,b"});
  CHECK(names({"--features", "x", "--features", "\"a,b\""}) ==
        std::vector<std::string>{"x", "a,b"});
}

TEST_CASE("describe shows intervals of the mass that is asked for") {
  const TemporaryFolder folder;
  const std::string posterior = fitted(folder);
  const auto interval_at = [&](const Words& flags) {
    return run_tool(with({"describe", posterior, "--features", "x", "--format", "json"}, flags))
        .json()["features"][0]["cells"][0]["interval"];
  };

  const auto usual = interval_at({});
  const auto narrow = interval_at({"--interval-mass", "0.5"});

  CHECK(usual["mass"] == 0.9);
  CHECK(narrow["mass"] == 0.5);
  for (const char* parameter : {"mean", "variance"}) {
    CAPTURE(parameter);
    CHECK(usual["lower"][parameter] < narrow["lower"][parameter]);
    CHECK(narrow["lower"][parameter] < narrow["upper"][parameter]);
    CHECK(narrow["upper"][parameter] < usual["upper"][parameter]);
  }
  CHECK(has(run_tool({"describe", posterior, "--interval-mass", "0.95"}).out, "95 % interval"));
}

TEST_CASE("an end of an interval beyond the range of double is not written as a number") {
  const TemporaryFolder folder;
  const std::string posterior = folder / "p.json";
  REQUIRE(run_tool({"fit", "-", "--label", "class", "-o", posterior},
                   "x,class\n1e152,a\n2e152,a\n3e152,b\n4e152,b\n")
              .exit == 0);
  const auto described = [&](const char* mass) {
    return run_tool({"describe", posterior, "--interval-mass", mass, "--format", "json"})
        .json()["features"][0]["cells"][0]["interval"];
  };

  CHECK(described("0.9")["upper"]["variance"].is_number());
  CHECK(described("0.9999999")["undefined"] ==
        "an end of the interval of 'variance' is beyond the range of double; rescale the column");
}

TEST_CASE("the heading of a column names the classes whose prior a word says") {
  const TemporaryFolder folder;
  const auto heading = [&](const std::string& by_class) {
    const std::string schema = folder / "s.json", posterior = folder / "p.json";
    write_to(schema,
             R"({"schema_version":1,"label":"class","columns":[{"name":"x","family":"normal",)"
             R"("prior":{"by_class":{)" +
                 by_class + "}}}]}");
    REQUIRE(run_tool({"fit", "-", "--schema", schema, "-o", posterior, "--force"},
                     "x,class\n1,a\n2,a\n3,b\n5,b\n4,c\n6,c\n")
                .exit == 0);
    const std::string text = run_tool({"describe", posterior}).out;
    const std::size_t begin = text.find("x: normal");
    return text.substr(begin, text.find('\n', begin) - begin);
  };
  const std::string numbers = R"({"mean":0,"mean_weight":1,"shape":2,"scale":1})";

  CHECK(heading(R"("a":"auto")") == "x: normal, prior auto");
  CHECK(heading(R"("a":)" + numbers) == "x: normal, prior auto in classes b, c");
  CHECK(heading(R"("a":)" + numbers + R"(,"b":"auto3")") ==
        "x: normal, prior auto3 in class b; auto in class c");
}

TEST_CASE("describe refuses features and masses that there are not") {
  const TemporaryFolder folder;
  const std::string posterior = fitted(folder);

  const Run unknown = run_tool({"describe", posterior, "--features", "x,cities"});
  CHECK(unknown.exit == 2);
  CHECK(run_tool({"describe", posterior, "--features", "city,x,city"})
            .says("flag '--features' names 'city' twice; name it once"));
  CHECK(unknown.says("'cities'"));
  CHECK(unknown.says("'city'"));
  for (const char* mass : {"0", "1", "-0.1", "90", "half", ""})
    check_usage({"describe", posterior, "--interval-mass", mass}, "--interval-mass");
}

TEST_CASE("a class or a level is asked for beside figures alone") {
  const TemporaryFolder folder;
  const std::string posterior = fitted(folder);
  for (const std::string flag : {"--class", "--level"}) {
    check_usage({"describe", posterior, flag, "a"},
                "flag '" + flag + "' chooses what figures show");
    CHECK(run_tool({"describe", posterior, flag, "a", "--format", "text"}).exit == 2);
  }
  CHECK(run_tool({"describe", posterior, "--class", "a", "--svg", folder / "a.svg", "-q"}).exit ==
        0);
}

TEST_CASE("a level that no figure shows is refused, and features without it are left out") {
  const TemporaryFolder folder;
  const std::string posterior = folder / "p.json";
  REQUIRE(run_tool({"fit", "-", "--label", "class", "-o", posterior, "-q"},
                   "city,job,x,class\nRome,yes,1.5,a\nOslo,no,2,b\nBern,maybe,4,a\n")
              .exit == 0);
  const auto figures = [&](const std::string& level, const Words& flags = {}) {
    return run_tool(with({"describe", posterior, "--level", level, "--html", "-"}, flags));
  };
  const std::string said = "which no feature of the figures has; leave it out, or name a feature";

  CHECK(figures("Rome", {"--features", "x"}).exit == 2);
  CHECK(figures("Rome", {"--features", "x"}).says("'--level' names 'Rome', " + said));
  CHECK(figures("Paris").says("'--level' names 'Paris', " + said));
  CHECK(figures("Paris", {"--features", "city"}).exit == 2);
  CHECK(figures("Paris", {"--features", "city"}).says("its levels are 'Bern', 'Oslo', 'Rome'"));
  REQUIRE(figures("yes").exit == 0);
  CHECK(has(figures("yes").out, "probability of yes"));
  CHECK_FALSE(has(figures("yes").out, "probability of Bern"));
}

TEST_CASE("figures leave out columns of one level or bin, and describe the rest") {
  const TemporaryFolder folder;
  const std::string posterior = folder / "q.json";
  REQUIRE(run_tool({"fit", "-", "--label", "class", "--column", "x=histogram", "--prior",
                    "x:bins=1", "-o", posterior, "-q"},
                   "x,y,class\n1,2.5,a\n2,3.5,b\n3,1.5,a\n4,0.5,b\n")
              .exit == 0);

  const Run all = run_tool({"describe", posterior, "--html", folder / "q.html", "-q"});
  const Run one =
      run_tool({"describe", posterior, "--features", "x", "--html", folder / "x.html", "-q"});

  CHECK(all.exit == 0);
  CHECK(one.exit != 0);
  CHECK(one.says("column 'x' has one level or bin alone"));
}
