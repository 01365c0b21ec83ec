// Results that wait for their end, in memory and on disk.
#include <credence/detail/base/draft.hpp>

#include <doctest/doctest.h>

#include <cstdlib>
#include <string>

#include "support/data_error.hpp"
#include "support/temporary_folder.hpp"

using credence::Overwrite;
using credence::detail::Draft;
using credence::testing::error_of;
using credence::testing::TemporaryFolder;

namespace {

// Lines that differ, longer in all than what is kept in memory.
std::string long_text() {
  std::string text;
  for (int line = 0; text.size() < 10'000'000; ++line) text += std::to_string(line * 7919) + '\n';
  return text;
}

std::string read(const Draft& draft) {
  std::string all;
  draft.read([&](std::string_view bytes) { all += bytes; });
  return all;
}

}  // namespace

TEST_CASE("a draft is all that was written, in order") {
  const TemporaryFolder folder;
  const std::string text = long_text();
  for (const std::size_t size : {std::size_t{0}, std::size_t{5}, text.size()}) {
    Draft draft(folder.path().string());
    for (std::size_t at = 0; at < size; at += 99'991)
      draft.write(std::string_view(text).substr(at, std::min<std::size_t>(99'991, size - at)));
    CHECK(read(draft) == text.substr(0, size));
    CHECK(folder.entries() == 0);
    const std::string path = folder / "saved";
    draft.save(path, Overwrite::refuse);
    CHECK(credence::read_file(path) == text.substr(0, size));
    const auto error = error_of([&] { draft.save(path, Overwrite::refuse); });
    REQUIRE(error);
    CHECK(error->code() == credence::ErrorCode::io);
    std::filesystem::remove(path);
  }
}

TEST_CASE("a draft without a folder names it, and what else may be done") {
  Draft draft("/no/such/folder");
  draft.write("short");
  CHECK(read(draft) == "short");
  const auto error = error_of([&] { draft.write(long_text()); });
  REQUIRE(error);
  CHECK(error->code() == credence::ErrorCode::io);
  CHECK(std::string(error->what()).find("'/no/such/folder'") != std::string::npos);
  CHECK(std::string(error->what()).find("TMPDIR") != std::string::npos);
}
