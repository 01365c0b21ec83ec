// Words, folders and lists to files; what can be said of these without reading them.
#include <credence/base/file.hpp>
#include <credence/data/shards.hpp>

#include <glob.h>
#include <sys/stat.h>
#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>

#include "base/descriptor.hpp"
#include "data/bytes/byte_range.hpp"

namespace credence {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const std::string& path, const std::string& why) {
  throw Error(ErrorCode::io, why, {.file = path});
}

// Hidden files and marks of other programs, such as _SUCCESS, are none.
std::vector<std::string> files_in(const std::string& folder) {
  std::vector<std::string> found;
  std::error_code fault;
  for (fs::directory_iterator entry(folder, fault); !fault && entry != fs::directory_iterator();
       entry.increment(fault)) {
    const std::string name = entry->path().filename().string();
    if (name.starts_with('.') || name.starts_with('_') || entry->is_directory(fault)) continue;
    // Rows that are left out without a word would be missed by nobody.
    if (!entry->is_regular_file(fault))
      refuse(entry->path().string(),
             "'" + entry->path().string() +
                 "' is no file that can be read, as a link that leads nowhere; take it out of the "
                 "folder, or name the files");
    found.push_back(entry->path().string());
  }
  if (fault) refuse(folder, "folder '" + folder + "' cannot be read: " + fault.message());
  if (found.empty())
    refuse(folder,
           "folder '" + folder + "' holds no file of rows; give one that does, or name the files");
  return found;
}

std::vector<std::string> files_like(const std::string& pattern) {
  glob_t matches{};
  const int fault = ::glob(pattern.c_str(), GLOB_NOSORT, nullptr, &matches);
  std::vector<std::string> found(matches.gl_pathv, matches.gl_pathv + matches.gl_pathc);
  ::globfree(&matches);
  if (fault != 0 || found.empty())
    refuse(pattern, "no file fits '" + pattern + "'; check the path");
  return found;
}

}  // namespace

std::vector<std::string> data_paths(const std::string& word) {
  std::error_code ignored;
  const bool is_folder = fs::is_directory(word, ignored);
  const bool is_glob = word.find_first_of("*?[") != std::string::npos && !fs::exists(word, ignored);
  if (!is_folder && !is_glob) return {word};
  std::vector<std::string> paths = is_folder ? files_in(word) : files_like(word);
  std::sort(paths.begin(), paths.end());
  return paths;
}

std::vector<std::string> listed_paths(const std::string& list) {
  const std::string text = read_until_nul(list);
  if (text.ends_with('\0'))
    refuse(list, "list '" + list + "' holds a NUL byte, so it is no text; write one path a line");
  std::vector<std::string> paths;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    std::string path = text.substr(begin, end - begin);
    if (path.ends_with('\r')) path.pop_back();
    if (!path.empty()) paths.push_back(std::move(path));
    begin = end + 1;
  }
  if (paths.empty()) refuse(list, "list '" + list + "' names no file; write one path a line");
  return paths;
}

std::vector<DataFile> data_files(const std::vector<std::string>& paths) {
  std::vector<DataFile> files;
  for (const std::string& path : paths) {
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0) fail_to_read(path, errno);
    if (!S_ISREG(status.st_mode))
      refuse(path, "'" + path + "' is no regular file, which alone can be cut into shards");
    files.push_back(
        {.path = path,
         .size = static_cast<std::uint64_t>(status.st_size),
         .modified = std::int64_t{status.st_mtim.tv_sec} * 1000000000 + status.st_mtim.tv_nsec});
  }
  return files;
}

namespace {

std::uint64_t bytes_of(const std::vector<DataFile>& files) {
  std::uint64_t bytes = 0;
  for (const DataFile& file : files) bytes += file.size;
  return bytes;
}

}  // namespace

Index usual_shards(const std::vector<DataFile>& files) {
  constexpr std::uint64_t usual = std::uint64_t{1} << 24;
  constexpr std::uint64_t most = 4096;
  return static_cast<Index>(
      std::clamp<std::uint64_t>((bytes_of(files) + usual - 1) / usual, 1, most));
}

std::vector<FilePart> parts_of(const std::vector<DataFile>& files, Shard shard) {
  if (shard.number < 1 || shard.number > shard.of)
    throw Error(ErrorCode::domain,
                "shard " + std::to_string(shard.number) + " of " + std::to_string(shard.of) +
                    " does not exist; give a number from 1 to the number of shards");
  __extension__ using Product = unsigned __int128;
  const Product bytes = bytes_of(files);
  const auto cut = [&](Index number) {
    return static_cast<std::uint64_t>(bytes * static_cast<Product>(number) /
                                      static_cast<Product>(shard.of));
  };
  const std::uint64_t from = cut(shard.number - 1);
  const std::uint64_t to = cut(shard.number);
  std::vector<FilePart> parts;
  std::uint64_t begin = 0;
  for (std::size_t i = 0; i < files.size(); ++i) {
    const std::uint64_t end = begin + files[i].size;
    if (std::max(begin, from) < std::min(end, to))
      parts.push_back(
          {.file = i, .from = std::max(begin, from) - begin, .to = std::min(end, to) - begin});
    begin = end;
  }
  return parts;
}

std::string content_of(const std::string& path, std::uint64_t from, std::uint64_t to) {
  ContentHash hash;
  for_bytes_of(path, from, to, [&](std::string_view bytes) {
    hash.add(bytes);
    return true;
  });
  return hash.text();
}

}  // namespace credence
