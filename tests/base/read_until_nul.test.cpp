// Texts that end at their first NUL byte, and files of nothing else.
#include <credence/base/file.hpp>

#include <doctest/doctest.h>

#include <filesystem>
#include <string>

#include "support/temporary_folder.hpp"
#include "support/throws.hpp"

using namespace credence;
using testing::error_of;
using testing::TemporaryFolder;

TEST_CASE(
    "a text is read up to its first NUL byte where that is asked for, and a binary file whole") {
  const TemporaryFolder folder;
  const std::string nul(1, '\0');
  save_file(folder / "text", std::string(100000, 'x') + nul + "behind" + nul, Overwrite::allow);
  save_file(folder / "binary", "\x89" + nul + "all" + nul + "of it", Overwrite::allow);

  CHECK(read_until_nul(folder / "text") == std::string(100000, 'x') + nul);
  CHECK(read_file(folder / "text").size() == 100008);
  CHECK(read_until_nul(folder / "binary") == read_file(folder / "binary"));
  CHECK(read_until_nul("/dev/zero") == nul);
  CHECK(read_until_nul("/dev/null").empty());
}

TEST_CASE("a file that begins with nothing is refused before its end, which may never come") {
  const auto refused = [](const std::string& path) {
    const auto error = error_of([&] { return read_file(path); });
    REQUIRE(error);
    CHECK(error->code() == ErrorCode::parse);
    CHECK(std::string(error->what()).starts_with("'" + path + "' begins with 65536 NUL bytes"));
  };
  refused("/dev/zero");
  const TemporaryFolder folder;
  save_file(folder / "sparse", std::string(65536, '\0'), Overwrite::allow);
  std::filesystem::resize_file(folder / "sparse", std::uintmax_t{1} << 40);
  refused(folder / "sparse");

  save_file(folder / "short", std::string(65535, '\0') + "x", Overwrite::allow);
  CHECK(read_file(folder / "short").size() == 65536);
}
