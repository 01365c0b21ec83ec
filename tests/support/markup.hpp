#pragma once
// A strict reader of XML, enough to say whether pages and pictures are well-formed.
#include <algorithm>
#include <cctype>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace credence::testing {

/// What stands in a document, and the first thing that is wrong with it.
struct Markup {
  std::string fault = {};  ///< empty: well-formed
  std::multiset<std::string> elements = {};
  std::vector<std::string> attributes = {};  ///< "name=value", as written
  std::string text = {};                     ///< all contents, entities as written

  [[nodiscard]] std::size_t count(const std::string& element) const {
    return elements.count(element);
  }
  [[nodiscard]] bool says(std::string_view words) const {
    return text.find(words) != std::string::npos;
  }
};

namespace marks {

class MarkupReader {
 public:
  explicit MarkupReader(std::string_view document) : rest_(document) {}

  Markup read() {
    while (!rest_.empty() && markup_.fault.empty()) {
      if (rest_.starts_with("<!DOCTYPE html>"))
        rest_.remove_prefix(15);
      else if (rest_.starts_with("<?xml "))
        rest_.remove_prefix(std::min(rest_.find("?>") + 2, rest_.size()));
      else if (rest_.front() == '<')
        tag();
      else
        contents();
    }
    if (markup_.fault.empty() && !open_.empty()) markup_.fault = "open: " + open_.back();
    return markup_;
  }

 private:
  static bool is_name(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == ':' || c == '_';
  }
  void fail(const std::string& what) {
    if (markup_.fault.empty()) markup_.fault = what + " at: " + std::string(rest_.substr(0, 60));
  }
  std::string name() {
    std::size_t end = 0;
    while (end < rest_.size() && is_name(rest_[end])) ++end;
    const std::string found(rest_.substr(0, end));
    rest_.remove_prefix(end);
    if (found.empty()) fail("no name");
    return found;
  }
  void check_entities(std::string_view text) {
    for (auto at = text.find('&'); at != std::string_view::npos; at = text.find('&', at + 1)) {
      const std::string_view entity = text.substr(at, text.find(';', at) - at + 1);
      static const std::set<std::string_view> known{"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"};
      if (known.count(entity) == 0) fail("entity " + std::string(entity.substr(0, 12)));
    }
  }
  void check_characters(std::string_view text) {
    for (const char c : text)
      if (static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t') fail("control character");
  }
  void contents() {
    const std::string_view text = rest_.substr(0, rest_.find('<'));
    // What a style sheet or a text holds is taken as it is.
    check_entities(text);
    check_characters(text);
    markup_.text += text;
    rest_.remove_prefix(text.size());
  }
  void attribute() {
    const std::string key = name();
    if (!rest_.starts_with("=\"")) return fail("attribute without value");
    rest_.remove_prefix(2);
    const std::string_view value = rest_.substr(0, rest_.find('"'));
    if (value.find('<') != std::string_view::npos) fail("'<' in an attribute");
    check_entities(value);
    check_characters(value);
    markup_.attributes.push_back(key + '=' + std::string(value));
    if (key == "id" && !ids_.insert(std::string(value)).second) fail("id used twice");
    rest_.remove_prefix(std::min(value.size() + 1, rest_.size()));
  }
  void tag() {
    rest_.remove_prefix(1);
    const bool closing = rest_.starts_with('/');
    if (closing) rest_.remove_prefix(1);
    const std::string element = name();
    if (closing) {
      if (open_.empty() || open_.back() != element) return fail("closes " + element);
      open_.pop_back();
    } else {
      markup_.elements.insert(element);
      open_.push_back(element);
    }
    while (rest_.starts_with(' ') && markup_.fault.empty()) {
      rest_.remove_prefix(1);
      attribute();
    }
    if (rest_.starts_with("/>") && !closing) {
      open_.pop_back();
      rest_.remove_prefix(1);
    }
    if (!rest_.starts_with('>')) return fail("tag without end");
    rest_.remove_prefix(1);
  }

  std::string_view rest_;
  Markup markup_;
  std::vector<std::string> open_;
  std::set<std::string> ids_;
};

}  // namespace marks

[[nodiscard]] inline Markup markup_of(std::string_view document) {
  return marks::MarkupReader(document).read();
}

/// A name as an enemy would choose it, and as it must appear.
inline const std::string hostile_name = "</script><b onload=\"x()\">'&";
inline const std::string hostile_shown =
    "&lt;/script&gt;&lt;b onload=&quot;x()&quot;&gt;&#39;&amp;";

}  // namespace credence::testing
