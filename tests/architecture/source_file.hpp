#pragma once
// The project's own files as text, for tests of how it is built up.
#include <string>
#include <string_view>
#include <vector>

namespace architecture {

/// A text file of the project; the path is relative to its root, with '/'.
struct SourceFile {
  std::string path;
  std::string text;
};

/// All files below `root`/`folder` whose names end in one of `endings`, sorted by path.
[[nodiscard]] std::vector<SourceFile> files_below(const std::string& root, std::string_view folder,
                                                  const std::vector<std::string_view>& endings);

/// The file's lines, without their ends.
[[nodiscard]] std::vector<std::string_view> lines(std::string_view text);

/// The names that are included, without brackets or quotes, in order.
[[nodiscard]] std::vector<std::string> includes(std::string_view text);

/// C++ text with comments and the contents of string and character literals blanked out.
[[nodiscard]] std::string code_only(std::string_view text);

/// The ordinary string literals of C++ text, one a line; those that stand side by side are one.
[[nodiscard]] std::string literals(std::string_view text);

/// The identifiers and keywords of C++ text that has passed code_only.
[[nodiscard]] std::vector<std::string> words(std::string_view code);

/// What `rule(file)` finds wrong with each file, a line each.
template <class Rule>
std::string faults_of(const std::vector<SourceFile>& files, Rule rule) {
  std::string faults;
  for (const SourceFile& file : files)
    for (const std::string& fault : rule(file)) faults += fault + '\n';
  return faults;
}

}  // namespace architecture
