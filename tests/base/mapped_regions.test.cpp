#include <credence/detail/base/mapped_file.hpp>
#include <credence/detail/base/mapped_regions.hpp>

#include <doctest/doctest.h>

#include <chrono>
#include <filesystem>
#include <fstream>

#include "support/temporary_folder.hpp"
#include "support/throws.hpp"

using namespace credence;
using credence::detail::MappedFile;

namespace {

void write(const std::string& path, const std::string& text, std::ios::openmode mode) {
  std::ofstream(path, std::ios::binary | mode) << text;
}

// A second later, so that file systems of coarse clocks tell the two times apart.
void write_later(const std::string& path, const std::string& text, std::ios::openmode mode) {
  write(path, text, mode);
  namespace fs = std::filesystem;
  fs::last_write_time(path, fs::last_write_time(path) + std::chrono::seconds(1));
}

bool is_refused() {
  return testing::throws_error([] { detail::check_mapped_files(); }, ErrorCode::io);
}

}  // namespace

TEST_CASE("a mapped file that stays as it was, or grows, is no fault") {
  const testing::TemporaryFolder folder;
  write(folder / "data", "abc", std::ios::trunc);
  const MappedFile file(folder / "data");

  CHECK_FALSE(is_refused());
  write_later(folder / "data", "def", std::ios::app);

  CHECK_FALSE(is_refused());
  CHECK(file.text() == "abc");
}

TEST_CASE("a mapped file that is cut short is told by name, also after it was let go of") {
  const testing::TemporaryFolder folder;
  write(folder / "data", "abc", std::ios::trunc);
  {
    const MappedFile file(folder / "data");
    std::filesystem::resize_file(folder / "data", 1);

    CHECK(is_refused());
  }

  const auto error = testing::error_of([] { detail::check_mapped_files(); });
  REQUIRE(error);
  CHECK(error->where().file == folder / "data");
  CHECK_FALSE(is_refused());  // said once
}

TEST_CASE("a mapped file that is written over in its place is told") {
  const testing::TemporaryFolder folder;
  write(folder / "data", "abc", std::ios::trunc);
  {
    const MappedFile file(folder / "data");
    write_later(folder / "data", "xyz", std::ios::trunc);

    CHECK(is_refused());
  }
  CHECK(is_refused());
}

TEST_CASE("a file that another takes the place of is still there for who maps it") {
  const testing::TemporaryFolder folder;
  write(folder / "data", "abc", std::ios::trunc);
  const MappedFile file(folder / "data");
  write(folder / "new", "x", std::ios::trunc);

  std::filesystem::rename(folder / "new", folder / "data");

  CHECK(file.text() == "abc");
  CHECK_FALSE(is_refused());
}
