// The tool where the machine is too small: memory, disks, full outputs, readers that went away.
#include <doctest/doctest.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <functional>

#include "support/help_examples.hpp"
#include "support/posterior_bytes.hpp"
#include "support/run_tool.hpp"

using namespace credence::programs;
using credence::testing::sealed_binary;
using credence::testing::sealed_json;

namespace {

namespace fs = std::filesystem;

#if defined(__SANITIZE_ADDRESS__)
constexpr bool sanitized = true;
#else
constexpr bool sanitized = false;
#endif

const std::string digits = shipped("digits.csv");

void limit(int resource, rlim_t most) {
  const rlimit both{.rlim_cur = most, .rlim_max = most};
  ::setrlimit(static_cast<__rlimit_resource>(resource), &both);
}

struct Files {
  TemporaryFolder folder;
  std::string digits_posterior = folder / "digits.bin";

  Files() {
    REQUIRE(run_tool({"fit", digits, "--label", "class", "-o", digits_posterior}).exit == 0);
  }
};

// Runs of every verb, and what else writes.
struct Runs {
  EveryVerb every{};
  std::vector<std::vector<std::string>> all = every.runs;

  Runs() {
    const std::string iris = shipped("iris.csv");
    all.insert(all.end(), {{"fit", iris, "--label", "class", "-o", "/dev/stdout"},
                           {"predict", every.files.folder / "iris.json", iris, "--format", "json"},
                           {"--help"},
                           {"--version"},
                           {"fit", "--help"}});
  }
};

}  // namespace

TEST_CASE("every verb says when standard output is full and ends with exit code 4") {
  const Runs runs;
  for (const auto& words : runs.all) {
    CAPTURE(words.front());
    CAPTURE(words.back());
    const Run run = run_tool(words, "", "/dev/full");
    CHECK(run.exit == 4);
    CHECK_MESSAGE(run.says("standard output cannot be written: No space left on device"), run.err);
  }
}

TEST_CASE("every verb ends by the signal without a word when its reader goes away") {
  const Runs runs;
  for (const auto& words : runs.all) {
    CAPTURE(words.front());
    CAPTURE(words.back());
    const Run run = run_program(tool_words(words), [] {
      int ends[2];
      if (::pipe(ends) != 0 || ::dup2(ends[1], STDOUT_FILENO) < 0) ::_exit(125);
      ::close(ends[0]);
      std::signal(SIGPIPE, SIG_DFL);
    });
    CHECK(run.exit == 128 + SIGPIPE);
    CHECK_FALSE(has(run.err, "cannot be written"));
  }
}

TEST_CASE("a file that may not grow ends with exit code 4 and keeps the old file") {
  const Files files;
  const std::string target = files.folder / "target";
  write_to(target, "old");
  const Run run = run_program(tool_words({"merge", files.digits_posterior, "--posterior-format",
                                          "json", "-o", target, "--force"}),
                              [] { limit(RLIMIT_FSIZE, 4096); });

  CHECK(run.exit == 4);
  CHECK(run.says("file '" + target + "' cannot be written: File too large"));
  CHECK(text_of(target) == "old");
  CHECK(files.folder.entries() == 2);
}

TEST_CASE("a disk that fills up ends with exit code 4 and keeps the old file") {
  const Files files;
  const std::string disk = files.folder / "disk";
  fs::create_directory(disk);
  if (::mount("none", disk.c_str(), "tmpfs", 0, "size=32k") != 0) {
    std::puts("skipped: a small disk cannot be mounted here");
    return;
  }
  const std::string target = disk + "/target";
  write_to(target, "old");

  const Run run = run_tool(
      {"merge", files.digits_posterior, "--posterior-format", "json", "-o", target, "--force"});
  const std::string kept = text_of(target);
  const auto entries = std::distance(fs::directory_iterator(disk), fs::directory_iterator());
  ::umount(disk.c_str());

  CHECK(run.exit == 4);
  CHECK(run.says("file '" + target + "' cannot be written: No space left on device"));
  CHECK(kept == "old");
  CHECK(entries == 1);
}

TEST_CASE("with less and less memory the tool ends well or with exit code 6") {
  if (sanitized) {
    std::puts("skipped: a sanitized tool needs more memory than any limit");
    return;
  }
  const Files files;
  const std::string target = files.folder / "out";
  for (const Words& words :
       {Words{"fit", digits, "--label", "class", "-o", target, "--force"},
        {"predict", files.digits_posterior, digits, "-o", target, "--force"},
        {"merge", files.digits_posterior, files.digits_posterior, "-o", target, "--force"},
        {"compare", digits, "--label", "class"}}) {
    CAPTURE(words.front());
    int done = 0, refused = 0;
    std::vector<std::string> all = tool_words(words);
    all.insert(all.end(), {"--threads", "2"});  // each thread asks for its stack
    // Where nothing is refused yet, steps are longer: a run takes most of its time there.
    for (double bytes = 200e6; bytes > 4e6; bytes *= bytes > 64e6 ? 0.9 : 0.97) {
      const Run run = run_program(all, [&] { limit(RLIMIT_AS, static_cast<rlim_t>(bytes)); });
      CAPTURE(bytes);
      CAPTURE(run.err);
      if (run.exit == 127) break;  // the libraries themselves do not fit
      if (run.exit == 128 + SIGSEGV && run.err.empty()) break;  // nor does the program
      done += run.exit == 0;
      refused += run.exit == 6;
      CHECK((run.exit == 0 || run.exit == 6));
      CHECK((run.exit == 0 || run.says("memory")));
    }
    MESSAGE(words.front(), ": ", done, " runs done, ", refused, " refused");
    CHECK(done > 0);
    CHECK(refused > 0);
  }
}

TEST_CASE(
    "logistic regression of an identifier ends before its levels take the square of the rows") {
  if (sanitized) {
    std::puts("skipped: a sanitized tool needs more memory than any limit");
    return;
  }
  const TemporaryFolder folder;
  std::string rows = "id,y\n";
  for (int i = 0; i < 20000; ++i)
    rows += "name" + std::to_string(i % 15000) + (i % 2 == 0 ? ",a\n" : ",b\n");
  write_to(folder / "rows.csv", rows);
  const Run run = run_program(tool_words({"fit", folder / "rows.csv", "--label", "y", "--column",
                                          "id=categorical", "--twin", "-o", folder / "p.json"}),
                              [] { limit(RLIMIT_AS, rlim_t{1} << 30); });
  CHECK(run.exit == 6);
  CHECK(run.says("would have 15001 weights, its limit is 3000"));
}

TEST_CASE("from the least memory in which it begins, the tool ends well or with exit code 6") {
  if (sanitized) {
    std::puts("skipped: a sanitized tool needs more memory than any limit");
    return;
  }
  int done = 0;
  for (std::size_t kilobytes = 8000; kilobytes < 40000; kilobytes += 50) {
    const Run run =
        run_program(tool_words({"--version"}), [&] { limit(RLIMIT_AS, kilobytes * 1024); });
    CAPTURE(kilobytes);
    CAPTURE(run.err);
    if (run.exit == 127) continue;                     // the libraries do not fit
    if (run.exit >= 126 && run.err.empty()) continue;  // nor does the program
    done += run.exit == 0;
    CHECK((run.exit == 0 || run.exit == 6));
    CHECK((run.exit == 0 || run.says("memory")));
    if (done > 20) break;
  }
  CHECK(done > 0);
}

namespace {

// Checks that the tool refuses a posterior file of these bytes, soon and without much memory.
void check_refused_soon(const std::string& bytes) {
  const TemporaryFolder folder;
  write_to(folder / "hostile", bytes);
  const Run run = run_program(tool_words({"describe", folder / "hostile"}));
  CHECK(run.exit == 5);
  CHECK(run.says("posterior file '" + (folder / "hostile")));
  CHECK(run.err.size() < 2000);
  if (sanitized) return;
  CHECK(run.seconds < 1);
  CHECK(run.kilobytes < 64 * 1024 + 6 * 1024);
}

}  // namespace

TEST_CASE("hostile posterior files end with exit code 5 soon and without much memory") {
  constexpr std::size_t depth = 1'000'000;
  const std::string lists = std::string(depth, '[') + std::string(depth, ']');
  std::string objects;
  for (std::size_t i = 0; i < depth; ++i) objects += "{\"a\":";
  const std::string huge = std::string("\x9b\x00\x00\x00\x7f\xff\xff\xff\xff", 9);
  for (const std::string& bytes :
       {lists, objects, sealed_json(lists), sealed_binary(std::string(depth, '\x81')),
        sealed_binary(huge), sealed_binary("\x7b" + huge.substr(1)),
        sealed_binary("\x5b" + huge.substr(1)), sealed_binary("\xbb" + huge.substr(1)),
        std::string(depth, '\0'), std::string(depth, '\x89'), std::string(depth, '"')}) {
    CAPTURE(bytes.substr(0, 40));
    check_refused_soon(bytes);
  }
}

namespace {

// Entries of a JSON list.
std::string entries(int count, const std::function<std::string(int)>& entry) {
  std::string list;
  for (int i = 0; i < count; ++i) list += (i == 0 ? "" : ",") + entry(i);
  return '[' + list + ']';
}

std::string quoted(const std::string& letter, int number) {
  return '"' + letter + std::to_string(10000 + number) + '"';
}

// A posterior of alike columns, which holds what `rest` says.
std::string announcing(int columns, const std::string& each, const std::string& schema, int classes,
                       const std::string& rest) {
  const auto column = [&](int i) { return "{\"name\":" + quoted("x", i) + ',' + each + '}'; };
  return sealed_json(R"({"schema":{"schema_version":1,"label":"y",)" + schema + R"("columns":)" +
                     entries(columns, column) + R"(},"like_scikit_learn":false,"classes":)" +
                     entries(classes, [](int i) { return quoted("c", i); }) +
                     R"(,"class_counts":)" + entries(classes, [](int) { return "1"; }) + rest +
                     '}');
}

// Features without a class; with `more` in each.
std::string empty_features(int count, const std::string& more = "", int but = -1) {
  std::string list;
  for (int i = 0; i < count; ++i)
    if (i != but)
      list += (list.empty() ? "{\"name\":" : ",{\"name\":") + quoted("x", i) + more +
              ",\"statistics\":[]}";
  return '[' + list + ']';
}

// Contexts of single parents among some columns, which hold no levels.
std::string empty_contexts(int columns) {
  return entries(columns, [&](int i) {
    return "{\"parents\":[" + quoted("x", i) + R"(],"classes":[],"class_counts":[],"features":)" +
           empty_features(columns, "", i) + '}';
  });
}

}  // namespace

TEST_CASE("posterior files take memory for what they hold, not for what their schemas announce") {
  const std::string yes = R"("family":"bernoulli")", x = R"("family":"normal")";
  const std::string a2de = R"("structure":{"kind":"a2de"},)";
  const std::string no_features = R"(,"features":[])";
  const std::string levels = entries(3000, [](int i) { return quoted("l", i); });
  const std::string no_counts = entries(3000, [](int) { return R"({"counts":[]})"; });
  const std::string contexts = entries(80 * 81 / 2, [](int i) {
    return "{\"parents\":[\"x1\"" + std::string(i < 80 ? "" : ",\"x2\"") +
           R"(],"classes":[],"class_counts":[],"features":[]})";
  });
  for (const std::string& bytes :
       {announcing(120, yes, a2de, 1, R"(,"contexts":[])" + no_features),
        announcing(80, yes, a2de, 0,
                   ",\"contexts\":" + contexts + ",\"features\":" + empty_features(80)),
        announcing(3000, x, "", 3000, no_features),
        announcing(3000, x, "\"classes\":" + levels + ',', 0,
                   ",\"features\":" + empty_features(3000)),
        announcing(1, "\"family\":\"categorical\",\"levels\":" + levels, "", 3000,
                   R"(,"features":[{"name":"x10000","levels":)" + levels +
                       ",\"statistics\":" + no_counts + "}]"),
        announcing(40, "\"family\":\"categorical\",\"levels\":" + levels,
                   R"("structure":{"kind":"aode"},)", 0,
                   ",\"contexts\":" + empty_contexts(40) + ",\"features\":" +
                       empty_features(40, ",\"levels\":" + levels)),
        announcing(1000, yes,
                   R"("structure":{"kind":"given","given":{"x10000":)" +
                       entries(999, [](int i) { return quoted("x", i + 1); }) + "}},",
                   0, no_features)}) {
    CAPTURE(bytes.substr(0, 200));
    check_refused_soon(bytes);
  }
}

TEST_CASE(
    "rows are predicted, evaluated, learned and forgotten in less memory than their file takes") {
  if (sanitized) {
    std::puts("skipped: a sanitized tool needs several times the memory");
    return;
  }
  const TemporaryFolder folder;
  const std::string data = folder / "long.csv";
  const std::string schema = folder / "schema.json", posterior = folder / "p.json";
  std::string text;
  for (const char* name : {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"})
    text += std::string(name) + ',';
  text += "class\n";
  const std::size_t head = text.size();
  for (int row = 0; row < 5000; ++row) {
    for (int column = 0; column < 12; ++column)
      text += std::to_string((row * 7919 + column * 104729) % 99991) + ',';
    text += row * 31 % 7 < 3 ? "well\n" : "ill\n";
  }
  write_to(folder / "short.csv", text);
  REQUIRE(run_tool({"schema", folder / "short.csv", "--label", "class", "-o", schema}).exit == 0);
  // What this process holds when it starts another one counts as that one's.
  const std::string rows = text.substr(head);
  constexpr std::size_t longer = 150'000'000;
  std::ofstream file{data, std::ios::binary};
  file << text;
  for (std::size_t written = text.size(); written < longer; written += rows.size()) file << rows;
  REQUIRE(file.flush());
  const std::string out = folder / "out";
  for (const Words& words : {Words{"fit", data, "--schema", schema, "--exact", "-o", posterior},
                             {"predict", posterior, data, "-o", out},
                             {"evaluate", posterior, data, "--estimator", "predictive"},
                             {"forget", posterior, data, "-o", folder / "left"}}) {
    CAPTURE(words.front());
    const Run run = run_tool(with(words, {"--threads", "2"}));
    CAPTURE(run.err);
    CHECK(run.exit == 0);
    MESSAGE(words.front(), ": ", run.kilobytes, " kB");
    // Areas under ROC curves need the scores of all rows.
    CHECK(run.kilobytes < (words.front() == "evaluate" ? 140'000 : 100'000));
  }
  CHECK(fs::file_size(out) > 30'000'000);
}

TEST_CASE(
    "a short file of many classes is predicted in memory that its rows do not need all at once") {
  if (sanitized) {
    std::puts("skipped: a sanitized tool needs several times the memory");
    return;
  }
  const TemporaryFolder folder;
  const std::string posterior = folder / "p.json";
  std::string text = "x,class\n";
  for (int row = 0; row < 2000; ++row)
    text += std::to_string(row % 9) + ",k" + std::to_string(row / 2) + "\n";
  write_to(folder / "data.csv", text);
  REQUIRE(run_tool({"fit", folder / "data.csv", "--label", "class", "-o", posterior}).exit == 0);
  std::string rows = "x\n";
  for (int row = 0; row < 50'000; ++row) rows += std::to_string(row % 9) + "\n";
  write_to(folder / "rows.csv", rows);
  const auto predict = [&](const Words& more) {
    return run_tool(with(
        {"predict", posterior, folder / "rows.csv", "--columns", "label", "--threads", "2"}, more));
  };

  const Run whole = predict({});
  const Run parts = predict({"--chunk", "1000"});

  CHECK(whole.exit == 0);
  CHECK(whole.out == parts.out);
  CHECK(whole.kilobytes < 200'000);  // all log joints alone are 400 MB
}
