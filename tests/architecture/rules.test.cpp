// Each rule finds the fault that it is there to find, and leaves the faultless alone.
#include "architecture/rules.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace architecture;

namespace {

const Folders folders = {"base", "data", "learn"};

Faults arrows(const std::string& path, const std::string& include_line) {
  return back_arrows({path, include_line + "\n"}, folders);
}

}  // namespace

TEST_CASE("an include of an earlier folder or of the same is no fault") {
  CHECK(arrows("include/credence/data/a.hpp", "#include <credence/base/b.hpp>").empty());
  CHECK(arrows("src/data/a.cpp", "#include <credence/data/a.hpp>").empty());
  CHECK(arrows("src/learn/a.cpp", "#include \"data/private.hpp\"").empty());
  CHECK(arrows("include/credence/data/a.hpp", "#include <vector>").empty());
}

TEST_CASE("an include of a later folder is found") {
  const Faults faults = arrows("include/credence/data/a.hpp", "#include <credence/learn/b.hpp>");
  REQUIRE(faults.size() == 1);
  CHECK(faults[0] ==
        "include/credence/data/a.hpp includes 'credence/learn/b.hpp': 'learn' comes after 'data'");
  CHECK(arrows("src/data/a.cpp", "#include \"learn/private.hpp\"").size() == 1);
}

TEST_CASE("folders of a folder have an order, too, and share its public headers") {
  const auto arrows_in = [](const std::string& path, const std::string& name) {
    return back_arrows({path, "#include " + name + "\n"}, {"data/bytes", "data/csv", "learn"});
  };
  CHECK(arrows_in("src/data/csv/a.cpp", "\"data/bytes/b.hpp\"").empty());
  CHECK(arrows_in("src/data/bytes/a.cpp", "<credence/data/b.hpp>").empty());
  CHECK(arrows_in("src/learn/a.cpp", "\"data/csv/b.hpp\"").empty());
  CHECK(arrows_in("include/credence/data/a.hpp", "<credence/detail/data/b.hpp>").empty());
  const Faults faults = arrows_in("src/data/bytes/a.cpp", "\"data/csv/b.hpp\"");
  REQUIRE(faults.size() == 1);
  CHECK(faults[0] ==
        "src/data/bytes/a.cpp includes 'data/csv/b.hpp': 'data/csv' comes after 'data/bytes'");
  CHECK(arrows_in("include/credence/data/a.hpp", "<credence/learn/b.hpp>").size() == 1);
}

TEST_CASE("the umbrella headers may include all and no folder may include them") {
  CHECK(arrows("include/credence/credence.hpp", "#include <credence/learn/b.hpp>").empty());
  CHECK(arrows("include/credence/studies.hpp", "#include <credence/credence.hpp>").empty());
  CHECK(arrows("src/learn/a.cpp", "#include <credence/credence.hpp>").size() == 1);
}

TEST_CASE("the tool may include public headers and its own only") {
  CHECK(arrows("src/tool/a.cpp", "#include <credence/learn/b.hpp>").empty());
  CHECK(arrows("src/tool/a.cpp", "#include \"tool/a.hpp\"").empty());
  CHECK(arrows("src/tool/a.cpp", "#include \"data/private.hpp\"").size() == 1);
  CHECK(arrows("src/data/a.cpp", "#include \"tool/a.hpp\"").size() == 1);
}

TEST_CASE("a private header in a public one and a path upwards are found") {
  CHECK(arrows("include/credence/learn/a.hpp", "#include \"data/private.hpp\"").size() == 1);
  CHECK(arrows("src/learn/a.cpp", "#include \"../data/private.hpp\"").size() == 1);
}

TEST_CASE("a public header with a library of its own choice is found") {
  CHECK(foreign_includes({"a.hpp", "#include <vector>\n#include <Eigen/Core>\n"}).empty());
  CHECK(foreign_includes({"a.hpp", "#include <fmt/core.h>\n"}).size() == 1);
  CHECK(foreign_includes({"a.hpp", "#include <boost/math/special_functions.hpp>\n"}).size() == 1);
}

TEST_CASE("a flag in a message of the library is found") {
  CHECK(names_flags({"a.cpp", "f(\"use \"\n \"--trim\");"}).size() == 1);
  CHECK(names_flags({"a.cpp", "--i; // --trim\n f(\"use CsvOptions::trim -- or not\");"}).empty());
}

TEST_CASE("a remedy without a flag and a flag without a remedy are found") {
  const SourceFile table{"t.cpp", "Remedy{\"CsvOptions::trim\", \"--trim\"}"};
  const auto apart = [&](const std::string& message) {
    return remedies_apart({{"a.cpp", "f(\"" + message + "\");"}}, table);
  };
  CHECK(apart("use CsvOptions::trim if they should be").empty());
  CHECK(apart("use CsvOptions::trim or CsvOptions::trom") ==
        Faults{"t.cpp has no flag for 'CsvOptions::trom', which a message names; add a row, or say "
               "it without the name"});
  CHECK(apart("be careful") ==
        Faults{"t.cpp has 'CsvOptions::trim', which no message names; take the row out"});
}

TEST_CASE("one line above the limit is found") {
  const auto text = [](int length) {
    std::string lines_of_text;
    for (int i = 0; i < length; ++i) lines_of_text += "// x\n";
    return lines_of_text;
  };
  CHECK(too_long({"a.hpp", text(300)}).empty());
  CHECK(too_long({"a.hpp", text(301)}).size() == 1);
  CHECK(too_long({"a.cpp", text(400)}).empty());
  CHECK(too_long({"a.cpp", text(401)}).size() == 1);
}

TEST_CASE("one public header above the limit is found") {
  std::vector<SourceFile> headers(most_public_headers, {"include/credence/base/a.hpp", ""});
  headers.push_back({"include/credence/detail/b.hpp", ""});
  headers.push_back({"include/credence/base/detail/c.hpp", ""});
  headers.push_back({"include/credence/density/c.hpp", ""});
  headers.push_back({"include/credence/family/c.hpp", ""});
  headers.push_back({"include/credence/study/c.hpp", ""});
  CHECK(too_many(headers).empty());
  headers.push_back({"include/credence/base/d.hpp", ""});
  CHECK(too_many(headers) ==
        Faults{"include/credence/ has " + std::to_string(most_public_headers + 1) +
               " headers, more than " + std::to_string(most_public_headers) +
               "; put what users do not call into src, or raise most_public_headers with a "
               "decision page"});
}

TEST_CASE("an include of the list of families outside its folder is found") {
  const std::string line = "#include <credence/family/families.hpp>\n";
  CHECK(lists_families({"src/catalogue/a.cpp", line}).empty());
  CHECK(lists_families({"include/credence/catalogue/a.hpp", line}).empty());
  CHECK(lists_families({"tests/laws/a.test.cpp", line}).empty());
  CHECK(lists_families({"src/study/a.cpp", "#include <credence/family/gamma_poisson.hpp>\n"})
            .empty());
  CHECK(
      lists_families({"src/study/a.cpp", line}) ==
      Faults{"src/study/a.cpp includes 'credence/family/families.hpp': only catalogue may list all "
             "families"});
  CHECK(lists_families({"examples/a.cpp", line}).size() == 1);
}

TEST_CASE("banned words are found in code and not in prose") {
  CHECK(banned_words({"a.hpp", "int* p = new int;"}).size() == 1);
  CHECK(banned_words({"a.hpp", "struct HyperPrior { virtual void f(); };"}).size() == 2);
  CHECK(banned_words({"a.hpp", "double log_proba(int attribute);"}).size() == 2);
  CHECK(banned_words({"a.hpp", "std::shared_ptr<int> partial_fit(SuffStat s);"}).size() == 3);
  CHECK(
      banned_words({"include/credence/learn/a.hpp", "virtual std::shared_ptr<int> f();"}).empty());
  CHECK(banned_words({"a.hpp", "#define TWICE(x) ((x) + (x))"}).size() == 1);
  CHECK(
      banned_words({"a.hpp", "double probability; int renewed; // a new virtual hyper\n"}).empty());
  CHECK(
      banned_words({"a.hpp", "/* new */ auto a = \"new\"; auto b = R\"x(new)\" new)x\";"}).empty());
}

TEST_CASE("an apostrophe between digits hides nothing behind it") {
  CHECK(banned_words({"a.hpp", "int a = 1'000; int* b = new int; char c = '\\'';"}).size() == 1);
}

TEST_CASE("a file that does not say what it is for is found") {
  CHECK(no_purpose({"a.hpp", "#pragma once\n// Counts things.\n"}).empty());
  CHECK(no_purpose({"a.py", "#!/usr/bin/python3\n# Counts things.\n"}).empty());
  CHECK(no_purpose({"a.py", "\"\"\"Counts things.\"\"\"\n"}).empty());
  CHECK(no_purpose({"a.hpp", "#pragma once\n#include <vector>\n\n// Counts things.\n"}).size() ==
        1);
  CHECK(no_purpose({"src/x/a.cpp", "#include <credence/x/a.hpp>\n"}).empty());
  CHECK(no_purpose({"tests/x/a.test.cpp", "#include <credence/x/a.hpp>\n"}).empty());
  CHECK(no_purpose({"src/x/a.cpp", "#include <credence/x/b.hpp>\n"}).size() == 1);
  CHECK(no_purpose({"a.cpp", ""}).size() == 1);
}

TEST_CASE("a path of one machine is found and a path within a name is not") {
  const std::string home = std::string("/") + "home/";
  CHECK(machine_paths({"a.cpp", "read(\"" + home + "ada/x.csv\")"}).size() == 1);
  CHECK(machine_paths({"a.cpp", "https://example.org" + home + "x.csv and build" + home}).empty());
}

TEST_CASE("a tolerance that is absolute for small numbers is found") {
  const auto count = [](const std::string& check) {
    return loose_tolerances({"a.test.cpp", "CHECK(x == doctest::Approx(y)" + check + ");"}).size();
  };
  CHECK(count(".epsilon(0.08)") == 1);
  CHECK(count("\n.epsilon(1e-4 / f(t))") == 1);
  CHECK(count(".epsilon(2 * step + 1e-6)") == 1);
  CHECK(count(".epsilon(0.08)\n.scale(0)") == 0);
  CHECK(count(".epsilon(2 * (a + b)).scale(1e-3)") == 0);
  CHECK(count(".epsilon(9e-5)") == 0);
  CHECK(count(".epsilon(epsilon).scale(0)") == 0);
  CHECK(count("); // .epsilon(0.5)\nf(") == 0);
  CHECK(loose_tolerances({"a.cpp", "x.epsilon(0.5)"}) ==
        Faults{"a.cpp has 'epsilon(0.5)' without a scale; use relative of support/relative.hpp"});
}

TEST_CASE("a class that two files define is found, but not those without linkage") {
  const SourceFile one{"src/a.cpp",
                       "namespace credence {\nclass Scorer final : public Any {\n};\n"};
  const auto with = [&](const std::string& text) {
    return defined_twice({one, {"src/b.hpp", text}});
  };

  CHECK(with("namespace credence {\nclass Scorer;\nclass Scorer::Terms final : public Any {\n")
            .empty());
  CHECK(with("namespace credence {\nnamespace {\nclass Scorer {\n};\n").empty());
  CHECK(with("namespace credence::detail {\nclass Scorer {\n};\n").empty());
  const Faults faults =
      with("namespace credence {\nnamespace {\n}  // namespace\nstruct Scorer {\n};\n");
  REQUIRE(faults.size() == 1);
  CHECK(faults[0] ==
        "src/b.hpp defines 'credence::Scorer' as src/a.cpp does; give one of them another name");
}

TEST_CASE("a header that nothing includes is found") {
  const std::vector<SourceFile> headers = {
      {"include/credence/all.hpp", "#include <credence/base/a.hpp>\n"},
      {"include/credence/base/a.hpp", "#include <credence/base/b.hpp>\n"},
      {"include/credence/base/b.hpp", ""},
      {"include/credence/base/c.hpp", ""}};
  const Faults faults = unreached(headers, "include/credence/all.hpp");
  REQUIRE(faults.size() == 1);
  CHECK(faults[0] == "include/credence/base/c.hpp is not reached from include/credence/all.hpp");
}
