// Texts that end at their first NUL byte.
#include <credence/base/file.hpp>

#include <doctest/doctest.h>

#include <string>

#include "support/temporary_folder.hpp"

using namespace credence;
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
