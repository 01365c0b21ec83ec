#pragma once
// The rows of several files of text as one text, and where each file begins in it.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "data/bytes/line_chunks.hpp"
#include "data/csv/csv_text.hpp"

namespace credence {

/// Files of text laid end to end, so that their rows are read as those of one.
struct JoinedText {
  std::string text = {};
  std::vector<CsvText::FileStart> starts = {};

  /// Adds the rows of a file, which stand behind its head. The last of them ends with a line feed, which
  /// is added where it does not.
  void add(std::string_view head, std::string_view rows, const std::string& name) {
    starts.push_back({.position = text.size(),
                      .line = lines_,
                      .line_there = line_feeds(head) + 1,
                      .name = name});
    text += rows;
    lines_ += line_feeds(rows);
    // Behind a lone carriage return a line feed would mend what is refused.
    if (rows.empty() || rows.ends_with('\n') || rows.ends_with('\r')) return;
    text += '\n';
    ++lines_;
  }

 private:
  std::uint64_t lines_ = 1;
};

}  // namespace credence
