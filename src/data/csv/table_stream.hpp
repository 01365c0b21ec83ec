#pragma once
// What is behind a TableStream: the parts of a file, and how a format turns them into tables.
#include <credence/detail/data/table_stream.hpp>

#include <functional>
#include <memory>
#include <utility>

#include "data/bytes/line_chunks.hpp"
#include "data/csv/csv_text.hpp"

namespace credence {

struct TableStream::State {
  LineChunks chunks;
  /// Puts the next rows into a table, at least so many where the form can; false at the end.
  std::function<bool(LineChunks&, Table&, Index)> next;
};

/// The rows of every form of text that begins with a head, by `Reader`, which has the options of its
/// texts and
///     bool has_head();               whether the names of the columns were read
///     void forget_head();
///     bool can_read(text);           whether the rows behind a text would not change how it is read
///     Table read(text, line_feeds);  the rows of a text, of its head first where there is none; none
///                                    where that is not whole; puts how many line feeds it holds
///     Error nothing_read(chunks);    the error of a file without rows
template <class Reader>
struct RowsBelowHead {
  Reader reader;
  bool has_rows = false;  // or needs none

  [[nodiscard]] bool operator()(LineChunks& chunks, Table& table, Index least_rows) {
    while (!chunks.done()) {
      const auto text = std::make_shared<CsvText>(chunks.take(), chunks.source().name(),
                                                  reader.options, chunks.line(), chunks.before());
      if (!chunks.at_end() && !reader.can_read(*text)) {
        chunks.give_back(text->bytes());
        continue;
      }
      const bool at_begin = !reader.has_head();
      std::uint64_t line_feeds = 0;
      Table found = reader.read(text, line_feeds);
      // Without a head yet, the lines before it may be rows.
      if (!chunks.at_end() && (!reader.has_head() || found.rows() < least_rows)) {
        chunks.give_back(text->bytes());
        if (at_begin) reader.forget_head();
        continue;
      }
      chunks.pass(line_feeds);
      if (found.rows() == 0) continue;
      has_rows = true;
      table = std::move(found);
      return true;
    }
    if (!has_rows) throw reader.nothing_read(chunks);
    return false;
  }
};

}  // namespace credence
