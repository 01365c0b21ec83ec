// Reads the project's own files and takes C++ text apart, as far as the rules need it.
#include "architecture/source_file.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace architecture {
namespace {

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

std::string read(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  if (!stream) throw std::runtime_error("cannot read " + path.string());
  return text.str();
}

// Where the comment or literal that begins at `start` ends; `start` itself when none begins there.
std::size_t end_of_prose(std::string_view text, std::size_t start) {
  const auto after = [&](std::string_view mark, std::size_t from) {
    const std::size_t found = text.find(mark, from);
    return found == std::string_view::npos ? text.size() : found + mark.size();
  };
  if (text.substr(start, 2) == "//") return std::min(text.find('\n', start), text.size());
  if (text.substr(start, 2) == "/*") return after("*/", start + 2);
  const bool within_word = start > 0 && is_word(text[start - 1]);
  if (text.substr(start, 2) == "R\"" && !within_word) {
    const std::size_t open = text.find('(', start);
    if (open == std::string_view::npos) return text.size();
    return after(")" + std::string(text.substr(start + 2, open - start - 2)) + "\"", open);
  }
  // An apostrophe within a word separates digits.
  const char quote = text[start];
  if (quote != '"' && (quote != '\'' || within_word)) return start;
  std::size_t at = start + 1;
  while (at < text.size() && text[at] != quote) at += text[at] == '\\' ? 2 : 1;
  return std::min(at + 1, text.size());
}

}  // namespace

std::vector<SourceFile> files_below(const std::string& root, std::string_view folder,
                                    const std::vector<std::string_view>& endings) {
  std::vector<SourceFile> files;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(std::filesystem::path(root) / folder)) {
    const std::string name = entry.path().filename().string();
    const bool wanted = std::any_of(endings.begin(), endings.end(), [&](std::string_view ending) {
      return name.ends_with(ending);
    });
    if (entry.is_regular_file() && wanted)
      files.push_back({entry.path().lexically_relative(root).generic_string(), read(entry.path())});
  }
  std::sort(files.begin(), files.end(),
            [](const SourceFile& a, const SourceFile& b) { return a.path < b.path; });
  return files;
}

std::vector<std::string_view> lines(std::string_view text) {
  std::vector<std::string_view> found;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    found.push_back(text.substr(start, end - start));
    start = end + 1;
  }
  return found;
}

std::vector<std::string> includes(std::string_view text) {
  constexpr std::string_view directive = "#include ";
  std::vector<std::string> names;
  for (const std::string_view line : lines(text)) {
    if (!line.starts_with(directive) || line.size() < directive.size() + 2) continue;
    const std::string_view name = line.substr(directive.size() + 1);
    names.emplace_back(name.substr(0, name.find_first_of(">\"")));
  }
  return names;
}

std::string code_only(std::string_view text) {
  std::string code(text);
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = end_of_prose(text, at);
    for (std::size_t i = at; i < end; ++i)
      if (code[i] != '\n') code[i] = ' ';
    at = std::max(end, at + 1);
  }
  return code;
}

std::string literals(std::string_view text) {
  std::string found;
  bool beside = true;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = end_of_prose(text, at);
    if (end > at && text[at] == '"') {
      if (!beside) found += '\n';
      found += text.substr(at + 1, end - at - 2);
      beside = true;
    } else if (std::isspace(static_cast<unsigned char>(text[at])) == 0) {
      beside = false;
    }
    at = std::max(end, at + 1);
  }
  return found;
}

std::vector<std::string> words(std::string_view code) {
  std::vector<std::string> found;
  for (std::size_t at = 0; at < code.size(); ++at) {
    if (!is_word(code[at])) continue;
    const std::size_t start = at;
    while (at < code.size() && is_word(code[at])) ++at;
    found.emplace_back(code.substr(start, at - start));
  }
  return found;
}

}  // namespace architecture
