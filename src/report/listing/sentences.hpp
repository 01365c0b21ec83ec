#pragma once
// Sentences that several pages hold.
#include <credence/study/data_report.hpp>

#include <string>
#include <vector>

namespace credence::report {

/// "Pclass: normal does not fit, 11 of 16 checks (smallest p-value 0.002); categorical fits better, log
/// Bayes factor 209."
[[nodiscard]] std::string sentence_on(const Misfit& misfit);

/// Sentences as pages take them: a line feed in a name is escaped, as elsewhere, and ends no line.
[[nodiscard]] std::vector<std::string> plain_sentences(std::vector<std::string> sentences);

/// Sentences, a line each.
[[nodiscard]] std::string lines_of(const std::vector<std::string>& sentences);

/// Parts of a text, a blank line before each; those that are empty are left out.
[[nodiscard]] inline std::string apart(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts)
    if (!part.empty()) text += '\n' + part;
  return text;
}

}  // namespace credence::report
