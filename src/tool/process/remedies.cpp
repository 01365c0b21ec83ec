// The table of remedies, and putting one word in another's place.
#include "process/remedies.hpp"

#include <array>

namespace credence::tool {
namespace {

// What the library calls a remedy, and the flag that does the same.
struct Remedy {
  std::string_view of_library;
  std::string_view of_tool;
};

// Each stands in a message of the library: tests/architecture holds the two together.
constexpr std::array all_remedies{
    Remedy{"CsvOptions::separator", "--separator"},
    Remedy{"CsvOptions::quote", "--quote"},
    Remedy{"CsvOptions::header = true", "--header yes"},
    Remedy{"CsvOptions::header", "--header"},
    Remedy{"CsvOptions::names", "--header"},
    Remedy{"CsvOptions::trim", "--trim"},
    Remedy{"CsvOptions::comment", "--comment"},
    Remedy{"CsvOptions::missing", "--missing"},
    Remedy{"CsvOptions::decimal = ','", "--decimal comma"},
    Remedy{"CsvOptions::decimal = '.'", "--decimal point"},
    Remedy{"CsvOptions::decimal", "--decimal"},
    Remedy{"ReadLimits::", "--limit "},
    Remedy{"InferOptions::families", "--column"},
    Remedy{"InferOptions::drop", "--drop"},
    Remedy{"Source::from_text", "--from-text"},
    Remedy{"Source::renamed", "--rename"},
    Remedy{"Answers::columns", "--columns"},
    Remedy{"TableStream", "--stream"},
    Remedy{"score the rows with the library", "score the rows with 'credence predict'"},
    Remedy{"rows with the library", "rows with 'credence fit' or 'credence predict'"},
    Remedy{"the argument `weight`", "--weight"},
    Remedy{"with equal schemas", "with the same --schema"},
    Remedy{"Summation::exact", "--exact"},
    Remedy{"Structure::may_be_parents", "--parents"},
    Remedy{"Structure::gigabytes", "--memory"},
    Remedy{"learn_structured finds them", "'credence schema' with --structure finds them"},
    Remedy{"Overwrite::allow", "--force"},
    Remedy{"Posterior::feature_weights", "--feature-weights none"},
    Remedy{"FeatureWeighting::each", "--feature-weights each"},
    Remedy{"CompareOptions::by_evidence", "--families auto"},
    Remedy{"LogisticOptions::ridge", "--ridge"},
    Remedy{"to_csv or to_json has all", "--format csv or json has all"},
    Remedy{"to_json has all", "--format json has all"},
    Remedy{"better: feature weights,", "better: --feature-weights each,"},
    Remedy{"better: a common feature weight,", "better: --feature-weights common,"},
    Remedy{"families chosen by evidence,", "--families auto,"},
    Remedy{"a full covariance of numeric", "--covariance full for numeric"},
    Remedy{"(select_features)", "(credence select)"},
    Remedy{"let 'credence simulate' draw some from it",
           "draw some with 'credence simulate --from' and --truth"},
    Remedy{"choose folds = ", "choose --folds "},
    Remedy{"put the columns of all words into one block of a schema",
           "name the columns of all words with --words NAME,..., or put them into one block of a "
           "schema"},
    Remedy{"tie them by `", "tie them by `fit --tied "},
};

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

// Within a line it may be a part of a name.
void replace_at_line_ends(std::string& text, std::string_view from, std::string_view to) {
  for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + 1))
    if (const std::size_t end = at + from.size(); end == text.size() || text[end] == '\n')
      text.replace(at, from.size(), to);
}

// Where a value follows, as in "CsvOptions::quote = none".
constexpr std::string_view assigned = " = ";

}  // namespace

std::string with_flags(std::string_view message) {
  std::string text(message);
  for (const Remedy& remedy : all_remedies)
    for (auto at = text.find(remedy.of_library); at != std::string::npos;
         at = text.find(remedy.of_library, at + remedy.of_tool.size())) {
      if (text.compare(at, remedy.of_tool.size(), remedy.of_tool) == 0) continue;  // it is there
      const std::size_t end = at + remedy.of_library.size();
      if (text.compare(end, assigned.size(), assigned) == 0)
        text.replace(end, assigned.size(), " ");
      text.replace(at, remedy.of_library.size(), remedy.of_tool);
    }
  replace_all(text, "--missing 'none'", "--missing '=none'");  // the word has a meaning of its own
  return text;
}

namespace {

// Takes out what begins and ends so; a column may be called by the end, so that the last one counts.
void cut(std::string& text, std::string_view first, std::string_view last) {
  const std::size_t begin = text.find(first);
  const std::size_t end = text.rfind(last);
  if (begin != std::string::npos && end != std::string::npos && end > begin)
    text.erase(begin, end + last.size() - begin);
}

}  // namespace

std::string without_families(std::string_view message) {
  std::string text(message);
  cut(text, ", or choose another family (InferOptions::families = ", ")");
  constexpr std::string_view choose = ", or choose a family with InferOptions::families = ";
  if (text.find(choose) != std::string::npos) {
    replace_all(text, choose, ", or leave the column out with InferOptions::drop = ");
    constexpr std::string_view family = "=categorical";
    if (const auto at = text.rfind(family); at != std::string::npos) text.erase(at, family.size());
  }
  replace_all(text, "InferOptions::families", "'credence schema' with InferOptions::families");
  return text;
}

std::string beside_posterior(std::string_view message) {
  std::string text(message);
  cut(text, ", or choose another family (InferOptions::families = ", ")");
  replace_all(text, ", or take the exposure from another column", "");
  replace_all(text, ", or leave the column out of the block", "");
  replace_all(text, "remove the row or leave the column out of the block", "remove the row");
  replace_all(text, "; name it with CsvOptions::missing",
              "; correct it, or name it with CsvOptions::missing");
  if (text.find("the schema; did you mean '") != text.npos) {
    replace_all(text, "the schema; did you mean '", "the schema, or rename the column '");
    replace_at_line_ends(text, "'?", "'");
  }
  if (text.starts_with("no column '")) {
    replace_all(text,
                "; use one of its columns: ", "; add it, or give one of its columns this name: ");
    replace_all(text, "; did you mean '", "; rename the column '");
    replace_at_line_ends(text, "'?", "', or add it");
  }
  cut(text, " use InferOptions::drop = ", " unless it is the label;");
  replace_all(text, "add it to the data or take it out of the schema",
              "add it to the data (empty cells count as missing), or fit without it");
  replace_all(text, "which the schema does not list; add it to `classes` or remove the row",
              "which the posterior does not know; remove the row, or fit with it in `classes`");
  replace_all(text, "which the schema does not list; add it to `levels` or mark it as missing",
              "which the posterior does not know; mark it as missing, or fit with it in `levels`");
  replace_all(text, "no number for; give one for every class",
              "no number for; remove the row, or fit with a number for every class");
  replace_all(text, "correct the cell or choose family", "correct the cell, or fit with family");
  replace_all(text, "remove the row or choose another family for the column",
              "remove the row, or fit with another family for the column");
  replace_all(text, "check --label and --missing", "check the column and --missing");
  return text;
}

std::string beside_training_rows(std::string_view message) {
  std::string text(message);
  replace_all(text, "add it to the data or take it out of the schema",
              "add it (empty cells count as missing), or leave it out with --drop");
  return text;
}

std::string without_stream(std::string_view message, bool has_chunks) {
  std::string text(message);
  replace_all(text, "learned with TableStream, or with",
              has_chunks ? "read with a smaller --chunk, or with" : "read with");
  return text;
}

std::string without_dialect(std::string_view message) {
  const std::size_t option = message.find("CsvOptions::");
  if (option == message.npos) return std::string(message);
  return std::string(message.substr(0, message.find_last_of(",;", option)));
}

void put_flags(std::vector<std::string>& messages) {
  for (std::string& message : messages) message = with_flags(message);
}

void leave_out(std::vector<std::string>& notes, std::string_view flag) {
  put_flags(notes);
  for (std::string& note : notes) {
    const std::size_t advice = note.find("probabilities better: ");
    const std::size_t begin = advice == note.npos ? note.npos : note.find(flag, advice);
    if (begin != note.npos) note.erase(begin, note.find(", ", begin) + 2 - begin);
  }
}

}  // namespace credence::tool
