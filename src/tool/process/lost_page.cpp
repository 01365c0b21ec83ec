// The reader cannot go on, and a signal handler may do little: it writes one line and ends.
#include "process/lost_page.hpp"

#include <credence/detail/base/mapped_regions.hpp>

#include <unistd.h>

#include <atomic>
#include <string_view>

#include "process/faults.hpp"

namespace credence::tool {
namespace {

std::atomic<bool> as_json{false};

void write_all(std::string_view text) noexcept {
  static_cast<void>(!::write(STDERR_FILENO, text.data(), text.size()));
}

// Without control characters; in JSON the inside of a string of ASCII.
void write_name(const char* name, bool json) noexcept {
  for (; *name != '\0'; ++name) {
    const bool is_plain = *name >= ' ' && *name <= '~';
    if (json && (*name == '"' || *name == '\\')) write_all("\\");
    const bool is_beyond_ascii = (static_cast<unsigned char>(*name) & 0x80U) != 0;
    write_all(is_plain || (is_beyond_ascii && !json) ? std::string_view(name, 1) : "?");
  }
}

void end(const char* path) noexcept {
  const bool json = as_json.load();
  write_all(json ? R"({"schema_version":1,"error":{"code":"io","message":"file ')"
                 : "credence: file '");
  write_name(path, json);
  write_all("' changed while it was read; run again when no other program writes to it");
  if (json) {
    write_all(R"(","file":")");
    write_name(path, json);
    write_all(R"(","line":null,"column":null}})");
  }
  write_all("\n");
  _exit(static_cast<int>(Exit::io));
}

}  // namespace

void tell_lost_pages(bool json) {
  as_json = json;
  detail::on_lost_page(end);
}

}  // namespace credence::tool
