// Learning from a stream, and holding it to what its first rows looked like.
#include "fit/stream.hpp"

#include <credence/data/number.hpp>
#include <credence/detail/base/shell_words.hpp>
#include <credence/detail/data/column_places.hpp>
#include <credence/study/structured.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <bitset>
#include <cmath>
#include <filesystem>
#include <limits>
#include <numeric>
#include <unordered_map>
#include <utility>

#include "flags/values.hpp"
#include "input/chunks.hpp"
#include "input/modelling.hpp"
#include "process/progress.hpp"

namespace credence::tool {
namespace {

constexpr Index sample_rows = 10000;
// Files up to here are read whole unless parts are asked for.
constexpr std::uint64_t most_read_whole = std::uint64_t{1} << 24;

// The one value that the cells of a column have as far as it was read.
class Constant {
 public:
  /// Takes in the cells; false as soon as there are two values.
  bool take(const Column& column) { return visit(column, true) < 0; }
  /// The first row that has another value, -1 for none.
  [[nodiscard]] Index other(const Column& column) { return visit(column, false); }
  [[nodiscard]] const std::optional<std::string>& text() const { return text_; }

 private:
  Index visit(const Column& column, bool may_begin) {
    const auto* cells = std::get_if<FileColumn>(&column.cells);
    if (cells == nullptr) return -1;
    if (const auto numbers = cells->numbers()) return visit_numbers(*cells, *numbers, may_begin);
    for (Index row = 0; row < cells->size(); ++row)
      if (!cells->missing(row) && !same((*cells)[row], may_begin, to_number((*cells)[row])))
        return row;
    return -1;
  }

  Index visit_numbers(const FileColumn& cells, Strided<double> numbers, bool may_begin) {
    for (Index row = 0; row < numbers.size; ++row) {
      if (std::isnan(numbers[row]) || (number_ && numbers[row] == *number_)) continue;
      if (!same(cells[row], may_begin, numbers[row])) return row;
    }
    return -1;
  }

  // Numbers are the same by value, as inference takes them.
  bool same(const std::string& text, bool may_begin, std::optional<double> number) {
    if (!text_ && may_begin) {
      text_ = text;
      number_ = number;
    }
    return text_ && (text == *text_ || (number && number_ && *number == *number_));
  }

  std::optional<std::string> text_;  // none while all cells are missing
  std::optional<double> number_;
};

// A set of whole numbers of which many are close together.
class WholeNumbers {
 public:
  /// Adds a number; false where it is there already.
  bool insert(double number) {
    const double page = std::floor(number / static_cast<double>(page_size));
    const auto place = static_cast<std::size_t>(number - page * static_cast<double>(page_size));
    std::bitset<page_size>& seen = pages_[page];
    if (seen[place]) return false;
    seen[place] = true;
    return true;
  }

 private:
  static constexpr std::size_t page_size = 512;
  std::unordered_map<double, std::bitset<page_size>> pages_;
};

// Whole numbers that number the rows, as far as they were read: rising, or in any order. The rule is
// that of infer_schema, for all rows.
class RowNumber {
 public:
  explicit RowNumber(bool is_rising) : is_rising_(is_rising) {}
  /// The first row that has no whole number, or none above those before it where they rise, or one
  /// that was there before; -1 for none.
  [[nodiscard]] Index other(const Column& column) {
    const auto numbers = numbers_seen(column);
    for (Index row = 0; row < column.size(); ++row) {
      const std::optional<double> number =
          numbers ? (*numbers)[row] : to_number(as_written(column, row));
      if (!number || std::floor(*number) != *number || !is_new(*number)) return row;
      lowest_ = std::min(lowest_, *number);
      highest_ = std::max(highest_, *number);
    }
    rows_ += column.size();
    return -1;
  }
  /// Whether all of them lie within twice as many.
  [[nodiscard]] bool are_close() const {
    return highest_ - lowest_ < 2 * static_cast<double>(rows_);
  }
  /// "24000 rows hold numbers from 0 to 131990"
  [[nodiscard]] std::string range() const {
    return fmt::format("{} hold numbers from {} to {}", counted(rows_, "row", "rows"),
                       to_text(lowest_), to_text(highest_));
  }
  /// Of a column of numbers that is neither constant nor used: it numbers the rows.
  [[nodiscard]] static std::optional<RowNumber> of(const Column& column) {
    const auto numbers = numbers_seen(column);
    if (!numbers || numbers->size == 0 || std::isnan((*numbers)[0])) return std::nullopt;
    return RowNumber(RowNumber(true).other(column) < 0);
  }

 private:
  static std::optional<Strided<double>> numbers_seen(const Column& column) {
    const auto* cells = std::get_if<FileColumn>(&column.cells);
    return cells == nullptr ? std::nullopt : cells->numbers();
  }

  bool is_new(double number) { return is_rising_ ? number > highest_ : seen_.insert(number); }

  bool is_rising_;
  WholeNumbers seen_;  // where they do not rise
  double lowest_ = std::numeric_limits<double>::infinity();
  double highest_ = -std::numeric_limits<double>::infinity();
  Index rows_ = 0;
};

// The guesses that later rows must not contradict.
class Guesses {
 public:
  Guesses() = default;
  Guesses(const FitFlags& flags, const Data& data, const Schema& schema)
      : rows_(data.schema ? 0 : data.table.rows()) {
    const ColumnPlaces places(schema);
    for (const std::string& name : guessed_columns(flags.input, flags.model, data)) {
      const std::size_t at = places.of(name);
      if (at == ColumnPlaces::nowhere || schema.columns[at].family != "none") continue;
      Constant constant;
      if (constant.take(data.table.column(name)))
        left_out_.emplace_back(name, std::move(constant));
      else if (const auto number = RowNumber::of(data.table.column(name)))
        row_numbers_.emplace_back(name, *number);
    }
  }

  /// Throws Error{schema} for the first cell that a column left out should not have.
  void check(const Table& table) {
    for (auto& [name, constant] : left_out_) {
      const Column& column = table.column(name);
      const Index row = constant.other(column);
      const std::string before = constant.text() ? fmt::format("held only '{}'", *constant.text())
                                                 : std::string("was missing");
      if (row >= 0) refuse(table, column, row, before);
    }
    for (auto& [name, number] : row_numbers_) {
      const Column& column = table.column(name);
      const Index row = number.other(column);
      if (row >= 0) refuse(table, column, row, "numbered the rows");
    }
  }
  /// Throws Error{schema} for a column left out that did not number the rows in the end.
  void check_end(const std::string& file) const {
    for (const auto& [name, number] : row_numbers_)
      if (!number.are_close()) refuse(name, "numbered the rows", number.range(), {.file = file});
  }

  /// The error, with the remedy for a family that was guessed.
  [[nodiscard]] Error explained(const Error& error) const {
    const bool is_of_cell = error.code() == ErrorCode::parse || error.code() == ErrorCode::domain;
    if (rows_ == 0 || !is_of_cell || error.where().line == 0) return error;
    return Error(
        error.code(),
        fmt::format("{} (families were inferred from the first {}: --column NAME=FAMILY or "
                    "--schema FILE settles them)",
                    error.what(), counted(rows_, "row", "rows")),
        error.where());
  }

 private:
  [[noreturn]] void refuse(const Table& table, const Column& column, Index row,
                           const std::string& before) const {
    refuse(column.name, before,
           fmt::format("{} holds '{}'", table.place(column, row), as_written(column, row)),
           table.where(column, row));
  }
  [[noreturn]] void refuse(const std::string& column, const std::string& before,
                           const std::string& later, Location where) const {
    throw Error(
        ErrorCode::schema,
        fmt::format("column '{}' {} in the first {} and is not used, but {}; name its family "
                    "with --column {}, or give a --schema",
                    column, before, counted(rows_, "row", "rows"), later,
                    detail::shell_word(column + "=FAMILY")),
        std::move(where));
  }

  Index rows_ = 0;  // that they were made from, 0 for none
  std::vector<std::pair<std::string, Constant>> left_out_;
  std::vector<std::pair<std::string, RowNumber>> row_numbers_;
};

// A fault that has to do with the order of rows says what helps.
[[nodiscard]] Error explained_order(const Error& error) {
  if (error.code() != ErrorCode::shape) return error;
  return Error(error.code(),
               fmt::format("{} (rows are learned part after part: the classes and levels beside a "
                           "list of weights must be listed in a --schema)",
                           error.what()),
               error.where());
}

void learn(Learner& learner, const Table& chunk, const FitFlags& flags, Guesses& guesses) {
  guesses.check(chunk);
  // Before the rest, because a fault of a weight is none of a guess.
  if (flags.model.weight) static_cast<void>(row_weights(chunk, *flags.model.weight));
  try {
    learner.learn(chunk);
  } catch (const Error& error) {
    throw explained_order(guesses.explained(error));
  }
}

// A list has a number for each class or level, in an order that all rows decide.
bool has_list(const PriorSpec& prior) {
  const auto is_list = [](const auto& field) { return field.first == "weights"; };
  return std::any_of(prior.values.begin(), prior.values.end(), is_list) ||
         std::any_of(prior.by_class.begin(), prior.by_class.end(),
                     [](const auto& of_class) { return has_list(of_class.second); });
}

bool has_list(const ClassPrior& prior) { return !prior.weights.empty() || !prior.given.empty(); }

// Whether rows add nothing to what a model is, so that any part of them can be learned first.
bool is_said_by(const Schema& schema) {
  return schema.structure == Structure{} && !has_list(schema.class_prior) &&
         !has_list(schema.prior) &&
         std::none_of(schema.columns.begin(), schema.columns.end(),
                      [](const ColumnSchema& column) { return has_list(column.prior); });
}

Table first_rows(const Table& table, Index count) {
  std::vector<Index> rows(static_cast<std::size_t>(std::min(count, table.rows())));
  std::iota(rows.begin(), rows.end(), Index{0});
  return table.select(rows);
}

}  // namespace

// A structure whose edges or parents are open is refused when rows are bound, with what to do.
void check_one_pass(const Model& model, const Table& rows, const ModelFlags& asked,
                    std::string_view flags) {
  if (is_found_in_rows(model) && !needs_settling(model))
    throw UsageError(
        fmt::format("--average stacked and --select need all rows at once and have no place beside "
                    "{0}; fit without {0}",
                    flags));
  if (model.schema().structure.kind == StructureKind::naive) return;
  try {  // before a posterior of many contexts takes memory
    static_cast<void>(credence::bind(model, rows, asked.weights()));
  } catch (const Error& error) {
    if (error.code() == ErrorCode::limit) throw;  // learning says where the fault of another is
  }
}

void check_stream_flags(const FitFlags& flags) {
  if (!flags.stream) return;
  check_several(flags.input);
  if (flags.input.is_several() && !flags.input.schema && !flags.update)
    throw UsageError(
        "flag '--stream' needs --schema beside several files, whose first rows may not be like the "
        "rest; 'credence schema' makes one");
  if (form_of(flags.input).stream == nullptr)
    throw UsageError(
        fmt::format("flag '--stream' has no meaning for '{}': an array is never held in memory, it "
                    "is read where it is; leave the flag away",
                    flags.input.data));
  if (flags.input.label_file)
    throw UsageError(
        "flag '--label-file' has no place beside --stream, which reads labels from a column of "
        "DATA; leave one of the two out");
}

void note_update(const FitFlags& flags, const Posterior<Model>& posterior, Console& console) {
  if (posterior.feature_weights.any() && !flags.weights.any())
    console.note(dropped_weights("since they were found without the added rows"));
  if (posterior.discount.any() && !flags.discount && !flags.discount_rows)
    console.note(fmt::format("the past of '{}' was discounted by {}; this time it is not",
                             *flags.update, to_string(posterior.discount.by)));
  if (!posterior.model.schema().structure.model_weights.empty())
    console.note(
        "the stacked weights of the average stay those of the rows that they were found in");
}

bool streams_by_itself(const FitFlags& flags) {
  if (flags.weights.any() || !is_read_in_parts(flags.input) ||
      !is_longer_than(flags.input, most_read_whole))
    return false;
  return flags.update || is_said_beforehand(flags);
}

std::string_view flag_for_all_rows(const ModelFlags& flags) {
  if (flags.families == Families::evidence) return "--families auto";
  if (flags.tied && flags.tied->by_evidence) return "--tied auto";
  if (!flags.structure.structures().empty() || flags.structure.lazy()) return "--structure";
  if (!flags.structure.parents.empty()) return "--parents";
  if (flags.class_prior && has_list(*flags.class_prior)) return "--class-prior";
  for (const FamilyFlag& column : flags.columns)
    if (column.second == by_evidence) return "--column NAME=auto";
  for (const PriorFlag& prior : flags.priors)
    if (has_list(prior.second)) return "--prior";
  return "";
}

bool is_said_beforehand(const FitFlags& flags) {
  // What comes from a pipe is read once.
  std::error_code ignored;
  if (!flags.input.schema || !std::filesystem::is_regular_file(*flags.input.schema, ignored))
    return false;
  const std::optional<Schema> schema = schema_of_file(flags.input.schema);
  return schema && is_said_by(*schema) && flag_for_all_rows(flags.model).empty();
}

void note_unlisted_beside(const Posterior<Model>& posterior, const Table& table,
                          const std::optional<std::string>& weight, Console& console) {
  std::vector<std::string> known;
  if (weight) {
    check_weight(table, *weight, posterior.model.schema());
    known.push_back(*weight);
  }
  note_unlisted(posterior.model.schema(), table, known, console);
}

Learner learned_from_stream(const FitFlags& flags, Console& console) {
  Timings& timings = console.timings();
  const auto reading = [&](auto work) { return timings.time(Phase::read, work); };
  std::optional<Posterior<Model>> known;
  Provenance provenance;
  if (flags.update) {
    RecordedPosterior recorded = reading([&] { return load_recorded(*flags.update); });
    check_update(flags, recorded);
    drop_shards(recorded.provenance, "rows are added", console);
    known = std::move(recorded.posterior);
    provenance = std::move(recorded.provenance);
  }
  Data data = describe_training_data(flags.input);
  if (known) data.missing = missing_for(*known, flags.input);

  const std::string label =
      known ? known->label.name
            : label_name(flags.input, flags.model.label, data.schema).value_or("label");
  Chunks stream(flags.input, data.missing, label, flags.input.chunk.value_or(stream_part_bytes));
  const ProgressBar bar(stream.megabytes(), stream.all_megabytes(), "MB", flags.common.quiet);
  const bool guess = !known && !data.schema;
  Table chunk;
  bool more = reading([&] { return stream.next(chunk, guess ? sample_rows : 0); });
  note_head(flags.input, chunk, console);
  Guesses guesses;
  if (known) {
    note_unlisted_beside(*known, chunk, flags.model.weight, console);
    note_update(flags, *known, console);
  } else {
    reading([&] {
      data.table = chunk.rows() > sample_rows && !form_of(flags.input).labels_rows
                       ? first_rows(chunk, sample_rows)
                       : chunk;
      const Model model = make_model(flags.input, flags.model, data, console).model;
      check_one_pass(model, data.table, flags.model, "--stream");
      guesses = Guesses(flags, data, model.schema());
      known = empty_posterior(model, flags.summation());
    });
    data.table = Table{};
  }
  Learner learner(std::move(*known), flags, std::move(provenance));
  for (; more; more = reading([&] { return stream.next(chunk); })) {
    timings.time(Phase::observe, [&] {
      with_rows_from([&] { return stream.first_row(); },
                     [&] { learn(learner, chunk, flags, guesses); });
    });
    check_levels(learner.posterior(), flags.input.limits, chunk.file());
    chunk = Table{};  // so that no two are held at once
  }
  guesses.check_end(name_of_data(flags.input));
  return learner;
}

}  // namespace credence::tool
