#pragma once
// DATA in parts, and how far they are read.
#include <credence/data/arff.hpp>
#include <credence/data/csv_stream.hpp>
#include <credence/learn/model_posterior.hpp>

#include <atomic>
#include <string>
#include <variant>
#include <vector>

#include "arrays.hpp"
#include "options.hpp"

namespace credence::tool {

/// One table after another of separated text, of an ARFF file, or of sparse rows.
class Chunks {
 public:
  /// in      label: what the column of labels is called that sparse rows bring
  /// throws  Error{io}; UsageError for flags that the form of DATA does not have
  Chunks(const Options& options, const std::vector<std::string>& missing, std::string label,
         std::uint64_t bytes);

  /// As CsvStream::next; sparse rows may be fewer. A table of them is valid until the next one.
  [[nodiscard]] bool next(Table& table, Index least_rows = 0);
  /// How much of the file was read; another thread may look.
  [[nodiscard]] const std::atomic<Index>& megabytes() const { return megabytes_; }
  /// 0 for a pipe.
  [[nodiscard]] Index all_megabytes() const;

 private:
  [[nodiscard]] bool read(SvmlightStream& stream, Table& table, Index least_rows);
  template <class Stream>
  [[nodiscard]] bool read(Stream& stream, Table& table, Index least_rows) {
    return stream.next(table, least_rows);
  }

  std::variant<CsvStream, ArffStream, SvmlightStream> stream_;
  std::string label_;
  ReadLimits limits_;
  Arrays arrays_;
  std::atomic<Index> megabytes_ = 0;
};

/// Throws Error{limit} where a posterior has more classes, or a feature more levels, than the limit.
void check_levels(const Posterior<Model>& posterior, const ReadLimits& limits,
                  const std::string& file);

}  // namespace credence::tool
