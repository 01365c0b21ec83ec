// Several files of separated text as one.
#include <credence/data/shards.hpp>

#include <fmt/format.h>

#include <utility>

#include "data/csv/csv_blocks.hpp"
#include "data/csv/csv_head.hpp"
#include "data/csv/csv_rows.hpp"
#include "data/csv/csv_text.hpp"
#include "data/csv/joined_text.hpp"
#include "data/csv/several_files.hpp"
#include "data/csv/text_head.hpp"

namespace credence {
namespace {

class FilesJoiner {
 public:
  explicit FilesJoiner(CsvOptions options) : options_(std::move(options)) {}

  void add(const std::string& path) {
    CsvText text(path, options_);  // a long file is seen where it lies
    text.settle_separator();
    CsvHead head = read_head(text);
    if (head.names.empty()) throw nothing_read(text.name(), text.bytes().empty(), false);
    if (names_.empty()) {
      names_ = head.names;
      by_place_ = std::move(head.by_place);
      options_.separator = text.options().separator;
    }
    if (!joined_.starts.empty())
      check_same_columns(names_, joined_.starts.front().name, head.names, text.name());
    const std::string_view bytes = text.bytes();
    joined_.add(bytes.substr(0, head.end), bytes.substr(head.end), text.name());
    const std::string_view rows =
        std::string_view(joined_.text).substr(joined_.starts.back().position);
    if (end_of_records(rows, options_) < rows.size())
      static_cast<void>(read_csv(path, options_));  // which says what is wrong in the last row
  }

  [[nodiscard]] Table read() && {
    std::vector<std::string> paths;
    for (const CsvText::FileStart& start : joined_.starts) paths.push_back(start.name);
    const std::string name = name_of_files(paths);
    const auto text = std::make_shared<CsvText>(std::move(joined_.text), name, options_,
                                                std::move(joined_.starts));
    const CsvCensus census(*text);
    text->add_marks(census.marks());
    text->find_last_begin();
    text->keep_names_by_place(std::move(by_place_));
    Table table = read_rows(text, names_, census.blocks_from(0));
    if (table.rows() == 0) throw nothing_read(name, false, options_.header);
    return table;
  }

 private:
  CsvOptions options_;
  std::vector<std::string> names_;
  std::vector<std::string> by_place_;  // of these
  JoinedText joined_;
};

}  // namespace

std::string name_of_files(const std::vector<std::string>& paths) {
  if (paths.empty()) throw Error(ErrorCode::shape, "no file was given; give at least one");
  return paths.size() == 1 ? paths.front()
                           : fmt::format("{} and {} more", paths.front(), paths.size() - 1);
}

Table read_csv_files(const std::vector<std::string>& paths, CsvOptions options) {
  FilesJoiner files(std::move(options));
  for (const std::string& path : paths) files.add(path);
  return std::move(files).read();
}

}  // namespace credence
