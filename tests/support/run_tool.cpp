// The tool as a process of its own, and the JSON of what it said.
#include "support/run_tool.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

template class nlohmann::basic_json<nlohmann::ordered_map>;

namespace credence::support {

void lead(const std::string& path, int flags, int descriptor) {
  const int opened = ::open(path.c_str(), flags, 0600);
  if (opened < 0 || ::dup2(opened, descriptor) < 0) ::_exit(126);
}

void become(const std::vector<std::string>& words, const std::string& in, const std::string& out,
            const std::string& err) {
  lead(in, O_RDONLY, STDIN_FILENO);
  lead(out, O_WRONLY | O_CREAT | O_TRUNC, STDOUT_FILENO);
  lead(err, O_WRONLY | O_CREAT | O_TRUNC, STDERR_FILENO);
  std::string tool = testing::built_tool();
  std::vector<std::string> all = words;
  std::vector<char*> pointers{tool.data()};
  for (std::string& word : all) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  ::execv(tool.c_str(), pointers.data());
  ::_exit(127);
}

nlohmann::ordered_json Run::json() const { return nlohmann::ordered_json::parse(out); }

Run run_tool(const std::vector<std::string>& words, const std::string& standard_input,
             const std::string& standard_output) {
  const TemporaryFolder folder;
  const std::string in = folder / "in", err = folder / "err";
  const std::string out = standard_output.empty() ? folder / "out" : standard_output;
  write_to(in, standard_input);
  const pid_t child = ::fork();
  if (child < 0) throw std::runtime_error{"cannot fork"};
  if (child == 0) become(words, in, out, err);
  int status = 0;
  if (::waitpid(child, &status, 0) != child) throw std::runtime_error{"cannot wait"};
  Run run{.exit = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status),
          .out = standard_output.empty() ? text_of(out) : "",
          .err = text_of(err)};
  if (run.exit == 126 || run.exit == 127) throw std::runtime_error{"cannot run the tool"};
  return run;
}

}  // namespace credence::support
