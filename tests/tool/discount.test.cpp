// `credence fit --update` with --discount and --discount-rows.
#include <doctest/doctest.h>

#include "support/run_tool.hpp"
#include "support/usage.hpp"

using namespace credence::programs;

namespace {

// A posterior of four rows, and a file of two more.
struct Past {
  TemporaryFolder folder;
  std::string past = folder / "past.json";
  std::string more = folder / "more.csv";

  explicit Past(const Words& flags = {}) {
    write_to(folder / "past.csv", "x,a,class\n1,u,p\n3,v,p\n5,u,q\n9,v,q\n");
    write_to(more, "x,a,class\n2,u,p\n8,w,q\n");
    REQUIRE(
        run_tool(with({"fit", folder / "past.csv", "--label", "class", "-o", past, "-q"}, flags))
            .exit == 0);
  }
  Run update(const Words& flags) const {
    return run_tool(with({"fit", "--update", past, more}, flags));
  }
  std::string operator/(const std::string& name) const { return folder / name; }
};

nlohmann::ordered_json described(const std::string& posterior) {
  const Run run = run_tool({"describe", posterior, "--format", "json"});
  REQUIRE(run.exit == 0);
  return run.json();
}

}  // namespace

TEST_CASE("--discount makes the past count less, and describe says so") {
  const Past past;
  REQUIRE(past.update({"--discount", "0.5", "-o", past / "now.json"}).exit == 0);

  const auto all = described(past / "now.json");

  CHECK(all["label"]["counts"] == nlohmann::ordered_json{2.0, 2.0});
  CHECK(all["discount"]["by"] == "files");
  CHECK(all["discount"]["factor"] == 0.5);
  CHECK(all["log_evidence"].is_null());
  CHECK(has(all["log_evidence_undefined"].get<std::string>(), "discounted by files"));
  const Run text = run_tool({"describe", past / "now.json"});
  CHECK(has(text.out, "discounted by files, with the factor 0.5"));
}

TEST_CASE("--discount-rows discounts before each row, in a stream as in one pass") {
  const Past past;
  REQUIRE(past.update({"--discount-rows", "0.5", "-o", past / "now.json"}).exit == 0);
  REQUIRE(past.update({"--discount-rows", "0.5", "--stream", "--chunk", "1", "-o",
                       past / "stream.json"})
              .exit == 0);

  CHECK(described(past / "now.json")["label"]["counts"] == nlohmann::ordered_json{1.0, 1.5});
  CHECK(text_of(past / "now.json") == text_of(past / "stream.json"));
}

TEST_CASE("posteriors discounted by row do not merge: exit 5") {
  const Past past;
  REQUIRE(past.update({"--discount-rows", "0.5", "-o", past / "now.json"}).exit == 0);

  const Run run = run_tool({"merge", past / "now.json", past.past, "-o", past / "all.json"});

  CHECK(run.exit == 5);
  CHECK(run.says("discounted row by row cannot be merged"));
}

TEST_CASE("an update without a discount says that the past had one") {
  const Past past;
  REQUIRE(past.update({"--discount", "0.5", "-o", past / "now.json"}).exit == 0);

  const Run run = run_tool({"fit", "--update", past / "now.json", past.more, "-o", "-"});

  CHECK(run.exit == 0);
  CHECK(run.says("was discounted by files; this time it is not"));
}

TEST_CASE("a discount without a past, beside exact sums or out of range is exit 2") {
  const Past past;
  const auto refuses = [&](const Words& flags, const std::string& why) {
    check_usage(past.update(flags), why);
  };
  refuses({"--discount", "0", "-o", "-"}, "give a factor above 0 and at most 1");
  refuses({"--discount-rows", "1.1", "-o", "-"}, "give a factor above 0 and at most 1");
  refuses({"--discount", "0.5", "--discount-rows", "0.5", "-o", "-"}, "exclude each other");
  refuses({"--discount", "0.5", "--exact", "-o", "-"}, "has no place beside --exact");
  check_usage({"fit", past.more, "--label", "class", "--discount", "0.5", "-o", "-"},
              "with --update alone");
}

TEST_CASE("a posterior that was fitted exactly is not discounted: exit 2") {
  const Past past({"--exact"});
  for (const char* flag : {"--discount", "--discount-rows"})
    check_usage(past.update({flag, "0.5", "-o", "-"}), "was fitted with --exact");
}

TEST_CASE("a discounted posterior predicts") {
  const Past past;
  REQUIRE(past.update({"--discount", "0.1", "-o", past / "now.json"}).exit == 0);

  CHECK(run_tool({"predict", past / "now.json", past.more}).exit == 0);
}
