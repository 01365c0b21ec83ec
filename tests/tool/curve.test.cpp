// `credence curve`: the contract of its output, its flags, and how it is stopped.
#include <doctest/doctest.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#include <array>
#include <chrono>
#include <cmath>
#include <csignal>
#include <filesystem>
#include <thread>

#include "support/paths.hpp"
#include "support/relative.hpp"
#include "support/run_tool.hpp"
#include "support/usage.hpp"

using namespace credence::programs;

namespace {

using Json = nlohmann::ordered_json;

Run curve(const std::string& data, const Words& words) {
  return run_tool(with({"curve", shipped(data), "--label", "class"}, words));
}

// A run of the tool that is still going on.
class Running {
 public:
  /// in  err: where standard error goes; made if it is not there
  Running(const Words& words, const std::string& err) : err_(err) {
    write_to(folder_ / "in", "");
    child_ = ::fork();
    if (child_ == 0) become(tool_words(words), folder_ / "in", folder_ / "out", err);
  }
  ~Running() {
    if (child_ > 0 && !waited_) {
      ::kill(child_, SIGKILL);
      (void)wait();
    }
  }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

  // Whether the tool has put a handler of its own in the place of the one for interrupts. Before it
  // is the tool, the process is a copy of this one, with its handlers.
  [[nodiscard]] bool catches_interrupts() const {
    const std::string process = "/proc/" + std::to_string(child_);
    std::error_code ignored;
    const auto program = std::filesystem::read_symlink(process + "/exe", ignored);
    if (program.filename() != std::filesystem::path(credence::testing::built_tool()).filename())
      return false;
    const std::string status = text_of(process + "/status");
    const std::size_t at = status.find("SigCgt:");
    if (at == std::string::npos) return false;
    const auto caught = std::stoull(status.substr(at + 7), nullptr, 16);
    return (caught >> (SIGINT - 1) & 1U) != 0;
  }
  void interrupt() const { ::kill(child_, SIGINT); }
  [[nodiscard]] int wait() {
    int status = 0;
    ::waitpid(child_, &status, 0);
    waited_ = true;
    return status;
  }
  [[nodiscard]] std::string out() const { return text_of(folder_ / "out"); }
  [[nodiscard]] std::string err() const { return text_of(err_); }

 private:
  TemporaryFolder folder_;
  std::string err_;
  pid_t child_ = -1;
  bool waited_ = false;
};

// Waits until a question is answered by yes, for at most half a minute.
template <class Question>
bool comes_true(Question&& question) {
  for (int i = 0; i < 3000; ++i) {
    if (question()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

// More work than anybody waits for.
const Words endless{"curve",   shipped("iris.csv"), "--label", "class",    "--test-sizes",
                    "0.2,0.5", "--repeat",          "1000000", "--format", "json"};

}  // namespace

TEST_CASE("curve writes a result for each estimator and size") {
  const Run run = curve("iris.csv", {"--test-sizes", "0.1:0.7:5", "--repeat", "20", "--seed", "3",
                                     "--like", "scikit-learn", "--format", "json"});
  REQUIRE(run.exit == 0);
  CHECK_FALSE(has(run.err, "credence: error"));
  const Json all = run.json();
  CHECK(all["schema_version"] == 1);
  CHECK(all["complete"] == true);
  CHECK(all["rows"] == 150);
  CHECK(all["seed"] == 3);
  CHECK(all["splits"] == "nested");
  REQUIRE(all["results"].size() == 30);
  const Words names{"maximum_likelihood", "maximum_a_posteriori", "posterior_mean", "predictive",
                    "scikit_learn"};
  for (std::size_t i = 0; i < 25; ++i) {
    CAPTURE(i);
    const Json& result = all["results"][i];
    CHECK(result["estimator"] == names[i / 5]);
    CHECK(result["test_size"].get<double>() ==
          doctest::Approx(0.1 + 0.15 * static_cast<double>(i % 5)));
    CHECK(result["test_rows"].get<int>() + result["training_rows"].get<int>() == 150);
    CHECK(result["repeats"] == 20);
    CHECK(result["undefined_repeats"] == 0);
    const double mean = result["mean_accuracy"];
    CHECK(mean > 0.8);
    CHECK(result["lower_accuracy"] <= result["median_accuracy"]);
    CHECK(result["median_accuracy"] <= result["upper_accuracy"]);
    CHECK(result["mean_log_loss"].get<double>() > 0);
    CHECK(result["test_noise"].get<double>() ==
          doctest::Approx(std::sqrt(mean * (1 - mean) / result["test_rows"].get<double>())));
    for (const char* name : {"sd_accuracy", "median_log_loss", "split_noise", "training_noise"})
      CHECK(result[name].is_number());
    CHECK_FALSE(result.contains("runs"));
  }
}

TEST_CASE("curve takes numbers of rows to learn, and says null where there is no estimate") {
  const Run run =
      curve("iris.csv", {"--sizes", "1,75", "--repeat", "10", "--format", "json", "--seed", "1"});
  REQUIRE(run.exit == 0);
  const Json all = run.json();
  REQUIRE(all["results"].size() == 10);
  const Json& first = all["results"][0];
  CHECK(first["training_rows"] == 1);
  CHECK(first["test_rows"] == 149);
  CHECK(first["undefined_repeats"] == 10);
  CHECK(first["mean_accuracy"].is_null());
  CHECK(first["test_noise"].is_null());
  CHECK(all["results"][1]["undefined_repeats"] == 0);
  CHECK(all["results"][1]["mean_accuracy"].is_number());
}

TEST_CASE("curve without sizes goes from few training rows to four fifths of the rows") {
  const Run run =
      curve("iris.csv", {"--repeat", "3", "--estimator", "predictive", "--format", "json"});
  REQUIRE(run.exit == 0);
  const Json all = run.json();
  REQUIRE(all["results"].size() >= 4);
  for (std::size_t i = 0; i < 4; ++i)
    CHECK(all["results"][i]["training_rows"] == std::array{10, 20, 50, 120}[i]);
}

TEST_CASE("curve writes the same for any number of threads, and another seed another thing") {
  const Words words{"--test-sizes", "0.3,0.9", "--repeat", "30", "--format", "csv"};
  const auto written = [&](const Words& more) {
    const Run run = curve("wine.csv", with(words, more));
    REQUIRE(run.exit == 0);
    return run.out;
  };
  const std::string one = written({"--threads", "1"});
  CHECK(one == written({"--threads", "4"}));
  CHECK(one == written({"--seed", "1"}));
  CHECK(one != written({"--seed", "2"}));
  CHECK(one != written({"--independent"}));
  CHECK(one != written({"--stratified"}));
}

TEST_CASE("curve writes single repeats when asked, whose mean is that of the summary") {
  const Words words{"--test-sizes", "0.5",        "--repeat",     "8",
                    "--estimator",  "predictive", "--each-repeat"};
  const Words as_json = with(words, {"--format", "json"});
  const Run run = curve("iris.csv", as_json);
  REQUIRE(run.exit == 0);
  const Json all = run.json();
  const Json& result = all["results"][0];
  REQUIRE(result["runs"]["accuracy"].size() == 8);
  double sum = 0;
  for (const Json& accuracy : result["runs"]["accuracy"]) sum += accuracy.get<double>();
  CHECK(sum / 8 == doctest::Approx(result["mean_accuracy"].get<double>()));

  const Words as_csv = with(words, {"--format", "csv"});
  const auto lines = lines_of(curve("iris.csv", as_csv).out);
  REQUIRE(lines.size() == 17);
  CHECK(lines[0].ends_with(",training_rows,repeat,accuracy,log_loss,ruled_out"));
  CHECK(lines[1].starts_with("predictive,0.5,75,75,1,"));
  CHECK(lines[9].starts_with("baseline,0.5,75,75,1,"));
}

TEST_CASE("curve as text shows tables and a picture") {
  const Run run = curve("iris.csv", {"--test-sizes", "0.1:0.95:30", "--repeat", "10"});
  REQUIRE(run.exit == 0);
  for (const char* part :
       {"150 rows, 10 repeats of 30 sizes, nested splits, seed 1", "12 of the sizes are shown",
        "mean accuracy\n", "training rows", "a maximum_likelihood, b maximum_a_posteriori"}) {
    CAPTURE(part);
    CHECK(has(run.out, part));
  }
  for (const std::string& line : lines_of(run.out)) CHECK(line.size() < 120);
}

TEST_CASE("curve refuses what it cannot do") {
  const auto refused = [](const Words& words, int exit, const std::string& part) {
    CAPTURE(words);
    const Run run = curve("iris.csv", words);
    CHECK(run.exit == exit);
    CAPTURE(run.err);
    CHECK(run.says(part));
    CHECK(run.out.empty());
  };
  refused({"--test-sizes", "0.5", "--sizes", "5"}, 2, "exclude each other");
  refused({"--test-sizes", "0.1:0.9"}, 2, "is '0.1:0.9'; write a list 'SIZE,...', or 'FROM:TO");
  refused({"--test-sizes", "0.1:0.9:1"}, 2, "--test-sizes");
  refused({"--test-sizes", "1.5"}, 2, "shares between 0 and 1");
  refused({"--test-sizes", "-0.5"}, 2, "shares between 0 and 1");
  refused({"--test-sizes", ""}, 2, "--test-sizes");
  refused({"--sizes", "2.5"}, 2, "whole numbers");
  refused({"--sizes", "0"}, 2, "whole numbers");
  refused({"--repeat", "0"}, 2, "--repeat");
  refused({"--repeat", "x"}, 2, "--repeat");
  refused({"--estimator", "best"}, 2, "unknown value 'best'");
  refused({"--estimator", ""}, 2, "--estimator");
  refused({"--estimator", "predictive,predictive"}, 2, "twice");
  refused({"--each-repeat"}, 2, "--format json");
  refused({"--format", "html"}, 2, "--format");
  refused({"--sizes", "150"}, 3, "150 rows");
  refused({"--test-sizes", "200"}, 3, "150 rows");
}

TEST_CASE("curve draws rows from a model and shows the best possible") {
  TemporaryFolder folder;
  const std::string schema = folder / "schema.json", truth = folder / "truth.json";
  write_to(schema, R"({"schema_version":1,"label":"class","classes":["a","b"],"columns":[
    {"name":"x","family":"normal","prior":{"mean":0,"mean_weight":0.5,"shape":3,"scale":2}},
    {"name":"y","family":"bernoulli","prior":{"ones":1,"zeros":1}}]})");
  REQUIRE(run_tool({"simulate", "--schema", schema, "--seed", "3", "--rows", "1", "--truth", truth,
                    "-o", folder / "row.csv"})
              .exit == 0);
  const auto run_with = [&](const Words& words) {
    return run_tool(with({"curve", "--simulate", "--sizes", "4,400", "--repeat", "40",
                          "--test-rows", "200", "--format", "json"},
                         words));
  };

  const Run run = run_with({"--parameters", truth});

  CAPTURE(run.err);
  REQUIRE(run.exit == 0);
  const Json all = run.json();
  CHECK(all["rows"] == 600);
  const double best = all["best"]["accuracy"];
  CHECK(best > 0.5);
  CHECK(best <= 1);
  CHECK(all["best"]["log_loss"].get<double>() > 0);
  REQUIRE(all["results"].size() == 10);
  for (const Json& result : all["results"]) {
    CHECK(result["test_rows"] == 200);
    CHECK(result["split_noise"] == result["test_noise"]);
  }
  CHECK(all["results"][7]["mean_accuracy"].get<double>() > best - 0.05);
  CHECK(run_with({"--parameters", truth, "--threads", "1"}).out == run.out);
  // The truth drawn from the schema's priors with the same seed is the one in the file.
  CHECK(run_with({"--schema", schema, "--seed", "3"}).json()["best"]["log_loss"].get<double>() ==
        credence::testing::relative(all["best"]["log_loss"].get<double>(), 0.02));

  const auto refused = [&](const Words& words, const std::string& part) {
    check_usage(run_with(words), part);
  };
  refused({}, "--schema FILE or --parameters FILE");
  refused({shipped("iris.csv"), "--schema", schema}, "DATA has no meaning");
  refused({"--schema", schema, "--stratified"}, "'--stratified' has no meaning");
  refused({"--schema", schema, "--label", "class"}, "'--label' has no meaning");
  CHECK(run_tool({"curve", "--simulate", "--schema", schema}).says("--sizes ROWS"));
  CHECK(curve("iris.csv", {"--test-rows", "5"})
            .says("flag '--test-rows' has a meaning beside '--simulate' alone; give both or none"));
  CHECK(run_tool({"curve"}).says("needs DATA"));
}

TEST_CASE("an interrupted curve writes its finished repeats and dies by the signal") {
  TemporaryFolder folder;
  Json all;
  int finished = 0;  // a busy machine needs longer for the first
  for (int wait = 300; finished == 0 && wait <= 30'000; wait *= 10) {
    Running run(endless, folder / "err");
    REQUIRE(comes_true([&] { return run.catches_interrupts(); }));
    std::this_thread::sleep_for(std::chrono::milliseconds(wait));
    run.interrupt();
    const int status = run.wait();
    REQUIRE(WIFSIGNALED(status));
    CHECK(WTERMSIG(status) == SIGINT);
    all = Json::parse(run.out());
    CHECK(all["complete"] == false);
    CHECK(all["repeats"] == 1'000'000);
    REQUIRE(all["results"].size() == 10);
    finished = all["results"][0]["repeats"];
    CHECK(has(run.err(), "repeats are finished and written"));
  }
  CHECK(finished > 0);
  CHECK(finished < 1'000'000);
  for (const Json& result : all["results"]) {
    CHECK(result["repeats"] == finished);
    CHECK(result["mean_accuracy"].is_number());
  }
}

TEST_CASE("an interrupted curve writes its file, too") {
  TemporaryFolder folder;
  const Words words = with(endless, {"-o", folder / "curve.json"});
  Running run(words, folder / "err");
  REQUIRE(comes_true([&] { return run.catches_interrupts(); }));
  run.interrupt();
  CHECK(WIFSIGNALED(run.wait()));
  CHECK(run.out().empty());
  CHECK(Json::parse(text_of(folder / "curve.json"))["complete"] == false);
}

TEST_CASE("a terminal is told how far the work is, and a file is not") {
  const int terminal = ::posix_openpt(O_RDWR | O_NOCTTY);
  REQUIRE(terminal >= 0);
  REQUIRE(::grantpt(terminal) == 0);
  REQUIRE(::unlockpt(terminal) == 0);
  Running run(endless, ::ptsname(terminal));
  std::string shown;
  const bool told = comes_true([&] {
    std::array<char, 256> some{};
    const auto count = ::read(terminal, some.data(), some.size());
    if (count > 0) shown.append(some.data(), static_cast<std::size_t>(count));
    return has(shown, " left");
  });
  CAPTURE(shown);
  CHECK(told);
  CHECK(has(shown, "of 1000000 repeats ["));

  const Run quiet = curve("iris.csv", {"--test-sizes", "0.5", "--repeat", "2"});
  CHECK_FALSE(has(quiet.err, "repeats ["));
  ::close(terminal);
}

TEST_CASE("curve takes splits from a file, a line for each row of the data") {
  const TemporaryFolder folder;
  const std::string splits = folder / "splits.csv";
  std::string text = "odd,even\n";
  for (int row = 0; row < 150; ++row) text += row % 2 == 0 ? "train,test\n" : "test,train\n";
  write_to(splits, text);

  const Run json = curve("iris.csv", {"--splits", splits, "--format", "json", "--each-repeat"});
  const Run told = curve("iris.csv", {"--splits", splits});

  REQUIRE_MESSAGE(json.exit == 0, json.err);
  CHECK(json.json()["splits"] == "given");
  CHECK(json.json()["repeats"] == 2);
  CHECK(json.json()["results"][3]["training_rows"] == 75);
  CHECK(has(told.out, "150 rows, 2 given splits of 1 size\n"));
  const Run beside = curve("iris.csv", {"--splits", splits, "--repeat", "5"});
  CHECK(beside.exit == 2);
  CHECK(beside.says("'--repeat'"));
  check_usage(curve("iris.csv", {"--splits", splits, "--seed", "5"}),
              "'--seed' has no meaning beside '--splits'");
  write_to(splits, "odd\ntrain\ntest\n");
  const Run few = curve("iris.csv", {"--splits", splits});
  CHECK(few.exit == 3);
  CHECK(few.says("has 2 rows and the data have 150"));
}

TEST_CASE("curve weighs rows by a column, which is no feature") {
  const TemporaryFolder folder;
  const std::string plain = text_of(shipped("iris.csv"));
  std::string doubled;
  for (std::size_t at = 0, row = 0; at < plain.size(); ++at)
    doubled += plain[at] == '\n' ? (row++ == 0 ? ",times\n" : ",2\n") : std::string(1, plain[at]);
  const std::string file = folder / "doubled.csv";
  write_to(file, doubled + "100,100,100,100,setosa,0\n");
  const Words asked{"--sizes", "30",       "--repeat", "3", "--estimator",
                    "mle",     "--format", "json",     "-q"};

  const Run weighted =
      run_tool(with({"curve", file, "--label", "class", "--weight", "times"}, asked));

  REQUIRE_MESSAGE(weighted.exit == 0, weighted.err);
  const Run bare = curve("iris.csv", asked);
  CHECK(weighted.json()["rows"] == 150);
  // Maximum likelihood sees shares alone, so that rows of weight 2 teach what rows of weight 1 do.
  CHECK(weighted.json()["results"][0]["mean_accuracy"] ==
        bare.json()["results"][0]["mean_accuracy"]);

  check_usage(curve("iris.csv", {"--weight", "times"}), "flag '--weight'");
}
