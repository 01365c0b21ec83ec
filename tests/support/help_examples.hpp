#pragma once
// The examples in the help of the tool, and a folder with the files that they name. An example may
// name the files that are here; others are added below.
#include <doctest/doctest.h>

#include <cstdint>
#include <filesystem>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

#include "support/npy.hpp"
#include "support/run_tool.hpp"
#include "support/verbs.hpp"

namespace credence::programs {

/// The examples in a text of help: commands of a shell, on one line each.
inline std::vector<std::string> examples_in(const std::string& help) {
  std::vector<std::string> examples;
  bool inside = false;
  for (const std::string& line : lines_of(help)) {
    if (line.starts_with("Example")) inside = true;
    if (!inside || !line.starts_with("  ")) continue;
    if (line.starts_with("  credence"))
      examples.push_back(line.substr(2));
    else if (!examples.empty())
      examples.back() += line;
    if (!examples.empty() && examples.back().ends_with('\\')) examples.back().pop_back();
  }
  return examples;
}

/// Rows of patients, people and visits in one, from which each example takes its label.
inline std::string patients(int first, int count) {
  std::string text = "id,age,smoker,visits,hours,diagnosis,income,outcome\n";
  for (int i = first; i < first + count; ++i) {
    const bool ill = i * 7 % 5 < 2;
    const auto number = [&](int most, int step) { return std::to_string(i * step % most); };
    text += "p" + std::to_string(i) + ',' + std::to_string((ill ? 40 : 30) + i * 11 % 29) + ".5," +
            ((i * 3 % 7 < 4) == ill ? "1," : "0,") + number(6, 5) + ',' + number(41, 17) +
            (ill ? ",ill," : ",healthy,") + (i % 3 == 0 ? "high," : "low,") +
            (i % 4 == 0 ? "stays\n" : "leaves\n");
  }
  return text;
}

/// A folder with all files that examples read.
struct ExampleFiles {
  TemporaryFolder folder{};

  ExampleFiles() {
    write_data();
    write_arrays();
    const Run made = run_in(folder, commands);
    REQUIRE_MESSAGE(made.exit == 0, made.out);
  }

 private:
  // What is made of the data.
  static constexpr const char* commands = R"(set -e
of_patients='--label diagnosis --column visits=poisson --drop id,income,outcome'
credence schema patients.csv $of_patients > s.json
for name in patients:patients last_year:people this_year:test monday:more tuesday:week; do
  credence fit ${name#*:}.csv --schema s.json --exact -o ${name%:*}.json
done
credence fit patients.csv --schema s.json -o p.json
credence fit iris.csv --label class -o iris.json
credence simulate --schema model.json --rows 5 --truth truth.json -o drawn.csv
mkdir visits d
cp more.csv week.csv visits
gzip -k visits.csv
for shard in $(seq 64); do
  credence fit visits/*.csv --schema s.json --exact --shard $shard/64 -o d/$shard.bin
done
)";

  void write_data() const {
    for (const auto& [name, first, count] :
         std::vector<std::tuple<std::string, int, int>>{{"patients.csv", 0, 80},
                                                        {"withdrawn.csv", 0, 5},
                                                        {"people.csv", 0, 80},
                                                        {"train.csv", 0, 80},
                                                        {"visits.csv", 0, 80},
                                                        {"more.csv", 80, 12},
                                                        {"week.csv", 92, 12},
                                                        {"today.csv", 104, 12},
                                                        {"test.csv", 116, 24}})
      write_to(folder / name, patients(first, count));
    write_to(folder / "iris.csv", text_of(shipped("iris.csv")));
    write_to(folder / "flowers.csv", text_of(shipped("iris.csv")));
    write_to(folder / "seeds.csv", text_of(shipped("wine.csv")));
    write_to(folder / "losses.csv", "action,healthy,ill\nwait,0,5\ntreat,1,0\n");
    std::string splits = "first,second\n", texts = "class\ttext\n";
    for (int i = 0; i < 178; ++i) splits += i % 2 == 0 ? "train,test\n" : "test,train\n";
    for (int i = 0; i < 60; ++i)
      texts += (i % 3 == 0 ? "spam\twin \"cash " : "ham\tsee you ") + std::to_string(i % 7) + '\n';
    write_to(folder / "splits.csv", splits);
    write_to(folder / "sms.tsv", texts);
    write_to(folder / "model.json", R"({"schema_version": 1, "label": "diagnosis",
      "classes": ["healthy", "ill"], "columns": [
      {"name": "age", "family": "normal", "prior": {"mean": 50, "sd": 10, "n": 4}},
      {"name": "smoker", "family": "bernoulli"}]})");
  }

  void write_arrays() const {
    std::vector<double> numbers;
    std::vector<std::int64_t> classes;
    for (int i = 0; i < 20; ++i) {
      numbers.insert(numbers.end(), {i * 0.5, i * 7 % 20 + 0.25});
      classes.push_back(i % 2);
    }
    write_npy(folder / "rows.npy", "<f8", "(20, 2)", numbers);
    write_npy(folder / "classes.npy", "<i8", "(20,)", classes);
  }
};

/// What an example of help says of files in this folder, as a run of the tool that writes its
/// result to standard output, and no other file.
inline std::vector<std::string> run_of(const std::string& example, const ExampleFiles& files) {
  std::istringstream words(example.substr(0, example.find_first_of("|>")));
  std::vector<std::string> run;
  std::string word;
  for (words >> word; words >> word;) {
    if (word == "--force") continue;
    if (word == "-o" || word == "--truth") {
      if (word == "-o") run.insert(run.end(), {"-o", "-"});
      words >> word;
    } else {
      run.push_back(std::filesystem::exists(files.folder / word) ? files.folder / word : word);
    }
  }
  return run;
}

/// Runs that write their result to standard output: the first example of every verb, and the other
/// ways to fit.
struct EveryVerb {
  ExampleFiles files{};
  std::vector<std::vector<std::string>> runs{
      {"fit", "--update", files.folder / "p.json", files.folder / "more.csv", "-o", "-"},
      {"fit", files.folder / "iris.csv", "--label", "class", "--stream", "-o", "-",
       "--posterior-format", "binary"}};

  EveryVerb() {
    for (const std::string& verb : verbs()) {
      const std::vector<std::string> examples = examples_in(run_tool({"help", verb}).out);
      REQUIRE_MESSAGE(!examples.empty(), "the help of each verb ends in examples: ", verb);
      runs.push_back(run_of(examples.front(), files));
      REQUIRE_MESSAGE(runs.back().front() == verb, "the first example of a verb is of it");
    }
  }
};

}  // namespace credence::programs
