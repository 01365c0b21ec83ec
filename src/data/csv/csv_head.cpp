// The names of the columns: from the first record, from the options, or by their places.
#include "data/csv/csv_head.hpp"

#include <algorithm>
#include <string_view>
#include <unordered_map>

#include "data/csv/csv_scanner.hpp"

namespace credence {

namespace {

std::string name_of_place(std::size_t place) { return "c" + std::to_string(place + 1); }

class HeadReader {
 public:
  explicit HeadReader(const CsvText& text)
      : text_(text), options_(text.options()), scanner_(text) {}

  [[nodiscard]] CsvHead read() {
    CsvHead head{.names = {}, .end = text_.begin()};
    if (!options_.header && !options_.names.empty()) {
      head.names = options_.names;
    } else if (goes_to_first_record()) {
      // Without a header, blank lines before the first row may be rows of a single column.
      if (options_.header)
        read_header(head);
      else
        head.names = numbered_names(scanner_.size());
    }
    check_names(head.names);
    return head;
  }

 private:
  [[nodiscard]] bool goes_to_first_record() {
    while (scanner_.next())
      if (!scanner_.blank()) return true;
    return false;
  }

  // A header without any name is none.
  void read_header(CsvHead& head) const {
    head.end = scanner_.next_position();
    const std::size_t nul = text_.bytes().substr(0, head.end).find('\0');
    if (nul != std::string_view::npos) throw text_.nul_byte(nul);
    for (std::size_t i = 0; i < scanner_.size(); ++i) head.names.emplace_back(scanner_.text(i));
    const auto is_empty = [](const std::string& name) { return name.empty(); };
    if (std::all_of(head.names.begin(), head.names.end(), is_empty)) return;
    for (std::size_t i = 0; i < head.names.size(); ++i)
      if (head.names[i].empty()) head.by_place.push_back(head.names[i] = name_of_place(i));
  }

  [[nodiscard]] static std::vector<std::string> numbered_names(std::size_t count) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < count; ++i) names.push_back(name_of_place(i));
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
    return text_.fault(what, scanner_.position(first),
                       "give each column its own name, with CsvOptions::header = no or "
                       "CsvOptions::names = NAME,... if the first line is no header");
  }

  const CsvText& text_;
  const CsvOptions& options_;
  CsvScanner scanner_;
};

}  // namespace

CsvHead read_head(const CsvText& text) { return HeadReader(text).read(); }

Error nothing_read(const std::string& name, bool is_empty, bool has_header) {
  std::string what = "'" + name + "' has no rows";
  if (is_empty) what = "'" + name + "' is empty";
  if (has_header) what = "'" + name + "' has a header but no rows";
  return Error(ErrorCode::parse, what + "; give a file with at least one row",
               Location{.file = name});
}

}  // namespace credence
