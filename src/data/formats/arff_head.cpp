// The header of an ARFF file: keywords and declarations, one a line.
#include "data/formats/arff_head.hpp"

#include <credence/detail/base/counted.hpp>

#include <unordered_set>
#include <utility>

#include "data/bytes/ascii.hpp"
#include "data/bytes/beyond_limit.hpp"

namespace credence {

namespace {

using Kind = ArffToken::Kind;

class HeadReader {
 public:
  explicit HeadReader(const CsvText& text) : text_(text), scanner_(text) {}

  [[nodiscard]] std::optional<ArffHead> read() {
    while (scanner_.next_line()) {
      const ArffToken token = scanner_.next_token();
      const std::string keyword = lower_case(token.text);
      if (token.kind == Kind::word && keyword == "@relation") continue;  // its name says nothing
      if (token.kind == Kind::word && keyword == "@attribute") {
        read_attribute();
      } else if (token.kind == Kind::word && keyword == "@data") {
        return end_of_head(token);
      } else {
        throw scanner_.fault("a line of the header that is no declaration", token.position,
                             "a header holds @relation, @attribute and @data, one a line");
      }
    }
    return std::nullopt;
  }

 private:
  [[nodiscard]] ArffHead end_of_head(const ArffToken& keyword) {
    expect_end();
    if (head_.attributes.empty())
      throw scanner_.fault("@data without a declared attribute before it", keyword.position,
                           "declare each column with @attribute NAME TYPE");
    head_.end = scanner_.next_line_begin();
    return std::move(head_);
  }

  void read_attribute() {
    const ArffToken token = scanner_.next_token();
    check_count(token.position);
    if (!token.is_text() || token.text.empty())
      throw scanner_.fault("an attribute without a name", token.position,
                           "write @attribute NAME TYPE");
    ArffAttribute attribute{.name = std::string(token.text)};
    if (!names_.insert(attribute.name).second)
      throw scanner_.fault("a second attribute called '" + attribute.name + "'", token.position,
                           "give each attribute its own name");
    read_type(attribute);
    head_.attributes.push_back(std::move(attribute));
  }

  void read_type(ArffAttribute& attribute) {
    const ArffToken token = scanner_.next_token();
    if (token.kind == Kind::open) {
      read_levels(attribute);
      return expect_end();
    }
    const std::string type = token.kind == Kind::word ? lower_case(token.text) : std::string();
    if (type == "numeric" || type == "real" || type == "integer") return expect_end();
    attribute.kind = ArffAttribute::Kind::text;
    if (type == "string") return expect_end();
    if (type == "date") return expect_format();
    throw scanner_.fault(
        "attribute '" + attribute.name + "' of " +
            (token.is_text() ? "the unknown type '" + std::string(token.text) + "'" : "no type"),
        token.position,
        "known are numeric, real, integer, string, date and {LEVEL, LEVEL}; relational ones are "
        "not read");
  }

  void read_levels(ArffAttribute& attribute) {
    attribute.kind = ArffAttribute::Kind::nominal;
    DistinctTexts levels;
    for (ArffToken token = scanner_.next_token();; token = scanner_.next_token()) {
      check_level(attribute, token, levels.texts.size());
      const std::string_view level = levels.copies.emplace_front(token.text);
      if (!attribute.codes.emplace(level, static_cast<Code>(levels.texts.size())).second)
        throw scanner_.fault("level '" + std::string(level) + "' a second time", token.position,
                             "declare each level once");
      levels.texts.push_back(level);
      const ArffToken behind = scanner_.next_token();
      if (behind.kind == Kind::close) break;
      if (behind.kind != Kind::comma)
        throw scanner_.fault("no comma or closing brace behind a level", behind.position,
                             "write {LEVEL, LEVEL} on one line, and quote levels with blanks");
    }
    levels.missing.assign(levels.texts.size(), false);
    levels.texts.push_back("?");
    levels.missing.push_back(true);
    attribute.levels = std::make_shared<const DistinctTexts>(std::move(levels));
  }

  void check_level(const ArffAttribute& attribute, const ArffToken& token, std::size_t before) {
    if (!token.is_text())
      throw scanner_.fault("no level where one belongs", token.position,
                           "write {LEVEL, LEVEL} on one line");
    if (token.kind == Kind::word && token.text == "?")
      throw scanner_.fault("a level '?', which marks a missing value", token.position,
                           "quote it in the declaration and in the rows, or leave it out");
    const std::uint64_t most = text_.options().limits.levels;
    if (before == most)
      throw beyond_limit("attribute '" + attribute.name + "' with more than " +
                             detail::counted(most, "level", "levels"),
                         text_.where(token.position), "levels", "should it be a string?");
  }

  void check_count(std::uint64_t position) const {
    const std::uint64_t most = text_.options().limits.columns;
    if (head_.attributes.size() < most) return;
    throw beyond_limit("more than " + detail::counted(most, "attribute", "attributes"),
                       text_.where(position), "columns");
  }

  // Dates stay texts, so that their format says nothing.
  void expect_format() {
    const ArffToken token = scanner_.next_token();
    if (token.is_text()) return expect_end();
    if (token.kind != Kind::end) throw surplus(token);
  }
  void expect_end() {
    const ArffToken token = scanner_.next_token();
    if (token.kind != Kind::end) throw surplus(token);
  }
  [[nodiscard]] Error surplus(const ArffToken& token) const {
    return scanner_.fault("'" + std::string(token.text) + "' behind a declaration", token.position,
                          "write one declaration a line, and quote names with blanks");
  }

  const CsvText& text_;
  ArffScanner scanner_;
  ArffHead head_;
  std::unordered_set<std::string> names_;
};

}  // namespace

std::optional<ArffHead> read_arff_head(const CsvText& text) { return HeadReader(text).read(); }

}  // namespace credence
