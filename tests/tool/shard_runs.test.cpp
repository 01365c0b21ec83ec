// Shards that are run again, killed, or run side by side: what is read a second time.
#include <doctest/doctest.h>

#include <algorithm>
#include <csignal>

#include "support/usage.hpp"
#include "tool/shards_fixture.hpp"

using namespace credence::programs;

TEST_CASE("a rerun takes finished shards over and learns the others alone") {
  const Shards data;
  const Words run_words = data.words({"--exact", "--shards", "8", "--shard-files", data.parts});
  const std::string whole = data.made(data.words({"--exact"}));
  CHECK(data.made(run_words) == whole);
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(data.parts)) files.push_back(entry.path());
  REQUIRE(files.size() == 8);
  std::sort(files.begin(), files.end());
  CHECK(files[2].filename().string().ends_with("-00003-of-00008.bin"));

  fs::remove(files[2]);
  write_to(files[5], text_of(files[5]).substr(0, 100));
  const std::string out = data.folder / "again.json";
  const Run rerun = run_tool(with(run_words, {"-o", out}));
  CHECK(rerun.exit == 0);
  CHECK(text_of(out) == whole);
  CHECK(rerun.says("8 shards, 6 of them taken over unread"));
  CHECK(rerun.says("does not count"));
}

TEST_CASE("a file that is named twice is noted where its rows do count twice") {
  const Shards data;
  const std::string first = data.shard(1, 2);
  const Run twice = run_tool({"merge", first, first, "-o", "-"});
  CHECK(twice.exit == 5);
  CHECK(twice.says("shard 1 is in"));
  CHECK_FALSE(twice.says("named twice"));
}

TEST_CASE("flags that have no place beside --update are refused before anything is noted") {
  const Shards data;
  const std::string first = data.shard(1, 2);
  for (const std::string stream : {"", "--stream"}) {
    CAPTURE(stream);
    Words words{"fit", "--update", first, data.b, "--source", "x"};
    if (!stream.empty()) words.push_back(stream);
    const Run run = run_tool(with(words, {"-o", data.folder / "out.json"}));
    CHECK(run.exit == 2);
    CHECK(run.says("flag '--source' has no place here"));
    CHECK_FALSE(run.says("the record of shards is dropped"));
  }
}

TEST_CASE("rows of finished shards are not read again") {
  const Shards data;
  const Words run_words = data.words({"--exact", "--shards", "8", "--shard-files", data.parts});
  const std::string whole = data.made(run_words);
  const auto written = fs::last_write_time(data.b);
  std::string text = text_of(data.b);
  std::replace(text.begin() + 60, text.end(), ',', '"');
  write_to(data.b, text);
  fs::last_write_time(data.b, written);

  CHECK(data.made(run_words) == whole);
  CHECK(data.fit({"--exact", "-o", "-"}).exit == 3);
}

TEST_CASE("a run that was killed is finished by the same command, which reads the rest alone") {
  const Shards data;
  const Words run_words = data.words({"--exact", "--shards", "400", "--shard-files", data.parts});
  const std::string out = data.folder / "p.json";
  std::string command = quoted(credence::testing::built_tool());
  for (const std::string& word : run_words) command += " " + quoted(word);
  command += " --quiet -o " + quoted(out);
  const std::string files = "$(ls " + quoted(data.parts) + " | wc -l)";
  CHECK(run_program({"sh", "-c",
                     command + " & it=$!; while [ " + files +
                         " -lt 4 ]; do :; done; kill -9 $it; wait $it"})
            .exit == 128 + SIGKILL);
  CHECK_FALSE(fs::exists(out));
  int finished = 0;
  for (const auto& entry : fs::directory_iterator(data.parts))
    finished += entry.path().extension() == ".bin" ? 1 : 0;
  REQUIRE(finished >= 3);
  REQUIRE(finished < 400);

  const Run rerun = run_tool(with(run_words, {"-o", out}));
  CHECK(rerun.exit == 0);
  CHECK(rerun.says("400 shards, " + std::to_string(finished) + " of them taken over unread"));
  CHECK(text_of(out) == data.made(data.words({"--exact"})));
}

TEST_CASE("a file whose time alone moved is taken over, one of other bytes is learned again") {
  const Shards data;
  const Words run_words = data.words({"--exact", "--shards", "6", "--shard-files", data.parts});
  const std::string first = data.made(run_words);
  const auto rerun = [&] {
    return run_tool(with(run_words, {"-o", data.folder / "again.json", "--force"}));
  };
  fs::last_write_time(data.a, fs::last_write_time(data.a) + std::chrono::hours(1));
  CHECK(rerun().says("6 shards, 6 of them taken over unread"));

  std::string text = text_of(data.b);
  const std::size_t at = text.rfind(",a\n");
  REQUIRE(at != std::string::npos);
  text[at + 1] = 'b';
  write_to(data.b, text);
  fs::last_write_time(data.b, fs::last_write_time(data.b) + std::chrono::hours(1));
  const Run changed = rerun();
  CHECK(changed.says("6 shards, 5 of them taken over unread"));
  CHECK(changed.says("changed since"));
  CHECK(text_of(data.folder / "again.json") == data.made(data.words({"--exact"})));
  CHECK(text_of(data.folder / "again.json") != first);
}

TEST_CASE("a task that runs twice does nothing the second time, and spares any other file") {
  const Shards data;
  const std::string path = data.shard(2, 3);
  const auto written = fs::last_write_time(path);
  const Words task{"--exact", "--shard", "2/3", "-o", path};

  const Run again = data.fit(task);
  CHECK(again.exit == 0);
  CHECK(again.says("holds shard 2 of 3 already"));
  CHECK(fs::last_write_time(path) == written);
  const Run other = data.fit({"--exact", "--shard", "3/3", "-o", path});
  CHECK(other.exit == 4);
  CHECK(other.says("use --force"));
  CHECK(fs::last_write_time(path) == written);
}

TEST_CASE("xargs runs shards, and their folder merges to the bytes of one process") {
  if (!is_there("xargs")) {
    MESSAGE("skipped: there is no xargs");
    return;
  }
  const Shards data;
  const std::string whole = data.made(data.words({"--exact"}));
  const std::string task = quoted(credence::testing::built_tool()) + " fit " + quoted(data.a) +
                           " " + quoted(data.b) + " --schema " + quoted(data.s) +
                           " --exact --quiet --shard {}/16 -o " + quoted(data.parts + "/{}.bin");
  const auto run = run_program({"sh", "-c", "seq 16 | xargs -P 2 -I{} " + task});
  CAPTURE(run.err);
  CHECK(run.exit == 0);
  CHECK(data.made({"merge", data.parts}) == whole);
  fs::remove(data.parts + "/7.bin");
  CHECK(run_program({"sh", "-c", "seq 16 | xargs -P 2 -I{} " + task}).exit == 0);
  CHECK(data.made({"merge", data.parts}) == whole);
}

TEST_CASE("GNU parallel resumes shards, and their folder merges to the bytes of one process") {
  if (!is_there("parallel")) {
    MESSAGE("skipped: there is no GNU parallel");
    return;
  }
  const Shards data;
  const std::string whole = data.made(data.words({"--exact"}));
  const std::string log = quoted(data.folder / "log");
  const std::string tasks = "PARALLEL_HOME=" + quoted(data.folder / "home") +
                            " parallel --will-cite -j 2 --resume --joblog " + log + " " +
                            quoted(credence::testing::built_tool()) + " fit " + quoted(data.a) +
                            " " + quoted(data.b) + " --schema " + quoted(data.s) +
                            " --exact --quiet --shard {}/12 -o " + quoted(data.parts) + "/{}.bin";
  fs::create_directory(data.folder.path() / "home");
  CHECK(run_program({"sh", "-c", tasks + " ::: 1 2 3 4 5"}).exit == 0);
  const auto rest = run_program({"sh", "-c", tasks + " ::: 1 2 3 4 5 6 7 8 9 10 11 12"});
  CAPTURE(rest.err);
  CHECK(rest.exit == 0);
  CHECK(data.made({"merge", data.parts}) == whole);
}

TEST_CASE("merge keeps a record only of shards") {
  const Shards data;
  const std::string whole = data.folder / "whole.json";
  Words fit = data.words({"--exact"});
  REQUIRE(run_tool(with(fit, {"-o", whole})).exit == 0);

  check_usage({"merge", whole, "--record", "-o", data.folder / "copy.json"},
              "flag '--record' has no meaning for posteriors of which none says which shards");
  CHECK_FALSE(fs::exists(data.folder / "copy.json"));
}

TEST_CASE("an error of a shard that began in quotes says that it may have begun there") {
  const Shards data;
  std::string text = text_of(data.a);
  text.insert(text.find('\n') + 1,
              "1,2,1,here,\"" + std::string(text.size(), ',') + "\n\",3,0.5,a\n");
  write_to(data.a, text);
  const Words of_second{"--exact", "--shard", "2/2", "-o", data.parts + "/2.bin"};

  const Run run = run_tool([&] {
    const Words words = with({"fit", data.a, "--schema", data.s}, of_second);
    return words;
  }());

  CHECK(run.exit == 3);
  CHECK(run.says("shard 2 may begin inside of one: choose another N"));
}
