#pragma once
// A folder for the files of one test, removed with everything in it.
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>

namespace credence::testing {

class TemporaryFolder {
 public:
  TemporaryFolder() {
    const std::string six_to_replace(6, 'X');  // mkdtemp makes a new name of them
    std::string name =
        (std::filesystem::temp_directory_path() / ("credence-test-" + six_to_replace)).string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error{"no temporary folder: " + name};
    path_ = name;
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  /// The path of a file in the folder, which need not exist.
  [[nodiscard]] std::string operator/(const std::string& name) const {
    return (path_ / name).string();
  }
  /// How many entries the folder holds.
  [[nodiscard]] long entries() const {
    long count = 0;
    for (const auto& entry : std::filesystem::directory_iterator{path_})
      count += !entry.path().empty();
    return count;
  }

 private:
  std::filesystem::path path_;
};

}  // namespace credence::testing
