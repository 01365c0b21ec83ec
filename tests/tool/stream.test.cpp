// `credence fit --stream`: part after part is the whole, and first rows bind later ones.
#include <doctest/doctest.h>

#include <random>

#include "support/locale_free.hpp"
#include "support/run_tool.hpp"
#include "support/usage.hpp"

using namespace credence::programs;

namespace {

// Numbers, zeros and ones, categories and words in rows of three classes, some cells missing.
std::string visits(int rows) {
  std::mt19937_64 random(20261121);
  std::string text = "x,smoker,city,note,times,class\n";
  const char* cities[] = {"Rome", "Oslo", "\"Bern, CH\"", "?"};
  const char* words[] = {"fever", "cough", "none", "pain"};
  for (int row = 0; row < rows; ++row) {
    const auto any = [&](std::uint64_t n) { return random() % n; };
    const auto klass = any(3);
    text += any(20) == 0
                ? "?"
                : credence::testing::decimal_text(1e3 + static_cast<double>(any(1000)) / 7);
    text += ',' + std::to_string(any(2)) + ',' + cities[any(3 + (klass == 2))] + ',';
    text += std::string(words[any(4)]) + ' ' + words[any(4)] + ',';
    text +=
        std::to_string(any(4)) + ',' + (any(50) == 0 ? "" : std::string(1, "abc"[klass])) + '\n';
  }
  return text;
}

const Words flags{"--label", "class", "--column", "note=multinomial", "--weight", "times"};

struct Fits {
  TemporaryFolder folder;
  std::string data = folder / "data.csv";
  int made = 0;

  explicit Fits(const std::string& text) { write_to(data, text); }
  // The posterior file of a run, and what it said.
  std::pair<std::string, Run> fit(const Words& words, const std::string& in = "") {
    const std::string out = folder / (std::to_string(++made) + ".json");
    Run run = run_tool(with(with({"fit"}, words), {"-o", out}), in);
    return {out, std::move(run)};
  }
  std::pair<std::string, Run> fit_data(const Words& words) { return fit(with({data}, words)); }
  Run refused(Words words) {
    const auto [out, run] = fit_data(std::move(words));
    CHECK_FALSE(std::filesystem::exists(out));
    return run;
  }
};

nlohmann::ordered_json described(const std::string& posterior) {
  return run_tool({"describe", posterior, "--format", "json"}).json();
}

// Whole numbers are equal, others within 1e-12.
void check_close(const nlohmann::ordered_json& a, const nlohmann::ordered_json& b) {
  REQUIRE(a.type() == b.type());
  if (a.is_number_float()) {
    CHECK(a.get<double>() == doctest::Approx(b.get<double>()).epsilon(1e-12));
  } else if (a.is_structured()) {
    REQUIRE(a.size() == b.size());
    for (auto i = a.begin(), j = b.begin(); i != a.end(); ++i, ++j) check_close(*i, *j);
  } else {
    CHECK(a == b);
  }
}

}  // namespace

TEST_CASE("a stream of any parts teaches what the whole file teaches and says the same") {
  Fits fits(visits(12000));
  const auto all = fits.fit_data(flags);
  const auto& whole = all.first;
  const Run& said = all.second;
  INFO(said.err);
  REQUIRE(said.exit == 0);
  CHECK(said.says("rows of weight 0 were skipped"));
  CHECK(said.says("rows have no class in column 'class' and are skipped"));
  for (const char* chunk : {"1000", "4096", "65536", "16777216"}) {
    CAPTURE(chunk);
    const auto part = fits.fit_data(with(flags, {"--stream", "--chunk", chunk}));
    const auto& streamed = part.first;
    const Run& run = part.second;
    INFO(run.err);
    REQUIRE(run.exit == 0);
    CHECK(run.err == said.err);
    check_close(described(streamed), described(whole));
  }
}

TEST_CASE("a stream with a schema is read in the smallest parts from the beginning") {
  const std::string text = visits(300);
  Fits fits(text);
  const std::string schema = fits.folder / "schema.json";
  REQUIRE(run_tool(with({"schema", fits.data, "-q", "-o", schema}, flags)).exit == 0);
  const Words words{"--schema", schema, "--weight", "times"};
  const auto [whole, said] = fits.fit_data(words);
  REQUIRE(said.exit == 0);
  for (const char* chunk : {"1", "17", "1000"}) {
    CAPTURE(chunk);
    const auto [streamed, run] = fits.fit_data(with(words, {"--stream", "--chunk", chunk}));
    const auto [piped, again] =
        fits.fit(with({"-"}, with(words, {"--stream", "--chunk", chunk})), text);
    REQUIRE(run.exit == 0);
    REQUIRE(again.exit == 0);
    CHECK(run.err == said.err);
    check_close(described(streamed), described(whole));
    CHECK(text_of(piped) == text_of(streamed));
  }
}

TEST_CASE("levels and classes grow with a stream") {
  Fits fits("city,class\nRome,b\nRome,b\nOslo,b\nBern,a\nBern,c\nOslo,\n");
  const Words words{"--label", "class", "--column", "city=categorical"};
  const auto [whole, said] = fits.fit_data(words);
  REQUIRE(said.exit == 0);
  const std::string schema = fits.folder / "schema.json";
  write_to(schema, R"({"schema_version":1,"label":"class",)"
                   R"("columns":[{"name":"city","family":"categorical"}]})");

  const auto [streamed, run] = fits.fit_data({"--schema", schema, "--stream", "--chunk", "1"});

  REQUIRE(run.exit == 0);
  CHECK(described(streamed)["features"] == described(whole)["features"]);
  CHECK(run.says("1 of 6 rows has no class in column 'class' and is skipped"));
}

TEST_CASE("an update by a stream is an update by the file") {
  Fits fits(visits(500));
  const auto [first, said] = fits.fit_data(flags);
  REQUIRE(said.exit == 0);
  const Words words{"--update", first, "--weight", "times"};
  const auto [whole, whole_run] = fits.fit_data(words);
  const auto [streamed, run] = fits.fit_data(with(words, {"--stream", "--chunk", "100"}));

  REQUIRE(whole_run.exit == 0);
  REQUIRE(run.exit == 0);
  CHECK(run.err == whole_run.err);
  check_close(described(streamed), described(whole));
}

TEST_CASE("the bytes of a posterior do not depend on the threads") {
  Fits fits(visits(15000));
  for (const Words& mode : {Words{}, {"--stream"}, {"--stream", "--chunk", "30000"}}) {
    const auto [one, said] = fits.fit_data(with(flags, with(mode, {"--threads", "1"})));
    REQUIRE(said.exit == 0);
    for (const char* threads : {"2", "3"}) {
      CAPTURE(threads);
      const auto [more, run] = fits.fit_data(with(flags, with(mode, {"--threads", threads})));
      REQUIRE(run.exit == 0);
      CHECK(text_of(more) == text_of(one));
    }
  }
}

TEST_CASE("a cell that contradicts what the first rows looked like ends a stream") {
  struct Case {
    std::string early, late, message;
    std::string column_flag;
  };
  const std::vector<Case> cases{
      {"0,1,2", "many", "holds 'many', which is not a number", "categorical"},
      {"0,1,0", "2", "holds 2", "normal"},
      {"5,5.0,?", "6", "column 'x' held only '5' in the first 10000 rows", "normal"},
      {"on,on,on", "off", "column 'x' held only 'on' in the first 10000 rows", "categorical"},
      {"?,?,?", "1", "column 'x' was missing in the first 10000 rows", "normal"}};
  for (const Case& given : cases) {
    CAPTURE(given.message);
    std::string text = "y,x,class\n";
    for (int row = 0; row < 10020; ++row) {
      const std::size_t third = static_cast<std::size_t>(row % 3);
      std::size_t begin = 0;
      for (std::size_t i = 0; i < third; ++i) begin = given.early.find(',', begin) + 1;
      const std::string cell = given.early.substr(begin, given.early.find(',', begin) - begin);
      const int other = 10000 + row * 7 % 1000;
      text += std::to_string(other) + ',' + (row < 10010 ? cell : given.late) + ",ab\n";
    }
    Fits fits(text);

    for (const char* chunk : {"1000", "16777216"}) {
      CAPTURE(chunk);
      const Run run = fits.refused({"--label", "class", "--stream", "--chunk", chunk});
      CHECK(run.exit == 3);
      INFO(run.err);
      CHECK(run.says(given.message));
      CHECK(run.says("data.csv:10012:7"));
      CHECK(run.says("--column"));
      CHECK(run.says("--schema"));
    }
    CHECK(fits.fit_data({"--label", "class", "--stream", "--chunk", "1000", "--column",
                         "x=" + given.column_flag})
              .second.exit == 0);
    CHECK(fits.fit_data({"--label", "class", "--stream", "--drop", "x"}).second.exit == 0);
  }
}

TEST_CASE("a stream without a class ends with exit code 3 and leaves no file") {
  Fits fits("x,class\n1,\n2,\n3,\n");

  const Run run = fits.refused({"--label", "class", "--stream"});

  CHECK(run.exit == 3);
  CHECK(run.says("has no class in any of its 3 rows"));
}

TEST_CASE("a fault behind many parts names its line") {
  Fits fits(visits(200) + "1,2\n");

  const Run run = fits.refused(with(flags, {"--stream", "--chunk", "64"}));

  CHECK(run.exit == 3);
  CHECK(run.says("data.csv:202:"));
}

TEST_CASE("a stream that makes no sense ends with exit code 2") {
  Fits fits("x,class\n1,a\n2,b\n");
  const auto refusal = [&](const Words& words, const std::string& message) {
    check_usage(with({"fit", "-o", fits.folder / "p.json"}, words), message);
  };
  refusal({"x.npy", "--stream", "--label", "c1"}, "an array is never held in memory");
  refusal({"x.svm", "--stream", "--trim"}, "'--trim' is for separated text");
  refusal({fits.data, "--label", "class", "--chunk", "5"}, "'--chunk' is the length of a part");
  refusal({fits.data, "--label", "class", "--stream", "--chunk", "0"},
          "'--chunk' has the value '0'");
  refusal({fits.data, "--stream", "--label-file", "y.npy"}, "no place beside --stream");
  CHECK(run_tool({"compare", fits.data, "--label", "class", "--stream"}).exit == 2);
}
