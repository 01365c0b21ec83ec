// Files that other programs change while the tool reads them.
#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <future>
#include <stdexcept>

#include "support/run_tool.hpp"

using namespace credence::programs;

namespace {

namespace fs = std::filesystem;

constexpr int rows = 4000;
constexpr int columns = 100;

// A .npy file of so many rows.
std::string npy(const std::string& type, const std::string& shape, const std::string& bytes) {
  std::string head =
      "{'descr': '" + type + "', 'fortran_order': False, 'shape': (" + shape + "), }";
  head.resize(117, ' ');
  return std::string("\x93NUMPY\x01\x00\x76\x00", 10) + head + "\n" + bytes;
}

std::string numbers() {
  std::string bytes;
  for (int i = 0; i < rows * columns; ++i) {
    const double number = (i % 1009) * 7919 % 1009;
    bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
  }
  return npy("<f8", std::to_string(rows) + ", " + std::to_string(columns), bytes);
}

std::string labels() {
  std::string bytes;
  for (int row = 0; row < rows; ++row) bytes.push_back(static_cast<char>(row % 2));
  return npy("|u1", std::to_string(rows) + ",", bytes);
}

// Fits a matrix that is changed after the tool has mapped it and before it has the labels.
Run fit_while(const TemporaryFolder& folder, const std::function<void(const std::string&)>& change,
              const Words& more = {}) {
  const std::string data = folder / "data.npy";
  const std::string pipe = folder / "labels.npy";
  write_to(data, numbers());
  if (::mkfifo(pipe.c_str(), 0600) != 0) throw std::runtime_error{"cannot make a pipe"};
  const Words words = with({"fit", data, "--label-file", pipe, "-o", folder / "p.json"}, more);
  auto run = std::async(std::launch::async, [words] { return run_tool(words); });
  std::ofstream writer(pipe, std::ios::binary);  // waits until the tool reads
  change(data);
  writer << labels();
  writer.close();
  return run.get();
}

}  // namespace

TEST_CASE("a matrix that is cut short while it is read is exit code 4, and nothing is written") {
  const TemporaryFolder folder;

  const Run run = fit_while(folder, [](const std::string& data) { fs::resize_file(data, 4096); });

  CHECK(run.exit == 4);
  CHECK_MESSAGE(run.says("file '" + (folder / "data.npy") + "' changed while it was read"),
                run.err);
  CHECK_FALSE(fs::exists(folder / "p.json"));
}

TEST_CASE("the error of a file that was cut short is one line of JSON beside --format json") {
  const TemporaryFolder folder;

  const Run run = fit_while(folder, [](const std::string& data) { fs::resize_file(data, 4096); },
                            {"--format", "json"});

  CHECK(run.exit == 4);
  const auto error = nlohmann::json::parse(run.err)["error"];
  CHECK(error["code"] == "io");
  CHECK(error["file"] == folder / "data.npy");
  CHECK(error["line"].is_null());
}

TEST_CASE("a matrix that is written over while it is read is exit code 4") {
  const TemporaryFolder folder;

  const Run run = fit_while(folder, [](const std::string& data) {
    std::string other = numbers();
    other.back() ^= 1;
    write_to(data, other);
    fs::last_write_time(data, fs::last_write_time(data) + std::chrono::seconds(2));
  });

  CHECK(run.exit == 4);
  CHECK(run.says("changed while it was read"));
  CHECK_FALSE(fs::exists(folder / "p.json"));
}

TEST_CASE("updates of one posterior at the same time lose no row") {
  const TemporaryFolder folder;
  const std::string posterior = folder / "u.json";
  write_to(folder / "data.csv", "x,class\n1,a\n2,b\n3,a\n5,b\n");
  REQUIRE(run_tool({"fit", folder / "data.csv", "--label", "class", "-o", posterior}).exit == 0);
  constexpr int updates = 6;

  std::vector<std::future<Run>> runs;
  for (int i = 0; i < updates; ++i)
    runs.push_back(std::async(std::launch::async, [&] {
      return run_tool({"fit", "--update", posterior, folder / "data.csv", "-o", posterior});
    }));
  for (auto& run : runs) CHECK(run.get().exit == 0);

  const auto description = run_tool({"describe", posterior, "--format", "json"}).json();
  const auto cell = description["features"][0]["cells"][0]["statistics"];
  CHECK(cell["count"] == 2 * (updates + 1));
}

TEST_CASE(
    "a posterior that another program replaces during its update stays as that program wrote it") {
  const TemporaryFolder folder;
  const std::string posterior = folder / "u.json";
  const std::string pipe = folder / "more.csv";
  write_to(folder / "data.csv", "x,class\n1,a\n2,b\n3,a\n5,b\n");
  REQUIRE(run_tool({"fit", folder / "data.csv", "--label", "class", "-o", posterior}).exit == 0);
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);

  auto update = std::async(std::launch::async, [&] {
    return run_tool({"fit", "--update", posterior, pipe, "-o", posterior});
  });
  std::ofstream writer(pipe, std::ios::binary);
  write_to(folder / "other", "another posterior");
  fs::rename(folder / "other", posterior);
  writer << text_of(folder / "data.csv");
  writer.close();
  const Run run = update.get();

  CHECK(run.exit == 4);
  CHECK_MESSAGE(run.says("changed since it was read, and nothing is written"), run.err);
  CHECK(text_of(posterior) == "another posterior");
}

TEST_CASE("data without an end are refused at their first NUL byte") {
  const Run run = run_program(tool_words({"fit", "/dev/zero", "--label", "x", "-o", "-"}));
  const Run stream =
      run_program(tool_words({"fit", "/dev/zero", "--label", "x", "--stream", "-o", "-"}));

  CHECK(run.exit == 3);
  CHECK_MESSAGE(run.says("a NUL byte, /dev/zero:1:1"), run.err);
  CHECK(stream.exit == 3);
  CHECK_MESSAGE(stream.says("a NUL byte, /dev/zero:1:1"), stream.err);
}

TEST_CASE("schemas, posteriors and parameters without an end are refused at their first NUL byte") {
  const TemporaryFolder folder;
  write_to(folder / "data.csv", "x,class\n1,a\n2,b\n3,a\n5,b\n");
  write_to(folder / "s.json",
           run_tool({"schema", folder / "data.csv", "--label", "class", "-q"}).out);
  const auto refused = [](Words words, int exit) {
    const Run run = run_program(tool_words(std::move(words)));
    CHECK(run.exit == exit);
    CHECK_MESSAGE(run.says("a NUL byte"), run.err);
  };

  refused({"describe", "/dev/zero"}, 5);
  refused({"predict", "/dev/zero", folder / "data.csv"}, 5);
  refused({"fit", folder / "data.csv", "--schema", "/dev/zero", "-o", "-"}, 3);
  refused({"simulate", "--schema", folder / "s.json", "--rows", "2", "--parameters", "/dev/zero"},
          3);
}

TEST_CASE("a sparse file of a terabyte is refused at its first NUL byte") {
  const TemporaryFolder folder;
  const std::string path = folder / "sparse.csv";
  write_to(path, "x,class\n1,a\n2,b\n");
  if (::truncate(path.c_str(), std::int64_t{1} << 40) != 0) {
    std::puts("skipped: no file of a terabyte can be made here");
    return;
  }

  const Run run = run_program(tool_words({"fit", path, "--label", "class", "-o", "-"}));

  CHECK(run.exit == 3);
  CHECK_MESSAGE(run.says("a NUL byte, " + path + ":4:1"), run.err);
}

TEST_CASE("bytes behind a NUL byte make no schema or posterior") {
  const TemporaryFolder folder;
  write_to(folder / "data.csv", "x,class\n1,a\n2,b\n3,a\n5,b\n");
  REQUIRE(
      run_tool({"fit", folder / "data.csv", "--label", "class", "-o", folder / "p.json"}).exit ==
      0);
  const std::string behind("\0 more", 6);
  write_to(folder / "s.json",
           run_tool({"schema", folder / "data.csv", "--label", "class"}).out + behind);
  write_to(folder / "q.json", text_of(folder / "p.json") + behind);

  const Run schema =
      run_tool({"fit", folder / "data.csv", "--schema", folder / "s.json", "-o", "-"});
  const Run posterior = run_tool({"describe", folder / "q.json"});

  CHECK(schema.exit == 3);
  CHECK_MESSAGE(schema.says("a NUL byte"), schema.err);
  CHECK(posterior.exit == 5);
  CHECK_MESSAGE(posterior.says("a NUL byte"), posterior.err);
}

TEST_CASE("sums beyond the largest double name their column and class where they would be saved") {
  const TemporaryFolder folder;
  write_to(folder / "data.csv", "x,class\n1e154,a\n-1e155,a\n3e154,b\n-1e155,b\n");

  const Run run = run_tool({"fit", folder / "data.csv", "--label", "class", "-o", "-"});

  CHECK(run.exit == 3);
  CHECK_MESSAGE(run.says("column 'x', class 'a': 'sum_of_squares' of what was seen is beyond the "
                         "range of double"),
                run.err);
}
