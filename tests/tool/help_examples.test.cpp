// The examples in the help of each verb are commands that run.
#include <doctest/doctest.h>

#include <regex>

#include "support/help_examples.hpp"

using namespace credence::programs;

namespace {

// Removes the files that an example writes and does not read as well.
void remove_results(const std::string& example, const TemporaryFolder& folder) {
  const std::regex result{"(-o|>|--truth) ([^ ]+)"};
  for (std::sregex_iterator at{example.begin(), example.end(), result}, end; at != end; ++at)
    if (static_cast<std::ptrdiff_t>(example.find(at->str(2))) == at->position(2))
      std::filesystem::remove(folder / at->str(2));
}

// What the tool does of it: databases are those of test_engines.
std::string without_database(const std::string& example) {
  return example.substr(0, example.find("| psql"));
}

}  // namespace

TEST_CASE("the examples of every verb's help run") {
  std::vector<std::string> texts{run_tool({"help"}).out};
  for (const std::string& verb : verbs()) texts.push_back(run_tool({"help", verb}).out);
  const ExampleFiles files;
  std::size_t count = 0;
  for (const std::string& text : texts) {
    const std::vector<std::string> examples = examples_in(text);
    CHECK_MESSAGE(!examples.empty(), text);
    const TemporaryFolder folder;
    std::filesystem::copy(files.folder.path(), folder.path(),
                          std::filesystem::copy_options::recursive);
    for (const std::string& example : examples) {
      if (has(example, "counted.csv --schema")) continue;  // of a database
      remove_results(example, folder);
      const Run run = run_in(folder, without_database(example));
      CAPTURE(example);
      INFO("tests/support/help_examples.hpp makes the files that examples name");
      CHECK_MESSAGE(run.exit == 0, run.out);
      ++count;
    }
  }
  CHECK(count >= 60);
}

TEST_CASE("an example of help goes on in the next line after a backslash") {
  const std::string help =
      "Usage: credence fit\n\n  credence is\n\nExamples (two):\n  credence fit a \\\n    --b\n  "
      "credence c\n";
  CHECK(examples_in(help) == std::vector<std::string>{"credence fit a     --b", "credence c"});
}
