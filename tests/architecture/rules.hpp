#pragma once
// The rules of how the project is built up, each as a function from files to faults.
#include <cstddef>
#include <string>
#include <vector>

#include "architecture/source_file.hpp"

namespace architecture {

/// One line for each fault, beginning with the file's path; empty when the rule is kept.
using Faults = std::vector<std::string>;
using Folders = std::vector<std::string>;

/// Includes that point to a later folder, to the tool, or from the tool to a private header.
[[nodiscard]] Faults back_arrows(const SourceFile& file, const Folders& folders);

/// Includes of a public header other than ours, the standard library's and Eigen's.
[[nodiscard]] Faults foreign_includes(const SourceFile& header);

/// A header above 300 lines or a source above 400.
[[nodiscard]] Faults too_long(const SourceFile& file);

/// Raised by a decision page alone.
constexpr std::size_t most_public_headers = 68;

/// More public headers than `most_public_headers`. Those in a folder `detail` do not count, nor do
/// densities, families and studies: a new distribution or study raises no limit.
[[nodiscard]] Faults too_many(const std::vector<SourceFile>& headers);

/// An include of the typed list of families outside the folder catalogue and the tests: whoever
/// includes it is compiled for every family.
[[nodiscard]] Faults lists_families(const SourceFile& file);

/// Words that the glossary replaces, and keywords that values do without; comments do not count.
[[nodiscard]] Faults banned_words(const SourceFile& header);

/// A flag of the tool in a message of the library, which has members and functions for remedies.
[[nodiscard]] Faults names_flags(const SourceFile& file);

/// Members that messages of the library name as remedies and for which the tool has no flag in its
/// table (src/tool/process/remedies.cpp), and entries of the table that no message names.
[[nodiscard]] Faults remedies_apart(const std::vector<SourceFile>& library,
                                    const SourceFile& table);

/// No comment within the first three lines that says what the file is for. A source or test
/// that begins with its own public header needs none: the header says it.
[[nodiscard]] Faults no_purpose(const SourceFile& file);

/// Paths that exist on one machine only.
[[nodiscard]] Faults machine_paths(const SourceFile& file);

/// A tolerance of doctest's Approx of at least 1e-4 without a scale: doctest adds 1 to the size that
/// it multiplies, so that it would pass any small number. `relative` of the tests gives the scale 0.
[[nodiscard]] Faults loose_tolerances(const SourceFile& test);

/// Classes of one namespace that two files define: a linker would take one of them for both. Those of
/// namespaces without a name, and of other classes, do not count.
[[nodiscard]] Faults defined_twice(const std::vector<SourceFile>& files);

/// Public headers that the header `umbrella` does not reach, directly or through others.
[[nodiscard]] Faults unreached(const std::vector<SourceFile>& headers, const std::string& umbrella);

}  // namespace architecture
