// Separated text to tables: names, equal rows, missing cells.
#include <credence/data/csv.hpp>

#include <credence/base/file.hpp>

#include <algorithm>
#include <istream>
#include <unordered_map>

#include "data/csv_scanner.hpp"

namespace credence {

namespace {

class CsvReader {
 public:
  CsvReader(std::string_view text, const std::string& name, const CsvOptions& options)
      : name_(name), options_(options), empty_(text.empty()), scanner_(text, name, options) {}

  [[nodiscard]] Table read() {
    if (!options_.header && !options_.names.empty()) begin_columns(options_.names);
    while (scanner_.next()) take_record();
    if (rows_ == 0) throw nothing_read();
    Table table(name_, scanner_.line_starts());
    for (Column& column : columns_) table.add(std::move(column));
    return table;
  }

 private:
  void take_record() {
    if (columns_.empty() && scanner_.blank()) {
      blanks_before_.push_back(scanner_.position(0));
      return;
    }
    if (columns_.empty()) {
      begin_columns(options_.header ? header() : numbered_names(scanner_.size()));
      if (options_.header) return;
      take_blanks_before();
    }
    if (scanner_.blank() && columns_.size() > 1) return;
    check_width();
    for (std::size_t i = 0; i < columns_.size(); ++i)
      push(i, scanner_.text(i), scanner_.position(i));
    ++rows_;
  }

  // Without a header, blank lines before the first row of a single column are missing cells of it.
  void take_blanks_before() {
    if (columns_.size() > 1) return;
    for (const std::uint64_t position : blanks_before_) push(0, "", position);
    rows_ += blanks_before_.size();
  }

  void push(std::size_t column, std::string_view text, std::uint64_t position) {
    const bool missing =
        std::find(options_.missing.begin(), options_.missing.end(), text) != options_.missing.end();
    std::get<TextColumn>(columns_[column].cells).push_back(text, missing, position);
  }

  void begin_columns(const std::vector<std::string>& names) {
    check_names(names);
    for (const std::string& name : names) columns_.push_back({.name = name, .cells = TextColumn{}});
  }

  [[nodiscard]] std::vector<std::string> header() const {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < scanner_.size(); ++i) names.emplace_back(scanner_.text(i));
    return names;
  }

  [[nodiscard]] static std::vector<std::string> numbered_names(std::size_t count) {
    std::vector<std::string> names;
    for (std::size_t i = 1; i <= count; ++i) names.push_back("c" + std::to_string(i));
    return names;
  }

  void check_names(const std::vector<std::string>& names) const {
    std::unordered_map<std::string_view, std::size_t> seen;
    std::vector<std::string> faults;
    std::size_t first_fault = 0;
    for (std::size_t i = 0; i < names.size(); ++i) {
      const auto [earlier, is_new] = seen.emplace(names[i], i);
      if (!names[i].empty() && is_new) continue;
      if (faults.empty()) first_fault = i;
      faults.push_back(names[i].empty()
                           ? "column " + std::to_string(i + 1) + " has no name"
                           : "columns " + std::to_string(earlier->second + 1) + " and " +
                                 std::to_string(i + 1) + " are both called '" + names[i] + "'");
    }
    if (!faults.empty()) throw bad_names(faults, first_fault);
  }

  [[nodiscard]] Error bad_names(const std::vector<std::string>& faults, std::size_t first) const {
    constexpr std::size_t shown = 10;
    std::string what = faults.front();
    for (std::size_t i = 1; i < std::min(shown, faults.size()); ++i) what += ", " + faults[i];
    if (faults.size() > shown) what += " and " + std::to_string(faults.size() - shown) + " more";
    if (!options_.header) return Error(ErrorCode::parse, what + "; give each column its own name");
    return scanner_.fault(what, scanner_.position(first),
                          "give each column its own name, with --header no or --header NAME,... "
                          "if the first line is no header");
  }

  void check_width() const {
    const std::size_t width = columns_.size();
    if (scanner_.size() == width) return;
    const bool longer = scanner_.size() > width;
    const auto counted = [](std::size_t count, const std::string& thing) {
      return std::to_string(count) + " " + thing + (count == 1 ? "" : "s");
    };
    throw scanner_.fault("a row of " + counted(scanner_.size(), "field") + " in a table of " +
                             counted(width, "column"),
                         longer ? scanner_.position(width) : scanner_.end(),
                         "give every row one field for each column; or check --separator, "
                         "--quote and --header");
  }

  [[nodiscard]] Error nothing_read() const {
    const std::string remedy = "; give a file with at least one row";
    std::string what = "'" + name_ + "' has no rows";
    if (empty_) what = "'" + name_ + "' is empty";
    if (options_.header && !columns_.empty()) what = "'" + name_ + "' has a header but no rows";
    return Error(ErrorCode::parse, what + remedy, Location{.file = name_});
  }

  const std::string& name_;
  const CsvOptions& options_;
  bool empty_;
  CsvScanner scanner_;
  std::vector<Column> columns_;
  std::vector<std::uint64_t> blanks_before_;  // positions of blank lines before the first record
  std::size_t rows_ = 0;
};

}  // namespace

Table read_csv_text(std::string_view text, const std::string& name, const CsvOptions& options) {
  return CsvReader(text, name, options).read();
}

Table read_csv(const std::string& path, const CsvOptions& options) {
  const std::string text = read_file(path);
  return read_csv_text(text, path == "-" ? "standard input" : path, options);
}

Table read_csv(std::istream& input, const std::string& name, const CsvOptions& options) {
  if (!input)
    throw Error(ErrorCode::io, "cannot read '" + name + "'; check that it exists and is open",
                Location{.file = name});
  std::string text;
  std::vector<char> chunk(std::size_t{1} << 16);
  while (input.read(chunk.data(), static_cast<std::streamsize>(chunk.size())) || input.gcount() > 0)
    text.append(chunk.data(), static_cast<std::size_t>(input.gcount()));
  if (input.bad())
    throw Error(ErrorCode::io, "cannot read '" + name + "' to its end; check its source",
                Location{.file = name});
  return read_csv_text(text, name, options);
}

std::string csv_field(std::string_view text, char separator) {
  const std::string special{separator, '"', '\n', '\r'};
  if (text.find_first_of(special) == std::string_view::npos) return std::string(text);
  std::string field = "\"";
  for (const char c : text) {
    if (c == '"') field.push_back('"');
    field.push_back(c);
  }
  field.push_back('"');
  return field;
}

}  // namespace credence
