// The words that pages, headers and help do not use, as regular expressions over text in which every
// run of white space is one blank.
#include "architecture/words.hpp"

#include <algorithm>
#include <regex>

namespace architecture {
namespace {

/// Where a phrase is banned. `pages`: code has a name of it, such as a flag.
enum class Scope { everywhere, pages };

struct Phrase {
  const char* pattern;
  const char* instead;
  Scope scope = Scope::everywhere;
};

constexpr Phrase phrases[] = {
    {"what there is", "name the thing"},
    {"which the file has", "leave it out"},
    {"\\bmended\\b", "fixed"},
    {"a matter of taste", "hardly matters"},
    {"what is new in", "conditional mutual information"},
    {"bayes log loss", "minimum achievable log loss"},
    {"known constants?\\b", "fixed hyperparameter"},
    {"\\| otherwise \\|", "default"},
    {"sure and wrong", "over-confident"},
    {"is said to be", "is reported as"},
    {"that there (is|are) not\\b", "unknown"},
    {"\\brows? run short", "with few training rows"},
    {"\\brows (that (it|they) )?learned\\b", "training rows"},
    {"\\brows to learn\\b", "training rows"},
    {"\\brows to test\\b", "test rows"},
    {"\\bspeaks? for\\b", "favours, is evidence for"},
    {"\\btells? of\\b", "says about"},
    {"\\bof most evidence\\b", "with the largest evidence"},
    {"\\boctaves?\\b", "factor of two", Scope::pages},
    {"\\btwins?\\b", "discriminative counterpart, logistic regression", Scope::pages},
    {"moving (cells|blocks)", "leave-one-out scorer"},
    {"tail probabilit", "posterior predictive p-value"},
    {"passed over", "skipped"},
    {"marks? of (a )?missing", "missing-value string"},
    {"strength of (the )?priors?", "prior sample size"},
    {"constants? that (is|are) known", "fixed hyperparameter"},
    {"\\byes.or.no\\b|\\byes/no\\b", "binary"},
    {"\\bknown truth", "data-generating model"},
    {"vary together", "full covariance"},
    {"\\bstrangers?\\b", "external, untrusted"},
    {"ownedorseen", "OwnedOrView"},
    {"\\bempirical priors?\\b", "empirical-Bayes prior"},
    {"over-fit", "overfit"},
};

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

std::string_view trimmed(std::string_view line) {
  const std::size_t first = line.find_first_not_of(' ');
  return first == std::string_view::npos ? std::string_view{} : line.substr(first);
}

// The lines of a page that are neither code nor a displayed formula.
std::vector<std::string_view> prose_lines(std::string_view page) {
  std::vector<std::string_view> found;
  bool code = false;
  for (const std::string_view line : lines(page)) {
    const bool fence = trimmed(line).starts_with("```") || trimmed(line) == "$$";
    if (!code && !fence) found.push_back(line);
    if (fence) code = !code;
  }
  return found;
}

std::string without_backticks(const std::string& text) {
  std::string kept;
  bool inside = false;
  for (const char c : text) {
    if (c == '`')
      inside = !inside;
    else if (!inside)
      kept += c;
  }
  return kept;
}

std::string in_one_line(const std::string& text) {
  return std::regex_replace(text, std::regex("\\s+"), " ");
}

// The prose of a source file: comments but for their examples, and texts.
std::string prose_of_code(const std::string& text) {
  static const std::regex prose(R"re(///?<?(?![/ ]{5})(.*)|"((?:[^"\\]|\\.)*)")re");
  std::string found;
  for (const std::string_view line : lines(text))
    for (std::cregex_iterator at(line.begin(), line.end(), prose), end; at != end; ++at)
      found.append((*at)[1].str()).append((*at)[2].str()).append(" ");
  return found;
}

Faults found_in(const std::string& path, const std::string& text, bool is_code) {
  Faults faults;
  for (const Phrase& phrase : phrases) {
    if (is_code && phrase.scope == Scope::pages) continue;
    std::smatch match;
    if (std::regex_search(text, match, std::regex(phrase.pattern)))
      faults.push_back(path + " says '" + match.str() + "'; write: " + phrase.instead);
  }
  return faults;
}

}  // namespace

Faults banned_in_page(const SourceFile& page) {
  std::string prose;
  for (const std::string_view line : prose_lines(page.text))
    if (!line.starts_with("* law: ")) prose.append(line).append("\n");
  return found_in(page.path, in_one_line(lower(without_backticks(prose))), false);
}

Faults banned_in_code(const SourceFile& file) {
  return found_in(file.path, in_one_line(lower(prose_of_code(file.text))), true);
}

Faults wide_lines(const SourceFile& page) {
  constexpr std::size_t limit = 120;
  Faults faults;
  for (const std::string_view line : prose_lines(page.text)) {
    const std::string_view text = trimmed(line);
    if (line.size() <= limit || text.starts_with('|')) continue;
    if (text.rfind(' ') == std::string_view::npos || text.rfind('`') + 5 > text.size()) continue;
    faults.push_back(page.path + " has a line of " + std::to_string(line.size()) + " columns: '" +
                     std::string(line.substr(0, 40)) + "...'");
  }
  return faults;
}

}  // namespace architecture
