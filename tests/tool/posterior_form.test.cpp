// Posterior files in JSON and in the binary form, as verbs write and read them.
#include <doctest/doctest.h>

#include "support/run_tool.hpp"
#include "support/usage.hpp"

using namespace credence::programs;

namespace {

const std::string iris = shipped("iris.csv");

void fit(const Words& flags) {
  REQUIRE(run_tool(with({"fit", iris, "--label", "class"}, flags)).exit == 0);
}

}  // namespace

TEST_CASE("the name of the output or a flag chooses the form of a posterior file") {
  const TemporaryFolder folder;
  fit({"-o", folder / "p.json"});
  fit({"-o", folder / "p.bin"});
  fit({"-o", folder / "q.json", "--posterior-format", "binary"});
  fit({"-o", folder / "q.bin", "--posterior-format=json"});

  CHECK(text_of(folder / "p.json").starts_with("{"));
  CHECK(text_of(folder / "p.bin")
            .starts_with("\x89"
                         "CRED"));
  CHECK(text_of(folder / "q.json") == text_of(folder / "p.bin"));
  CHECK(text_of(folder / "q.bin") == text_of(folder / "p.json"));
  const Run printed =
      run_tool({"fit", iris, "--label", "class", "-o", "-", "--posterior-format", "binary"});
  CHECK(printed.out == text_of(folder / "p.bin"));
  check_usage({"fit", iris, "--label", "class", "-o", "-", "--posterior-format", "xml"},
              "flag '--posterior-format' has the unknown value 'xml'; choose 'json'");
}

TEST_CASE("merging one file turns it from one form into the other and back") {
  const TemporaryFolder folder;
  fit({"-o", folder / "p.json"});

  const Run there = run_tool({"merge", folder / "p.json", "-o", folder / "p.bin"});
  const Run back = run_tool({"merge", folder / "p.bin", "-o", folder / "again.json"});

  CHECK(there.exit == 0);
  CHECK(there.says("1 posterior merged: 3 classes"));
  CHECK(back.exit == 0);
  CHECK(text_of(folder / "again.json") == text_of(folder / "p.json"));
}

TEST_CASE("verbs answer the same from both forms of a posterior file") {
  const TemporaryFolder folder;
  const std::string json = folder / "p.json", binary = folder / "p.bin";
  fit({"-o", json});
  fit({"-o", binary});
  const auto same = [&](const Words& before, const Words& after) {
    const Run one = run_tool(with(with(before, {json}), after));
    const Run other = run_tool(with(with(before, {binary}), after));
    CAPTURE(before.front());
    CHECK(one.exit == 0);
    CHECK(other.exit == 0);
    CHECK(one.out == other.out);
    CHECK_FALSE(one.out.empty());
  };

  same({"predict"}, {iris, "--columns", "label,log_joint"});
  same({"evaluate"}, {iris, "--format", "json"});
  same({"describe"}, {"--format", "json"});
  same({"explain"}, {iris, "--row", "77"});
  same({"simulate", "--rows", "5", "--from"}, {});
  same({"merge", json}, {"-o", "-"});
  same({"fit", "--update"}, {iris, "-o", "-"});
  CHECK(run_tool({"describe", "-"}, text_of(binary)).out == run_tool({"describe", json}).out);
}

TEST_CASE("selected features are kept in a binary file") {
  const TemporaryFolder folder;

  const Run run =
      run_tool({"select", iris, "--label", "class", "--top", "2", "-o", folder / "two.bin"});

  CHECK(run.exit == 0);
  CHECK(text_of(folder / "two.bin")
            .starts_with("\x89"
                         "CRED"));
  CHECK(run_tool({"predict", folder / "two.bin", iris}).exit == 0);
}

TEST_CASE("a damaged posterior file of either form ends with exit code 5 and says what to do") {
  const TemporaryFolder folder;
  for (const std::string name : {"p.json", "p.bin"}) {
    fit({"-o", folder / name});
    std::string bytes = text_of(folder / name);
    bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
    write_to(folder / name, bytes);
    CAPTURE(name);
    for (const Words& words : {Words{"predict", folder / name, iris},
                               {"evaluate", folder / name, iris},
                               {"describe", folder / name},
                               {"explain", folder / name, iris, "--row", "1"},
                               {"simulate", "--from", folder / name, "--rows", "1"},
                               {"merge", folder / name, "-o", folder / "out"},
                               {"fit", "--update", folder / name, iris, "-o", folder / "out"}}) {
      CAPTURE(words.front());
      const Run run = run_tool(words);
      CHECK(run.exit == 5);
      CHECK(run.out.empty());
      CHECK(run.says("posterior file '" + (folder / name)));
      CHECK(run.says("restore it from a copy"));
    }
    CHECK_FALSE(std::filesystem::exists(folder / "out"));
  }
}
