// Forms of DATA, compression and limits, as a user of the tool meets them.
#include <doctest/doctest.h>

#include <zlib.h>

#include "support/run_tool.hpp"

using namespace credence::programs;

namespace {

const std::string plain =
    "city,age,class\nRome,31,ill\nOslo,44,well\nRome,25,ill\nOslo,39.5,well\n";
const std::string arff =
    "@relation r\n@attribute city {Rome,Oslo}\n@attribute age real\n"
    "@attribute class {well,ill}\n@data\n"
    "Rome,31,ill\nOslo,44,well\n{1 25,2 ill}\n{0 Oslo,1 39.5}\n";

std::string gzipped(const std::string& text) {
  const TemporaryFolder folder;
  const std::string path = folder / "x.gz";
  const gzFile file = gzopen(path.c_str(), "wb");
  gzwrite(file, text.data(), static_cast<unsigned>(text.size()));
  gzclose(file);
  return text_of(path);
}

Run fit_from(const Words& words, const std::string& in = "") {
  return run_tool(with(with({"fit"}, words), {"--label", "class", "-q", "-o", "-"}), in);
}

}  // namespace

TEST_CASE("an ARFF file teaches what the same rows as CSV do") {
  const TemporaryFolder folder;
  write_to(folder / "a.arff", arff);
  const std::string schema = folder / "s.json";
  REQUIRE(run_tool({"schema", folder / "a.arff", "--label", "class", "-o", schema}).exit == 0);

  const std::string expected = fit_from({"-", "--schema", schema}, plain).out;

  CHECK(fit_from({folder / "a.arff"}).out == expected);
  CHECK(fit_from({"-", "--input-format", "arff"}, arff).out == expected);
  CHECK(fit_from({folder / "a.arff", "--stream", "--chunk", "10"}).out == expected);
  CHECK(fit_from({folder / "a.arff", "--schema", schema}).out == expected);
  CHECK(has(expected, "\"well\""));
}

TEST_CASE("nothing in the head of an ARFF file is taken for separated text") {
  const TemporaryFolder folder;
  const std::string path = folder / "b.arff";
  const std::string schema = folder / "s.json";
  write_to(folder / "a.arff", arff);
  REQUIRE(run_tool({"schema", folder / "a.arff", "--label", "class", "-o", schema}).exit == 0);
  const std::string expected = fit_from({"-", "--schema", schema}, plain).out;

  for (const std::string head :
       {"% title: one,,two\n", "@relation \"my data\"\n", "% a \"quote\n\n"}) {
    CAPTURE(head);
    const bool has_relation = head.starts_with("@");
    write_to(path, head + (has_relation ? arff.substr(arff.find('\n') + 1) : arff));
    for (const Words& words : {Words{path}, {path, "--stream"}}) {
      const Run run = fit_from(words);
      CHECK(run.out == expected);
    }
    const Run noted = run_tool({"fit", path, "--label", "class", "-o", "-"});
    CHECK_FALSE(has(noted.err, "without a name"));
  }
}

TEST_CASE("every verb reads ARFF") {
  const TemporaryFolder folder;
  const std::string data = folder / "a.arff", posterior = folder / "p.json";
  write_to(data, arff);
  write_to(folder / "a.csv", plain);
  REQUIRE(run_tool({"fit", data, "--label", "class", "-o", posterior, "-q"}).exit == 0);

  const auto same = [&](const Words& words) {
    std::vector<std::string> of_csv = words;
    for (std::string& word : of_csv)
      if (word == data) word = folder / "a.csv";
    const Run a = run_tool(words), b = run_tool(of_csv);
    CAPTURE(words.front());
    INFO(a.err);
    CHECK(a.exit == 0);
    CHECK(a.out == b.out);
  };
  same({"predict", posterior, data, "--keep", "age"});
  same({"evaluate", posterior, data});
  same({"explain", posterior, data, "--row", "3"});
  same({"suggest", data, "--label", "class", "--format", "json"});
  CHECK(run_tool({"compare", data, "--label", "class", "--folds", "2"}).exit == 0);
}

TEST_CASE("sparse rows in parts teach what the whole file teaches") {
  const std::string rows = "ill 1:2 6:1\nwell 2:1 3:1.5\nill 2:1\nwell 6:2 9:1 70000:3\n";
  const auto learned = [&](const Words& words, const std::string& in) {
    return fit_from(with({"-", "--input-format", "svmlight"}, words), in);
  };

  const Run whole = learned({}, rows);

  REQUIRE(whole.exit == 0);
  for (const char* chunk : {"1", "15", "1000"}) {
    CAPTURE(chunk);
    CHECK(learned({"--stream", "--chunk", chunk}, rows).out == whole.out);
    CHECK(learned({"--stream", "--chunk", chunk}, gzipped(rows)).out == whole.out);
  }
}

TEST_CASE("compressed text is read under any name and from standard input") {
  const TemporaryFolder folder;
  write_to(folder / "a.csv.gz", gzipped(plain));
  write_to(folder / "a.arff.gz", gzipped(arff));
  write_to(folder / "a.csv", gzipped(plain));

  const std::string expected = fit_from({"-"}, plain).out;

  CHECK(fit_from({folder / "a.csv.gz"}).out == expected);
  CHECK(fit_from({folder / "a.csv"}).out == expected);
  CHECK(fit_from({"-"}, gzipped(plain)).out == expected);
  CHECK(fit_from({"-", "--stream", "--chunk", "7"}, gzipped(plain)).out == expected);
  CHECK(fit_from({folder / "a.arff.gz"}).out ==
        fit_from({"-", "--input-format", "arff"}, arff).out);
}

TEST_CASE("the form of the flag is stronger than the name") {
  const TemporaryFolder folder;
  write_to(folder / "a.tsv", plain);
  write_to(folder / "a.csv", "ill 1:2 3:1\nwell 2:1\n");

  CHECK(fit_from({folder / "a.tsv", "--input-format", "csv"}).exit == 0);
  CHECK(fit_from({folder / "a.csv", "--input-format", "svmlight"}).exit == 0);
  CHECK(fit_from({folder / "a.csv", "--input-format", "xml"}).exit == 2);
  CHECK(fit_from({"-", "--input-format", "arff", "--trim"}, arff).exit == 2);
  CHECK(fit_from({"-", "--input-format", "arff", "--missing", "x", "--stream"}, arff).exit == 2);
}

TEST_CASE("damaged compressed data end with exit code 3 and an absent file with 4") {
  const TemporaryFolder folder;
  const std::string whole = gzipped(plain);
  write_to(folder / "a.csv.gz", whole.substr(0, whole.size() - 5));

  for (const char* flag : {"--quiet", "--stream"}) {
    CAPTURE(flag);
    const Run run = fit_from({folder / "a.csv.gz", flag});
    CHECK(run.exit == 3);
    CHECK(run.says("are cut short"));
    CHECK(fit_from({folder / "b.csv.gz", flag}).exit == 4);
  }
}

TEST_CASE("a limit ends with exit code 6 and a message with limit, place and flag") {
  struct Case {
    const char* limit;
    const char* says;
  };
  for (const auto& [limit, says] :
       {Case{"field=3", "a field longer than 3 bytes, standard input:1:1"},
        Case{"line=9", "a row longer than 9 bytes, standard input:1:1"},
        Case{"columns=2", "a row of more than 2 fields, standard input:1:10"},
        Case{"levels=1", "more than 1 level, standard input:3:"},
        Case{"memory=90", "96 bytes where 90 are allowed, standard input"},
        Case{"decompressed=20", "more than 20 bytes out of compressed ones, standard input"}}) {
    const auto& shown = limit;
    CAPTURE(shown);
    const std::string flag = std::string("--limit ") + limit;
    const Run run = fit_from({"-", "--limit", limit}, gzipped(plain));
    CHECK(run.exit == 6);
    CHECK(run.says(says));
    CHECK(run.says(flag.substr(0, flag.find('='))));
    CHECK(run.out.empty());
  }
}

TEST_CASE("levels are counted over all parts of a stream") {
  std::string text = "city,class\n";
  for (int row = 0; row < 40; ++row)
    text += "c" + std::to_string(row) + (row % 2 == 0 ? ",a\n" : ",b\n");
  const TemporaryFolder folder;
  write_to(
      folder / "s.json",
      R"({"schema_version":1,"label":"class","columns":[{"name":"city","family":"categorical"}]})");
  const Words words{"-", "--stream", "--schema", folder / "s.json", "--chunk", "20", "--limit"};
  const auto with = [&](const char* limit) {
    std::vector<std::string> all = words;
    all.emplace_back(limit);
    return fit_from(all, text);
  };

  CHECK(with("levels=39").exit == 6);
  CHECK(with("levels=39").says("column 'city' of standard input has more than 39 levels"));
  CHECK(with("levels=40").exit == 0);
}

TEST_CASE("limits count by 1024 where a letter says so") {
  CHECK(fit_from({"-", "--limit", "decompressed=1K"}, gzipped(plain)).exit == 0);
  CHECK(fit_from({"-", "--limit", "memory=1M", "--limit", "line=1G"}, plain).exit == 0);
  for (const char* bad : {"line", "line=", "line=0", "line=x", "line=5T", "lines=5", "=5"}) {
    CAPTURE(bad);
    CHECK(fit_from({"-", "--limit", bad}, plain).exit == 2);
  }
}

TEST_CASE("a posterior or schema that is compressed is told to be decompressed") {
  const TemporaryFolder folder;
  const std::string posterior = folder / "p.json", schema = folder / "s.json";
  write_to(posterior, gzipped("{\"format\": \"credence posterior\"}"));
  write_to(schema, gzipped("{\"schema_version\": 1}"));

  const Run described = run_tool({"describe", posterior});
  const Run fitted = run_tool({"fit", shipped("iris.csv"), "--schema", schema, "-o", "-"});

  CHECK_MESSAGE(described.says("'" + posterior + "' is compressed; decompress it\n"),
                described.err);
  CHECK_MESSAGE(fitted.says("'" + schema + "' is compressed; decompress it\n"), fitted.err);
}
