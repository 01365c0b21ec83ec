// The words of error codes and places.
#include <credence/base/error.hpp>

namespace credence {

std::string_view to_string(ErrorCode code) {
  switch (code) {
    case ErrorCode::domain:
      return "domain";
    case ErrorCode::shape:
      return "shape";
    case ErrorCode::schema:
      return "schema";
    case ErrorCode::parse:
      return "parse";
    case ErrorCode::io:
      return "io";
    case ErrorCode::undefined:
      return "undefined";
    case ErrorCode::version:
      return "version";
    case ErrorCode::limit:
      return "limit";
  }
  return "unknown";
}

std::string to_string(const Location& where) {
  std::string text = where.file;
  for (const std::uint64_t number : {where.line, where.column}) {
    if (number == 0) break;
    if (!text.empty()) text += ':';
    text += std::to_string(number);
  }
  return text;
}

std::string detail::whole_message(std::string message) {
  for (auto at = message.find('\0'); at != std::string::npos; at = message.find('\0', at))
    message.replace(at, 1, "\\x00");
  return message;
}

Error collected(ErrorCode code, const std::vector<std::string>& messages) {
  std::string joined;
  for (const std::string& message : messages) {
    if (!joined.empty()) joined += '\n';
    joined += message;
  }
  return Error{code, joined};
}

}  // namespace credence
