// Where a report comes from: program, command line, and the date of the data.
#include "process/origin.hpp"

#include <credence/detail/base/shell_words.hpp>

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <filesystem>
#include <string_view>

namespace credence::tool {
namespace {

// Flags that say where the result goes, how it is written on a terminal, and how fast.
constexpr std::array with_value{"--threads", "-o", "--output", "--html", "--svg", "--color"};
constexpr std::array without_value{"--force", "--timings", "--quiet", "-q"};

bool is_one_of(std::string_view word, const auto& flags) {
  return std::find(flags.begin(), flags.end(), word) != flags.end();
}

// The file alone: where it lies concerns nobody else.
std::string without_folder(const std::string& word) {
  std::error_code none;
  const std::size_t slash = word.find_last_of('/');
  const bool is_file = slash != std::string::npos && std::filesystem::exists(word, none);
  return is_file ? word.substr(slash + 1) : word;
}

}  // namespace

std::string command_text(const std::vector<std::string>& words) {
  std::string text = "credence";
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string flag = words[i].substr(0, words[i].find('='));
    if (is_one_of(words[i], without_value)) continue;
    if (is_one_of(flag, with_value)) {
      if (flag == words[i]) ++i;  // its value is the next word
      continue;
    }
    text += ' ' + detail::shell_word(without_folder(words[i]));
  }
  return text;
}

std::string date_of(const std::string& file) {
  struct stat found = {};
  std::tm day = {};
  if (::stat(file.c_str(), &found) != 0 || ::gmtime_r(&found.st_mtime, &day) == nullptr) return {};
  return fmt::format("{:04}-{:02}-{:02}", day.tm_year + 1900, day.tm_mon + 1, day.tm_mday);
}

void add_origin(const std::vector<std::string>& words, DataReport& report) {
  report.version = CREDENCE_VERSION;
  report.command = command_text(words);
  report.file_date = date_of(report.file);
}

}  // namespace credence::tool
