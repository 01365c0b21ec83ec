// DATA in parts: predict, evaluate, forget and fit answer as if they read them whole.
#include <doctest/doctest.h>

#include <algorithm>

#include "support/usage.hpp"
#include "tool/shards_fixture.hpp"

using namespace credence::programs;

namespace {

// Runs a verb in one part, which all rows fit, and in parts of all lengths: what it writes and says is
// the same.
void check_parts(const Words& words, const std::string& standard_input = "",
                 const Words& chunks = {"1", "100", "1000", "7777"}) {
  const Run whole = run_tool(words, standard_input);
  CAPTURE(words.front());
  CAPTURE(words.back());
  CAPTURE(whole.err);
  REQUIRE(whole.exit == 0);
  REQUIRE_FALSE(whole.out.empty());
  for (const std::string& chunk : chunks)
    for (const char* threads : {"1", "3"}) {
      CAPTURE(chunk);
      CAPTURE(threads);
      const Run run =
          run_tool(with(words, {"--chunk", chunk, "--threads", threads}), standard_input);
      CHECK(run.exit == 0);
      CHECK(run.out == whole.out);
      CHECK(run.err == whole.err);
    }
}

// Rows with a cell in the last one that no number is.
std::string with_bad_last_row(std::string text) { return text + "1,2,0,c,n,many,4,a\n"; }

struct Model {
  Shards data{true};
  std::string posterior = data.folder / "p.json";

  Model() { REQUIRE(data.fit({"--exact", "-o", posterior}).exit == 0); }
  // The rows of the first file, changed.
  [[nodiscard]] std::string file(const std::string& name, const std::string& text) const {
    const std::string path = data.folder / name;
    write_to(path, text);
    return path;
  }
};

}  // namespace

TEST_CASE("predictions of parts are those of the whole") {
  const Model model;
  const std::string text = text_of(model.data.a);
  const Words predict{"predict", model.posterior};
  for (const Words& flags :
       {Words{}, Words{"--columns", "label,log_joint,log_evidence,impossible", "--keep", "note,x"},
        Words{"--format", "json"}, Words{"--interval-mass", "0.8", "--draws", "20"},
        Words{"--abstain-below", "0.6", "--digits", "4"}, Words{"--estimator", "mean"}})
    check_parts(with(with(predict, {model.data.a}), flags));
  check_parts(with(predict, {model.data.a, model.data.b}));
  check_parts(with(predict, {"-"}), text);
  check_parts(with(predict, {model.file("a.txt", text), "--input-format", "csv"}));
}

TEST_CASE("files in parts give what they give read whole, as a file beside a pipe is") {
  const Model model;
  const std::string piped = text_of(model.data.a);
  for (const Words& flags :
       {Words{"predict"}, Words{"predict", "--columns", "label,log_joint", "--format", "json"},
        Words{"evaluate", "--format", "json"}}) {
    CAPTURE(flags.front());
    const Words more(flags.begin() + 1, flags.end());
    const Words verb{flags.front(), model.posterior, model.data.b};
    const Words beside_pipe = with(with(verb, {"-"}), more);
    const Run whole = run_tool(beside_pipe, piped);
    CAPTURE(whole.err);
    REQUIRE(whole.exit == 0);
    // These have no parts.
    check_usage(run_tool(with(beside_pipe, {"--chunk", "100"}), piped), "'--chunk' has no meaning");
    for (const char* chunk : {"1", "100", "7777", "100000000"}) {
      CAPTURE(chunk);
      const Run parts = run_tool(with(with(verb, {model.data.a}), with(more, {"--chunk", chunk})));
      CHECK(parts.exit == 0);
      CHECK(parts.out == whole.out);
    }
  }
}

TEST_CASE("predictions that need losses, words or a logistic regression are those of the whole") {
  const Model model;
  const std::string losses =
      model.file("losses.csv", "action,a,b,c\nstay,0,1,2\ngo,3,0,1\nask,1,1,1\n");
  check_parts({"predict", model.posterior, model.data.a, "--loss", losses});
  const std::string notes = model.data.folder / "notes.json";
  REQUIRE(run_tool({"fit", model.data.a, "--label", "class", "--column", "note=multinomial",
                    "--drop", "x,size,smoker,city,visits,wait", "-o", notes})
              .exit == 0);
  check_parts({"predict", notes, model.data.b, "--complement", "normalised"});
  check_parts({"predict", notes, model.data.b, "--with-coefficient", "--columns", "log_joint"});
  const std::string twin = model.data.folder / "twin.json";
  REQUIRE(run_tool({"fit", model.data.a, "--twin", "--label", "class", "--drop", "note,city,x",
                    "-o", twin})
              .exit == 0);
  check_parts({"predict", twin, model.data.b});
  check_parts({"predict", "--structure", "lbr", "--train", model.data.a, "--label", "class",
               "--drop", "note,x,size,wait", model.data.b},
              "", {"1", "3000"});
}

TEST_CASE("parts of other forms of text are those of the whole") {
  const Model model;
  const std::string arff =
      model.file("d.arff",
                 "@relation r\n@attribute x numeric\n@attribute class {a,b}\n@data\n1,a\n2,b\n?,a\n"
                 "3.5,b\n1,a\n% nothing\n{0 2.5}\n4,b\n");
  const std::string of_arff = model.data.folder / "arff.json";
  REQUIRE(run_tool({"fit", arff, "--label", "class", "-o", of_arff}).exit == 0);
  check_parts({"predict", of_arff, arff}, "", {"1", "9"});
  check_parts({"evaluate", of_arff, arff}, "", {"1", "9"});
  const std::string sparse =
      model.file("d.svm", "a 1:2 7:1\nb 2:1 3:4\n# nothing\na 1:1 9:1\nb 3:2\na 7:2\n");
  const std::string of_sparse = model.data.folder / "sparse.json";
  REQUIRE(run_tool({"fit", sparse, "-o", of_sparse}).exit == 0);
  const std::string later = model.file("e.svm", "b 3:1 100:2\na 1:3\nb 2:1 70:1\n");
  check_parts({"predict", of_sparse, later}, "", {"1", "9"});
  check_parts({"evaluate", of_sparse, later}, "", {"1", "9"});
  // Several files of these forms were refused.
  check_parts({"predict", of_sparse, sparse, later}, "", {"1", "9"});
  const Run several = run_tool({"predict", of_sparse, sparse, later});
  CHECK(lines_of(several.out).size() == 1 + 5 + 3);
}

TEST_CASE("an evaluation of parts is that of the whole") {
  const Model model;
  for (const Words& flags :
       {Words{"--format", "json"}, Words{}, Words{"--estimator", "predictive"}}) {
    check_parts(with({"evaluate", model.posterior, model.data.a}, flags));
    check_parts(with({"evaluate", model.posterior, model.data.a, model.data.b}, flags));
  }
  std::string weighted;
  for (const std::string& line : lines_of(text_of(model.data.a)))
    weighted +=
        (weighted.empty() ? "times" : std::to_string(weighted.size() % 3)) + "," + line + '\n';
  check_parts(
      {"evaluate", model.posterior, model.file("weighted.csv", weighted), "--weight", "times"});
}

TEST_CASE("rows that are forgotten part after part leave what is left without them") {
  const Model model;
  const Words forget{"forget", model.posterior, model.data.b, "-o", "-"};
  check_parts(forget);
}

TEST_CASE("a fault in the last row leaves nothing of the rows before it") {
  const Model model;
  const std::string bad = model.file("bad.csv", with_bad_last_row(text_of(model.data.a)));
  const std::string text = text_of(bad);
  const auto lines = std::count(text.begin(), text.end(), '\n');
  const std::string out = model.file("out.csv", "old");
  const auto entries = model.data.folder.entries();
  for (const Words& to : {Words{}, Words{"-o", out, "--force"}})
    for (const char* chunk : {"1", "1000", "100000000"}) {
      CAPTURE(chunk);
      const Run run = run_tool(with({"predict", model.posterior, bad, "--chunk", chunk}, to));
      CHECK(run.exit == 3);
      CAPTURE(run.err);
      CHECK(run.says("bad.csv:" + std::to_string(lines) + ":11"));
      CHECK(run.out.empty());
      CHECK(text_of(out) == "old");
    }
  for (const char* verb : {"evaluate", "forget"}) {
    Words words{verb, model.posterior, bad, "--chunk", "100"};
    if (words.front() == "forget") words = with(words, {"-o", "-"});
    const Run run = run_tool(words);
    CHECK(run.exit == 3);
    CHECK(run.out.empty());
  }
  CHECK(model.data.folder.entries() == entries);
}

TEST_CASE("a fault behind rows that went to a temporary file leaves nothing of them") {
  const Model model;
  std::string text = text_of(model.data.a);
  const std::string rows = text.substr(text.find('\n') + 1);
  while (text.size() < 4'000'000) text += rows;
  const std::string good = model.file("good.csv", text);
  const std::string bad = model.file("bad.csv", with_bad_last_row(text));
  const std::string out = model.file("out.csv", "old");
  const Words wide{"--columns", "label,log_joint,log_evidence"};
  const Run whole = run_tool(with({"predict", model.posterior, good}, wide));
  REQUIRE(whole.exit == 0);
  REQUIRE(whole.out.size() > 4'500'000);  // of which 4 MiB stay in memory
  const auto entries = model.data.folder.entries();
  for (const Words& to : {Words{}, Words{"-o", out, "--force"}}) {
    const Run run =
        run_tool(with(with({"predict", model.posterior, bad, "--chunk", "100000"}, wide), to));
    CHECK(run.exit == 3);
    CAPTURE(run.err);
    CHECK(run.says("bad.csv:"));
    CHECK(run.out.empty());
    CHECK(text_of(out) == "old");
    CHECK(model.data.folder.entries() == entries);
  }
  const std::string link = model.data.folder / "link.csv";
  fs::create_directory(model.data.folder / "far");
  fs::create_symlink("far/result.csv", link);
  const Run run = run_tool(with(with({"predict", model.posterior, good}, wide), {"-o", link}));
  CAPTURE(run.err);
  CHECK(run.exit == 0);
  CHECK(text_of(model.data.folder / "far/result.csv") == whole.out);
  CHECK(fs::is_symlink(link));
}

TEST_CASE("a flag for parts of what is read whole is refused") {
  const Model model;
  for (const Words& words :
       {Words{"evaluate", model.posterior, model.data.a, "--leave-one-out", "--chunk", "9"},
        Words{"predict", model.posterior, model.data.a, "--shard", "1/2", "--chunk", "9"},
        Words{"predict", model.posterior, "rows.npy", "--chunk", "9"},
        Words{"predict", model.posterior, model.data.a, "--chunk", "0"}})
    check_usage(words, "'--chunk'");
}

TEST_CASE("fit learns long files part by part where a schema says what the columns are") {
  const Model model;
  std::string text = text_of(model.data.a);
  const std::string rows = text.substr(text.find('\n') + 1);
  constexpr std::size_t longer = (std::size_t{1} << 24) + 100000;
  while (text.size() < longer) text += rows;
  const std::string path = model.file("long.csv", text);
  const auto bytes_of = [&](const Words& more) {
    const std::string out = model.data.folder / "out.json";
    const Run run = run_tool(with({"fit", path, "-o", out, "--force"}, more));
    CAPTURE(run.err);
    REQUIRE(run.exit == 0);
    return text_of(out);
  };
  const Words schema{"--schema", model.data.s};
  CHECK(bytes_of(schema) == bytes_of(with(schema, {"--stream"})));
  const std::string first = model.data.folder / "first.json";
  REQUIRE(run_tool({"fit", model.data.b, "--schema", model.data.s, "-o", first}).exit == 0);
  CHECK(bytes_of({"--update", first}) == bytes_of({"--update", first, "--stream"}));
  // A list of weights needs all classes at once.
  std::string listed = shard_schema;
  listed.insert(listed.find("\"columns\""), R"("class_prior":{"weights":[1,2,3]},)");
  const std::string with_list = model.file("list.json", listed);
  bytes_of({"--schema", with_list});
}
