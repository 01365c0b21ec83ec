// `credence fit --exact` and `credence forget`: the same bytes for any cut, and rows taken back.
#include <doctest/doctest.h>

#include <credence/base/random.hpp>

#include "support/run_tool.hpp"

using namespace credence::programs;

namespace {

// Four files that rows of a shipped table are dealt to, weighted, and a schema for all of it.
struct Dealt {
  TemporaryFolder folder;
  std::vector<std::string> parts;
  std::string whole = folder / "whole.csv";

  explicit Dealt(const std::string& name, std::uint64_t seed) {
    credence::Random random{seed};
    std::vector<std::string> lines = lines_of(text_of(shipped(name)));
    const std::string header = lines.front() + ",times\n";
    lines.erase(lines.begin());
    for (std::size_t i = lines.size(); i > 1; --i) std::swap(lines[i - 1], lines[random.below(i)]);
    std::vector<std::string> texts(4, header);
    std::string all = header;
    for (const std::string& line : lines) {
      const std::string row = line + "," + std::to_string(1 + random.below(9)) + ".1\n";
      texts[random.below(4)] += row;
      all.insert(header.size(), row);
    }
    write_to(whole, all);
    for (std::size_t i = 0; i < texts.size(); ++i) {
      parts.push_back(folder / ("part" + std::to_string(i) + ".csv"));
      write_to(parts.back(), texts[i]);
    }
    REQUIRE(run_tool({"schema", whole, "--label", "class", "--drop", "times", "-q", "-o",
                      folder / "schema.json"})
                .exit == 0);
  }
  std::string operator/(const std::string& name) const { return folder / name; }

  Run fit(const std::string& data, const std::string& posterior, const Words& more = {}) const {
    return run_tool(with({"fit", data, "--schema", folder / "schema.json", "--exact", "--weight",
                          "times", "-q", "-o", posterior},
                         more));
  }
};

}  // namespace

TEST_CASE("an exact fit of any parts merged in any order writes the bytes of one fit") {
  for (const char* name : {"iris.csv", "german_credit.csv"}) {
    CAPTURE(name);
    const Dealt dealt(name, 1);
    REQUIRE(dealt.fit(dealt.whole, dealt / "whole.json").exit == 0);
    std::vector<std::string> files;
    for (std::size_t i = 0; i < dealt.parts.size(); ++i) {
      files.push_back(dealt / ("part" + std::to_string(i) + ".json"));
      REQUIRE(dealt.fit(dealt.parts[i], files.back()).exit == 0);
    }

    REQUIRE(run_tool({"merge", files[2], files[0], files[3], files[1], "-o", dealt / "merged.json"})
                .exit == 0);
    REQUIRE(dealt.fit(dealt.whole, dealt / "stream.json", {"--stream", "--chunk", "999"}).exit ==
            0);
    REQUIRE(dealt.fit(dealt.whole, dealt / "threads.json", {"--threads", "3"}).exit == 0);

    const std::string bytes = text_of(dealt / "whole.json");
    CHECK(text_of(dealt / "merged.json") == bytes);
    CHECK(text_of(dealt / "stream.json") == bytes);
    CHECK(text_of(dealt / "threads.json") == bytes);
  }
}

TEST_CASE("forgetting rows leaves the bytes that the other rows alone give") {
  const Dealt dealt("iris.csv", 2);
  REQUIRE(dealt.fit(dealt.parts[0], dealt / "a.json").exit == 0);

  const Run updated = run_tool({"fit", "--update", dealt / "a.json", dealt.parts[1], "--weight",
                                "times", "-o", dealt / "ab.json"});
  const Run forgotten = run_tool({"forget", dealt / "ab.json", dealt.parts[1], "--weight", "times",
                                  "-o", dealt / "back.json"});

  REQUIRE(updated.exit == 0);
  REQUIRE(forgotten.exit == 0);
  CHECK(forgotten.out.empty());
  CHECK(forgotten.says("taken back"));
  CHECK(text_of(dealt / "back.json") == text_of(dealt / "a.json"));
  CHECK(text_of(dealt / "ab.json") != text_of(dealt / "a.json"));
}

TEST_CASE("rows that were never learned are not forgotten and the file stays") {
  const TemporaryFolder folder;
  const std::string posterior = folder / "p.json";
  write_to(folder / "a.csv", "age,city,class\n1,x,p\n2,y,q\n4,x,p\n9,y,q\n");
  write_to(folder / "b.csv", "age,city,class\n4,x,p\n4,x,p\n");
  write_to(folder / "c.csv", "age,city,class\n4,z,p\n");
  REQUIRE(
      run_tool({"fit", folder / "a.csv", "--label", "class", "--exact", "-o", posterior}).exit ==
      0);
  const std::string before = text_of(posterior);

  const Run again = run_tool({"forget", posterior, folder / "b.csv", "-o", posterior, "--force"});
  const Run unknown = run_tool({"forget", posterior, folder / "c.csv", "-o", posterior, "--force"});

  CHECK(again.exit == 3);
  CHECK(again.says("cannot forget rows that were not learned: of column 'age'"));
  CHECK(unknown.exit == 3);
  CHECK(unknown.says("c.csv:2:3"));
  const auto refused = [&](const std::string& rows) {
    return run_tool({"forget", posterior, "-", "-o", "-"}, "age,city,class\n" + rows);
  };
  CHECK(
      refused("4,y,p\n").says("of column 'city', class 'p' would be left with -1 of 'y'; forget"));
  CHECK(refused("4,x,p\n1,x,p\n4,x,p\n")
            .says("of label 'class', class 'p' would be left with -1 rows; forget"));
  CHECK(text_of(posterior) == before);
}

TEST_CASE("rows without a class are not counted among those taken back") {
  const TemporaryFolder folder;
  const std::string posterior = folder / "p.json";
  write_to(folder / "a.csv", "age,class\n1,p\n2,q\n4,p\n9,q\n");
  write_to(folder / "b.csv", "age,class\n4,p\n5,\n");
  REQUIRE(
      run_tool({"fit", folder / "a.csv", "--label", "class", "--exact", "-o", posterior}).exit ==
      0);

  const Run run = run_tool({"forget", posterior, folder / "b.csv", "-o", "-"});

  INFO(run.err);
  CHECK(run.exit == 0);
  CHECK(run.says("1 of 2 rows has no class"));
  CHECK(run.says("1 row taken back"));
}

TEST_CASE("exact posteriors and others do not mix") {
  const TemporaryFolder folder;
  const std::string exact = folder / "exact.json", plain = folder / "plain.json";
  REQUIRE(run_tool({"fit", shipped("iris.csv"), "--label", "class", "--exact", "-o", exact}).exit ==
          0);
  REQUIRE(run_tool({"fit", shipped("iris.csv"), "--label", "class", "-o", plain}).exit == 0);

  const Run merged = run_tool({"merge", exact, plain, "-o", "-"});
  const Run updated =
      run_tool({"fit", "--update", plain, shipped("iris.csv"), "--exact", "-o", "-"});
  const Run forgotten = run_tool({"forget", plain, shipped("iris.csv"), "-o", "-"});

  CHECK(merged.exit == 5);
  CHECK(updated.exit == 2);
  CHECK(updated.says("was not fitted exactly"));
  CHECK(forgotten.exit == 3);
  for (const Run& run : {merged, updated, forgotten}) {
    CHECK(run.out.empty());
    CHECK(run.says("--exact"));
  }
  CHECK(run_tool({"predict", exact, shipped("iris.csv"), "-q"}).exit == 0);
}

TEST_CASE("rows in any order, streamed in any parts or merged, give the same bytes of words too") {
  const TemporaryFolder folder;
  credence::Random random{7};
  const std::vector<std::string> words{"free", "win", "hello", "cash", "dinner", "tonight"};
  std::vector<std::string> rows;
  for (int i = 0; i < 400; ++i) {
    std::string text;
    for (std::uint64_t rest = random.below(6); rest > 0; --rest)
      text += words[random.below(words.size())] + " ";
    // Numbers whose plain sums depend on their order.
    rows.push_back(text + "," + std::to_string(random.normal()) + "e" +
                   std::to_string(random.below(20)) + "," + std::to_string(random.below(9)) +
                   (random.below(2) == 0 ? ",p\n" : ",q\n"));
  }
  const std::string head = "text,size,count,class\n";
  const auto file_of = [&](const std::string& name, std::size_t first, std::size_t end) {
    std::string all = head;
    for (std::size_t i = first; i < end; ++i) all += rows[i];
    write_to(folder / name, all);
    return folder / name;
  };
  const auto fit = [&](const std::string& data, const std::string& name, const Words& more = {}) {
    const Run run =
        run_tool(with({"fit", data, "--label", "class", "--column", "text=multinomial", "--column",
                       "count=poisson", "--exact", "-q", "-o", folder / name},
                      more));
    REQUIRE_MESSAGE(run.exit == 0, run.err);
    return folder / name;
  };
  const std::string bytes = text_of(fit(file_of("all.csv", 0, rows.size()), "all.json"));

  for (int shuffle = 0; shuffle < 3; ++shuffle) {
    CAPTURE(shuffle);
    for (std::size_t i = rows.size(); i > 1; --i) std::swap(rows[i - 1], rows[random.below(i)]);
    const std::string data = file_of("shuffled.csv", 0, rows.size());
    const std::string name = "shuffled" + std::to_string(shuffle) + ".json";
    CHECK(text_of(fit(data, name)) == bytes);
    CHECK(text_of(fit(data, "s" + name, {"--stream", "--chunk", std::to_string(60 << shuffle)})) ==
          bytes);
    const std::size_t cut = 100 + random.below(200);
    const std::string one = fit(file_of("one.csv", 0, cut), "1" + name);
    const std::string two = fit(file_of("two.csv", cut, rows.size()), "2" + name, {"--stream"});
    REQUIRE(run_tool({"merge", two, one, "-o", folder / ("m" + name)}).exit == 0);
    CHECK(text_of(folder / ("m" + name)) == bytes);
  }
}
