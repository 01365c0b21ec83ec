// Results to standard output or to a file.
#include "console/output.hpp"

#include <credence/base/error.hpp>
#include <credence/detail/base/mapped_regions.hpp>

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>
#include <utility>

#include "process/interruption.hpp"

namespace credence::tool {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail_to_print() {
  const std::string reason = std::generic_category().message(errno);
  throw Error(ErrorCode::io,
              fmt::format("standard output cannot be written: {}; check where it goes, or write to "
                          "a file",
                          reason),
              {.file = "standard output"});
}

void check_place(const std::string& path, Overwrite overwrite) {
  std::error_code ignored;
  if (overwrite == Overwrite::refuse && fs::is_regular_file(path, ignored))
    throw Error(ErrorCode::io, fmt::format("file '{}' exists; use --force to overwrite it", path),
                {.file = path});
  const std::string folder = detail::Draft::folder_of(path);
  if (!fs::exists(path, ignored) && !fs::is_directory(folder, ignored))
    throw Error(ErrorCode::io,
                fmt::format("file '{}' cannot be written: there is no folder '{}'; make it first",
                            path, folder),
                {.file = path});
  if (fs::is_directory(path, ignored))
    throw Error(ErrorCode::io,
                fmt::format("file '{}' cannot be written: it is a folder; name a file in it", path),
                {.file = path});
  // A file is made beside and takes the name at the end; a pipe or device is written as it is.
  const bool made = !fs::exists(path, ignored) || fs::is_regular_file(path, ignored);
  if (made && ::access(folder.c_str(), W_OK) != 0)
    throw Error(ErrorCode::io,
                fmt::format("file '{}' cannot be written: {}; check the permissions of its folder",
                            path, std::generic_category().message(errno)),
                {.file = path});
}

// Where a long result waits: beside the file that it becomes.
std::string folder_of(const std::optional<std::string>& path) {
  std::error_code ignored;
  if (!path || (fs::exists(*path, ignored) && !fs::is_regular_file(*path, ignored))) return {};
  return detail::Draft::folder_of(*path);
}

std::optional<std::string> file_in(std::optional<std::string> path) {
  return path == "-" ? std::nullopt : std::move(path);
}

void print(std::string_view bytes) {
  if (std::fwrite(bytes.data(), 1, bytes.size(), stdout) != bytes.size()) fail_to_print();
}

}  // namespace

Output::Output(std::optional<std::string> path, Overwrite overwrite)
    : path_(file_in(std::move(path))),
      overwrite_(overwrite),
      is_held_(path_.has_value()),
      draft_(folder_of(path_)) {
  if (path_) check_place(*path_, overwrite_);
}

void Output::clear() { draft_.clear(); }

void Output::write(std::string_view bytes) {
  if (is_held_)
    draft_.write(bytes);
  else
    print(bytes);
}

void Output::finish() {
  detail::check_mapped_files();
  if (path_) {
    // A pipe may block for ever, and needs no temporary file.
    std::error_code ignored;
    std::optional<SignalDelay> delay;
    if (!fs::exists(*path_, ignored) || fs::is_regular_file(*path_, ignored)) delay.emplace();
    draft_.save(*path_, overwrite_);
    return;
  }
  draft_.read(print);
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) fail_to_print();
}

std::string wrapped(std::string_view text, std::size_t indent, std::size_t begun,
                    std::size_t columns) {
  std::string lines;
  std::size_t column = begun;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const bool first = lines.empty();
    if (!first && column + 1 + word.size() > columns) {
      lines += '\n' + std::string(indent, ' ');
      column = indent;
    } else if (!first) {
      lines += ' ';
      ++column;
    }
    lines += word;
    column += word.size();
  }
  return lines;
}

std::string with_wrapped_sentences(std::string_view text) {
  constexpr std::size_t columns = 119;
  std::string lines;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    const std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
    const std::string_view words = line.substr(indent);
    lines += line.substr(0, indent);
    if (line.size() <= columns || words.find("  ") != std::string_view::npos)
      lines += words;
    else
      lines += wrapped(words, indent + 2, indent, columns);
    lines += '\n';
  }
  return lines;
}

void write_text(Output& output, std::string_view text) {
  detail::check_mapped_files();
  output.write(text);
  if (!text.ends_with('\n')) output.write("\n");
  output.finish();
}

}  // namespace credence::tool
