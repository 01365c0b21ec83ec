// Figures as a user makes them: --html, --svg, --format csv, and the verb report.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>

#include "support/fitted.hpp"
#include "support/markup.hpp"
#include "support/run_tool.hpp"
#include "support/usage.hpp"

using namespace credence::programs;
using credence::testing::hostile_name;
using credence::testing::Markup;
using credence::testing::markup_of;

namespace {

std::string quoted(const std::string& text) {
  std::string field = "\"";
  for (const char c : text) field += c == '"' ? std::string("\"\"") : std::string(1, c);
  return field + "\"";
}

// Names of columns, classes and levels as an enemy would choose them.
std::string hostile_csv() {
  std::string csv = quoted(hostile_name) + ",number,two,class\n";
  for (int i = 0; i < 24; ++i)
    csv += quoted(hostile_name + std::to_string(i % 3)) + "," + std::to_string(i % 7) + "," +
           std::to_string((i * i) % 11) + "," +
           (i % 2 == 0 ? quoted(hostile_name) : std::string("other")) + "\n";
  return csv;
}

}  // namespace

TEST_CASE("report makes one well-formed page of a table") {
  const Run run = run_tool({"report", shipped("iris.csv"), "--label", "class", "-o", "-"});

  REQUIRE(run.exit == 0);
  const Markup page = markup_of(run.out);
  CHECK(page.fault == "");
  CHECK(page.count("svg") == 19);
  for (const char* part : {"Conclusions", "Best estimator: ", "class = setosa (50, 33.3 %)",
                           "Fitted distributions", "Decision boundary", "Confusion matrix"}) {
    CAPTURE(part);
    CHECK(page.says(part));
  }
  CHECK(page.says("petal_length"));
  CHECK(run.out.size() < 1'000'000);
}

TEST_CASE("a report without a file to write is called as its data are, and stays where it is") {
  const TemporaryFolder folder;
  write_to(folder / "flowers.v2.csv", text_of(shipped("iris.csv")));
  const auto report = [&](const std::string& words) {
    const std::string command = "cd '" + folder.path().string() + "' && '" +
                                credence::testing::built_tool() +
                                "' report flowers.v2.csv --label class " + words + " > out 2> err";
    return WEXITSTATUS(std::system(command.c_str()));
  };

  CHECK(report("") == 0);
  CHECK(has(text_of(folder / "err"), "the report is in 'flowers.v2.html'"));
  CHECK(text_of(folder / "out").empty());
  CHECK(markup_of(text_of(folder / "flowers.v2.html")).fault == "");
  CHECK(report("") == 4);
  CHECK(has(text_of(folder / "err"), "'flowers.v2.html' exists; use --force"));
  CHECK(report("--force") == 0);
  CHECK(report("--html page.html") == 0);
  CHECK(text_of(folder / "page.html") == text_of(folder / "flowers.v2.html"));
  CHECK(run_tool({"report", "-", "--label", "class"}, "a,class\n1,x\n").exit == 2);
}

TEST_CASE("a report sets data beside simulated ones as often as asked") {
  const auto checks_of = [](const std::string& csv, const Words& flags) {
    const Words words = with({"report", "-", "--label", "class", "--format", "json"}, flags);
    std::size_t checks = 0;
    const auto all = run_tool(words, csv).json();
    for (const auto& figure : all["figures"])
      checks += figure["figure"].get<std::string>().starts_with("check of ") ? 1 : 0;
    return checks;
  };
  const std::string iris = text_of(shipped("iris.csv"));
  CHECK(checks_of(iris, {}) == 4);
  CHECK(checks_of(iris, {"--simulations", "300"}) == 4);
  CHECK(checks_of(iris, {"--simulations", "0"}) == 0);
  CHECK(checks_of(iris, {"--tied", "classes"}) == 4);
  CHECK(run_tool({"report", shipped("iris.csv"), "--label", "class", "--simulations", "20"}).exit ==
        2);

  std::string many = "x,class\n";
  for (int i = 0; i <= 40000; ++i) many += (i % 3 == 0 ? "1,a\n" : "0,b\n");
  CHECK(checks_of(many, {"--folds", "2"}) == 1);
}

TEST_CASE("the same report is the same bytes for any number of threads") {
  const auto report = [](const std::string& threads) {
    return run_tool(
               {"report", shipped("wine.csv"), "--label", "class", "--threads", threads, "-o", "-"})
        .out;
  };

  CHECK(report("1") == report("2"));
}

TEST_CASE("the footer of a report names version, command, data, their date and rows") {
  const TemporaryFolder folder;
  const std::string csv = folder / "my iris.csv";
  write_to(csv, text_of(shipped("iris.csv")));
  std::filesystem::last_write_time(csv, std::filesystem::file_time_type::clock::now());
  const auto footer = [&](const Words& more) {
    const std::string page =
        run_tool(with({"report", csv, "--label", "class", "--simulations", "0"}, more)).out;
    const std::size_t begin = page.find("<footer><p>") + 11;
    return page.substr(begin, page.find("</p>", begin) - begin);
  };

  const std::string text = footer({"--threads", "1", "-o", "-"});

  CHECK(text.starts_with("Made by credence "));
  CHECK(has(text,
            ": credence report &#39;my iris.csv&#39; --label class --simulations 0. Data: my "
            "iris.csv, last changed 20"));
  CHECK(text.ends_with(", 150 rows."));
  CHECK_FALSE(has(text, folder.path().string()));
}

TEST_CASE("names from the data do no harm in any format") {
  for (const std::string format : {"html", "json"}) {
    const Run run =
        run_tool({"report", "-", "--label", "class", "--format", format, "-o", "-"}, hostile_csv());
    CAPTURE(run.err);
    REQUIRE(run.exit == 0);
    if (format == "html") {
      const Markup page = markup_of(run.out);
      CHECK(page.fault == "");
      CHECK(page.count("b") == 0);
      CHECK(page.count("script") == 0);
    } else {
      CHECK(run.json()["schema_version"] == 1);
    }
  }
}

TEST_CASE("JSON carries the numbers of every figure on the page") {
  const Words words{"report", shipped("iris.csv"), "--label", "class", "-o", "-"};

  const auto json = run_tool(with(words, {"--format", "json"})).json();

  std::vector<std::string> names;
  for (const auto& figure : json["figures"]) {
    names.push_back(figure["figure"]);
    CHECK_FALSE(figure["rows"].empty());
  }
  CHECK(json["conclusions"]["label"] == "class");
  CHECK(json["conclusions"]["best"]["on"] == "cross_validation");
  CHECK(json["conclusions"]["baseline"]["estimator"] == "baseline");
  CHECK(names.size() == markup_of(run_tool(words).out).count("figure"));
  for (const std::string name :
       {"accuracy", "log_loss", "calibration", "confusion", "evidence", "density of petal_width",
        "surface of petal_width and petal_length"}) {
    CAPTURE(name);
    CHECK(std::find(names.begin(), names.end(), name) != names.end());
  }
}

TEST_CASE("test rows have figures of their own") {
  const TemporaryFolder folder;
  const std::string csv = text_of(shipped("iris.csv"));
  write_to(folder / "test.csv", csv);

  const Run run = run_tool({"report", shipped("iris.csv"), "--test", folder / "test.csv", "--label",
                            "class", "--format", "csv", "--figure", "confusion on test"});

  REQUIRE(run.exit == 0);
  CHECK(lines_of(run.out).front() == "estimator,true,predicted,rows,share_of_true");
  CHECK(lines_of(run.out).size() == 1 + 4 * 9);
}

TEST_CASE("the training rows are no test rows of a report") {
  const TemporaryFolder folder;
  const std::string csv = folder / "iris.csv";
  write_to(csv, text_of(shipped("iris.csv")));

  check_usage({"report", csv, "--test", folder / "./iris.csv", "--label", "class", "--format",
               "json", "-q"},
              "flag '--test' names the file of the training rows");
}

TEST_CASE("test rows have the format that the flag says of the data") {
  const TemporaryFolder folder;
  const std::string arff =
      "@relation r\n@attribute x numeric\n@attribute class {p, q}\n@data\n"
      "1,p\n2,p\n4,p\n7,q\n8.5,q\n9,q\n3,p\n8,q\n";
  for (const char* name : {"train.txt", "test.txt"}) write_to(folder / name, arff);

  const Run run = run_tool({"report", folder / "train.txt", "--test", folder / "test.txt",
                            "--label", "class", "--input-format", "arff", "--folds", "2",
                            "--format", "csv", "--figure", "confusion on test"});

  REQUIRE_MESSAGE(run.exit == 0, run.err);
  CHECK(lines_of(run.out).size() == 1 + 4 * 4);
}

TEST_CASE("a page and a figure go to files beside the result of a verb") {
  const TemporaryFolder folder;
  const Run run =
      run_tool({"compare", shipped("iris.csv"), "--label", "class", "--html", folder / "page.html",
                "--svg", folder / "loss.svg", "--figure", "log_loss"});

  REQUIRE(run.exit == 0);
  CHECK(has(run.out, "accuracy"));
  CHECK(markup_of(text_of(folder / "page.html")).fault == "");
  const Markup picture = markup_of(text_of(folder / "loss.svg"));
  CHECK(picture.fault == "");
  CHECK(picture.says("Log loss of each estimator"));
}

TEST_CASE("rankings and learning curves have pages, and CSV of their own") {
  const TemporaryFolder folder;
  const std::string iris = shipped("iris.csv");
  for (const Words& words :
       {Words{"select", iris, "--label", "class", "--choose", "leave_one_out"},
        Words{"curve", iris, "--label", "class", "--sizes", "10,100", "--repeat", "5"}}) {
    Words all = words;
    all.insert(all.end(),
               {"--format", "csv", "--html", folder / "page.html", "--force", "--threads", "1"});
    const Run run = run_tool(all);
    CAPTURE(run.err);
    REQUIRE(run.exit == 0);
    CHECK(lines_of(run.out).size() > 4);
    const Markup page = markup_of(text_of(folder / "page.html"));
    CHECK(page.fault == "");
    CHECK(page.count("svg") == 2);
  }
}

TEST_CASE("standard output takes a page in the place of the result") {
  const Run run = run_tool({"compare", shipped("iris.csv"), "--label", "class", "--svg", "-"});

  CHECK(markup_of(run.out).fault == "");
  CHECK(markup_of(run.out).count("svg") == 1);
}

TEST_CASE("posteriors, rows and evaluations have their figures") {
  const Fitted iris("iris.csv");

  for (const auto& [words, figure] :
       {std::pair<Words, std::string>{{"evaluate", iris.posterior, iris.data}, "calibration"},
        {{"explain", iris.posterior, iris.data, "--row", "60"}, "explanation"},
        {{"describe", iris.posterior, "--features", "petal_length"},
         "cell of petal_length in virginica"}}) {
    const Run run =
        run_tool(with(words, {"--format", "csv", "--svg", iris.folder / "figure.svg", "--html",
                              iris.folder / "page.html", "--force", "--figure", figure}));
    CAPTURE(run.err);
    REQUIRE(run.exit == 0);
    CHECK(lines_of(run.out).size() > 3);
    CHECK(markup_of(text_of(iris.folder / "figure.svg")).fault == "");
    CHECK(markup_of(text_of(iris.folder / "page.html")).fault == "");
  }
}

TEST_CASE("compare and evaluate write their results as CSV, and with --figure the numbers of one") {
  const Fitted iris("iris.csv");
  const Words as_csv{"--estimator", "predictive", "--format", "csv", "-q"};
  const auto run = [&](const Words& words, const Words& more) {
    const Run done = run_tool(with(with(words, as_csv), more));
    CAPTURE(done.err);
    REQUIRE(done.exit == 0);
    return lines_of(done.out);
  };
  const Words compare{"compare", iris.data, "--label", "class"};
  const Words evaluate{"evaluate", iris.posterior, iris.data};

  const auto compared = run(compare, {});
  CHECK(compared.size() == 1 + 2 * 3);
  CHECK(compared[0].starts_with("estimator,on,accuracy,log_loss,skill,brier,"));
  CHECK(compared[2].starts_with("predictive,cross_validation,0."));
  const auto structures = run(compare, {"--structure", "naive,tan"});
  CHECK(structures.size() == 1 + 3 * 3);
  CHECK(structures[0] == "structure," + compared[0]);
  CHECK(structures[2] == "naive," + compared[2]);
  const auto evaluated = run(evaluate, {});
  CHECK(evaluated.size() == 1 + 2);
  CHECK(evaluated[0] == compared[0] + ",roc_auc");

  for (const Words& words : {compare, evaluate}) {
    CAPTURE(words.front());
    CHECK(run(words, {"--figure", "accuracy"})[0] == "estimator,on,accuracy,lower,upper,undefined");
    const std::string svg = iris.folder / words.front();
    CHECK(run(words, {"--svg", svg}) == run(words, {}));
    CHECK(markup_of(text_of(svg)).says("Accuracy of each estimator"));
    CHECK(run(words, {"--digits", "2"}).at(1).size() < run(words, {}).at(1).size());
  }
}

TEST_CASE("a figure that there is not is a wrong flag, and names those there are") {
  const Run run = run_tool(
      {"compare", shipped("iris.csv"), "--label", "class", "--format", "csv", "--figure", "pie"});

  CHECK(run.exit == 2);
  CHECK(run.says("'pie'"));
  CHECK(run.says("'log_loss'"));
  const TemporaryFolder folder;
  const Run page = run_tool({"compare", shipped("iris.csv"), "--label", "class", "--format", "csv",
                             "--html", folder / "page.html", "--figure", "pie"});
  CHECK(page.exit == 2);
  CHECK(!std::filesystem::exists(folder / "page.html"));
}

TEST_CASE("flags of figures that make no sense end with exit 2") {
  const std::string iris = shipped("iris.csv");
  for (const Words& words :
       {Words{"compare", iris, "--label", "class", "--figure", "accuracy"},
        Words{"compare", iris, "--label", "class", "--html", "-", "--svg", "-"},
        Words{"report", iris, "--label", "class", "--features", "petal_length"},
        Words{"report", iris, "--label", "class", "--features", "petal_length,colour"},
        Words{"report", iris, "--label", "class", "--estimator", "best"},
        Words{"report", iris, "--label", "class", "--format", "text"},
        Words{"predict", iris, iris, "--html", "x.html"}}) {
    CAPTURE(words.back());
    CHECK(run_tool(words).exit == 2);
  }
}

TEST_CASE("an existing page is kept unless --force is given") {
  const TemporaryFolder folder;
  write_to(folder / "page.html", "mine");
  const Words words{"compare", shipped("iris.csv"), "--label", "class",
                    "--html",  folder / "page.html"};

  CHECK(run_tool(words).exit == 4);
  CHECK(text_of(folder / "page.html") == "mine");
}

TEST_CASE("tables without numbers, with one row a class, or with a constant column have reports") {
  for (const std::string csv :
       {"a,class\nx,p\ny,q\nx,p\ny,q\n", "a,b,class\n1,2,p\n3,4,q\n5,6,p\n7,9,q\n",
        "a,b,class\n1,4,p\n2,4,q\n3,4,p\n9,4,q\n",
        "a,b,class\n1e300,1,p\n-1e300,2,q\n2,3,p\n4,4,q\n"}) {
    const Run run = run_tool({"report", "-", "--label", "class", "--folds", "2", "-o", "-"}, csv);
    CAPTURE(csv);
    CAPTURE(run.err);
    REQUIRE(run.exit == 0);
    CHECK(markup_of(run.out).fault == "");
    CHECK_FALSE(has(run.out, "nan"));
  }
}
