#pragma once
// Standard error: notes while the work goes on, and the message at its end.
#include <credence/detail/base/counted.hpp>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "flags/common_flags.hpp"
#include "process/faults.hpp"
#include "process/ranks.hpp"
#include "process/timings.hpp"

namespace credence::tool {

/// Notes count rows, columns and the like.
using detail::counted;

/// How standard error is written.
struct Style {
  bool json = false;   ///< an error is one line of JSON, and nothing stands beside it
  bool quiet = false;  ///< no notes
  bool color = false;  ///< the word "credence:" is coloured
};

/// Returns the style that a command line asks for. Under `automatic` there is colour on a terminal
/// unless NO_COLOR is set.
[[nodiscard]] Style style_of(bool json, bool quiet, Color color);

/// Writes to standard error, where the colour of its own word alone commands a terminal. In JSON
/// style notes wait for the end, so that an error stands alone. Of several processes the first one
/// alone writes.
class Console {
 public:
  /// in  words: those of the command line
  explicit Console(Style style, std::vector<std::string> words = {}, Ranks ranks = Ranks())
      : style_(style), words_(std::move(words)), ranks_(ranks) {}

  void restyle(Style style) { style_ = style; }
  /// Says in one line something that the reader should know and that is no error.
  void note(std::string_view message);
  /// Says why the run ended; lines after the first are indented.
  void fail(const Fault& fault) const;
  /// Writes the notes that waited, and the seconds of each phase when they were asked for.
  void finish(bool timings);
  /// Returns the words of the command line, the verb first.
  [[nodiscard]] const std::vector<std::string>& words() const { return words_; }
  /// Returns the stopwatches of the run.
  [[nodiscard]] Timings& timings() { return timings_; }
  /// Returns the processes that share the run.
  [[nodiscard]] Ranks& ranks() { return ranks_; }

 private:
  void write(std::string_view printable, std::string_view color) const;
  void take_slowest();

  Style style_;
  std::vector<std::string> words_;
  std::vector<std::string> waiting_;
  Timings timings_;
  Ranks ranks_;
};

}  // namespace credence::tool
