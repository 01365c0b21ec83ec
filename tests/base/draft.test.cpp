// Results that wait for their end, in memory and on disk.
#include <credence/detail/base/draft.hpp>

#include <doctest/doctest.h>
#include <sys/stat.h>
#include <algorithm>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>

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
  for (std::int64_t line = 0; text.size() < 10'000'000; ++line)
    text += std::to_string(line * 7919) + '\n';
  return text;
}

std::string read(const Draft& draft) {
  std::string all;
  draft.read([&](std::string_view bytes) { all += bytes; });
  return all;
}

void write_in_parts(Draft& draft, std::string_view text) {
  for (std::size_t at = 0; at < text.size(); at += 99'991)
    draft.write(text.substr(at, std::min<std::size_t>(99'991, text.size() - at)));
}

std::optional<struct stat> status_of(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 ? std::optional(status) : std::nullopt;
}

// The file without a name that this process holds in a folder.
std::optional<struct stat> nameless_in(const TemporaryFolder& folder) {
  const auto device = status_of(folder.path().string())->st_dev;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd"))
    if (const auto status = status_of(entry.path().string());
        status && S_ISREG(status->st_mode) && status->st_nlink == 0 && status->st_dev == device)
      return status;
  return std::nullopt;
}

}  // namespace

TEST_CASE("a long draft becomes the saved file, so that its bytes are on disk once") {
  const TemporaryFolder folder;
  const std::string text = long_text();
  const std::string path = folder / "saved";
  for (const bool overwrites : {false, true}) {
    CAPTURE(overwrites);
    if (overwrites) std::filesystem::permissions(path, std::filesystem::perms(0640));
    Draft draft(Draft::folder_of(path));
    draft.write(long_text());  // longer than what is saved
    draft.clear();
    write_in_parts(draft, std::string_view(text).substr(overwrites ? 1'000'000 : 0));
    const auto nameless = nameless_in(folder);
    if (!nameless || nameless->st_nlink > 0) return;  // this disk has no files without a name
    draft.save(path, overwrites ? Overwrite::allow : Overwrite::refuse);
    const auto saved = status_of(path);
    CHECK(saved->st_ino == nameless->st_ino);
    CHECK(saved->st_nlink == 1);
    CHECK(credence::read_file(path) == text.substr(overwrites ? 1'000'000 : 0));
    CHECK(folder.entries() == 1);
    const mode_t umask = ::umask(0);
    ::umask(umask);
    CHECK((saved->st_mode & 0777U) == (overwrites ? 0640U : 0666U & ~umask));
    CHECK(read(draft).empty());
  }
}

TEST_CASE("a long draft in another folder is copied, and one that is refused leaves nothing") {
  const TemporaryFolder folder, other;
  const std::string path = folder / "saved";
  Draft draft("/dev/shm");
  const std::string text = long_text();
  write_in_parts(draft, text);
  draft.save(path, Overwrite::refuse);
  CHECK(credence::read_file(path) == text);
  Draft refused(folder.path().string());
  write_in_parts(refused, text);
  CHECK(error_of([&] { refused.save(path, Overwrite::refuse); }));
  CHECK(folder.entries() == 1);
}

TEST_CASE("the folder of a draft is that of the file a link leads to") {
  namespace fs = std::filesystem;
  const TemporaryFolder folder;
  fs::create_directories(fs::path(folder / "far") / "away");
  fs::create_symlink(folder / "far/away/result", folder / "link");
  fs::create_symlink("link", folder / "chain");
  fs::create_symlink("away/result", folder / "far/near");
  CHECK(Draft::folder_of(folder / "link") == folder / "far/away");
  CHECK(Draft::folder_of(folder / "chain") == folder / "far/away");
  CHECK(Draft::folder_of(folder / "far/near") == folder / "far/away");
  CHECK(Draft::folder_of(folder / "far/other") == folder / "far");
  CHECK(Draft::folder_of("here") == ".");
  fs::create_symlink("circle", folder / "circle");
  const auto error = error_of([&] { (void)Draft::folder_of(folder / "circle"); });
  REQUIRE(error);
  CHECK(error->code() == credence::ErrorCode::io);
}

TEST_CASE("a draft is all that was written, in order") {
  const TemporaryFolder folder;
  const std::string text = long_text();
  for (const std::size_t size : {std::size_t{0}, std::size_t{5}, text.size()}) {
    Draft draft(folder.path().string());
    write_in_parts(draft, std::string_view(text).substr(0, size));
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

TEST_CASE("any bytes of a draft are read by their place, and a copy has bytes of its own") {
  const TemporaryFolder folder;
  const std::string text = long_text();
  Draft draft(folder.path().string());
  write_in_parts(draft, text);
  CHECK(draft.size() == text.size());
  // All on disk, across the end of that, all in memory, none.
  for (const auto& part : {std::pair<std::size_t, std::size_t>{0, text.size()},
                           {123'457, 1'000'000},
                           {text.size() - 9, 9},
                           {text.size() - 5'000'000, 5'000'000},
                           {text.size(), 0}}) {
    CAPTURE(part.first);
    const auto& [place, size] = part;
    std::string bytes(size, '?');
    draft.read(place, bytes);
    CHECK(bytes == text.substr(place, size));
  }
  Draft copy(draft);
  copy.write("more");
  draft.write("other");
  CHECK(read(copy) == text + "more");
  CHECK(read(draft) == text + "other");
  draft = copy;
  CHECK(read(draft) == text + "more");
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
