#pragma once
// Arrays of numbers and sparse rows as tables that see them where they are.
#include <credence/data/npy.hpp>
#include <credence/data/svmlight.hpp>
#include <credence/data/table.hpp>

#include <list>
#include <string>
#include <vector>

namespace credence::tool {

/// What a table sees and does not own; it must outlive the table. Moving it moves no value.
struct Arrays {
  std::list<NpyArray> arrays;
  SparseRows documents;
};

/// The columns of an array: c1, c2, ... or those names.
/// throws  Error as NpyArray; Error{shape} for another number of names than columns; Error{limit};
///         Error{schema} for a name that is empty or there twice
[[nodiscard]] Table npy_table(const std::string& path, const std::vector<std::string>& names,
                              const ReadLimits& limits, Arrays& arrays);

/// The rows of an svmlight file: a column of labels, and one of documents called `features`, whose
/// words are the numbers of the columns as they were written.
/// throws  Error as read_svmlight; Error{schema} for a label called `features`
[[nodiscard]] Table svmlight_table(const std::string& path, const std::string& label,
                                   const ReadLimits& limits, Arrays& arrays);

/// The same of sparse rows that were read of `file`.
[[nodiscard]] Table documents_table(const std::string& file, SparseRows rows,
                                    const std::string& label, const ReadLimits& limits,
                                    Arrays& arrays);

/// Adds the whole numbers of a one-dimensional array as categories.
/// throws  Error as NpyArray; Error{shape} for another number of dimensions or rows;
///         Error{domain} for a number that is not whole
void add_label_file(Table& table, const std::string& path, const std::string& label);

}  // namespace credence::tool
