#pragma once
// Where a result goes: standard output, or a file that appears whole or not at all.
#include <credence/base/file.hpp>
#include <credence/detail/base/draft.hpp>

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace credence::tool {

/// A result being written. Made before the work begins, so that a place that cannot be written to
/// is refused at once.
///
///     Output output(options.out, Overwrite::refuse);
///     output.write("...");
///     output.finish();
class Output {
 public:
  /// in      path: none or "-" is standard output
  /// throws  Error{io} when the file exists and overwrite is refuse, or its folder does not exist
  Output(std::optional<std::string> path, Overwrite overwrite);

  /// Standard output too gets nothing before the end, so that a fault in the last row leaves none of
  /// the rows before it.
  void hold() { is_held_ = true; }
  /// Forgets what is held.
  void clear();
  /// Hands over what is held, some bytes at a time.
  void read(const std::function<void(std::string_view)>& take) const { draft_.read(take); }
  /// Adds bytes. Throws Error{io} when standard output, or what holds them, cannot take them.
  void write(std::string_view bytes);
  /// Saves the file, or makes sure that standard output has everything.
  /// throws  Error{io} with the path and the system's reason
  void finish();

 private:
  std::optional<std::string> path_;  // none: standard output
  Overwrite overwrite_;
  bool is_held_;
  detail::Draft draft_;  // what is held
};

/// Lines of words, the later ones after so many blanks, none longer than `columns` unless a word is.
/// in  begun: how long the first line is already
[[nodiscard]] std::string wrapped(std::string_view text, std::size_t indent, std::size_t begun,
                                  std::size_t columns);

/// Returns the text of a result with its sentences in lines shorter than 120 columns, each but the
/// first with two more blanks before it. A line with two blanks in its midst is one of a table, and
/// stays.
[[nodiscard]] std::string with_wrapped_sentences(std::string_view text);

/// Writes a whole text, with a line feed at its end, and finishes.
void write_text(Output& output, std::string_view text);

}  // namespace credence::tool
