#pragma once
// Several files, laid end to end, as one table; separated text is in data/shards.hpp.
#include <credence/detail/data/limits.hpp>
#include <credence/detail/data/table_stream.hpp>

#include <string>
#include <vector>

namespace credence {

/// Returns what messages call them: "a.csv and 2 more".
[[nodiscard]] std::string name_of_files(const std::vector<std::string>& paths);

/// What an ARFF file declares of a column.
struct DeclaredColumn {
  std::string name = {};
  bool is_number = false;
  std::vector<std::string> levels = {};  ///< of a nominal one

  friend bool operator==(const DeclaredColumn&, const DeclaredColumn&) = default;
};

/// Returns what an ARFF file declares of the columns of a table; nothing of tables from elsewhere.
[[nodiscard]] std::vector<DeclaredColumn> declared_columns(const Table& table);

/// Throws Error{schema} unless two ARFF files declare the same columns.
void check_same_declarations(const std::vector<DeclaredColumn>& first,
                             const std::string& first_file,
                             const std::vector<DeclaredColumn>& other,
                             const std::string& other_file);

/// ARFF files that declare the same attributes, with the same levels in the same order.
/// throws  Error as read_arff; Error{schema} for other attributes than those of the first file
[[nodiscard]] Table read_arff_files(const std::vector<std::string>& paths,
                                    const ReadLimits& limits);

/// Sparse rows.
/// throws  Error as svmlight_table
[[nodiscard]] Table svmlight_files(const std::vector<std::string>& paths, const std::string& label,
                                   const ReadLimits& limits);

/// Arrays of equal width, whose values are copied.
/// throws  Error as npy_table; Error{schema} for another number of columns than the first has
[[nodiscard]] Table npy_files(const std::vector<std::string>& paths,
                              const std::vector<std::string>& names, const ReadLimits& limits);

}  // namespace credence
