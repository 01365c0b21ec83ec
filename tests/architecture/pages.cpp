// What keeps pages and code in step: citations, links, quoted code, quoted laws.
#include "architecture/pages.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <regex>

namespace architecture {
namespace {

std::vector<std::string> matches(std::string_view text, const std::string& pattern) {
  const std::string owned(text);
  const std::regex expression(pattern);
  std::vector<std::string> found;
  for (std::sregex_iterator at(owned.begin(), owned.end(), expression), end; at != end; ++at)
    found.push_back((*at)[1]);
  return found;
}

std::string without_blanks(std::string text) {
  std::erase_if(text, [](unsigned char c) { return std::isspace(c) != 0; });
  return text;
}

// The lines between "```cpp", say, and "```".
std::vector<std::string_view> lines_in_blocks(std::string_view page, std::string_view opening) {
  std::vector<std::string_view> found;
  bool inside = false;
  for (const std::string_view line : lines(page)) {
    if (line.starts_with("```"))
      inside = line == opening;
    else if (inside)
      found.push_back(line);
  }
  return found;
}

std::string cpp_blocks(std::string_view page) {
  std::string code;
  for (const std::string_view line : lines_in_blocks(page, "```cpp"))
    code.append(line).append("\n");
  return code;
}

std::vector<std::string> statements(const std::string& code) {
  std::vector<std::string> found;
  for (std::size_t start = 0; start < code.size();) {
    const std::size_t end = std::min(code.find(';', start), code.size());
    if (end > start) found.push_back(code.substr(start, end - start));
    start = end + 1;
  }
  return found;
}

}  // namespace

Faults unknown_sources(const SourceFile& file, std::string_view bibliography) {
  const std::vector<std::string> keys = matches(bibliography, R"(@[a-z]+\{([a-z]+[0-9]{4}),)");
  Faults faults;
  for (const std::string& key : matches(file.text, R"(\[([a-z]+[0-9]{4})\])"))
    if (std::find(keys.begin(), keys.end(), key) == keys.end())
      faults.push_back(file.path + " cites [" + key + "], which is not in docs/references.bib");
  return faults;
}

Faults unknown_pages(const SourceFile& file, const std::vector<std::string>& pages) {
  Faults faults;
  for (const std::string& page : matches(file.text, R"((docs/[a-z_0-9/]+\.md))"))
    if (std::find(pages.begin(), pages.end(), page) == pages.end())
      faults.push_back(file.path + " names " + page + ", which does not exist");
  return faults;
}

Faults dead_links(const SourceFile& page, const std::string& root) {
  Faults faults;
  const auto folder = (std::filesystem::path(root) / page.path).parent_path();
  for (const std::string& link : matches(page.text, R"(\]\(([^)#]+)(?:#[^)]*)?\))"))
    if (link.find("://") == std::string::npos && !std::filesystem::exists(folder / link))
      faults.push_back(page.path + " links to " + link + ", which does not exist");
  return faults;
}

Faults strange_code(const SourceFile& page, const std::vector<SourceFile>& examples) {
  std::vector<std::string> known;
  for (const SourceFile& example : examples)
    known.push_back(without_blanks(code_only(example.text)));
  Faults faults;
  for (const std::string& statement :
       statements(without_blanks(code_only(cpp_blocks(page.text))))) {
    const bool stands = std::any_of(known.begin(), known.end(), [&](const std::string& text) {
      return text.find(statement) != std::string::npos;
    });
    if (!stands) faults.push_back(page.path + " shows '" + statement + "', which no example holds");
  }
  return faults;
}

Faults strange_output(const SourceFile& page, const std::vector<SourceFile>& printed) {
  Faults faults;
  for (const std::string_view line : lines_in_blocks(page.text, "```text")) {
    const bool stands = std::any_of(printed.begin(), printed.end(), [&](const SourceFile& file) {
      const auto known = lines(file.text);
      return std::find(known.begin(), known.end(), line) != known.end();
    });
    if (!stands)
      faults.push_back(page.path + " shows '" + std::string(line) + "', which no example prints");
  }
  return faults;
}

Faults unknown_laws(const SourceFile& page, const std::vector<SourceFile>& tests) {
  constexpr std::string_view mark = "* law: ";
  Faults faults;
  for (const std::string_view line : lines(page.text)) {
    if (!line.starts_with(mark)) continue;
    const std::string name = '"' + std::string(line.substr(mark.size())) + '"';
    const bool tested = std::any_of(tests.begin(), tests.end(), [&](const SourceFile& test) {
      return test.text.find(name + ')') != std::string::npos;
    });
    if (!tested) faults.push_back(page.path + " quotes the law " + name + ", which no test has");
  }
  return faults;
}

std::vector<std::string> listed_families(std::string_view list_header) {
  constexpr std::string_view folder = "credence/family/";
  constexpr std::string_view ending = ".hpp";
  std::vector<std::string> names;
  for (const std::string& name : includes(list_header))
    if (name.starts_with(folder))
      names.push_back(name.substr(folder.size(), name.size() - folder.size() - ending.size()));
  return names;
}

}  // namespace architecture
