// Reading and saving whole files, and what is left behind when that fails or is killed.
#include <credence/base/error.hpp>
#include <credence/base/file.hpp>

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "support/file_size_limit.hpp"
#include "support/locale_free.hpp"
#include "support/redirected.hpp"
#include "support/temporary_folder.hpp"
#include "support/throws.hpp"

namespace credence {
namespace {

using testing::error_of;
using testing::fails_with;
using testing::FileSizeLimit;
using testing::reason_of;
using testing::Redirected;
using testing::TemporaryFolder;

// More than one read buffer and more than one pipe buffer, with every byte value.
std::string large_text(char shift) {
  std::string text(300'000, '\0');
  for (std::size_t i = 0; i < text.size(); ++i)
    text[i] = static_cast<char>((i * i / 7 + static_cast<std::size_t>(shift)) & 0xff);
  return text;
}

void write_plainly(const std::string& path, const std::string& text) {
  std::ofstream{path, std::ios::binary} << text;
}

std::string read_plainly(const std::string& path) {
  std::ifstream file{path, std::ios::binary};
  return {std::istreambuf_iterator<char>{file}, {}};
}

mode_t mode_of(const std::string& path) {
  struct stat status {};
  CHECK(::stat(path.c_str(), &status) == 0);
  return status.st_mode & 07777;
}

int exit_status_of(pid_t child) {
  int status = 0;
  while (::waitpid(child, &status, 0) == -1 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

// What a forked child does; it must not run on into the parent's tests.
template <class Work>
[[noreturn]] void as_child(Work work) {
  ::_exit(error_of(work) ? 1 : 0);
}

// A child that saves two texts in turn for ever, killed after some microseconds.
void save_until_killed(const std::string& path, useconds_t microseconds) {
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0)
    as_child([&] {
      for (char shift = 0;; shift = static_cast<char>(1 - shift))
        save_file(path, large_text(shift), Overwrite::allow);
    });
  ::usleep(microseconds);
  ::kill(child, SIGKILL);
  CHECK(exit_status_of(child) == -SIGKILL);
}

}  // namespace

TEST_CASE("what is saved is read back byte for byte") {
  const TemporaryFolder folder;
  const std::string path = folder / "a file";

  for (const std::string& text : {std::string{}, std::string{"\0\r\n\xff", 4}, large_text(3)}) {
    save_file(path, text, Overwrite::allow);
    CHECK(read_file(path) == text);
    CHECK(read_plainly(path) == text);
  }
}

TEST_CASE("a file that reports no size is read whole") {
  const std::string path = "/proc/self/limits";

  CHECK_FALSE(read_file(path).empty());
  CHECK(read_file(path) == read_plainly(path));
}

TEST_CASE("reading a missing file names the path and the reason") {
  CHECK(fails_with(ErrorCode::io,
                   "file '/no/such/file' cannot be read: " + reason_of(ENOENT) +
                       "; check the path and its permissions",
                   [] { return read_file("/no/such/file"); }));
}

TEST_CASE("an input or output error holds the path as its place") {
  const auto reading = error_of([] { return read_file("/no/such/file"); });
  const auto saving = error_of([] { save_file("/no/such/file", "x", Overwrite::allow); });

  REQUIRE(reading);
  CHECK(reading->where() == Location{.file = "/no/such/file"});
  REQUIRE(saving);
  CHECK(saving->where() == Location{.file = "/no/such/file"});
}

TEST_CASE("a folder can be neither read nor saved") {
  const TemporaryFolder folder;
  const std::string path = folder.path();

  const auto reading = error_of([&] { return read_file(path); });
  const auto saving = error_of([&] { save_file(path, "x", Overwrite::allow); });

  REQUIRE(reading);
  CHECK(reading->code() == ErrorCode::io);
  CHECK(std::string{reading->what()}.starts_with("file '" + path +
                                                 "' cannot be read: " + reason_of(EISDIR)));
  CHECK(std::string{reading->what()}.ends_with("; name a file in it"));
  REQUIRE(saving);
  CHECK(saving->code() == ErrorCode::io);
  CHECK(std::string{saving->what()}.starts_with("file '" + path +
                                                "' cannot be written: " + reason_of(EISDIR)));
  CHECK(folder.entries() == 0);
}

TEST_CASE("standard input is read under the name -") {
  const TemporaryFolder folder;
  write_plainly(folder / "input", large_text(1));

  const Redirected input{STDIN_FILENO, folder / "input"};

  CHECK(read_file("-") == large_text(1));
}

TEST_CASE("standard output under the name - comes after what was printed before") {
  const TemporaryFolder folder;
  {
    const Redirected output{STDOUT_FILENO, folder / "output"};
    std::fputs("before ", stdout);
    save_file("-", "after", Overwrite::refuse);
    save_file("/dev/stdout", " and again", Overwrite::refuse);
  }

  CHECK(read_plainly(folder / "output") == "before after and again");
}

TEST_CASE("a full standard output is an error") {
  const auto save = [] {
    const Redirected output{STDOUT_FILENO, "/dev/full"};
    save_file("-", "lost", Overwrite::refuse);
  };

  CHECK(fails_with(
      ErrorCode::io,
      "standard output cannot be written: " + reason_of(ENOSPC) + "; check where it goes", save));
}

TEST_CASE("a new file has the mode that the umask leaves") {
  const TemporaryFolder folder;
  const mode_t old_mask = ::umask(026);

  save_file(folder / "new", "x", Overwrite::refuse);

  ::umask(old_mask);
  CHECK(mode_of(folder / "new") == 0640);
}

TEST_CASE("a replaced file keeps its mode") {
  const TemporaryFolder folder;
  write_plainly(folder / "private", "old");
  ::chmod((folder / "private").c_str(), 0604);

  save_file(folder / "private", "new", Overwrite::allow);

  CHECK(read_plainly(folder / "private") == "new");
  CHECK(mode_of(folder / "private") == 0604);
}

TEST_CASE("an existing file is not replaced unless that is allowed") {
  const TemporaryFolder folder;
  const std::string path = folder / "kept";
  write_plainly(path, "old");

  CHECK(fails_with(ErrorCode::io,
                   "file '" + path + "' exists; use Overwrite::allow to overwrite it",
                   [&] { save_file(path, "new", Overwrite::refuse); }));
  CHECK(read_plainly(path) == "old");
  CHECK(folder.entries() == 1);
}

TEST_CASE("of several processes that create the same file only one succeeds") {
  const TemporaryFolder folder;
  const std::string path = folder / "once";
  std::vector<pid_t> children;

  for (char shift = 0; shift < 8; ++shift) {
    children.push_back(::fork());
    REQUIRE(children.back() >= 0);
    if (children.back() == 0)
      as_child([&] { save_file(path, large_text(shift), Overwrite::refuse); });
  }

  const auto winner = [&](char shift) {
    return exit_status_of(children[static_cast<std::size_t>(shift)]) == 0;
  };
  int winners = 0;
  for (char shift = 0; shift < 8; ++shift)
    if (winner(shift)) {
      ++winners;
      CHECK(read_plainly(path) == large_text(shift));
    }
  CHECK(winners == 1);
  CHECK(folder.entries() == 1);
}

TEST_CASE("a symbolic link stays and its target is replaced") {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "below");
  write_plainly(folder / "below/target", "old");
  std::filesystem::create_symlink("below/target", folder / "inner");
  std::filesystem::create_symlink(folder / "inner", folder / "outer");

  save_file(folder / "outer", "new", Overwrite::allow);

  CHECK(std::filesystem::is_symlink(folder / "outer"));
  CHECK(std::filesystem::is_symlink(folder / "inner"));
  CHECK_FALSE(std::filesystem::is_symlink(folder / "below/target"));
  CHECK(read_plainly(folder / "below/target") == "new");
}

TEST_CASE("saving to a link that points nowhere creates what it points to") {
  const TemporaryFolder folder;
  std::filesystem::create_symlink("target", folder / "link");

  save_file(folder / "link", "new", Overwrite::refuse);

  CHECK(std::filesystem::is_symlink(folder / "link"));
  CHECK(read_plainly(folder / "target") == "new");
}

TEST_CASE("links in a circle are an error") {
  const TemporaryFolder folder;
  std::filesystem::create_symlink("b", folder / "a");
  std::filesystem::create_symlink("a", folder / "b");

  const auto error = error_of([&] { save_file(folder / "a", "x", Overwrite::allow); });

  REQUIRE(error);
  CHECK(error->code() == ErrorCode::io);
  CHECK(folder.entries() == 2);
}

TEST_CASE("a device is written through and its failure reported") {
  CHECK(fails_with(ErrorCode::io,
                   "file '/dev/full' cannot be written: " + reason_of(ENOSPC) +
                       "; check the folder, its permissions and the space left",
                   [] { save_file("/dev/full", "lost", Overwrite::refuse); }));
  CHECK(std::filesystem::is_character_file("/dev/full"));
}

// The timer interrupts the writer hundreds of times, and a pipe takes only some of the bytes each
// time.
TEST_CASE("a pipe gets every byte in spite of interruptions and short writes") {
  const TemporaryFolder folder;
  const std::string path = folder / "pipe";
  REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
  const pid_t reader = ::fork();
  REQUIRE(reader >= 0);
  if (reader == 0)
    as_child([&] {
      ::usleep(50'000);
      if (read_file(path) != large_text(5)) ::_exit(1);
    });

  struct sigaction interrupt {};
  struct sigaction old {};
  interrupt.sa_handler = [](int) {};
  ::sigaction(SIGALRM, &interrupt, &old);
  const itimerval every_millisecond{.it_interval = {0, 1000}, .it_value = {0, 1000}};
  const itimerval never{};
  ::setitimer(ITIMER_REAL, &every_millisecond, nullptr);
  save_file(path, large_text(5), Overwrite::refuse);
  ::setitimer(ITIMER_REAL, &never, nullptr);
  ::signal(SIGALRM, SIG_IGN);  // throws a last one away that is still on its way
  ::sigaction(SIGALRM, &old, nullptr);

  CHECK(exit_status_of(reader) == 0);
  CHECK(std::filesystem::is_fifo(path));
}

TEST_CASE("a save that runs out of space leaves the old file and nothing else") {
  const TemporaryFolder folder;
  const std::string path = folder / "kept";
  write_plainly(path, "old");

  std::optional<Error> error;
  {
    const FileSizeLimit limit{100'000};
    error = error_of([&] { save_file(path, large_text(0), Overwrite::allow); });
  }

  REQUIRE(error);
  CHECK(std::string{error->what()}.starts_with("file '" + path +
                                               "' cannot be written: " + reason_of(EFBIG)));
  CHECK(read_plainly(path) == "old");
  CHECK(folder.entries() == 1);
}

TEST_CASE("saving into a missing folder names the file") {
  const TemporaryFolder folder;
  const std::string path = folder / "missing/file";

  CHECK(fails_with(ErrorCode::io,
                   "file '" + path + "' cannot be written: " + reason_of(ENOENT) +
                       "; check the folder, its permissions and the space left",
                   [&] { save_file(path, "x", Overwrite::refuse); }));
}

TEST_CASE("a killed save leaves a whole file and the next save sweeps what it dropped") {
  const TemporaryFolder folder;
  const std::string path = folder / "target";
  save_file(path, large_text(0), Overwrite::refuse);

  for (useconds_t round = 0; round < 40; ++round) {
    CAPTURE(round);
    save_until_killed(path, 1000 + 397 * round);
    const std::string text = read_plainly(path);
    const bool whole = text == large_text(0) || text == large_text(1);
    CHECK(whole);
    CHECK(folder.entries() <= 2);
  }

  save_file(path, "end", Overwrite::allow);
  CHECK(folder.entries() == 1);
}

TEST_CASE("sweeping spares the temporary of a live save and files of other names") {
  const TemporaryFolder folder;
  const std::string live = folder / ".credence-00000000aaaaaaaa.tmp";
  const std::string stale = folder / ".credence-00000000bbbbbbbb.tmp";
  const std::string other = folder / ".credence-notes.tmp";
  for (const std::string& path : {live, stale, other}) write_plainly(path, "x");
  const int descriptor = ::open(live.c_str(), O_RDONLY | O_CLOEXEC);
  REQUIRE(::flock(descriptor, LOCK_EX | LOCK_NB) == 0);

  save_file(folder / "target", "new", Overwrite::refuse);

  CHECK(std::filesystem::exists(live));
  CHECK_FALSE(std::filesystem::exists(stale));
  CHECK(std::filesystem::exists(other));
  ::close(descriptor);
}

TEST_CASE("two processes saving the same path at once leave one of their files whole") {
  const TemporaryFolder folder;
  const std::string path = folder / "target";
  const auto save_many = [&](char shift) {
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0)
      as_child([&] {
        for (int i = 0; i < 50; ++i) save_file(path, large_text(shift), Overwrite::allow);
      });
    return child;
  };

  const pid_t first = save_many(0);
  const pid_t second = save_many(1);

  CHECK(exit_status_of(first) == 0);
  CHECK(exit_status_of(second) == 0);
  const std::string text = read_plainly(path);
  const bool whole = text == large_text(0) || text == large_text(1);
  CHECK(whole);
  CHECK(folder.entries() == 1);
}

}  // namespace credence
