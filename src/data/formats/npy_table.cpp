// Tables over arrays, and labels out of them.
#include <credence/base/error.hpp>
#include <credence/data/convert.hpp>
#include <credence/data/levels.hpp>
#include <credence/data/npy.hpp>
#include <credence/data/number.hpp>
#include <credence/detail/base/counted.hpp>

#include <fmt/format.h>

#include <cmath>
#include <set>
#include <type_traits>
#include <unordered_map>

#include "data/bytes/beyond_limit.hpp"
#include "data/csv/several_files.hpp"
#include "data/csv/text_head.hpp"

namespace credence {
namespace {

void check_names(const std::string& path, const std::vector<std::string>& names, Index columns) {
  std::set<std::string_view> known;
  for (const std::string& name : names)
    if (!known.insert(name).second)
      throw Error(ErrorCode::schema,
                  fmt::format("CsvOptions::names names column '{}' of '{}' twice; give each column "
                              "its own name",
                              name, path),
                  {.file = path});
  if (names.empty() || std::ssize(names) == columns) return;
  throw Error(ErrorCode::shape,
              fmt::format("'{}' has {}, but CsvOptions::names names {}; give one name for each",
                          path, detail::counted(columns, "column", "columns"), names.size()),
              {.file = path});
}

// Up to here doubles hold every whole number.
constexpr std::int64_t largest_exact = std::int64_t{1} << 53;

// Numbers of features are doubles; labels of an array of their own are not.
void check_exact(const std::string& name, Strided<std::int64_t> numbers, const std::string& path) {
  for (Index row = 0; row < numbers.size; ++row)
    if (const std::int64_t number = numbers[row]; number > largest_exact || number < -largest_exact)
      throw Error(ErrorCode::domain,
                  fmt::format("column '{}' of '{}', row {} holds {}, which double cannot hold "
                              "exactly; convert the array to float64 if its last digits do not "
                              "matter",
                              name, path, row + 1, number),
                  {.file = path});
}

template <class T>
void add_column(Table& table, std::string name, Strided<T> numbers) {
  if constexpr (std::is_same_v<T, std::int64_t>) check_exact(name, numbers, table.file());
  if constexpr (std::is_same_v<T, double>)
    table.add(std::move(name), numbers);
  else
    table.add(std::move(name), NumberView{numbers});
}

template <class T>
std::int64_t class_number(T value, Index row, const std::string& path) {
  if constexpr (std::is_floating_point_v<T>) {
    const auto number = static_cast<double>(value);
    if (!(std::abs(number) <= static_cast<double>(largest_exact)) || std::trunc(number) != number)
      throw Error(ErrorCode::domain,
                  fmt::format("labels must be whole numbers: '{}', row {} holds {}; save them as "
                              "integers or bools, one a row",
                              path, row + 1, to_text(number)),
                  {.file = path});
  }
  return static_cast<std::int64_t>(value);
}

// Numbers to codes in the order in which they appear.
class Classes {
 public:
  Code code(std::int64_t number) {
    if (number < -small || number > small) return code_of(large_[number], number);
    return code_of(small_[static_cast<std::size_t>(number + small)], number);
  }
  [[nodiscard]] const std::vector<std::string>& levels() const { return levels_; }

 private:
  // Labels are small as a rule, and a list is quicker than a map.
  static constexpr std::int64_t small = 1 << 12;

  Code code_of(Code& place, std::int64_t number) {
    if (place == 0) {
      levels_.push_back(std::to_string(number));
      place = static_cast<Code>(levels_.size());  // one more than the code: 0 is none yet
    }
    return place - 1;
  }

  std::vector<Code> small_ = std::vector<Code>(2 * small + 1, 0);
  std::unordered_map<std::int64_t, Code> large_;
  std::vector<std::string> levels_;
};

template <class T>
CodeColumn classes_of(const Panel<T>& panel, const std::string& path) {
  Classes classes;
  CodeColumn column;
  column.codes.reserve(static_cast<std::size_t>(panel.rows));
  for (Index row = 0; row < panel.rows; ++row)
    column.codes.push_back(classes.code(class_number(panel.at(row, 0), row, path)));
  column.levels = sorted_levels(classes.levels());
  const std::vector<Index> to = positions_in(classes.levels(), column.levels);
  for (Code& code : column.codes) code = static_cast<Code>(to[static_cast<std::size_t>(code)]);
  return column;
}

}  // namespace

Table npy_table(const std::string& path, const std::vector<std::string>& names,
                const ReadLimits& limits) {
  const auto array = std::make_shared<const NpyArray>(path, limits);
  check_columns(array->columns(), limits, path);
  check_names(path, names, array->columns());
  Table table(path);
  std::visit(
      [&]<class T>(const Panel<T>& panel) {
        for (Index j = 0; j < panel.width(); ++j)
          add_column(
              table, names.empty() ? fmt::format("c{}", j + 1) : names[static_cast<std::size_t>(j)],
              Strided<T>{.data = panel.column(j), .size = panel.rows, .stride = panel.stride});
      },
      array->panel());
  table.keep(array);
  return table;
}

Table npy_files(const std::vector<std::string>& paths, const std::vector<std::string>& names,
                const ReadLimits& limits) {
  std::vector<std::string> columns;
  std::vector<std::vector<double>> values;
  Index rows = 0;
  for (const std::string& path : paths) {
    const Table read = npy_table(path, names, limits);
    std::vector<std::string> found;
    for (const Column& column : read.columns()) found.push_back(column.name);
    if (columns.empty()) columns = found;
    check_same_columns(columns, paths.front(), found, path);
    values.resize(columns.size());
    rows += read.rows();
    check_memory(static_cast<std::uint64_t>(rows) * columns.size() * sizeof(double), limits, path);
    for (std::size_t j = 0; j < columns.size(); ++j) {
      const RealColumn numbers = numbers_of(read, read.columns()[j]);
      for (Index row = 0; row < read.rows(); ++row) values[j].push_back(numbers.view()[row]);
    }
  }
  Table all(name_of_files(paths));
  for (std::size_t j = 0; j < columns.size(); ++j) all.add(columns[j], std::move(values[j]));
  return all;
}

void add_npy_labels(Table& table, const std::string& path, const std::string& label) {
  const NpyArray array(path);
  if (array.dimensions() != 1)
    throw Error(ErrorCode::shape,
                fmt::format("labels '{}' are an array of {} dimensions; save one of 1", path,
                            array.dimensions()),
                {.file = path});
  if (array.rows() != table.rows())
    throw Error(
        ErrorCode::shape,
        fmt::format("labels '{}' are {} for {} of '{}'; give one for each row", path, array.rows(),
                    detail::counted(table.rows(), "row", "rows"), table.file()),
        {.file = path});
  table.add(Column{
      .name = label,
      .cells = std::visit([&](const auto& panel) -> CodeColumn { return classes_of(panel, path); },
                          array.panel())});
}

}  // namespace credence
