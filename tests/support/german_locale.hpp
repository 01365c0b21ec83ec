#pragma once
// The locale that writes 1,5 and 1.000: installed, or made where the system can make it.
#include <clocale>
#include <cstdlib>
#include <locale>
#include <stdexcept>
#include <string>

#include "support/temporary_folder.hpp"

namespace credence::testing {

/// While one lives, the C library and C++ streams speak German, where the system knows it.
///
///     const GermanLocale german;
///     if (!german.there()) MESSAGE("skipped: " << german.reason());
class GermanLocale {
 public:
  GermanLocale() : before_(std::setlocale(LC_ALL, nullptr)) {
    if (std::setlocale(LC_ALL, name) == nullptr) make();
    there_ = std::setlocale(LC_ALL, name) != nullptr;
    if (!there_) return;
    try {
      global_ = std::locale::global(std::locale(name));
    } catch (const std::runtime_error&) {
      there_ = false;
    }
  }
  GermanLocale(const GermanLocale&) = delete;
  GermanLocale& operator=(const GermanLocale&) = delete;
  ~GermanLocale() {
    if (there_) std::locale::global(global_);
    std::setlocale(LC_ALL, before_.c_str());
    if (made_) ::unsetenv("LOCPATH");
  }

  [[nodiscard]] bool there() const { return there_; }
  [[nodiscard]] static std::string reason() {
    return std::string("locale ") + name + " is neither installed nor can localedef make it";
  }

 private:
  static constexpr const char* name = "de_DE.UTF-8";

  void make() {
    const std::string place = folder_ / name;
    const std::string command = "localedef -i de_DE -f UTF-8 '" + place + "' >/dev/null 2>&1";
    if (std::system(command.c_str()) != 0) return;
    ::setenv("LOCPATH", folder_.path().c_str(), 1);
    made_ = true;
  }

  TemporaryFolder folder_;
  std::string before_;
  std::locale global_;
  bool there_ = false;
  bool made_ = false;
};

}  // namespace credence::testing
