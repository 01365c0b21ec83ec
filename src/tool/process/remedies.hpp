#pragma once
// Remedies in the words of the tool: messages of the library name members and functions, those of the
// tool name flags.
#include <credence/base/error.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace credence::tool {

/// Returns a message of the library with flags in place of members and functions: "name it with
/// CsvOptions::missing = 'n/a'" becomes "name it with --missing 'n/a'".
[[nodiscard]] std::string with_flags(std::string_view message);

/// Returns a message of the library with remedies that help where a posterior says what the columns
/// are: no other family among them, and no change of the schema.
[[nodiscard]] std::string beside_posterior(std::string_view message);

/// Returns a message of the library with remedies that help where no flag of the verb gives a column its
/// family: another verb does, and a flag leaves the column out.
[[nodiscard]] std::string without_families(std::string_view message);

/// Returns a message about test rows with remedies that help where the training rows, or the schema,
/// say what the columns and classes are.
[[nodiscard]] std::string beside_training_rows(std::string_view message);

/// Returns a message about too little memory with remedies that help a verb without --stream, which may
/// read DATA in parts.
[[nodiscard]] std::string without_stream(std::string_view message, bool has_chunks);

/// Returns a message about a CSV file that no flag says how to read, without remedies that name how: the
/// flags of reading are for DATA.
[[nodiscard]] std::string without_dialect(std::string_view message);

/// Returns what `read()` does of such a file, and throws its errors with such messages.
template <class Read>
[[nodiscard]] auto from_plain_csv(Read&& read) {
  try {
    return read();
  } catch (const Error& error) {
    throw Error(error.code(), without_dialect(error.what()), error.where());
  }
}

/// As with_flags for each of several messages.
void put_flags(std::vector<std::string>& messages);

/// Leaves a flag out of what notes advise to make probabilities better, and does as put_flags.
void leave_out(std::vector<std::string>& notes, std::string_view flag);

}  // namespace credence::tool
