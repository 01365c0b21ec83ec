// The test programs' main function. CREDENCE_TEST_LOCALE names a locale to run everything under.
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <clocale>
#include <cstdio>
#include <cstdlib>

// The C library keeps what it was told of locales until the end.
extern "C" const char* __lsan_default_suppressions();   // NOLINT(bugprone-reserved-identifier)
extern "C" const char* __lsan_default_suppressions() {  // NOLINT(bugprone-reserved-identifier)
  return "leak:argz_add_sep\n";
}

int main(int count, char** words) {
  const char* locale = std::getenv("CREDENCE_TEST_LOCALE");
  if (locale != nullptr && std::setlocale(LC_ALL, locale) == nullptr) {
    std::fprintf(stderr,
                 "there is no locale '%s'; make it with localedef and name its folder in "
                 "LOCPATH\n",
                 locale);
    return 2;
  }
  return doctest::Context(count, words).run();
}
