// The rules: what each looks for and how it says what it found.
#include "architecture/rules.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <map>
#include <regex>
#include <set>
#include <utility>

namespace architecture {
namespace {

constexpr std::string_view public_root = "include/credence/";
constexpr std::string_view private_root = "src/";
constexpr std::string_view own_prefix = "credence/";

std::string without(std::string_view prefix, std::string_view text) {
  return std::string(text.starts_with(prefix) ? text.substr(prefix.size()) : text);
}

// What lies in detail/<folder> belongs to the folder.
std::string folder_of(const std::string& path) {
  const std::string inside = without("detail/", path);
  const auto slash = inside.rfind('/');
  return slash == std::string::npos ? std::string() : inside.substr(0, slash);
}

bool is_within(const std::string& folder, const std::string& other) {
  return folder == other || folder.starts_with(other + "/");
}

// The place in the flow, where a folder of folders begins; the number of folders for what stands
// outside it.
std::size_t place(const std::string& folder, const Folders& folders) {
  return static_cast<std::size_t>(
      std::find_if(folders.begin(), folders.end(),
                   [&](const std::string& other) { return is_within(other, folder); }) -
      folders.begin());
}

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

// Folders of plain values. Those behind them hide families behind interfaces, and share what was
// converted from a table.
bool holds_values(const std::string& path) {
  constexpr std::array<std::string_view, 5> others = {"/learn/", "/predict/", "/select/", "/study/",
                                                      "/catalogue/"};
  return std::none_of(others.begin(), others.end(), [&](std::string_view folder) {
    return path.find(folder) != std::string::npos;
  });
}

// 'proba' stands in 'probability' too, which is the right word.
bool is_banned(const std::string& word, bool of_values) {
  constexpr std::array parts = {"suffstat", "hyper", "attribute", "partial_fit", "partialfit"};
  if (word == "new" || (of_values && (word == "virtual" || word == "shared_ptr"))) return true;
  const std::string small = lower(word);
  for (auto at = small.find("proba"); at != std::string::npos; at = small.find("proba", at + 1))
    if (small.compare(at, 6, "probab") != 0) return true;
  return std::any_of(parts.begin(), parts.end(),
                     [&](std::string_view part) { return small.find(part) != std::string::npos; });
}

// src/x/y.cpp, src/x/z/y.cpp and tests/x/y.test.cpp are introduced by credence/x/y.hpp; other files
// by no header.
std::string introducing_header(const std::string& path) {
  for (const auto& [root, ending] :
       {std::pair<std::string_view, std::string_view>{"src/", ".cpp"}, {"tests/", ".test.cpp"}})
    if (path.starts_with(root) && path.ends_with(ending)) {
      const std::string inside = path.substr(0, path.size() - ending.size()).substr(root.size());
      return std::string(own_prefix) + inside.substr(0, inside.find('/')) +
             inside.substr(std::min(inside.rfind('/'), inside.size())) + ".hpp";
    }
  return "none";
}

// Where the parenthesis closes that was opened before `first`; the end where none does.
std::size_t closing(std::string_view code, std::size_t first) {
  int open = 1;
  for (std::size_t at = first; at < code.size(); ++at) {
    open += code[at] == '(' ? 1 : code[at] == ')' ? -1 : 0;
    if (open == 0) return at;
  }
  return code.size();
}

// The classes that a file defines outside of others, with their namespaces. Namespaces and what they
// hold begin lines, and say at their end what they are, as clang-format has it.
std::set<std::string> classes_of(const SourceFile& file) {
  static const std::regex opening(R"(^(?:inline )?namespace ([\w:]*) ?\{)");
  static const std::regex closing(R"(^\}  // namespace)");
  static const std::regex one_class(R"(^(?:class|struct) (\w+)(?: final)?(?: :[^:].*)? \{)");
  std::vector<std::string> within;
  std::set<std::string> names;
  for (const std::string_view line : lines(file.text)) {
    std::match_results<std::string_view::const_iterator> found;
    if (std::regex_search(line.begin(), line.end(), found, opening))
      within.push_back(found.str(1));
    else if (std::regex_search(line.begin(), line.end(), found, closing) && !within.empty())
      within.pop_back();
    else if (std::regex_search(line.begin(), line.end(), found, one_class) &&
             std::find(within.begin(), within.end(), "") == within.end()) {
      std::string name;
      for (const std::string& outer : within) name += outer + "::";
      names.insert(name + found.str(1));
    }
  }
  return names;
}

void reach(const std::vector<SourceFile>& headers, const std::string& path,
           std::set<std::string>& reached) {
  if (!reached.insert(path).second) return;
  const auto found = std::find_if(headers.begin(), headers.end(),
                                  [&](const SourceFile& header) { return header.path == path; });
  if (found == headers.end()) return;
  for (const std::string& name : includes(found->text)) reach(headers, "include/" + name, reached);
}

}  // namespace

Faults back_arrows(const SourceFile& file, const Folders& folders) {
  const bool is_public = file.path.starts_with(public_root);
  const std::string inside = without(is_public ? public_root : private_root, file.path);
  const std::string from = folder_of(inside);
  const bool in_flow = place(from, folders) < folders.size();
  // Only the umbrella headers stand beside the folders; the tool is no folder of the flow.
  const bool is_umbrella = is_public && from.empty();
  Faults faults;
  for (const std::string& name : includes(file.text)) {
    const bool is_own = name.starts_with(own_prefix);
    const std::string to = folder_of(without(own_prefix, name));
    const auto fault = [&](const std::string& why) {
      faults.push_back(file.path + " includes '" + name + "': " + why);
    };
    if (name.find("..") != std::string::npos)
      fault("write the path from the root of includes");
    else if (is_within(to, "tool") && in_flow)
      fault("nothing includes the tool");
    else if (is_own && to.empty() && in_flow)
      fault("the umbrella headers are for users");
    else if (place(to, folders) == folders.size())
      continue;
    else if (is_own && (is_umbrella || !in_flow))
      continue;
    else if (is_public && !is_own)
      fault("public headers include '<credence/...>' only");
    else if (!in_flow)
      fault("private to the library");
    else if (place(to, folders) > place(from, folders))
      fault("'" + to + "' comes after '" + from + "'");
  }
  return faults;
}

Faults foreign_includes(const SourceFile& header) {
  Faults faults;
  for (const std::string& name : includes(header.text)) {
    const bool is_standard = name.find_first_of("./") == std::string::npos;
    if (!is_standard && !name.starts_with(own_prefix) && !name.starts_with("Eigen/"))
      faults.push_back(header.path + " includes '" + name + "', which users need not have");
  }
  return faults;
}

Faults too_long(const SourceFile& file) {
  const std::size_t limit = file.path.ends_with(".hpp") ? 300 : 400;
  const std::size_t length = lines(file.text).size();
  if (length <= limit) return {};
  return {file.path + " has " + std::to_string(length) + " lines, more than " +
          std::to_string(limit) + "; divide it by subject"};
}

Faults too_many(const std::vector<SourceFile>& headers) {
  const auto count = std::count_if(headers.begin(), headers.end(), [](const SourceFile& header) {
    const std::vector<std::string> uncounted{"/detail/", "/density/", "/family/", "/study/"};
    return std::none_of(uncounted.begin(), uncounted.end(), [&](const std::string& folder) {
      return header.path.find(folder) != std::string::npos;
    });
  });
  if (static_cast<std::size_t>(count) <= most_public_headers) return {};
  return {
      std::string(public_root) + " has " + std::to_string(count) + " headers, more than " +
      std::to_string(most_public_headers) +
      "; put what users do not call into src, or raise most_public_headers with a decision page"};
}

Faults lists_families(const SourceFile& file) {
  for (const std::string_view allowed : {"include/credence/catalogue/", "src/catalogue/", "tests/"})
    if (file.path.starts_with(allowed)) return {};
  Faults faults;
  for (const std::string& name : includes(file.text))
    if (name == "credence/family/families.hpp")
      faults.push_back(file.path + " includes '" + name +
                       "': only catalogue may list all families");
  return faults;
}

Faults banned_words(const SourceFile& header) {
  Faults faults;
  const std::string code = code_only(header.text);
  const bool of_values = holds_values(header.path);
  for (const std::string& word : words(code))
    if (is_banned(word, of_values))
      faults.push_back(header.path + " says '" + word +
                       "'; values do without it, or docs/reference/glossary.md has another word");
  if (code.find("#define") != std::string::npos)
    faults.push_back(header.path + " has a macro; write a function or a constant");
  return faults;
}

Faults names_flags(const SourceFile& file) {
  // A flag of zstd.
  const std::string foreign = "without --long";
  std::string said = literals(file.text);
  if (const auto at = said.find(foreign); at != std::string::npos) said.erase(at, foreign.size());
  Faults faults;
  for (auto at = said.find("--"); at != std::string::npos; at = said.find("--", at + 2)) {
    const std::size_t end = said.find_first_not_of("abcdefghijklmnopqrstuvwxyz", at + 2);
    if (end != at + 2)
      faults.push_back(file.path + " names '" + said.substr(at, end - at) +
                       "'; name the member of the options, and add its flag to "
                       "src/tool/process/remedies.cpp");
  }
  return faults;
}

Faults remedies_apart(const std::vector<SourceFile>& library, const SourceFile& table) {
  std::string said;
  for (const SourceFile& file : library) said += literals(file.text) + '\n';
  std::set<std::string> known;
  Faults faults;
  std::size_t end = 0;
  for (auto at = table.text.find("Remedy{\""); at != std::string::npos;
       at = table.text.find("Remedy{\"", end)) {
    at += std::string_view("Remedy{\"").size();
    end = table.text.find('"', at);
    const std::string remedy = table.text.substr(at, end - at);
    known.insert(remedy);
    if (said.find(remedy) == std::string::npos)
      faults.push_back(table.path + " has '" + remedy +
                       "', which no message names; take the row out");
  }
  for (auto at = said.find("::"); at != std::string::npos; at = said.find("::", at + 2)) {
    const auto is_word = [](char c) {
      return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
    };
    std::size_t first = at;
    while (first > 0 && is_word(said[first - 1])) --first;
    std::size_t last = at + 2;
    while (last < said.size() && is_word(said[last])) ++last;
    const std::string name = said.substr(first, last - first);
    const auto begins = [&](const std::string& remedy) { return name.starts_with(remedy); };
    if (name == "Model::add" || name.starts_with("std::")) continue;  // the tool composes no model
    if (std::none_of(known.begin(), known.end(), begins))
      faults.push_back(table.path + " has no flag for '" + name +
                       "', which a message names; add a row, or say it without the name");
  }
  return faults;
}

Faults no_purpose(const SourceFile& file) {
  const bool is_script = !file.path.ends_with(".hpp") && !file.path.ends_with(".cpp");
  const auto all = lines(file.text);
  const auto end = all.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(3, all.size()));
  const bool said = std::any_of(all.begin(), end, [&](std::string_view line) {
    return line.starts_with(is_script ? "# " : "// ") ||
           (is_script && line.starts_with("\"\"\"")) ||
           line == "#include <" + introducing_header(file.path) + ">" ||
           line == "#include <credence/detail/" +
                       without(own_prefix, introducing_header(file.path)) + ">";
  });
  if (said) return {};
  return {file.path + " does not say in its first three lines what it is for"};
}

Faults machine_paths(const SourceFile& file) {
  Faults faults;
  for (const std::string_view name : {"home", "root", "work", "tmp", "Users", "mnt"}) {
    const std::string path = "/" + std::string(name) + "/";
    for (auto at = file.text.find(path); at != std::string::npos;
         at = file.text.find(path, at + 1)) {
      const char before = at == 0 ? ' ' : file.text[at - 1];
      if (std::isalnum(static_cast<unsigned char>(before)) == 0 &&
          std::string_view("._-}/").find(before) == std::string_view::npos)
        faults.push_back(file.path + " holds the path '" + path + "...' of one machine");
    }
  }
  return faults;
}

Faults loose_tolerances(const SourceFile& test) {
  constexpr std::string_view call = ".epsilon(";
  const std::string code = code_only(test.text);
  Faults faults;
  for (auto at = code.find(call); at != std::string::npos; at = code.find(call, at + 1)) {
    const std::size_t first = at + call.size();
    const std::size_t end = closing(code, first);
    const std::string tolerance = code.substr(first, end - first);
    const std::size_t next = code.find_first_not_of(" \n", std::min(end + 1, code.size()));
    const bool scaled = next != std::string::npos && code.compare(next, 7, ".scale(") == 0;
    if (!scaled && std::strtod(tolerance.c_str(), nullptr) >= 1e-4)
      faults.push_back(test.path + " has 'epsilon(" + tolerance +
                       ")' without a scale; use relative of support/relative.hpp");
  }
  return faults;
}

Faults defined_twice(const std::vector<SourceFile>& files) {
  std::map<std::string, std::string> where;
  Faults faults;
  for (const SourceFile& file : files)
    for (const std::string& name : classes_of(file))
      if (const auto [at, is_new] = where.try_emplace(name, file.path); !is_new)
        faults.push_back(file.path + " defines '" + name + "' as " + at->second +
                         " does; give one of them another name");
  return faults;
}

Faults unreached(const std::vector<SourceFile>& headers, const std::string& umbrella) {
  std::set<std::string> reached;
  reach(headers, umbrella, reached);
  Faults faults;
  for (const SourceFile& header : headers)
    if (reached.find(header.path) == reached.end())
      faults.push_back(header.path + " is not reached from " + umbrella);
  return faults;
}

}  // namespace architecture
