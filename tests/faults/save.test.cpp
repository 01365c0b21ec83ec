// Saves of the tool that are killed, interrupted, or refused by the system at any call: the target
// is whole, old or new. Runs where strace is there and may trace.
#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>

#include "faults/injected.hpp"

using namespace credence::faults;

namespace {

namespace fs = std::filesystem;

// With CREDENCE_SOAK each fault strikes each kind of save; else each at least once.
bool soaks() { return std::getenv("CREDENCE_SOAK") != nullptr; }

// A save of the tool, which can be repeated from the same state.
struct Save {
  std::string name;         // of the target
  bool overwrites = false;  // a file of other bytes is there before
  bool through_link = false;
  bool sweeps = false;  // an earlier run left a temporary
};

const std::vector<Save> saves = {{"new.json"},
                                 {"new.bin"},
                                 {"old.json", true},
                                 {"old.bin", true},
                                 {"link.json", true, true},
                                 {"swept.json", false, false, true}};

class Scene {
 public:
  explicit Scene(Save save) : save_(std::move(save)) {
    const std::string iris = shipped("iris.csv");
    fs::create_directory(folder());
    REQUIRE(run_tool({"fit", iris, "--label", "class", "-o", posterior()}).exit == 0);
    old_ = "what was there before\n";
    reset();
    REQUIRE(run_tool(words()).exit == 0);
    new_ = text_of(target());
    REQUIRE(new_.size() > 500);
  }

  // As it was before the save.
  void reset() const {
    fs::remove_all(folder());
    fs::create_directory(folder());
    fs::remove(base_ / "link");
    if (save_.overwrites) write_to(target(), old_);
    if (save_.through_link) fs::create_symlink(target(), base_ / "link");
    if (save_.sweeps) write_to(folder() + "/.credence-00000000aaaaaaaa.tmp", "left behind");
  }

  [[nodiscard]] Words words() const {
    return {"merge",   posterior(), "-o", save_.through_link ? base_ / "link" : target(),
            "--force", "--threads", "1"};
  }
  [[nodiscard]] std::vector<Call> calls() const {
    reset();
    return calls_of_save(words(), folder());
  }
  [[nodiscard]] bool is_old() const {
    return save_.overwrites ? text_of(target()) == old_ : !fs::exists(target());
  }
  [[nodiscard]] bool is_new() const { return fs::exists(target()) && text_of(target()) == new_; }
  [[nodiscard]] long temporaries() const {
    long count = 0;
    for (const auto& entry : fs::directory_iterator{folder()})
      count += entry.path().filename().string().starts_with(".credence-");
    return count;
  }
  [[nodiscard]] std::string folder() const { return base_ / "results"; }
  [[nodiscard]] std::string target() const { return folder() + "/" + save_.name; }
  [[nodiscard]] std::string posterior() const {
    return base_ / (save_.name.ends_with(".bin") ? "p.bin" : "p.json");
  }

 private:
  TemporaryFolder base_;
  Save save_;
  std::string old_;
  std::string new_;
};

}  // namespace

TEST_CASE("a save killed at any system call leaves the old file or the new one, whole") {
  if (lacks_strace()) return;
  int kills = 0, kept_old = 0;
  for (const Save& save : saves) {
    if (!soaks() && (save.name == "new.bin" || save.name == "old.json")) continue;
    const Scene scene(save);
    for (const Call& call : scene.calls()) {
      CAPTURE(save.name);
      CAPTURE(call.line);
      scene.reset();

      const Run killed = run_injected(scene.words(), call, "signal=KILL");

      const bool old = scene.is_old();
      CHECK(killed.exit == 128 + 9);
      const bool whole = old || scene.is_new();
      CHECK(whole);
      CHECK(scene.temporaries() <= 1);
      kills += killed.exit == 128 + 9;
      kept_old += old;
      // The next save finds its way and sweeps.
      CHECK(run_tool(scene.words()).exit == 0);
      CHECK(scene.is_new());
      CHECK(scene.temporaries() == 0);
    }
  }
  MESSAGE("kills: ", kills, ", of which the old state was kept in ", kept_old);
  CHECK(kills >= 48);
  CHECK(kept_old < kills);
}

TEST_CASE("a save interrupted at any system call leaves no temporary and dies by the signal") {
  if (lacks_strace()) return;
  for (const Save& save : {saves[0], saves[3]}) {
    const Scene scene(save);
    for (const Call& call : scene.calls())
      for (const auto& [signal, number] : {std::pair{"INT", 2}, {"TERM", 15}, {"HUP", 1}}) {
        if (!soaks() && (number == 15) != save.overwrites) continue;
        CAPTURE(save.name);
        CAPTURE(call.line);
        const auto& shown = signal;
        CAPTURE(shown);
        scene.reset();

        const Run run = run_injected(scene.words(), call, std::string("signal=") + signal);

        CHECK(run.exit == 128 + number);
        const bool whole = scene.is_old() || scene.is_new();
        CHECK(whole);
        CHECK(scene.temporaries() == 0);
        CHECK(run.err.empty());
      }
  }
}

TEST_CASE("a save whose system calls fail keeps the old file and says path and reason") {
  if (lacks_strace()) return;
  int refused = 0;
  for (const Save& save : {saves[0], saves[3]}) {
    const Scene scene(save);
    for (const Call& call : scene.calls()) {
      // Memory that is refused to an allocator (a sanitizer's asks here) is limits.test.cpp's.
      if (has(call.line, "MAP_ANONYMOUS")) continue;
      for (const auto& [error, reason] : {std::pair{"ENOSPC", "No space left on device"},
                                          {"EIO", "Input/output error"},
                                          {"EINTR", "Interrupted system call"},
                                          {"EXDEV", "Invalid cross-device link"},
                                          {"EACCES", "Permission denied"}}) {
        if (!soaks() && !save.overwrites && reason[0] != 'I') continue;
        CAPTURE(save.name);
        CAPTURE(call.line);
        const auto& shown = error;
        CAPTURE(shown);
        scene.reset();

        const Run run = run_injected(scene.words(), call, std::string("error=") + error);

        CHECK(scene.temporaries() == 0);
        if (run.exit == 0) {
          CHECK(scene.is_new());
          continue;
        }
        ++refused;
        CHECK(run.exit == 4);
        CHECK_MESSAGE(run.says("file '" + scene.target() + "' "), run.err);
        CHECK_MESSAGE(run.says(reason), run.err);
        // Only a sync of the folder comes too late to keep the old file.
        CHECK(scene.is_old() != run.says("is saved but its folder cannot be synced"));
      }
    }
  }
  MESSAGE("failures reported: ", refused);
  CHECK(refused >= 40);
}

TEST_CASE("a kernel that says it wrote more than it did is found out when the file is loaded") {
  if (lacks_strace()) return;
  for (const Save& save : {saves[2], saves[3]}) {
    const Scene scene(save);
    for (const Call& call : scene.calls()) {
      if (call.name != "write") continue;
      for (const int claimed : {1, 7, 100, 500}) {
        CAPTURE(claimed);
        scene.reset();

        const Run saved = run_injected(scene.words(), call, "retval=" + std::to_string(claimed));

        CHECK(saved.exit == 0);
        CHECK_FALSE(scene.is_new());
        CHECK(run_tool({"describe", scene.target()}).exit == 5);
      }
    }
  }
}
