#pragma once
// How DATA are written: the form of the file, and what its reader is told.
#include <credence/data/form.hpp>

#include <string>
#include <vector>

#include "options.hpp"

namespace credence::tool {

/// What `--input-format` may say.
[[nodiscard]] std::vector<std::string_view> form_names();

/// The form of DATA: what `--input-format` says, or its name.
/// throws  UsageError for an unknown `--input-format`
[[nodiscard]] const Form& form_of(const Options& options);

/// The limits of the flags.
/// throws  UsageError for an unknown name, and a number that is none
[[nodiscard]] ReadLimits limits_of(const Options& options);

/// What the flags say of reading DATA: `missing` are the marks of a missing cell in separated text,
/// `label` names the labels that rows of some forms bring.
/// throws  UsageError for a value that is none, a character with two roles, and flags that the form of
///         DATA does not have
[[nodiscard]] ReadOptions read_options(const Options& options, std::vector<std::string> missing,
                                       std::string label);

}  // namespace credence::tool
