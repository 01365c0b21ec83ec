// Exceptions to messages and exit codes.
#include "process/faults.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include <new>

#include "process/remedies.hpp"

namespace credence::tool {

Exit exit_of(ErrorCode code) {
  switch (code) {
    case ErrorCode::domain:
    case ErrorCode::shape:
    case ErrorCode::schema:
    case ErrorCode::parse:
      return Exit::data;
    case ErrorCode::io:
      return Exit::io;
    case ErrorCode::version:
      return Exit::posterior;
    case ErrorCode::limit:
      return Exit::limit;
    case ErrorCode::undefined:
      break;
  }
  return Exit::failed;
}

namespace {
// A message may repeat a cell or a name of any length: what it is about and, at its end, the remedy stay.
std::string shortened(std::string message) {
  constexpr std::size_t first = 3000;
  constexpr std::size_t last = 1000;
  if (message.size() <= first + last) return message;
  return fmt::format("{} ... {}", std::string_view(message).substr(0, first),
                     std::string_view(message).substr(message.size() - last));
}
}  // namespace

Fault current_fault() {
  try {
    throw;
  } catch (const UsageError& error) {
    return {.code = "usage", .message = shortened(error.what()), .where = {}, .exit = Exit::usage};
  } catch (const Error& error) {
    return {.code = std::string(to_string(error.code())),
            .message = shortened(with_flags(error.what())),
            .where = error.where(),
            .exit = exit_of(error.code())};
  } catch (const std::bad_alloc&) {
    return {.code = "limit",
            .message = "the memory is used up; read fewer rows or columns, or allow more memory",
            .where = {},
            .exit = Exit::limit};
  } catch (const std::exception& error) {
    return {.code = "other", .message = error.what(), .where = {}, .exit = Exit::failed};
  }
}

std::string to_json(const Fault& fault) {
  using Json = nlohmann::ordered_json;
  const auto known = [](std::uint64_t number) {
    return number == 0 ? Json(nullptr) : Json(number);
  };
  Json error;
  error["code"] = fault.code;
  error["message"] = fault.message;
  error["file"] = fault.where.file.empty() ? Json(nullptr) : Json(fault.where.file);
  error["line"] = known(fault.where.line);
  error["column"] = known(fault.where.column);
  Json line;
  line["schema_version"] = 1;
  line["error"] = std::move(error);
  // ASCII alone: JSON allows control characters from U+007F on, and terminals obey some of them.
  constexpr bool as_ascii = true;
  return line.dump(-1, ' ', as_ascii, Json::error_handler_t::replace);
}

}  // namespace credence::tool
