#pragma once
// How DATA are written: the form of the file, and the dialect of separated text.
#include <credence/data/csv.hpp>

#include <string>
#include <string_view>
#include <vector>

#include "options.hpp"

namespace credence::tool {

/// What a file of data holds; `--input-format` says it, or its name, but for a `.gz` or `.zst`.
enum class DataForm {
  separated,  ///< text between separators, as all is that has no other ending
  arff,       ///< .arff: attributes and rows as Weka writes them
  npy,        ///< .npy: an array as NumPy saves it
  svmlight,   ///< .svm, .svmlight, .libsvm: sparse rows with labels
};
/// throws  UsageError for an unknown `--input-format`
[[nodiscard]] DataForm form_of(const Options& options);

/// The limits of the flags.
/// throws  UsageError for an unknown name, and a number that is none
[[nodiscard]] ReadLimits limits_of(const Options& options);

/// The dialect of the flags; `missing` are the marks of a missing cell.
/// throws  UsageError for a value that is none, or a character with two roles
[[nodiscard]] CsvOptions dialect_of(const Options& options, std::vector<std::string> missing);

/// The names that `--header NAME,...` gives; none for `no`, or without the flag.
/// throws  UsageError for `yes`, and for flags that only separated text understands
[[nodiscard]] std::vector<std::string> array_names(const Options& options);

/// Throws UsageError for flags that say how text is cut into named columns.
void refuse_dialect(const Options& options);

}  // namespace credence::tool
