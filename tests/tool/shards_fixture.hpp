#pragma once
// Two files of seven families and their shards, by the tool.
#include <doctest/doctest.h>

#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include "support/locale_free.hpp"
#include "support/run_tool.hpp"

namespace credence::programs {

namespace fs = std::filesystem;

inline constexpr const char* shard_schema = R"({"schema_version":1,"label":"class","columns":[
  {"name":"x","family":"normal"},{"name":"size","family":"lognormal"},
  {"name":"smoker","family":"bernoulli"},{"name":"city","family":"categorical"},
  {"name":"note","family":"multinomial"},{"name":"visits","family":"poisson"},
  {"name":"wait","family":"exponential"}]})";

// Rows of seven families. Levels and words that come late, missing cells, rows without a class; line
// feeds in quotes where `quoted` asks for them.
inline std::string rows_of(int first, int count, bool quoted) {
  std::mt19937_64 random(static_cast<std::uint64_t>(first) + 20261125);
  const auto any = [&](std::uint64_t n) { return random() % n; };
  std::string text = "x,size,smoker,city,note,visits,wait,class\n";
  for (int row = first; row < first + count; ++row) {
    const auto place = static_cast<std::uint64_t>(row);
    const auto number = [&](double scale) {
      return credence::testing::decimal_text(scale * static_cast<double>(1 + any(100000)) / 7);
    };
    text += (any(9) == 0 ? "?" : number(1e4)) + ',' + number(0.1) + ',' + std::to_string(any(2)) +
            ',' + "city" + std::to_string(any(3 + place / 40)) + ',';
    text += quoted && any(6) == 0 ? "\"fever,\n\"\"pain\"\" w" : "\"cough w";
    text += std::to_string(any(5 + place / 30)) + "\"," + std::to_string(any(6)) + ',' +
            number(0.01) + ',' + (any(30) == 0 ? "" : std::string(1, "abc"[any(3)])) + '\n';
  }
  return text;
}

// Two files, their schema, and the posterior of one process.
struct Shards {
  TemporaryFolder folder;
  std::string a = folder / "a.csv", b = folder / "b.csv", s = folder / "s.json";
  std::string parts = folder / "d";

  explicit Shards(bool quoted = false) {
    write_to(a, rows_of(0, 300, quoted));
    write_to(b, rows_of(300, 100, quoted));
    write_to(s, shard_schema);
    fs::create_directory(parts);
  }

  [[nodiscard]] Words words(const Words& more) const {
    const Words all = with({"fit", a, b, "--schema", s}, more);
    return all;
  }
  [[nodiscard]] Run fit(const Words& more) const { return run_tool(words(more)); }
  [[nodiscard]] std::string shard(int number, int of, const Words& more = {"--exact"}) const {
    const std::string path = parts + "/" + std::to_string(number) + ".bin";
    const std::string which = std::to_string(number) + "/" + std::to_string(of);
    const Run run = fit(with(more, {"--shard", which, "-o", path}));
    CAPTURE(run.err);
    CHECK(run.exit == 0);
    return path;
  }
  // The bytes of the posterior that a run writes.
  [[nodiscard]] std::string made(const Words& words) const {
    const std::string out = folder / "out.json";
    const Run run = run_tool(with(words, {"-o", out, "--force"}));
    CAPTURE(run.err);
    REQUIRE(run.exit == 0);
    return text_of(out);
  }
};

inline std::string quoted(const std::string& path) { return "'" + path + "'"; }

}  // namespace credence::programs
