// Results that went to a temporary file while the system refuses, or the tool is killed: nothing of
// them is left, and the target is whole.
#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>

#include "faults/injected.hpp"

using namespace credence::faults;

namespace {

namespace fs = std::filesystem;

// Predictions of more rows than are kept in memory.
class Scene {
 public:
  Scene() {
    const std::string iris = text_of(shipped("iris.csv"));
    const std::string rows = iris.substr(iris.find('\n') + 1);
    std::string text = iris;
    while (text.size() < 2'000'000) text += rows;
    write_to(data_, text);
    REQUIRE(run_tool({"fit", shipped("iris.csv"), "--label", "class", "-o", posterior_}).exit == 0);
    reset();
    const Run run = run_tool(words());
    CAPTURE(run.err);
    REQUIRE(run.exit == 0);
    new_ = text_of(target());
    REQUIRE(new_.size() > 9'000'000);  // at least two times 4 MiB are written
    reset();
  }

  void reset() const {
    fs::remove_all(folder());
    fs::create_directory(folder());
    write_to(target(), "old");
  }
  [[nodiscard]] std::vector<std::string> words() const {
    return {"predict",   posterior_, data_, "--columns", "label,log_joint,log_evidence,probability",
            "--threads", "1",        "-o",  target(),    "--force"};
  }
  [[nodiscard]] bool is_old() const { return text_of(target()) == "old"; }
  [[nodiscard]] bool is_new() const { return text_of(target()) == new_; }
  [[nodiscard]] long entries() const {
    return std::distance(fs::directory_iterator(folder()), fs::directory_iterator());
  }
  [[nodiscard]] std::string folder() const { return base_ / "results"; }
  [[nodiscard]] std::string target() const { return folder() + "/target.csv"; }

 private:
  TemporaryFolder base_;
  std::string data_ = base_ / "data.csv";
  std::string posterior_ = base_ / "p.json";
  std::string new_;
};

}  // namespace

TEST_CASE("a temporary file that cannot be written ends with exit code 4 and keeps the old file") {
  if (lacks_strace()) return;
  const Scene scene;
  for (const int number : {1, 2, 3})
    for (const auto& [error, reason] :
         {std::pair{"ENOSPC", "No space left on device"}, {"EIO", "Input/output error"}}) {
      CAPTURE(number);
      const Run run =
          run_injected(scene.words(), {"pwrite64", number, ""}, std::string("error=") + error);
      CHECK(run.exit == 4);
      CHECK_MESSAGE(run.says("a temporary file in '" + scene.folder() + "'"), run.err);
      CHECK_MESSAGE(run.says(reason), run.err);
      CHECK(scene.is_old());
      CHECK(scene.entries() == 1);
    }
  const Run interrupted = run_injected(scene.words(), {"pwrite64", 1, ""}, "error=EINTR");
  CHECK(interrupted.exit == 0);
  CHECK(scene.is_new());
}

TEST_CASE("a temporary file that gets no name is copied") {
  if (lacks_strace()) return;
  const Scene scene;
  for (const char* error : {"EXDEV", "EPERM", "ENOENT", "EOPNOTSUPP"}) {
    CAPTURE(error);
    scene.reset();
    const Run run = run_injected(scene.words(), {"linkat", 1, ""}, std::string("error=") + error);
    CHECK(run.exit == 0);
    CHECK(scene.is_new());
    CHECK(scene.entries() == 1);
  }
  scene.reset();
  // The name was taken: another is tried.
  CHECK(run_injected(scene.words(), {"linkat", 1, ""}, "error=EEXIST").exit == 0);
  CHECK(scene.is_new());
}

TEST_CASE("a long result killed or refused while it gets its name is old or new, whole") {
  if (lacks_strace()) return;
  const Scene scene;
  for (const char* call : {"linkat", "ftruncate", "rename"}) {
    CAPTURE(call);
    scene.reset();
    const Run killed = run_injected(scene.words(), {call, 1, ""}, "signal=KILL");
    CHECK(killed.exit == 128 + 9);
    const bool whole = scene.is_old() || scene.is_new();
    CHECK(whole);
    CHECK(scene.entries() <= 2);
    CHECK(run_tool(scene.words()).exit == 0);  // and sweeps
    CHECK(scene.is_new());
    CHECK(scene.entries() == 1);
  }
  scene.reset();
  const Run refused = run_injected(scene.words(), {"rename", 1, ""}, "error=EACCES");
  CHECK(refused.exit == 4);
  CHECK_MESSAGE(refused.says("file '" + scene.target() + "' cannot be written"), refused.err);
  CHECK(scene.is_old());
  CHECK(scene.entries() == 1);
}

TEST_CASE("a result for standard output that has no room for itself is not begun") {
  const Scene scene;
  std::vector<std::string> words = scene.words();
  words.resize(words.size() - 3);
  const Run run = run_program(tool_words(words), [] {
    ::setenv("TMPDIR", "/no/such/folder", 1);  // NOLINT(concurrency-mt-unsafe)
  });
  CHECK(run.exit == 4);
  CHECK(run.out.empty());
  CHECK_MESSAGE(run.says("a temporary file in '/no/such/folder'"), run.err);
  CHECK_MESSAGE(run.says("TMPDIR"), run.err);
}
