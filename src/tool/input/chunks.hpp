#pragma once
// DATA in parts, and how far they are read.
#include <credence/data/shards.hpp>
#include <credence/learn/model_posterior.hpp>

#include <atomic>
#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "console/console.hpp"
#include "flags/input_flags.hpp"

namespace credence::tool {

/// One table after another of DATA.
class Chunks {
 public:
  /// in      label: what the column of labels is called that sparse rows bring
  /// throws  Error{io}; UsageError for flags that the form of DATA does not have
  Chunks(const InputFlags& input, const std::vector<std::string>& missing, std::string label,
         std::uint64_t bytes);

  /// As TableStream::next.
  [[nodiscard]] bool next(Table& table, Index least_rows = 0);
  /// Returns how many rows stand before those of the last table, in DATA; of sparse rows in several
  /// files, in their file.
  [[nodiscard]] Index first_row() const;
  /// Returns how much of the file was read; another thread may look.
  [[nodiscard]] const std::atomic<Index>& megabytes() const { return megabytes_; }
  /// 0 for a pipe.
  [[nodiscard]] Index all_megabytes() const;

 private:
  std::variant<TableStream, ShardReader> stream_;  // of one file, of several
  std::atomic<Index> megabytes_ = 0;
  bool has_lines_ = false;  // what is at fault has a place
  bool counts_by_file_ = false;
  Index before_ = 0;  // rows before those of the last table
  Index rows_ = 0;    // of the last table
};

/// Throws Error{parse}: DATA have no row.
[[noreturn]] void no_rows(const InputFlags& input);

/// Returns whether DATA are read in parts where a verb takes them table after table: text in any form,
/// compressed or not, also of several files. Arrays are seen where they are, and rows whose labels
/// stand in a file of their own, or of which some come from pipes beside other files, are read whole.
[[nodiscard]] bool is_read_in_parts(const InputFlags& input);

/// Returns whether the files of DATA hold more than so many bytes; pipes do.
[[nodiscard]] bool is_longer_than(const InputFlags& input, std::uint64_t bytes);

/// Calls `use` with all rows of DATA for a posterior, one table after another, in their order. What it
/// does must not depend on where they are cut. Notes what separates fields; progress is shown.
/// in      quiet: no progress
/// throws  as read_data_for, when it comes to the fault, and what `use` throws; an error that names a
///         row says where the rows of its table begin
void for_tables_of(const Posterior<Model>& posterior, const InputFlags& input, bool quiet,
                   Console& console, const std::function<void(const Table&)>& use);

/// Calls `work` with rows of which as many stand before them as `rows_before` says, which is asked after
/// an error alone. Those of some forms have no lines: an error that names a row of the part then says
/// where these rows begin.
template <class RowsBefore, class Work>
void with_rows_from(RowsBefore rows_before, Work work) {
  try {
    work();
  } catch (const Error& error) {
    const bool of_rows = error.code() != ErrorCode::io && error.code() != ErrorCode::limit;
    if (error.where().line > 0 || !of_rows) throw;
    const Index first = rows_before();
    if (first == 0) throw;
    throw Error(error.code(),
                std::string(error.what()) + " (rows count from row " + std::to_string(first + 1) +
                    " of the file)",
                error.where());
  }
}

/// Calls `use` with all rows of a table, in their order: in parts where they have many numbers, one for
/// each class. A short file of many classes would take many times its size otherwise.
/// throws  what `use` throws; an error that names a row says where the rows of its part begin
void use_in_parts(const Table& table, Index classes, const std::function<Index()>& rows_before,
                  const std::function<void(const Table&)>& use);

/// Throws Error{limit} where a posterior has more classes, or a feature more levels, than the limit.
void check_levels(const Posterior<Model>& posterior, const ReadLimits& limits,
                  const std::string& file);

/// Throws it for columns of a table, as the schema reads them, that are no text of a file: reading did
/// not count their levels.
void check_levels(const Schema& schema, const Table& table, const ReadLimits& limits);

}  // namespace credence::tool
