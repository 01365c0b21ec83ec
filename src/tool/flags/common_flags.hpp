#pragma once
// The flags of every verb: where the result goes and how it is written, threads, notes.
#include <credence/base/file.hpp>

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include "flags/flags.hpp"

namespace credence::tool {

/// How a result (and an error) is written; each verb has some of them.
enum class Format { text, json, csv, html };

/// When standard error is coloured.
enum class Color { automatic, always, never };

struct CommonFlags {
  Format format = Format::text;
  std::optional<std::string> out;  ///< where the result goes; none or "-": standard output
  int digits = 0;                  ///< significant digits of numbers in CSV and JSON; 0: exact
  bool force = false;              ///< the result may take the place of a file
  int threads = 0;                 ///< how many to work on; 0: all
  bool timings = false;            ///< seconds of each phase on standard error
  bool quiet = false;              ///< no notes on standard error
  Color color = Color::automatic;

  /// in      formats: those of the verb; the first is written unless the flag says otherwise;
  ///         of: what has them, where the result has a form of its own
  /// out     the flag of the file
  Flag& declare(Grammar& grammar, std::initializer_list<Format> formats,
                std::string_view of = "the result (and an error)");
  /// `--digits`, of verbs whose results are numbers.
  void declare_digits(Grammar& grammar);

  [[nodiscard]] Overwrite overwrite() const { return force ? Overwrite::allow : Overwrite::refuse; }
};

}  // namespace credence::tool
