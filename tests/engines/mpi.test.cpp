// The tool by several processes of Open MPI: the bytes of one process, errors once, no process that
// waits for one that failed. Without Open MPI all is skipped by name.
#include <doctest/doctest.h>

#include <csignal>

#include "engines/mpi.hpp"
#include "tool/shards_fixture.hpp"

using namespace credence::programs;
using namespace credence::engines;

namespace {

// What so many ranks write.
std::string made_by(int ranks, Words words, const std::string& out) {
  words.insert(words.end(), {"-o", out, "--force"});
  const Run run = run_ranks(ranks, words);
  CAPTURE(ranks);
  CAPTURE(run.err);
  REQUIRE(run.exit == 0);
  return text_of(out);
}

// The commands of the recipe in the page, and what it says that each prints: lines behind a '#'.
struct Recipe {
  std::string commands;
  std::vector<std::string> shown;
};

Recipe recipe_of(const std::string& page) {
  Recipe recipe;
  bool inside = false;
  std::string block;
  for (const std::string& line : lines_of(text_of(credence::testing::project_file(page)))) {
    if (line == "```sh") {
      inside = true;
      block.clear();
    } else if (line == "```") {
      inside = false;
      if (block.find("./build/release/bin/credence-mpi") != std::string::npos) break;
    } else if (inside) {
      block += line + "\n";
    }
  }
  for (const std::string& line : lines_of(block))
    if (line.starts_with("# "))
      recipe.shown.push_back(line.substr(2));
    else
      recipe.commands += line + " || exit\n";
  return recipe;
}

// Whether ranks write what one process does, and say its messages once.
void check_as_one_process(const std::vector<Words>& all, const std::vector<int>& numbers_of_ranks) {
  for (const Words& words : all) {
    const Run alone = run_tool(words);
    REQUIRE(alone.exit == 0);
    for (const int ranks : numbers_of_ranks) {
      CAPTURE(words);
      CAPTURE(ranks);
      const Run run = run_ranks(ranks, words);
      CHECK(run.exit == 0);
      CHECK(run.out == alone.out);
      for (const std::string& line : lines_of(alone.err)) CHECK(times(line, run.err) == 1);
    }
  }
}

}  // namespace

TEST_CASE("one to four ranks write the bytes of one process, whatever the cut") {
  if (!has_mpi()) return;
  const Shards data(true);
  const std::string whole = data.made(data.words({"--exact"}));
  for (const char* shards : {"1", "3", "7", "61"})
    for (const int ranks : {1, 2, 3, 4}) {
      CAPTURE(shards);
      const Words words = data.words({"--exact", "--shards", shards});
      CHECK(made_by(ranks, words, data.folder / "ranks.json") == whole);
    }
}

TEST_CASE("rows that span cuts between ranks are read by the rank where they begin") {
  if (!has_mpi()) return;
  const Shards data;
  // Fields of many lines, some of which look like rows.
  std::string text = "x,size,smoker,city,note,visits,wait,class\n";
  for (int row = 0; row < 40; ++row) {
    text += std::to_string(row) + ",2,1,here,\"";
    for (int line = 0; line < row % 9; ++line) text += "1,2,0,there,word,4,5,b\n";
    text += "end\",3,0.5," + std::string(1, "ab"[row % 2]) + "\n";
  }
  write_to(data.a, text);
  const std::string whole = data.made(data.words({"--exact"}));
  for (const char* shards : {"4", "23", "200"})
    for (const int ranks : {2, 4}) {
      CAPTURE(shards);
      CHECK(made_by(ranks, data.words({"--exact", "--shards", shards}),
                    data.folder / "ranks.json") == whole);
    }
}

TEST_CASE("rounded sums depend on the shards, not on the ranks") {
  if (!has_mpi()) return;
  const Shards data;
  const Words words = data.words({"--shards", "7"});
  const std::string one = data.made(words);
  for (const int ranks : {1, 2, 3, 4})
    CHECK(made_by(ranks, words, data.folder / "ranks.json") == one);
}

TEST_CASE("the first bad cell in the order of files and bytes is told once, and no file is left") {
  if (!has_mpi()) return;
  const Shards data(true);
  const auto spoil = [](const std::string& path, std::size_t from) {
    std::string text = text_of(path);
    const std::size_t line = text.find(",a\n", from) + 3;
    text.insert(line, "1,oops,0,city1,w,1,1,a\n");
    write_to(path, text);
  };
  spoil(data.b, 3000);
  spoil(data.a, 12000);
  const std::string out = data.folder / "p.json";
  const Run alone = data.fit({"--exact", "-o", out});
  const std::string message = lines_of(alone.err).back();
  REQUIRE(message.find("oops") != std::string::npos);
  for (const int ranks : {2, 4}) {
    const Run run =
        run_ranks(ranks, data.words({"--exact", "--shards", "9", "-o", out, "--quiet"}));
    CAPTURE(run.err);
    CHECK(run.exit == 3);
    CHECK(run.err.starts_with(message + "\n"));
    CHECK(times("credence:", run.err) == 1);
    CHECK_FALSE(fs::exists(out));
  }
}

TEST_CASE("what one rank alone finds wrong ends all with its code") {
  if (!has_mpi()) return;
  const Shards data;
  const std::string out = data.folder / "p.json";
  write_to(out, "{}");
  const Run exists = run_ranks(3, data.words({"--exact", "--shards", "5", "-o", out}));
  CHECK(exists.exit == 4);
  CHECK(times("use --force", exists.err) == 1);

  const Run levels =
      run_ranks(3, data.words({"--shards", "5", "--limit", "levels=4", "-o", out, "--force"}));
  CHECK(levels.exit == 6);
  CHECK(times("credence: column", levels.err) == 1);

  const Run full = run_ranks(2, data.words({"--shards", "5", "-o", "/dev/full"}));
  CHECK(full.exit == 4);
  CHECK(times("credence: ", full.err) >= 1);
  CHECK(text_of(out) == "{}");
}

TEST_CASE("a rank that sees another schema, or none, ends all, and nobody waits for it") {
  if (!has_mpi()) return;
  const Shards data;
  const std::string other = data.folder / "other";
  const std::string none = data.folder / "none";
  fs::create_directory(other);
  fs::create_directory(none);
  std::string tree = shard_schema;
  tree.insert(1, R"("structure":{"kind":"tan"},)");
  write_to(other + "/s.json", tree);
  const std::string words =
      in_quotes(mpi_tool()) + " " +
      line_of({"fit", data.a, data.b, "--schema", "s.json", "-o", data.folder / "p.json"});
  for (const std::string& folder : {other, none}) {
    CAPTURE(folder);
    const Run run =
        run_program({"sh", "-c",
                     mpirun(1) + "-wdir " + in_quotes(data.folder.path().string()) + " " + words +
                         " : -n 1 -wdir " + in_quotes(folder) + " " + words});
    CAPTURE(run.err);
    CHECK(run.exit == 4);
    CHECK(times("credence: ", run.err) == 1);
    CHECK_FALSE(fs::exists(data.folder / "p.json"));
  }
}

TEST_CASE("command lines that make no sense under MPI end with exit code 2, told once") {
  if (!has_mpi()) return;
  const Shards data;
  const std::string out = data.folder / "p.json";
  const Run no_schema = run_ranks(2, {"fit", data.a, data.b, "--label", "class", "-o", out});
  CHECK(no_schema.exit == 2);
  CHECK(times("flag '--schema' is needed under MPI", no_schema.err) == 1);
  const Run input = run_ranks(2, {"fit", "-", "--schema", data.s, "-o", out});
  CHECK(input.exit == 2);
  CHECK(times("standard input has no shards", input.err) == 1);
  const Run verb = run_ranks(3, {"fitt"});
  CHECK(verb.exit == 2);
  CHECK(times("did you mean", verb.err) + times("credence:", verb.err) >= 1);
  CHECK(times("credence:", verb.err) == 1);
}

TEST_CASE("a rank that is killed ends the job, and any number of ranks finish what it left") {
  if (!has_mpi()) return;
  const Shards data(true);
  const Words words = data.words({"--exact", "--shards", "400", "--shard-files", data.parts});
  const std::string out = data.folder / "p.json";
  const std::string files = "$(ls " + quoted(data.parts) + " | wc -l)";
  const std::string children = "$(cat /proc/$it/task/*/children)";
  const Run killed =
      run_program({"sh", "-c",
                   "(" + mpirun(3) + in_quotes(mpi_tool()) + " " + line_of(words) + " -o " +
                       quoted(out) + ") & it=$!; while [ " + files +
                       " -lt 6 ]; do :; done; set -- " + children + "; kill -9 $2; wait $it"});
  CAPTURE(killed.err);
  CHECK(killed.exit == 128 + SIGKILL);
  CHECK_FALSE(fs::exists(out));
  int finished = 0;
  for (const auto& entry : fs::directory_iterator(data.parts))
    finished += entry.path().extension() == ".bin" ? 1 : 0;
  REQUIRE(finished >= 6);
  REQUIRE(finished < 400);

  Words again = words;
  again.insert(again.end(), {"-o", out});
  const Run rerun = run_ranks(2, again);
  CAPTURE(rerun.err);
  CHECK(rerun.exit == 0);
  CHECK(rerun.says("400 shards, " + std::to_string(finished) + " of them taken over unread"));
  CHECK(text_of(out) == data.made(data.words({"--exact"})));
  CHECK(data.made({"merge", data.parts}) == text_of(out));
}

TEST_CASE("credence that mpirun starts becomes credence-mpi, and says so where there is none") {
  if (!has_mpi()) return;
  const Shards data;
  const std::string out = data.folder / "p.json";
  const Run run = run_ranks(2, data.words({"--exact", "--shards", "5", "-o", out}),
                            credence::testing::built_tool());
  CAPTURE(run.err);
  CHECK(run.exit == 0);
  CHECK(text_of(out) == data.made(data.words({"--exact"})));

  const std::string lonely = data.folder / "credence";
  fs::copy_file(credence::testing::built_tool(), lonely);
  const Run alone = run_ranks(3, {"fit", data.a, "-o", out}, lonely);
  CHECK(alone.exit == 2);
  CHECK(times("3 equal processes would write the same file", alone.err) == 1);
}

TEST_CASE("other verbs, help and what needs all rows are done once, by the first rank") {
  if (!has_mpi()) return;
  const std::string iris = shipped("iris.csv");
  const std::vector<Words> all = {
      {"schema", iris, "--label", "class", "--quiet"},
      {"--version"},
      {"fit", "--help"},
      {"fit", iris, "--label", "class", "--twin", "--quiet", "-o", "-"}};
  for (const Words& words : all) {
    CAPTURE(words.front());
    const Run run = run_ranks(3, words);
    CHECK(run.exit == 0);
    CHECK(run.out == run_tool(words).out);
  }
  const Run tree = run_ranks(2, {"fit", iris, "--label", "class", "--structure", "tan", "-o", "-"});
  CHECK(tree.says("'--structure' is done by one process: rank 0 works alone"));
}

TEST_CASE("timings under MPI are those of the slowest rank, once, with the merging") {
  if (!has_mpi()) return;
  const Shards data;
  const Run run = run_ranks(
      3, data.words({"--shards", "5", "--timings", "--quiet", "-o", data.folder / "p.json"}));
  REQUIRE(run.exit == 0);
  CHECK(times("{\"read\":", run.err) == 1);
  const auto seconds = nlohmann::json::parse(run.err);
  CHECK(seconds.at("read").get<double>() > 0);
  CHECK(seconds.at("merge").get<double>() > 0);
}

TEST_CASE("the tool without MPI links no MPI") {
  if (!has_mpi()) return;
  const auto needed = [](const std::string& program) {
    return run_program({"sh", "-c", "readelf -d " + in_quotes(program) + " | grep NEEDED"}).out;
  };
  const std::string tool = needed(credence::testing::built_tool());
  CHECK(tool.find("libc.so") != std::string::npos);
  CHECK(tool.find("libmpi") == std::string::npos);
  CHECK(needed(mpi_tool()).find("libmpi") != std::string::npos);
}

TEST_CASE("functions of the library learn, share, merge, score and predict as one process does") {
  if (!has_mpi()) return;
  const Shards data(true);
  const std::string program =
      (fs::path(credence::testing::built_tool()).parent_path() / "mpi_ranks").string();
  for (const int ranks : {1, 2, 3, 4}) {
    const Run run = run_ranks(ranks, {data.s, data.a, data.b}, program);
    CAPTURE(ranks);
    CAPTURE(run.err);
    CHECK(run.exit == 0);
  }
}

TEST_CASE("ranks predict and evaluate as one process does") {
  if (!has_mpi()) return;
  const Shards data(true);
  const std::string p = data.folder / "p.json";
  REQUIRE(data.fit({"--exact", "--quiet", "-o", p}).exit == 0);
  const std::vector<Words> all = {
      {"predict", p, data.a, data.b, "--keep", "x,note", "--columns", "label,log_joint,interval"},
      {"predict", p, data.b, "--abstain-below", "0.7"},
      {"predict", p, data.a, "--format", "json"},
      {"evaluate", p, data.a, data.b},
      {"evaluate", p, data.b, "--format", "json"},
      {"evaluate", p, data.a, data.b, "--estimator", "maximum_likelihood", "--format", "json"},
      {"evaluate", p, data.a, data.b, "--leave-one-out", "--format", "csv"}};
  check_as_one_process(all, {1, 2, 4});
  Words to_file = all[0];
  to_file.insert(to_file.end(), {"-o", data.folder / "answers.csv"});
  CHECK(run_ranks(3, to_file).exit == 0);
  CHECK(text_of(data.folder / "answers.csv") == run_tool(all[0]).out);
}

TEST_CASE("ranks compare as one process does") {
  if (!has_mpi()) return;
  const Shards data(true);
  const std::vector<Words> all = {
      {"compare", data.a, data.b, "--label", "class", "--format", "json"},
      {"compare", shipped("iris.csv"), "--label", "class", "--folds", "5", "--twin", "--format",
       "csv"},
      {"compare", shipped("iris.csv"), "--label", "class", "--estimator", "predictive",
       "--feature-weights", "each"}};
  check_as_one_process(all, {1, 2, 3, 4});
  const Run absent = run_ranks(3, {"compare", data.folder / "none.csv", "--label", "class"});
  CHECK(absent.exit == 4);
  CHECK(times("credence:", absent.err) == 1);
  const Run column = run_ranks(3, {"compare", data.a, "--label", "none"});
  CHECK(column.exit == run_tool({"compare", data.a, "--label", "none"}).exit);
  CHECK(times("credence:", column.err) == 1);
}

TEST_CASE("ranks that predict end with the first bad cell, and answer nothing") {
  if (!has_mpi()) return;
  const Shards data;
  const std::string p = data.folder / "p.json";
  REQUIRE(data.fit({"--exact", "--quiet", "-o", p}).exit == 0);
  std::string text = text_of(data.a);
  text.insert(text.find(",a\n", text.size() / 2) + 3, "1,oops,0,city1,w,1,1,a\n");
  write_to(data.a, text);
  const std::string out = data.folder / "answers.csv";
  for (const Words& words : {Words{"predict", p, data.a, data.b, "-o", out},
                             Words{"predict", p, data.b, data.a}, Words{"evaluate", p, data.a}}) {
    CAPTURE(words.front());
    const Run run = run_ranks(3, words);
    CHECK(run.exit == 3);
    CHECK(run.out.empty());
    CHECK(run.says("'oops'"));
    CHECK(times("credence: ", run.err) == 1);
  }
  CHECK_FALSE(fs::exists(out));
  const Run absent = run_program({"sh", "-c",
                                  mpirun(2) + in_quotes(mpi_tool()) + " " +
                                      line_of({"predict", p, data.folder / "none.csv"})});
  CHECK(absent.exit == 4);
  CHECK(times("credence:", absent.err) == 1);
  write_to(data.b, text.substr(0, text.find('\n') + 1));
  const Run header = run_ranks(2, {"evaluate", p, data.b});
  CHECK(header.exit == 3);
  CHECK(header.says("' has a header but no rows; give a file with at least one row"));
}

TEST_CASE("the recipe of the page prints what it shows") {
  if (!has_mpi()) return;
  const Recipe recipe = recipe_of("docs/how_to/beyond_one_machine.md");
  REQUIRE(recipe.commands.find("mpirun -n 4") != std::string::npos);
  const TemporaryFolder folder;
  const std::string tools = fs::path(credence::testing::built_tool()).parent_path().string();
  fs::create_directories(folder.path() / "build" / "release");
  fs::create_directory_symlink(tools, folder.path() / "build" / "release" / "bin");
  fs::create_directory_symlink(credence::testing::project_file("examples"),
                               folder.path() / "examples");
  const Run run = run_program(
      {"sh", "-c",
       "cd " + in_quotes(folder.path().string()) + "; exec 2>&1; PATH=" + in_quotes(tools) +
           ":$PATH; export OMPI_MCA_rmaps_base_oversubscribe=1 " + mpi_variables + "\n" +
           recipe.commands});
  CAPTURE(run.out);
  CHECK(run.exit == 0);
  CHECK(lines_of(run.out) == recipe.shown);
}
