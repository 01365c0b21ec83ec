// Paths that lead to one file, and one whose file is replaced all the time.
#include <credence/detail/base/same_file.hpp>

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <thread>

#include "support/temporary_folder.hpp"

namespace credence {
namespace {

namespace fs = std::filesystem;
using detail::is_same_file;
using testing::TemporaryFolder;

TEST_CASE("paths lead to one file by other names, symbolic links and hard links") {
  const TemporaryFolder folder;
  const std::string file = folder / "file";
  std::ofstream(file) << "one";
  std::ofstream(folder / "other") << "one";
  fs::create_symlink(file, folder / "link");
  fs::create_hard_link(file, folder / "twin");

  CHECK(is_same_file(file, file));
  CHECK(is_same_file(file, folder / "./file"));
  CHECK(is_same_file(file, folder / "link"));
  CHECK(is_same_file(folder / "twin", file));
  CHECK_FALSE(is_same_file(file, folder / "other"));
  CHECK_FALSE(is_same_file(file, folder / "absent"));
  CHECK_FALSE(is_same_file(folder / "absent", folder / "absent"));
}

TEST_CASE("a path leads to one file while others replace it again and again") {
  const TemporaryFolder folder;
  const std::string file = folder / "file";
  std::ofstream(file) << "one";
  const std::jthread others([&](const std::stop_token& end) {
    while (!end.stop_requested()) {
      std::ofstream(folder / "new") << "one";
      fs::rename(folder / "new", file);
    }
  });

  int told_apart = 0;
  for (int i = 0; i < 20'000; ++i)
    if (!is_same_file(file, file)) ++told_apart;

  CHECK(told_apart == 0);
}

}  // namespace
}  // namespace credence
