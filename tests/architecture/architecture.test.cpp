// The project keeps its own rules: folder order, sizes, words, purposes, paths.
#include <doctest/doctest.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "architecture/rules.hpp"
#include "support/paths.hpp"

using namespace architecture;

namespace {

const std::string root = credence::testing::project_file("");

Folders words_of(const char* list) {
  std::istringstream words(list);
  Folders folders;
  for (std::string folder; words >> folder;) folders.push_back(folder);
  return folders;
}

Folders folder_order() { return words_of(CREDENCE_FOLDERS); }

const std::vector<std::string_view> cpp_files = {".hpp", ".cpp"};

std::vector<SourceFile> files_in(const std::vector<std::string_view>& folders,
                                 const std::vector<std::string_view>& endings) {
  std::vector<SourceFile> all;
  for (const std::string_view folder : folders)
    for (SourceFile& file : files_below(root, folder, endings)) all.push_back(std::move(file));
  return all;
}

// All but those of optional parts, which lie in the folder wrap and include what the part stands on.
std::vector<SourceFile> public_headers() {
  std::vector<SourceFile> all = files_in({"include"}, {".hpp"});
  std::erase_if(all, [](const SourceFile& header) {
    return header.path.starts_with("include/credence/wrap/");
  });
  return all;
}

}  // namespace

TEST_CASE("includes follow the folder order") {
  const auto files = files_in({"include", "src"}, cpp_files);
  const Folders folders = folder_order();
  REQUIRE(files.size() > 20);
  REQUIRE(folders.front() == "base");

  const std::string faults =
      faults_of(files, [&](const SourceFile& file) { return back_arrows(file, folders); });

  CHECK(faults == "");
}

// The tool's own folders, as if src/tool were src; what lies beside them may include all.
TEST_CASE("includes of the tool follow the order of its folders") {
  const Folders folders = words_of(CREDENCE_TOOL_FOLDERS);
  if (folders.empty()) return;  // a build without the tool
  REQUIRE(folders.front() == "process");
  std::vector<SourceFile> files = files_in({"src/tool"}, cpp_files);
  REQUIRE(files.size() > 100);
  for (SourceFile& file : files)
    file.path = "src/" + file.path.substr(std::string("src/tool/").size());
  std::erase_if(files,
                [](const SourceFile& file) { return file.path.find('/') == file.path.rfind('/'); });
  REQUIRE(files.size() > 80);

  const std::string faults =
      faults_of(files, [&](const SourceFile& file) { return back_arrows(file, folders); });

  CHECK(faults == "");
}

TEST_CASE("no two classes have one name") {
  const auto files = files_in({"include", "src"}, cpp_files);
  REQUIRE(files.size() > 500);

  std::string all;
  for (const std::string& fault : defined_twice(files)) all += fault + '\n';

  CHECK(all == "");
}

TEST_CASE("every folder of the library stands in the folder order") {
  const Folders folders = folder_order();
  for (const SourceFile& header : public_headers()) {
    std::string inside = header.path.substr(std::string("include/credence/").size());
    if (inside.starts_with("detail/")) inside = inside.substr(std::string("detail/").size());
    const std::string folder = inside.substr(0, inside.find('/'));
    CAPTURE(header.path);
    CHECK((folder == "credence.hpp" || folder == "studies.hpp" ||
           std::any_of(folders.begin(), folders.end(), [&](const std::string& other) {
             return other == folder || other.starts_with(folder + "/");
           })));
  }
}

TEST_CASE("public headers include nothing that users need not have") {
  CHECK(faults_of(public_headers(), foreign_includes) == "");
}

// What only the file that registers a family needs is slow to compile: it comes by family_of.hpp.
TEST_CASE("what users call comes by studies.hpp, family_of.hpp and rows, but Eigen and the list") {
  const std::string umbrella = "include/credence/studies.hpp";
  std::vector<SourceFile> headers = public_headers();
  for (SourceFile& header : headers)
    if (header.path == umbrella)
      header.text +=
          "#include <credence/catalogue/family_of.hpp>\n"
          "#include <credence/catalogue/row_classifier.hpp>\n";
  std::string missing;
  for (const std::string& fault : unreached(headers, umbrella))
    if (!fault.starts_with("include/credence/detail/")) missing += fault + '\n';
  INFO("credence.hpp includes a new public header, studies.hpp that of a study");
  CHECK(missing ==
        "include/credence/data/eigen.hpp is not reached from include/credence/studies.hpp\n"
        "include/credence/family/families.hpp is not reached from include/credence/studies.hpp\n");
}

TEST_CASE("a header in detail is needed by a public header or by the tool") {
  std::vector<SourceFile> headers = public_headers();
  SourceFile users{.path = "users", .text = ""};
  for (const SourceFile& header : headers)
    if (header.path.find("/detail/") == std::string::npos)
      users.text += "#include <" + header.path.substr(std::string("include/").size()) + ">\n";
  for (const SourceFile& file : files_in({"src/tool"}, cpp_files)) users.text += file.text;
  headers.push_back(users);
  std::string unneeded;
  for (const std::string& fault : unreached(headers, users.path)) unneeded += fault + '\n';
  INFO("what only sources include is a header of src");
  CHECK(unneeded == "");
}

// Studies are a third of what g++ reads and makes of the library, and most programs run none.
TEST_CASE("credence.hpp goes from data to predictions, without studies") {
  const std::vector<SourceFile> headers = public_headers();
  const Faults beyond = unreached(headers, "include/credence/credence.hpp");
  std::string reached;
  for (const SourceFile& header : headers) {
    const bool is_study = header.path.starts_with("include/credence/study/") ||
                          header.path.starts_with("include/credence/select/") ||
                          header.path.starts_with("include/credence/report/");
    if (is_study && std::none_of(beyond.begin(), beyond.end(), [&](const std::string& fault) {
          return fault.starts_with(header.path + ' ');
        }))
      reached += header.path + '\n';
  }
  CHECK(reached == "");
}

TEST_CASE("the umbrella headers do without the list of families and the template over them") {
  std::string reached;
  const std::vector<SourceFile> headers = public_headers();
  const Faults beyond = unreached(headers, "include/credence/studies.hpp");
  for (const std::string_view slow :
       {"include/credence/catalogue/family_of.hpp", "include/credence/family/families.hpp"})
    if (std::none_of(beyond.begin(), beyond.end(),
                     [&](const std::string& fault) { return fault.starts_with(slow); }))
      reached += std::string(slow) + '\n';
  CHECK(reached == "");
}

// Each of these costs g++ time and memory in every program that includes the library.
TEST_CASE("the umbrella headers bring no standard header that is slow to read") {
  const std::vector<SourceFile> headers = public_headers();
  const Faults beyond = unreached(headers, "include/credence/studies.hpp");
  REQUIRE(beyond.size() < headers.size());
  std::string slow;
  for (const SourceFile& header : headers) {
    if (std::any_of(beyond.begin(), beyond.end(),
                    [&](const std::string& fault) { return fault.starts_with(header.path + ' '); }))
      continue;
    for (const std::string& name : includes(header.text))
      for (const std::string_view dear :
           {"algorithm", "chrono", "filesystem", "fstream", "functional", "future", "iostream",
            "istream", "ostream", "ranges", "regex", "sstream", "thread", "unordered_map"})
        if (name == dear) slow += header.path + " includes '" + name + "'\n";
  }
  CHECK(slow == "");
}

TEST_CASE("Boost.Math stands behind base and nowhere else") {
  std::string users;
  for (const SourceFile& file : files_in({"include", "src"}, cpp_files))
    for (const std::string& name : includes(file.text))
      if (name.starts_with("boost/math/") && !file.path.starts_with("src/base/"))
        users += file.path + '\n';
  CHECK(users == "");
}

TEST_CASE("files stay within their limits of length") {
  CHECK(faults_of(files_in({"include", "src", "examples", "tests"}, cpp_files), too_long) == "");
}

TEST_CASE("public headers stay few") {
  std::string faults;
  for (const std::string& fault : too_many(public_headers())) faults += fault + '\n';
  CHECK(faults == "");
}

TEST_CASE("the list of families is compiled in one folder") {
  CHECK(faults_of(files_in({"include", "src", "examples"}, cpp_files), lists_families) == "");
}

TEST_CASE("public headers keep to the glossary") {
  CHECK(faults_of(public_headers(), banned_words) == "");
}

TEST_CASE("messages of the library name members and functions, which the tool knows as flags") {
  std::vector<SourceFile> library;
  for (SourceFile& file : files_in({"include", "src"}, cpp_files))
    if (!file.path.starts_with("src/tool/")) library.push_back(std::move(file));
  CHECK(faults_of(library, names_flags) == "");

  const std::vector<SourceFile> tool = files_in({"src/tool"}, {"remedies.cpp"});
  REQUIRE(tool.size() == 1);
  std::string apart;
  for (const std::string& fault : remedies_apart(library, tool.front())) apart += fault + '\n';
  CHECK(apart == "");
}

TEST_CASE("tolerances of tests are relative, or say to which scale they are absolute") {
  CHECK(faults_of(files_in({"tests"}, cpp_files), loose_tolerances) == "");
}

TEST_CASE("every file says first what it is for") {
  const auto files = files_in({"include", "src", "examples", "tests"},
                              {".hpp", ".cpp", ".py", ".cmake", "CMakeLists.txt"});
  CHECK(faults_of(files, no_purpose) == "");
}

TEST_CASE("no file holds a path of one machine") {
  const auto files = files_in({"include", "src", "examples", "tests", "docs"},
                              {".hpp", ".cpp", ".py", ".cmake", ".txt", ".md", ".expected"});
  CHECK(faults_of(files, machine_paths) == "");
}
