// Programs as processes of their own, and the JSON of what the tool said.
#include "support/run_tool.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <chrono>

template class nlohmann::basic_json<nlohmann::ordered_map>;

namespace credence::programs {

namespace {

void lead(const std::string& path, int flags, int descriptor) {
  const int opened = ::open(path.c_str(), flags, 0600);
  if (opened < 0 || ::dup2(opened, descriptor) < 0) ::_exit(126);
}

}  // namespace

std::vector<std::string> tool_words(const std::vector<std::string>& words) {
  std::vector<std::string> all{testing::built_tool()};
  all.insert(all.end(), words.begin(), words.end());
  return all;
}

void become(std::vector<std::string> words, const std::string& in, const std::string& out,
            const std::string& err, const std::function<void()>& prepare) {
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  lead(in, O_RDONLY, STDIN_FILENO);
  lead(out, O_WRONLY | O_CREAT | O_TRUNC, STDOUT_FILENO);
  lead(err, O_WRONLY | O_CREAT | O_TRUNC, STDERR_FILENO);
  prepare();
  ::execvp(pointers.front(), pointers.data());
  ::_exit(126);
}

Run run_program(const std::vector<std::string>& words, const std::function<void()>& prepare,
                const std::string& standard_input, const std::string& standard_output) {
  const TemporaryFolder folder;
  const std::string in = folder / "in", err = folder / "err";
  const std::string out = standard_output.empty() ? folder / "out" : standard_output;
  write_to(in, standard_input);
  const auto begin = std::chrono::steady_clock::now();
  const pid_t child = ::fork();
  if (child < 0) throw std::runtime_error{"cannot fork"};
  if (child == 0) become(words, in, out, err, prepare);
  int status = 0;
  struct rusage used {};
  if (::wait4(child, &status, 0, &used) != child) throw std::runtime_error{"cannot wait"};
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  return {.exit = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status),
          .out = standard_output.empty() ? text_of(out) : "",
          .err = text_of(err),
          .seconds = seconds.count(),
          .kilobytes = used.ru_maxrss};
}

nlohmann::ordered_json Run::json() const { return nlohmann::ordered_json::parse(out); }

Run run_tool(const std::vector<std::string>& words, const std::string& standard_input,
             const std::string& standard_output) {
  Run run = run_program(tool_words(words), nothing, standard_input, standard_output);
  if (run.exit == 126 || run.exit == 127) throw std::runtime_error{"cannot run the tool"};
  return run;
}

Run run_in(const TemporaryFolder& folder, const std::string& command) {
  const std::string there = "exec 2>&1; cd '" + folder.path().string() +
                            "' || exit; credence() { '" + testing::built_tool() + "' \"$@\"; }\n";
  return run_program({"bash", "-c", there + command});
}

}  // namespace credence::programs
