#pragma once
// The flags of a verb as data: names, help, and where each value goes. arguments.cpp alone knows
// what parses a command line.
#include <deque>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "flags/values.hpp"

namespace credence::tool {

/// What a flag is about. The help lists the flags of a section under its heading, sections in this
/// order.
enum class Section {
  arguments,
  options,  ///< what the verb alone has
  model,
  priors,
  structure,
  estimators,
  folds,
  second,
  decisions,
  simulation,
  input,
  figures,
  output,
  general
};

/// "Model": what stands above the flags of a section.
[[nodiscard]] std::string_view heading_of(Section section);

/// One flag of a verb, or one of the words that stand without a flag.
struct Flag {
  enum class Kind { word, words, on_off, once, repeated };
  Kind kind;
  std::string name;  ///< "DATA", "--label" or "-q,--quiet"
  std::string form;  ///< what a value looks like, in the help
  std::string help;
  std::string otherwise = {};  ///< what holds without the flag: "10"; empty where the help says it
  Section section = Section::options;
  /// Understands a value and puts it in its place. Throws UsageError for one that is none.
  std::function<void(const std::string&)> take = {};
  bool* on = nullptr;                    ///< the place of what has no value
  std::vector<std::string> values = {};  ///< as the command line has them
  std::string what = {};     ///< of a flag that the verb needs: what is missing without it
  bool early = false;        ///< understood before anything that is missing is named
  bool input = false;        ///< a file that is read; of all, one may be standard input
  bool output = false;       ///< a file that is written
  bool replaceable = false;  ///< a file that is read, whose place the result may take
  /// The files that the values of a flag that is read stand for; by itself the values.
  std::function<std::vector<std::string>()> reads = {};
  bool empty_is_none = false;  ///< an empty value is the same as no flag
  std::string unless = {};     ///< of a flag that is needed: which other flag makes do without it
  std::vector<std::string> choices = {};  ///< the values there are, where they can be listed
  /// Names of earlier versions, which are refused, and what takes their place.
  std::vector<std::pair<std::string, std::string>> former = {};

  Flag& needed(std::string words) { return what = std::move(words), *this; }
  /// Needed, as the verb finds out by itself, but for command lines with another flag.
  Flag& needed_unless(std::string flags) { return what.clear(), unless = std::move(flags), *this; }
  Flag& one_of(std::vector<std::string> words) { return choices = std::move(words), *this; }
  Flag& formerly(std::string old) { return formerly(std::move(old), names().back()); }
  Flag& formerly(std::string old, std::string now) {
    return former.emplace_back(std::move(old), std::move(now)), *this;
  }
  Flag& before_others() { return early = true, *this; }
  Flag& is_read() { return input = true, *this; }
  Flag& is_written() { return output = true, *this; }
  Flag& may_be_replaced() { return replaceable = true, *this; }
  Flag& not_empty() { return empty_is_none = true, *this; }

  [[nodiscard]] bool required() const { return !what.empty() || !unless.empty(); }
  [[nodiscard]] bool is_word() const { return kind == Kind::word || kind == Kind::words; }
  /// "-q" and "--quiet".
  [[nodiscard]] std::vector<std::string> names() const;
  [[nodiscard]] bool is_called(std::string_view name) const;
};

/// A value as it stands on the command line.
struct AsWritten {
  std::string operator()(const std::string& text, std::string_view) const { return text; }
};

/// What a place holds.
template <class Place>
struct ValueOf {
  using type = Place;
};
template <class Value>
struct ValueOf<std::optional<Value>> {
  using type = Value;
};

/// The flags of a verb in the order of its help, and what its help ends with. A `read` makes a value
/// of a text and the flag's name, or throws UsageError (values.hpp).
///
///     grammar.value("--folds", folds, "K", "number of folds [10]", Whole{.least = 2});
class Grammar {
 public:
  /// The section of the flags that follow.
  void section(Section section) { section_ = section; }

  /// A flag without a value. Of all flags the help ends with what holds without, in brackets.
  Flag& on_off(std::string name, bool& place, std::string help) {
    Flag& flag = add(Flag::Kind::on_off, std::move(name), "", std::move(help));
    flag.on = &place;
    return flag;
  }

  /// A flag with one value, into a place or an optional one.
  template <class Place, class Read = AsWritten>
  Flag& value(std::string name, Place& place, std::string form, std::string help, Read read = {}) {
    return put(Flag::Kind::once, std::move(name), place, std::move(form), std::move(help), read);
  }

  /// A flag with one of several words, each of which stands for a value.
  template <class Place>
  Flag& choice(std::string name, Place& place, std::string help,
               std::vector<std::pair<std::string, typename ValueOf<Place>::type>> meanings) {
    const Choice<typename ValueOf<Place>::type> known{std::move(meanings)};
    return value(std::move(name), place, known.form(), std::move(help), known)
        .one_of(known.words());
  }

  /// A file that is read.
  template <class Place>
  Flag& file(std::string name, Place& place, std::string form, std::string help) {
    return value(std::move(name), place, std::move(form), std::move(help)).is_read();
  }

  /// A flag that may be given several times, with one value each time.
  template <class Value, class Read = AsWritten>
  Flag& values(std::string name, std::vector<Value>& place, std::string form, std::string help,
               Read read = {}) {
    return append(Flag::Kind::repeated, std::move(name), place, std::move(form), std::move(help),
                  read);
  }

  /// A flag that may be given several times: `changed(what is there, text, flag)` is there instead.
  template <class Place, class Changed>
  Flag& changes(std::string name, Place& place, std::string form, std::string help,
                Changed changed) {
    Flag& flag = add(Flag::Kind::repeated, std::move(name), std::move(form), std::move(help));
    flag.take = [&place, changed, name = flag.name](const std::string& text) {
      place = changed(std::move(place), text, name);
    };
    return flag;
  }

  /// A word, called `name` in the help.
  Flag& word(std::string name, std::string& place, std::string form, std::string help) {
    return put(Flag::Kind::word, std::move(name), place, std::move(form), std::move(help),
               AsWritten{});
  }

  /// Any number of words.
  Flag& words(std::string name, std::vector<std::string>& place, std::string form,
              std::string help) {
    return append(Flag::Kind::words, std::move(name), place, std::move(form), std::move(help),
                  AsWritten{});
  }

  /// What must hold between flags, before their values are understood. `rule` throws UsageError.
  void rule(std::function<void(const Grammar&)> rule) { rules_.push_back(std::move(rule)); }

  /// Returns whether the command line has the flag, or the word, of this name.
  [[nodiscard]] bool given(std::string_view name) const;
  /// Returns the first of the flags that the command line has; empty for none.
  [[nodiscard]] std::string_view first_given(std::initializer_list<std::string_view> names) const;

  /// What the help ends with.
  void examples(std::string text) { footer_ = std::move(text); }

  [[nodiscard]] std::deque<Flag>& flags() { return flags_; }
  [[nodiscard]] const std::deque<Flag>& flags() const { return flags_; }
  /// Returns the flag or word of this name, any of its names; null for none.
  [[nodiscard]] const Flag* find(std::string_view name) const;
  /// Returns the flag or word of this name, which the verb has.
  [[nodiscard]] Flag& at(std::string_view name);
  /// Returns the names of all flags, words aside.
  [[nodiscard]] std::vector<std::string> flag_names() const;
  [[nodiscard]] const std::vector<std::function<void(const Grammar&)>>& rules() const {
    return rules_;
  }
  [[nodiscard]] const std::string& footer() const { return footer_; }

 private:
  Flag& add(Flag::Kind kind, std::string name, std::string form, std::string help);

  template <class Place, class Read>
  Flag& put(Flag::Kind kind, std::string name, Place& place, std::string form, std::string help,
            Read read) {
    Flag& flag = add(kind, std::move(name), std::move(form), std::move(help));
    flag.take = [&place, read, name = flag.name](const std::string& text) {
      auto value = read(text, name);
      using Value = typename ValueOf<Place>::type;
      if constexpr (std::is_arithmetic_v<Value>)
        place = static_cast<Value>(value);
      else
        place = std::move(value);
    };
    return flag;
  }

  template <class Value, class Read>
  Flag& append(Flag::Kind kind, std::string name, std::vector<Value>& place, std::string form,
               std::string help, Read read) {
    Flag& flag = add(kind, std::move(name), std::move(form), std::move(help));
    flag.take = [&place, read, name = flag.name](const std::string& text) {
      place.push_back(read(text, name));
    };
    return flag;
  }

  std::deque<Flag> flags_;  // what points at a flag outlives the next one
  std::vector<std::function<void(const Grammar&)>> rules_;
  std::string footer_;
  Section section_ = Section::options;
};

}  // namespace credence::tool
