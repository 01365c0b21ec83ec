#pragma once
// Statistics that a database counted: the lines of their CSV, each of which is asked for once.
#include <credence/data/table.hpp>
#include <credence/learn/model.hpp>

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace credence::sql {

/// The feature of the first and the last line.
inline constexpr std::string_view sentinel = "credence";
/// How many columns a block with a full covariance may have: each statement reads them all.
inline constexpr std::size_t most_joint_columns = 64;

/// Returns what stands for a schema in the first line.
[[nodiscard]] std::string schema_hash(const Model& model);

/// "3/1": a pair of columns of a block.
[[nodiscard]] std::string pair_name(std::size_t row, std::size_t other);

/// Returns whether SQL has statistics of a family, and whether these are its numbers with their weights.
[[nodiscard]] bool is_counted(const FamilyFacts& facts);
[[nodiscard]] bool counts_values(const FamilyFacts& facts);

/// The lines between the sentinels.
class CountedLines {
 public:
  struct Key {
    std::string feature{};
    std::string klass{};
    std::string level{};
    std::string statistic{};
    friend auto operator<=>(const Key&, const Key&) = default;
  };

  /// throws  Error{parse} or Error{schema} with file:line:column: no five fields, a value that is no
  ///         finite number, a line twice, another schema, no end
  CountedLines(std::string_view csv, const std::string& name, const Model& model);

  /// Returns the value of a line, which must be there.
  [[nodiscard]] double take(const Key& key);
  /// Returns level and value of all lines of a feature, class and statistic.
  [[nodiscard]] std::vector<std::pair<std::string, double>> take_levels(Key key);
  /// Returns the classes of lines that belong to no feature.
  [[nodiscard]] std::vector<std::string> classes() const;
  /// Returns the columns, in the order of the schema, that features with refused numbers read: a table
  /// that keeps one of them as text most often keeps all so.
  [[nodiscard]] std::vector<std::string> columns_of_refused_numbers(const Model& model) const;
  /// COUNT(*) of all rows.
  [[nodiscard]] double rows() const { return rows_; }
  /// Throws Error{schema} for the first line that nobody took.
  void check_all_taken() const;
  /// Throws Error with the place of a line.
  [[noreturn]] void fail(ErrorCode code, const Key& key, const std::string& what) const;
  [[nodiscard]] std::string place(const Key& key) const;
  [[nodiscard]] Location where(const Key& key) const;

 private:
  struct Entry {
    double value = 0;
    Index row = 0;
    bool taken = false;
  };

  [[nodiscard]] std::string cell(std::size_t column, Index row) const;
  [[noreturn]] void fail_at(ErrorCode code, Index row, const std::string& what) const;
  [[nodiscard]] double number(Index row, const Key& key) const;
  void read_sentinels(const Model& model, Index first);
  [[nodiscard]] bool is_header(Index row) const;

  std::string name_;
  Table table_;
  std::map<Key, Entry> entries_;
  double rows_ = 0;
};

}  // namespace credence::sql
