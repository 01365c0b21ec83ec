// The words that pages, headers and help do not use, as regular expressions over text in which every
// run of white space is one blank.
#include "architecture/words.hpp"

#include <algorithm>
#include <regex>

namespace architecture {
namespace {

/// Where a phrase is banned. `pages`: headers and help still use it and are to follow.
enum class Scope { everywhere, pages };

struct Phrase {
  const char* pattern;
  const char* instead;
  Scope scope = Scope::pages;
};

constexpr Phrase phrases[] = {
    {"what there is", "name the thing", Scope::everywhere},
    {"which the file has", "leave it out", Scope::everywhere},
    {"\\bmended\\b", "fixed", Scope::everywhere},
    {"a matter of taste", "hardly matters", Scope::everywhere},
    {"what is new in", "conditional mutual information", Scope::everywhere},
    {"bayes log loss", "minimum achievable log loss", Scope::everywhere},
    {"known constants?\\b", "fixed hyperparameter", Scope::everywhere},
    {"\\| otherwise \\|", "default", Scope::everywhere},
    {"sure and wrong", "over-confident", Scope::everywhere},
    {"is said to be", "is reported as"},
    {"that there (is|are) not", "unknown"},
    {"\\brows? run short", "with few training rows"},
    {"\\brows (that (it|they) )?learned\\b", "training rows"},
    {"\\brows to learn\\b", "training rows"},
    {"\\brows to test\\b", "test rows"},
    {"\\bspeaks? for\\b", "favours, is evidence for"},
    {"\\btells? of\\b", "says about"},
    {"\\bof most evidence\\b", "with the largest evidence"},
    {"\\boctaves?\\b", "factor of two"},
    {"\\btwins?\\b", "discriminative counterpart, logistic regression"},
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

Faults found_in(const std::string& path, const std::string& text, bool everywhere_alone) {
  Faults faults;
  for (const Phrase& phrase : phrases) {
    if (everywhere_alone && phrase.scope != Scope::everywhere) continue;
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
  return found_in(file.path, in_one_line(lower(file.text)), true);
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
