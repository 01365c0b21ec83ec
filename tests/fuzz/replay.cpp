// Runs a fuzz target where there is no fuzzer: on stored inputs, `fuzz_csv FOLDER...`, and on what seeded
// changes make of them, CREDENCE_FUZZ_CHANGES=N of each target's inputs (CREDENCE_FUZZ_SEED: another N).
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <string_view>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

constexpr unsigned most_seconds = 20;  // for one input
constexpr std::size_t most_bytes = 1 << 16;

// Numbers at the ends of what something takes, and words that mean something somewhere.
constexpr std::array<std::string_view, 24> words{"0",          "-1",       "1e308",
                                                 "-1e308",     "1e-320",   "1e400",
                                                 "nan",        "inf",      "9007199254740993",
                                                 "4294967296", "99999",    "\"",
                                                 "\n",         "\r\n",     ",",
                                                 "null",       "true",     "{",
                                                 "}",          "[]",       "\"\"",
                                                 "\\u0000",    "\xff\xfe", ":"};

std::string current;  // the input that is run

// Keeps the input that broke a promise; only what a signal's handler may call.
void keep_find(int signal) {
  const int file = ::open("fuzz_find", O_CREAT | O_WRONLY | O_TRUNC, 0644);
  if (file >= 0 && ::write(file, current.data(), current.size()) >= 0) ::close(file);
  constexpr std::string_view said = "the input is in 'fuzz_find'\n";
  if (::write(STDERR_FILENO, said.data(), said.size()) < 0) ::_exit(3);
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

void run(std::string bytes) {
  current = std::move(bytes);
  ::alarm(most_seconds);
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(current.data()), current.size());
  ::alarm(0);
}

/// Seeded changes of inputs.
class Changes {
 public:
  Changes(const std::vector<std::string>& inputs, std::uint64_t seed)
      : inputs_(inputs), random_(seed) {}

  [[nodiscard]] std::string next() {
    std::string bytes = inputs_[below(inputs_.size())];
    for (std::size_t left = 1 + below(8); left > 0; --left) change(bytes);
    if (bytes.size() > most_bytes) bytes.resize(most_bytes);
    return bytes;
  }

 private:
  [[nodiscard]] std::size_t below(std::size_t end) { return end == 0 ? 0 : random_() % end; }

  // Some bytes in a row.
  struct Part {
    std::size_t at = 0;
    std::size_t length = 0;
  };
  [[nodiscard]] Part part_of(const std::string& bytes) {
    const std::size_t at = below(bytes.size() + 1);
    const std::size_t most = std::min<std::size_t>(bytes.size() - at, std::size_t{1} << below(10));
    return {.at = at, .length = below(most + 1)};
  }

  void change(std::string& bytes) {
    const Part part = part_of(bytes);
    switch (below(8)) {
      case 0:
        if (!bytes.empty()) bytes[below(bytes.size())] ^= static_cast<char>(1 << below(8));
        return;
      case 1:
        if (!bytes.empty()) bytes[below(bytes.size())] = static_cast<char>(below(256));
        return;
      case 2:
        bytes.erase(part.at, part.length);
        return;
      case 3:
        bytes.insert(below(bytes.size() + 1), bytes.substr(part.at, part.length));
        return;
      case 4:
        bytes.insert(part.at, words[below(words.size())]);
        return;
      case 5:
        replace_number(bytes);
        return;
      case 6: {
        const std::string& other = inputs_[below(inputs_.size())];
        const Part from = part_of(other);
        bytes.replace(part.at, part.length, other, from.at, from.length);
        return;
      }
      default:
        bytes.resize(part.at);
    }
  }

  void replace_number(std::string& bytes) {
    constexpr std::string_view digits = "0123456789";
    const std::size_t first = bytes.find_first_of(digits, below(bytes.size()));
    if (first == std::string::npos) return;
    const std::size_t end =
        std::min(bytes.find_first_not_of("0123456789.eE+-", first), bytes.size());
    bytes.replace(first, end - first, words[below(words.size())]);
  }

  const std::vector<std::string>& inputs_;
  std::mt19937_64 random_;
};

std::uint64_t number_named(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

}  // namespace

int main(int count, char** folders) {
  for (const int signal : {SIGABRT, SIGSEGV, SIGFPE, SIGALRM}) std::signal(signal, keep_find);
  std::vector<std::string> inputs;
  for (int i = 1; i < count; ++i)
    for (const auto& entry : std::filesystem::directory_iterator(folders[i])) {
      std::ifstream file(entry.path(), std::ios::binary);
      inputs.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
      // Said before the run: a target that breaks a promise ends the program.
      std::printf("%s\n", entry.path().c_str());
      std::fflush(stdout);
      run(inputs.back());
    }
  std::printf("%zu inputs\n", inputs.size());
  if (inputs.empty()) return 1;
  std::sort(inputs.begin(), inputs.end());  // folders list their files in any order
  const std::uint64_t changes = number_named("CREDENCE_FUZZ_CHANGES", 0);
  Changes changed(inputs, number_named("CREDENCE_FUZZ_SEED", 1));
  for (std::uint64_t i = 0; i < changes; ++i) run(changed.next());
  if (changes > 0) std::printf("%llu changed inputs\n", static_cast<unsigned long long>(changes));
  return 0;
}
