// Files seen without a copy, and what is read where that cannot be.
#include <credence/detail/base/mapped_file.hpp>

#include <doctest/doctest.h>

#include <sys/stat.h>
#include <cerrno>
#include <cstdint>
#include <fstream>
#include <thread>
#include <utility>

#include "support/data_error.hpp"
#include "support/locale_free.hpp"
#include "support/temporary_folder.hpp"

using namespace credence;
using credence::detail::MappedFile;
using namespace credence::testing;

namespace {

std::string written(const TemporaryFolder& folder, const std::string& bytes) {
  const std::string path = folder / "file";
  std::ofstream(path, std::ios::binary) << bytes;
  return path;
}

}  // namespace

TEST_CASE("a mapped file has the bytes of the file") {
  const TemporaryFolder folder;
  std::string bytes(100000, 'x');
  bytes[0] = '\0';
  bytes.back() = '\xff';

  const MappedFile file(written(folder, bytes));

  CHECK(file.text() == bytes);
  CHECK(file.bytes().size() == 100000);
  CHECK(file.bytes().back() == std::byte{0xff});
  CHECK(reinterpret_cast<std::uintptr_t>(file.bytes().data()) % 64 == 0);
}

TEST_CASE("an empty file is mapped as no bytes") {
  const TemporaryFolder folder;

  const MappedFile file(written(folder, ""));

  CHECK(file.text().empty());
  CHECK(file.bytes().empty());
  CHECK(MappedFile().text().empty());
}

TEST_CASE("a mapped file keeps its bytes in place when it moves") {
  const TemporaryFolder folder;
  MappedFile file(written(folder, "abc"));
  const std::byte* const place = file.bytes().data();

  MappedFile moved = std::move(file);
  CHECK(moved.bytes().data() == place);
  MappedFile assigned;
  assigned = std::move(moved);

  CHECK(assigned.bytes().data() == place);
  CHECK(assigned.text() == "abc");
}

TEST_CASE("a mapped file outlives its name") {
  const TemporaryFolder folder;
  const std::string path = written(folder, "still here");
  const MappedFile file(path);

  std::filesystem::remove(path);

  CHECK(file.text() == "still here");
}

TEST_CASE("a pipe is read to its end") {
  const TemporaryFolder folder;
  const std::string path = folder / "pipe";
  REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
  const std::string bytes(300000, 'p');
  std::thread writer([&] { std::ofstream(path, std::ios::binary) << bytes; });

  const MappedFile file(path);
  writer.join();

  CHECK(file.text() == bytes);
}

TEST_CASE("a file that says it is empty and is not is read") {
  const MappedFile file("/proc/self/status");

  CHECK(file.text().find("Name:") == 0);
}

TEST_CASE("a file that cannot be mapped is an error with the system's reason") {
  const TemporaryFolder folder;
  const auto absent = error_of([&] { MappedFile file(folder / "absent"); });
  const auto is_folder = error_of([&] { MappedFile file(folder.path().string()); });

  CHECK(is(absent, ErrorCode::io));
  CHECK(says(absent, "absent", reason_of(ENOENT)));
  CHECK(is(is_folder, ErrorCode::io));
  CHECK(says(is_folder, folder.path().string(), reason_of(EISDIR)));
}
