// Merging of shards: one tree, whatever the order; nothing counted twice; records in files.
#include <doctest/doctest.h>
#include <credence/learn/shards.hpp>

#include <algorithm>
#include <random>
#include <sstream>

#include "support/data_error.hpp"
#include "support/posterior_bytes.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

const Model& model() {
  static const Model made(Schema{
      .label = "y",
      .columns = {{.name = "x", .family = "normal"}, {.name = "city", .family = "categorical"}}});
  return made;
}

// Rows that no two shards share, none in some of them.
Posterior<Model> learned(Index number, Summation summation = Summation::rounded) {
  std::mt19937 random(static_cast<unsigned>(number));
  auto posterior = empty_posterior(model(), summation);
  if (number % 5 == 0) return posterior;
  std::vector<double> x;
  std::vector<std::string> city, y;
  for (int row = 0; row < 20; ++row) {
    x.push_back(1e3 + static_cast<double>(random() % 100000) / 7);
    city.push_back("c" + std::to_string(random() % 9));
    y.push_back(std::string(1, "abc"[random() % 3]));
  }
  Table table;
  table.add("x", x);
  table.add("city", city);
  table.add("y", y);
  observe(posterior, table);
  return posterior;
}

RecordedPosterior shard(Index number, Index of, const std::string& plan = "xxh3:1") {
  const auto begin = static_cast<std::uint64_t>(10 * number);
  return {.posterior = learned(number),
          .provenance = {.shards = {.plan = plan,
                                    .of = of,
                                    .have = {{number, number}},
                                    .skipped_rows = number,
                                    .read = {{.file = "a.csv",
                                              .size = 100,
                                              .modified = 5,
                                              .from = begin,
                                              .to = begin + 10,
                                              .content = "xxh3:2"}}}}};
}

std::string merged_bytes(std::vector<Index> order, Index of) {
  ShardMerge merging;
  for (const Index number : order) merging.add(shard(number, of), std::to_string(number));
  return to_bytes(merging.merged(), PosteriorForm::binary);
}

// The body of a file of JSON, without blanks.
std::string compact_body(const std::string& text) {
  const std::string begin = "\"posterior\": {\n";
  const std::size_t at = text.find(begin);
  REQUIRE(at != std::string::npos);
  std::string body = "{";
  std::istringstream lines(text.substr(at + begin.size()));
  for (std::string line; std::getline(lines, line);) {
    const std::size_t colon = line.find("\": ");
    if (line.starts_with('"') && colon != std::string::npos) line.erase(colon + 2, 1);
    body += line;
  }
  body.pop_back();  // of the file
  return body;
}

std::vector<Index> numbers_to(Index of) {
  std::vector<Index> numbers(static_cast<std::size_t>(of));
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<Index>(i) + 1;
  return numbers;
}

// That a body of which a part was changed is refused, although its checksum is right; returns why.
auto check_refused(const std::string& body, const std::string& from, const std::string& to) {
  CAPTURE(to);
  std::string changed = body;
  const std::size_t at = changed.find(from);
  REQUIRE(at != std::string::npos);
  changed.replace(at, from.size(), to);
  const auto error =
      error_of([&] { return recorded_from_bytes(sealed_json(changed, 2), "p.json"); });
  CHECK(is(error, ErrorCode::version));
  CHECK(says(error, "'p.json'"));
  return error;
}

}  // namespace

TEST_CASE("shards merge to the same bits in any order") {
  std::mt19937 random(7);
  for (const Index of : {1, 2, 3, 7, 13, 16}) {
    std::vector<Index> order = numbers_to(of);
    const std::string expected = merged_bytes(order, of);
    for (int turn = 0; turn < 6; ++turn) {
      std::shuffle(order.begin(), order.end(), random);
      CAPTURE(of);
      CHECK(merged_bytes(order, of) == expected);
    }
  }
}

TEST_CASE("blocks of another tree merge to the same bits") {
  constexpr Index of = 11;
  const std::string expected = to_bytes(
      [&] {
        ShardTree tree;
        for (const Index n : numbers_to(of)) tree.add({.first = n - 1, .posterior = learned(n)});
        return tree.merged();
      }(),
      PosteriorForm::binary);
  for (Index cut = 0; cut <= of; ++cut) {
    ShardTree left, right;
    for (const Index n : numbers_to(of))
      (n <= cut ? left : right).add({.first = n - 1, .posterior = learned(n)});
    for (ShardTree::Block& block : left.take()) right.add(std::move(block));
    CAPTURE(cut);
    CHECK(left.empty());
    CHECK(to_bytes(right.merged(), PosteriorForm::binary) == expected);
  }
}

TEST_CASE("exact sums do not show where shards were merged") {
  auto flat = empty_posterior(model(), Summation::exact);
  for (const Index n : numbers_to(9)) merge(flat, learned(n, Summation::exact));
  ShardTree tree;
  for (const Index n : {9, 2, 7, 1, 4, 3, 8, 5, 6})
    tree.add({.first = n - 1, .posterior = learned(n, Summation::exact)});

  CHECK(tree.merged() == flat);
}

TEST_CASE("missing shards are named") {
  ShardMerge merging;
  for (const Index n : {1, 2, 4, 8, 9, 12}) merging.add(shard(n, 14), std::to_string(n));

  CHECK(merging.missing() == "3, 5 to 7, 10, 11, 13, 14");
  CHECK(merging.provenance().shards.count() == 6);
  CHECK(merging.provenance().shards.skipped_rows == 36);
  CHECK_FALSE(merging.provenance().shards.complete());
}

TEST_CASE("a shard that is there already is refused, also within a merged part") {
  ShardMerge part;
  part.add(shard(2, 4), "2.bin");
  part.add(shard(3, 4), "3.bin");
  const RecordedPosterior both = part.merged();

  ShardMerge merging;
  merging.add(both, "part.bin");
  const auto twice = error_of([&] {
    merging.add(shard(3, 4), "copy.bin");
    return 0;
  });
  CHECK(is(twice, ErrorCode::version));
  CHECK(says(twice, "shard 3 is in 'part.bin' and in 'copy.bin': rows would count twice"));

  ShardMerge other;
  other.add(shard(3, 4), "3.bin");
  CHECK(says(error_of([&] {
               other.add(both, "part.bin");
               return 0;
             }),
             "shard 3 is in '3.bin'"));
}

TEST_CASE("parts of several shards complete a plan") {
  ShardMerge left, right, all;
  for (const Index n : {1, 3, 4}) left.add(shard(n, 6), std::to_string(n));
  for (const Index n : {2, 6}) right.add(shard(n, 6), std::to_string(n));
  all.add(right.merged(), "right");
  all.add(shard(5, 6), "5");
  all.add(left.merged(), "left");

  CHECK(all.missing().empty());
  CHECK(all.provenance().shards.complete());
  CHECK(all.merged().posterior.label.counts.counts ==
        posterior_from_bytes(merged_bytes(numbers_to(6), 6), "p").label.counts.counts);
}

TEST_CASE("another plan is refused with what differs") {
  ShardMerge merging;
  merging.add(shard(1, 4), "a.bin");
  const auto refused = [&](RecordedPosterior part) {
    return error_of([&] {
      merging.add(std::move(part), "b.bin");
      return 0;
    });
  };
  CHECK(is(refused(shard(2, 4, "xxh3:9")), ErrorCode::version));
  CHECK(says(refused(shard(2, 5, "xxh3:9")), "'b.bin'", "N is 5 in one and 4 in the other"));
  auto larger = shard(2, 4, "xxh3:9");
  larger.provenance.shards.read.front().size = 101;
  CHECK(says(refused(larger), "file 'a.csv' had 101 bytes", "100"));
  auto exact = shard(2, 4, "xxh3:9");
  exact.posterior = learned(2, Summation::exact);
  CHECK(says(refused(exact), "exact sums"));
  auto other = shard(2, 4, "xxh3:9");
  other.posterior = empty_posterior(Model(Schema{.label = "z"}));
  CHECK(says(refused(other), "schemas differ"));
}

TEST_CASE("a record beside none, and a source twice, are refused") {
  const RecordedPosterior plain{.posterior = learned(1)};
  const RecordedPosterior monday{.posterior = learned(1), .provenance = {.sources = {"monday"}}};
  ShardMerge shards, sources;
  shards.add(shard(3, 4), "3.bin");
  CHECK(says(error_of([&] {
               shards.add(plain, "p.json");
               return 0;
             }),
             "nobody can say whether 'p.json' holds the rows of shard 3"));
  CHECK(says(error_of([&] {
               shards.add(monday, "m.json");
               return 0;
             }),
             "nobody can say"));
  sources.add(monday, "a.json");
  CHECK(says(error_of([&] {
               sources.add(monday, "b.json");
               return 0;
             }),
             "source 'monday' is in 'a.json' and in 'b.json'"));
  sources.add({.posterior = learned(2), .provenance = {.sources = {"friday"}}}, "c.json");
  CHECK(sources.merged().provenance.sources == std::vector<std::string>{"friday", "monday"});
}

TEST_CASE("files that were changed between shards are told") {
  ShardMerge merging;
  merging.add(shard(1, 3), "1");
  merging.add(shard(2, 3), "2");
  CHECK(merging.changed_files().empty());
  auto later = shard(3, 3);
  later.provenance.shards.read.front().modified = 6;
  merging.add(later, "3");
  CHECK(merging.changed_files() == std::vector<std::string>{"a.csv"});
}

TEST_CASE("the plan follows what shards hold and how they are learned, and nothing else") {
  const ShardPlan plan{
      .files = {{.path = "x/a.csv", .size = 10, .modified = 3}}, .of = 4, .form = "csv"};
  const auto empty = empty_posterior(model());
  const std::string name = plan_of(plan, empty);
  std::vector<std::string> all{name};
  const auto other = [&](auto change) {
    ShardPlan changed = plan;
    change(changed);
    all.push_back(plan_of(changed, empty));
  };
  other([](ShardPlan& p) { p.of = 5; });
  other([](ShardPlan& p) { p.files.front().size = 11; });
  other([](ShardPlan& p) { p.files.front().path = "x/b.csv"; });
  other([](ShardPlan& p) { p.files.push_back({.path = "c", .size = 1}); });
  other([](ShardPlan& p) { p.weight = "w"; });
  other([](ShardPlan& p) { p.dialect.separator = ';'; });
  other([](ShardPlan& p) { p.dialect.quote.reset(); });
  all.push_back(plan_of(plan, empty_posterior(model(), Summation::exact)));
  all.push_back(plan_of(plan, empty_posterior(Model(Schema{.label = "y"}))));
  std::sort(all.begin(), all.end());
  CHECK(std::adjacent_find(all.begin(), all.end()) == all.end());

  ShardPlan copy = plan;
  copy.files.front() = {.path = "elsewhere/a.csv", .size = 10, .modified = 99};
  CHECK(plan_of(copy, empty) == name);
  CHECK(name.starts_with("xxh3:"));
}

TEST_CASE("records come back from both forms of a file, which then has version 2") {
  const RecordedPosterior one = shard(2, 4);
  const RecordedPosterior sources{.posterior = learned(1), .provenance = {.sources = {"a", "b"}}};
  for (const RecordedPosterior& recorded : {one, sources})
    for (const PosteriorForm form : {PosteriorForm::json, PosteriorForm::binary}) {
      const std::string bytes = to_bytes(recorded, form);
      const RecordedPosterior back = recorded_from_bytes(bytes, "p");
      CHECK(back.posterior == recorded.posterior);
      CHECK(back.provenance == recorded.provenance);
      CHECK(to_bytes(back, form) == bytes);
      CHECK(posterior_from_bytes(bytes, "p") == recorded.posterior);
    }
  const std::string text = to_bytes(one, PosteriorForm::json);
  CHECK(text.find("\"version\": 2,") != std::string::npos);
  CHECK(text.find("\"uses\": [\"shards\"],\n") != std::string::npos);
  CHECK(to_bytes(RecordedPosterior{.posterior = learned(1)}, PosteriorForm::json) ==
        to_json(learned(1)));
}

TEST_CASE("records that contradict themselves are refused although the checksum is right") {
  const std::string body = compact_body(to_bytes(shard(2, 4), PosteriorForm::json));
  CHECK(recorded_from_bytes(sealed_json(body, 2), "p").provenance == shard(2, 4).provenance);
  const auto refused = [&](const std::string& from, const std::string& to) {
    return check_refused(body, from, to);
  };
  CHECK(says(refused("[\"shards\"]", "[\"shards\",\"magic\"]"), "uses 'magic'"));
  refused("[\"shards\"]", "[]");
  refused("[\"shards\"]", "[\"sources\"]");
  refused("[[2,2]]", "[[0,2]]");
  refused("[[2,2]]", "[[2,5]]");
  refused("[[2,2]]", "[[3,2]]");
  refused("[[2,2]]", "[]");
  refused("[[2,2]]", "[[2,2],[3,3]]");
  refused("[[2,2]]", "[[2,2],[4,4]]");
  refused("\"of\":4", "\"of\":0");
  refused("\"of\":4", "\"of\":4.5");
  refused("\"from\":20", "\"from\":31");
  refused("\"to\":30", "\"to\":900");
  refused("\"skipped_rows\":2", "\"skipped_rows\":-2");
  refused("\"size\":100", "\"size\":\"100\"");
  CHECK(is(error_of([&] { return recorded_from_bytes(sealed_json(body, 1), "p"); }),
           ErrorCode::version));
}

TEST_CASE("ends of merged shards that contradict themselves are refused") {
  ShardMerge merging;
  for (const Index n : {1, 2, 4}) merging.add(shard(n, 9), std::to_string(n));
  const std::string body = compact_body(to_bytes(merging.merged(), PosteriorForm::json));
  const auto refused = [&](const std::string& from, const std::string& to) {
    return check_refused(body, from, to);
  };
  refused("\"ends\":[", "\"ends\":[null,");
  refused("\"from\":10,\"to\":20", "\"from\":10,\"to\":9");
  refused("\"from\":10,\"to\":20", "\"from\":10,\"till\":20");
  refused("\"first\":", "\"begin\":");
}

TEST_CASE("shards whose rows do not meet at their cut are refused") {
  RecordedPosterior reads_on = shard(3, 8);
  reads_on.provenance.shards.read.front().to += 4;
  for (const bool is_last : {true, false}) {
    ShardMerge merging;
    merging.add(is_last ? shard(4, 8) : reads_on, "first.bin");
    const auto error = error_of([&] {
      merging.add(is_last ? reads_on : shard(4, 8), "second.bin");
      return 0;
    });
    CHECK(is(error, ErrorCode::version));
    CHECK(says(error, "shard 3 in ", "ends at byte 44 of 'a.csv'", "begins at byte 40",
               "a row spans the cut"));
  }
  RecordedPosterior begins_there = shard(4, 8);
  begins_there.provenance.shards.read.front().from += 4;
  ShardMerge merging;
  merging.add(reads_on, "first.bin");
  merging.add(begins_there, "second.bin");
  CHECK(merging.provenance().shards.count() == 2);
}

TEST_CASE(
    "merged shards keep where they begin and end, and are refused where others do not meet them") {
  const auto merged = [](const std::vector<RecordedPosterior>& parts) {
    ShardMerge merging;
    for (const auto& part : parts) merging.add(part, "part");
    return recorded_from_bytes(to_bytes(merging.merged(), PosteriorForm::binary), "p");
  };
  RecordedPosterior reads_on = shard(3, 9);
  reads_on.provenance.shards.read.front().to += 4;
  const RecordedPosterior left = merged({shard(2, 9), reads_on});
  const RecordedPosterior right = merged({shard(4, 9), shard(5, 9), shard(7, 9)});
  REQUIRE(left.provenance.shards.ends.size() == 1);
  CHECK(left.provenance.shards.ends[0] ==
        ShardEnds{.first = {.file = "a.csv", .from = 20, .to = 30},
                  .last = {.file = "a.csv", .from = 30, .to = 44}});
  REQUIRE(right.provenance.shards.ends.size() == 2);

  for (const bool left_first : {true, false}) {
    ShardMerge merging;
    merging.add(left_first ? left : right, "first.bin");
    const auto error = error_of([&] {
      merging.add(left_first ? right : left, "second.bin");
      return 0;
    });
    CHECK(is(error, ErrorCode::version));
    CHECK(says(error, "shard 3 in ", "ends at byte 44 of 'a.csv'", "begins at byte 40"));
  }
  ShardMerge merging;
  merging.add(right, "right.bin");
  merging.add(shard(6, 9), "6.bin");
  const auto ends = merging.merged().provenance.shards.ends;
  REQUIRE(ends.size() == 1);
  CHECK(ends[0]->last.to == 80);
}

TEST_CASE("a set of shards that is complete keeps no ends") {
  ShardMerge merging;
  for (const Index n : numbers_to(4)) merging.add(shard(n, 4), std::to_string(n));
  CHECK(merging.merged().provenance.shards.ends.empty());
}
