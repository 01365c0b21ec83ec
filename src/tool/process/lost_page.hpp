#pragma once
// What is told when a data file is cut short while it is read.

namespace credence::tool {

/// From now on that ends the program with the exit code of reading, and one line on standard error.
/// in  json: in the form of all errors beside --format json
void tell_lost_pages(bool json);

}  // namespace credence::tool
