// Shards by the tool: the same bytes for any number, order and tree; what is refused.
#include <doctest/doctest.h>

#include <algorithm>
#include <random>

#include "support/usage.hpp"
#include "tool/shards_fixture.hpp"

using namespace credence::programs;

TEST_CASE("any number of shards gives the bytes of one exact fit") {
  const Shards data;
  const std::string whole = data.made(data.words({"--exact"}));

  CHECK(whole == data.made(data.words({"--exact", "--stream", "--chunk", "1000"})));
  for (const char* of : {"1", "2", "3", "7", "32", "900"}) {
    CAPTURE(of);
    CHECK(data.made(data.words({"--exact", "--shards", of})) == whole);
  }
}

TEST_CASE("shards of several tasks merge to these bytes in any order and along any tree") {
  const Shards data;
  const std::string whole = data.made(data.words({"--exact"}));
  Words files;
  for (int number = 1; number <= 5; ++number) files.push_back(data.shard(number, 5));

  CHECK(data.made({"merge", data.parts}) == whole);
  CHECK(data.made({"merge", files[4], files[1], files[3], files[0], files[2]}) == whole);
  const std::string left = data.folder / "left.json", right = data.folder / "right.bin";
  CHECK(run_tool({"merge", files[0], files[3], "--partial", "-o", left}).exit == 0);
  CHECK(run_tool({"merge", files[4], files[2], "--partial", "-o", right}).exit == 0);
  CHECK(data.made({"merge", right, files[1], left}) == whole);
  CHECK(has(data.made({"merge", data.parts, "--record"}), "\"have\":[[1,5]]"));
}

TEST_CASE("rounded sums depend on the plan alone, and counts on nothing") {
  const Shards data;
  Words files;
  for (int number = 1; number <= 6; ++number) files.push_back(data.shard(number, 6, {}));
  const std::string one = data.made(data.words({"--shards", "6"}));

  CHECK(data.made({"merge", data.parts}) == one);
  std::mt19937 random(3);
  for (int turn = 0; turn < 4; ++turn) {
    std::shuffle(files.begin(), files.end(), random);
    const Words words = with({"merge"}, files);
    CHECK(data.made(words) == one);
  }
  CHECK(data.made(data.words({"--shards", "6", "--threads", "1"})) == one);
  const auto counts = [](const std::string& text) {
    return nlohmann::ordered_json::parse(text)["posterior"]["class_counts"];
  };
  CHECK(counts(one) == counts(data.made(data.words({}))));
}

TEST_CASE("line feeds in quotes do not matter to a run of all shards") {
  const Shards data(true);
  const std::string whole = data.made(data.words({"--exact"}));
  for (int of = 1; of <= 300; of += of < 24 ? 1 : 31) {
    CAPTURE(of);
    CHECK(data.made(data.words({"--exact", "--shards", std::to_string(of)})) == whole);
  }
}

TEST_CASE("tasks of line feeds in quotes give the same bytes or are refused with the cut") {
  const Shards data(true);
  const std::string whole = data.made(data.words({"--exact"}));
  int right = 0;
  int refused = 0;
  for (int of = 1; of <= 12; ++of) {
    CAPTURE(of);
    bool is_refused = false;
    for (int number = 1; number <= of; ++number) {
      const std::string which = std::to_string(number) + "/" + std::to_string(of);
      const std::string out = data.parts + "/" + std::to_string(number) + ".bin";
      const Run run = data.fit({"--exact", "--shard", which, "-o", out, "--force"});
      CAPTURE(run.err);
      if (run.exit == 0) continue;
      CHECK(run.exit == 3);
      CHECK(run.says("row spans the cut at byte"));
      is_refused = true;
      break;
    }
    ++(is_refused ? refused : right);
    if (!is_refused) CHECK(data.made({"merge", data.parts}) == whole);
    for (const auto& entry : fs::directory_iterator(data.parts)) fs::remove(entry);
  }
  CHECK(right > 0);
  CHECK(refused > 1);
}

TEST_CASE("shards of a run that read on do not merge with tasks that began at the line feed") {
  // What stands in quotes reads as rows, too, whether one begins inside of them or not.
  const TemporaryFolder folder;
  const std::string data = folder / "a.csv", schema = folder / "s.json";
  std::string text = "x,note,class\n";
  for (int row = 0; row < 60; ++row)
    text += std::to_string(row) + ",\",\n2,z,a\n3,\"," + (row % 2 == 0 ? "a\n" : "b\n");
  write_to(data, text);
  write_to(schema, R"({"schema_version":1,"label":"class","columns":[
    {"name":"x","family":"normal"},{"name":"note","family":"categorical"}]})");
  const auto fit = [&](const Words& words) {
    return run_tool(
        with({"fit", data, "--schema", schema, "--exact", "--quiet", "--force"}, words));
  };
  const std::string whole = folder / "whole.json", merged = folder / "merged.json";
  REQUIRE(fit({"-o", whole}).exit == 0);
  int refused = 0;
  for (const int of : {7, 17}) {
    const std::string parts = folder / ("d" + std::to_string(of));
    REQUIRE(fit({"--shards", std::to_string(of), "--shard-files", parts, "-o", merged}).exit == 0);
    CHECK(text_of(merged) == text_of(whole));
    std::vector<std::string> held;
    for (const auto& entry : fs::directory_iterator(parts)) held.push_back(entry.path().string());
    std::sort(held.begin(), held.end());
    REQUIRE(std::ssize(held) == of);
    for (int number = 1; number <= of; ++number) {
      const std::string& file = held[static_cast<std::size_t>(number - 1)];
      const std::string bytes = text_of(file);
      const std::string which = std::to_string(number) + "/" + std::to_string(of);
      static_cast<void>(fit({"--shard", which, "-o", file}));
      const Run run = run_tool({"merge", parts, "-o", merged, "--force"});
      if (run.exit == 0) {
        CHECK(text_of(merged) == text_of(whole));
      } else {
        CHECK(run.exit == 5);
        CHECK(run.says("a row spans the cut between them"));
        ++refused;
      }
      write_to(file, bytes);
    }
  }
  CHECK(refused > 0);
}

TEST_CASE("missing shards are named with exit code 5, and may be missing in a partial merge") {
  const Shards data;
  for (const int number : {1, 2, 5, 8}) static_cast<void>(data.shard(number, 8));
  const std::string out = data.folder / "p.json";

  const Run refused = run_tool({"merge", data.parts, "-o", out});
  CHECK(refused.exit == 5);
  CHECK(refused.says("4 of 8 shards are given, without 3, 4, 6, 7; run what is missing"));
  CHECK_FALSE(fs::exists(out));
  const Run partial = run_tool({"merge", data.parts, "--partial", "-o", out});
  CHECK(partial.exit == 0);
  CHECK(partial.says("statistics of 4 of 8 shards"));
  CHECK(has(text_of(out), "\"have\":[[1,2],[5,5],[8,8]]"));
  const Run used = run_tool({"describe", out});
  CHECK(used.exit == 0);
  CHECK(used.says("statistics of 4 of 8 shards"));
  const Run again = run_tool({"merge", out, data.shard(5, 8), "--partial", "-o", "-"});
  CHECK(again.exit == 5);
  CHECK(again.says("shard 5 is in '" + out + "' and in '" + data.parts + "/5.bin'"));
}

TEST_CASE("a shard to which rows are added is no shard of its plan any more") {
  const Shards data;
  const std::string first = data.shard(1, 2), more = data.folder / "more.json";
  static_cast<void>(data.shard(2, 2));
  const Run update = run_tool({"fit", "--update", first, data.b, "-o", more});
  CHECK(update.exit == 0);
  CHECK(update.says("the record of shards is dropped"));
  CHECK_FALSE(has(text_of(more), "\"shards\""));
  CHECK(run_tool({"merge", more, data.parts + "/2.bin", "-o", "-"}).exit == 5);
}

TEST_CASE("copies, other plans and files without a record are refused with exit code 5") {
  const Shards data;
  const std::string first = data.shard(1, 2);
  static_cast<void>(data.shard(2, 2));
  const std::string copy = data.folder / "copy.bin", other = data.folder / "other.bin";
  fs::copy_file(first, copy);

  const Run twice = run_tool({"merge", data.parts, copy, "-o", "-"});
  CHECK(twice.exit == 5);
  CHECK(twice.says("rows would count twice"));
  CHECK(data.fit({"--exact", "--shard", "1/3", "-o", other}).exit == 0);
  const Run foreign = run_tool({"merge", first, other, "-o", "-"});
  CHECK(foreign.exit == 5);
  CHECK(foreign.says("another plan"));
  CHECK(foreign.says("N is 3 in one and 2 in the other"));
  const std::string plain = data.folder / "plain.json";
  CHECK(data.fit({"--exact", "-o", plain}).exit == 0);
  const Run unknown = run_tool({"merge", plain, first, "-o", "-"});
  CHECK(unknown.exit == 5);
  CHECK(unknown.says("nobody can say whether '" + plain + "' holds the rows of shard 1"));
}

TEST_CASE("named sources merge once each, and update a posterior that names them") {
  const Shards data;
  const std::string one = data.folder / "1.json", two = data.folder / "2.json";
  const auto fit_source = [&](const std::string& file, const std::string& name,
                              const std::string& out) {
    return run_tool({"fit", file, "--schema", data.s, "--exact", "--source", name, "-o", out});
  };
  CHECK(fit_source(data.a, "monday", one).exit == 0);
  CHECK(fit_source(data.b, "tuesday", two).exit == 0);
  const std::string week = data.folder / "week.json";
  CHECK(run_tool({"merge", two, one, "-o", week}).exit == 0);
  CHECK(has(text_of(week), "\"sources\": [\"monday\",\"tuesday\"]"));
  const Run twice = run_tool({"merge", week, one, "-o", "-"});
  CHECK(twice.exit == 5);
  CHECK(twice.says("source 'monday' is in"));

  const Words update{"fit", "--update", one, data.b, "-o", data.folder / "updated.json"};
  check_usage(update, "--source");
  CHECK(run_tool(with(update, {"--source", "tuesday"})).exit == 0);
  CHECK(text_of(data.folder / "updated.json") == text_of(week));
  const Words same{"fit", "--update", one, data.b, "--source", "monday", "-o", "-"};
  CHECK(run_tool(same).exit == 5);
  const std::string plain = data.folder / "plain.json";
  CHECK(run_tool({"fit", data.a, "--schema", data.s, "-o", plain}).exit == 0);
  CHECK(run_tool({"fit", "--update", plain, data.b, "--source", "b", "-o", "-"}).exit == 2);
  const Run piped = run_tool(
      {"fit", "-", "--stream", "--schema", data.s, "--exact", "--source", "monday", "-o", "-"},
      text_of(data.a));
  CHECK(piped.out == text_of(one));
}

TEST_CASE("answers of shards, one behind the other, are those of one run") {
  const Shards data(true);
  const std::string posterior = data.folder / "p.json";
  CHECK(data.fit({"-o", posterior}).exit == 0);
  const Words predict{"predict", posterior, data.a, data.b, "--keep", "city,note"};
  const std::string whole = run_tool(predict).out;
  REQUIRE(lines_of(whole).size() > 400);
  int tried = 0;
  for (int of = 1; of <= 12; ++of) {
    std::string all;
    bool refused = false;
    for (int number = 1; number <= of; ++number) {
      const Run run =
          run_tool(with(predict, {"--shard", std::to_string(number) + "/" + std::to_string(of)}));
      refused = refused || run.exit == 3;
      all += run.out;
    }
    if (refused) continue;
    ++tried;
    CAPTURE(of);
    CHECK(all == whole);
  }
  CHECK(tried > 1);
}

TEST_CASE("several files are one table to studies, whatever names them") {
  const Shards data;
  std::string joined = text_of(data.a);
  const std::string more = text_of(data.b);
  joined += more.substr(more.find('\n') + 1);
  const std::string one = data.folder / "one.csv", list = data.folder / "list";
  write_to(one, joined);
  write_to(list, data.a + "\n" + data.b + "\n");
  fs::create_directory(data.folder.path() / "both");
  fs::copy_file(data.a, data.folder / "both/a.csv");
  fs::copy_file(data.b, data.folder / "both/b.csv");
  const std::vector<Words> several{
      {data.a, data.b}, {"--files-from", list}, {data.folder / "both"}, {data.folder / "[ab].csv"}};
  const std::string posterior = data.folder / "p.json";
  CHECK(run_tool({"fit", one, "--schema", data.s, "-o", posterior}).exit == 0);
  const std::vector<std::pair<Words, Words>> verbs{
      {{"fit"}, {"--schema", data.s, "-o", "-"}},
      {{"schema"}, {"--label", "class"}},
      {{"compare"}, {"--schema", data.s, "--folds", "3", "--format", "json"}},
      {{"evaluate", posterior}, {"--format", "json"}},
      {{"predict", posterior}, {"--columns", "label,log_joint"}}};
  for (const auto& verb : verbs) {
    const Words& begin = verb.first;
    CAPTURE(begin.front());
    const auto words = [&](const Words& middle) { return with(with(begin, middle), verb.second); };
    const std::string expected = run_tool(words({one})).out;
    CHECK_FALSE(expected.empty());
    for (const Words& files : several) {
      const Run run = run_tool(words(files));
      CAPTURE(run.err);
      CHECK(run.out == expected);
    }
  }
}

TEST_CASE("several files of other forms are one table, too") {
  const TemporaryFolder folder;
  const auto file = [&](const std::string& name, const std::string& text) {
    write_to(folder / name, text);
    return folder / name;
  };
  const auto compared = [](const Words& files, const Words& more) {
    return run_tool(with(with({"compare"}, files), more));
  };
  const auto same = [&](const Words& several, const Words& one, const Words& more) {
    const Run expected = compared(one, more), run = compared(several, more);
    CAPTURE(run.err);
    REQUIRE(expected.exit == 0);
    CHECK(run.out == expected.out);
  };
  const Words json{"--folds", "2", "--format", "json"};
  const std::string head =
      "% of two\n@relation r\n@attribute x numeric\n@attribute c {a, b}\n@data\n";
  const std::string first = "1,a\n2,b\n3.5,a\n4,b", second = "5,b\n?,a\n7,b\n";
  const std::string a = file("a.arff", head + first), b = file("b.arff", head + second);
  const Words label{"--label", "c", "--folds", "2", "--format", "json"};
  same({a, b}, {file("one.arff", head + first + "\n" + second)}, label);
  const std::string late = file("late.arff", head + "1,a\n2,c\n");
  const Run fault = run_tool({"compare", a, late, "--label", "c"});
  CHECK(fault.exit == 3);
  CHECK(fault.says("late.arff:7:3"));
  std::string other = head;
  other.replace(other.find("{a, b}"), 6, "{b, a}");
  const Run unlike = run_tool({"compare", a, file("other.arff", other + second), "--label", "c"});
  CHECK(unlike.exit == 3);
  CHECK(unlike.says("attribute 'c' is declared otherwise in '"));
  const std::string rows = "a 1:2 3:1\nb 2:1\na 1:1\nb 2:2 9:1\n", more = "b 4:1\na 1:1 12:3\n";
  same({file("a.svm", rows), file("b.svm", more)}, {file("one.svm", rows + more)}, json);
  const auto npy = [&](const std::string& name, const std::vector<double>& numbers) {
    std::string text = "{'descr': '<f8', 'fortran_order': False, 'shape': (" +
                       std::to_string(numbers.size() / 2) + ", 2), }";
    text.resize(117, ' ');
    text = std::string("\x93NUMPY\x01\x00\x76\x00", 10) + text + "\n";
    for (const double number : numbers)
      text.append(reinterpret_cast<const char*>(&number), sizeof number);
    return file(name, text);
  };
  same({npy("a.npy", {1, 0, 2, 1, 3, 0, 5, 1}), npy("b.npy", {7, 1, 8, 0})},
       {npy("one.npy", {1, 0, 2, 1, 3, 0, 5, 1, 7, 1, 8, 0})},
       {"--label", "c2", "--folds", "2", "--format", "json"});
}

TEST_CASE("a fault in a later file is told with its own place") {
  const Shards data;
  write_to(data.b, "x,size,smoker,city,note,visits,wait,class\n1,2,0,c,n,3,4,a\n1,0,1,c,n,3,4,b\n");
  for (const Words& more : {Words{}, Words{"--stream"}, Words{"--shards", "3"}}) {
    const Words all = with(more, {"-o", data.folder / "p.json"});
    const Run run = data.fit(all);
    CAPTURE(run.err);
    CHECK(run.exit == 3);
    CHECK(run.says("b.csv:3:3"));
  }
}

TEST_CASE("flags and data that do not go with shards are refused with exit code 2") {
  const Shards data;
  const auto fit = [&](const Words& more) {
    return data.words(with(more, {"-o", data.folder / "p.json"}));
  };
  check_usage(fit({"--shard", "1/2", "--shards", "2"}), "has no place beside '--shard'");
  check_usage(fit({"--shard", "0/2"}), "--shard");
  check_usage(fit({"--shard", "3/2"}), "shards count from 1 to 2");
  check_usage(fit({"--shard", "2"}), "I/N");
  check_usage(fit({"--shards", "0"}), "--shards");
  check_usage(fit({"--shards", "2", "--stream"}), "has no place beside '--shards'");
  check_usage(fit({"--record"}), "there are none");
  check_usage({"fit", data.a, "--label", "class", "--shards", "2", "-o", "-"}, "needs --schema");
  check_usage({"fit", "-", "--schema", data.s, "--shards", "2", "-o", "-"},
              "standard input has no shards");
  check_usage({"fit", data.a, data.b, "--label", "class", "--stream", "-o", "-"}, "needs --schema");
  check_usage({"fit", data.a, data.a, "--schema", data.s, "-o", "-"}, "name one file twice");
  check_usage({"predict", "p.json", data.a, "--shard", "1/2", "--format", "json"}, "--format json");
  const Run none = run_tool({"fit", data.folder / "*.tsv", "--schema", data.s, "-o", "-"});
  CHECK(none.exit == 4);
  CHECK(none.says("no file fits"));
}

TEST_CASE("empty shards are fine, and data without any row are refused in the end") {
  const Shards data;
  write_to(data.a, "x,size,smoker,city,note,visits,wait,class\n");
  write_to(data.b, "x,size,smoker,city,note,visits,wait,class\n1,2,0,c,n,3,4,a\n1,3,1,c,n,3,4,\n");
  for (int number = 1; number <= 9; ++number) static_cast<void>(data.shard(number, 9));

  CHECK(data.made({"merge", data.parts}) == data.made(data.words({"--exact"})));
  write_to(data.b, "x,size,smoker,city,note,visits,wait,class\n1,3,1,c,n,3,4,\n");
  fs::remove_all(data.parts);
  fs::create_directory(data.parts);
  for (int number = 1; number <= 2; ++number) static_cast<void>(data.shard(number, 2));
  const Run merged = run_tool({"merge", data.parts, "-o", "-"});
  CHECK(merged.exit == 3);
  CHECK(merged.says("no shard has a row with a class"));
  CHECK(data.fit({"--exact", "--shards", "2", "-o", "-"}).exit == 3);
}
