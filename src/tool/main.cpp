// The command-line tool `credence`.
#include <algorithm>

#include "run.hpp"

int main(int argc, char** argv) {
  return credence::tool::run({argv + std::min(1, argc), argv + argc});
}
