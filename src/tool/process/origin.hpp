#pragma once
// Where a report comes from: program, command line, and the date of the data.
#include <credence/study/data_report.hpp>

#include <string>
#include <vector>

namespace credence::tool {

/// Returns a command line as a reader may type it again: files by name alone, and without the flags
/// that change nothing of what is found, such as --threads and -o.
[[nodiscard]] std::string command_text(const std::vector<std::string>& words);

/// Returns the day on which a file was last changed, in UTC: "2026-11-24"; empty where there is no
/// such file.
[[nodiscard]] std::string date_of(const std::string& file);

/// Says in a report where it comes from.
/// in  words: those of the command line, the verb first
void add_origin(const std::vector<std::string>& words, DataReport& report);

}  // namespace credence::tool
