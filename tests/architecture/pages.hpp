#pragma once
// The rules that keep the pages in docs and the code in step, each as a function from files to
// faults.
#include <string>
#include <string_view>
#include <vector>

#include "architecture/rules.hpp"

namespace architecture {

/// Sources cited as [name1234] in a file that are no key of the bibliography.
[[nodiscard]] Faults unknown_sources(const SourceFile& file, std::string_view bibliography);

/// Pages named as docs/x.md in a file that are not among `pages`; their paths are relative to the
/// root.
[[nodiscard]] Faults unknown_pages(const SourceFile& file, const std::vector<std::string>& pages);

/// Links of a page to files that do not exist below `root`; links to other sites do not count.
[[nodiscard]] Faults dead_links(const SourceFile& page, const std::string& root);

/// Statements in the C++ blocks of a page that stand in none of the examples. White space, comments
/// and the contents of literals do not count.
[[nodiscard]] Faults strange_code(const SourceFile& page, const std::vector<SourceFile>& examples);

/// Lines in the blocks ```text of a page that none of the files, which hold what the examples print,
/// has.
[[nodiscard]] Faults strange_output(const SourceFile& page, const std::vector<SourceFile>& printed);

/// Laws quoted in a page, as list entries "* law: NAME", that no test has as its name.
[[nodiscard]] Faults unknown_laws(const SourceFile& page, const std::vector<SourceFile>& tests);

/// Headers of families that the header with the list includes, without folder and ending.
[[nodiscard]] std::vector<std::string> listed_families(std::string_view list_header);

}  // namespace architecture
