// Arrays of numbers: an array that is accepted lies within its file, every value of it.
#include <credence/data/npy.hpp>

#include "fuzz/fuzz.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace credence;
  using namespace credence::fuzz;
  const MemoryFile file(text_of(data, size));
  (void)outcome_of([&] {
    const NpyArray array(file.path());
    expect(array.rows() > 0 && array.columns() > 0, "there are values");
    expect(array.dimensions() == 1 || array.dimensions() == 2, "one dimension or two");
    const auto values = static_cast<std::size_t>(array.rows() * array.columns());
    expect(values <= size, "a value takes a byte at least");
    double sum = 0;  // reads every value, for the sanitizers to see
    std::visit(
        [&](const auto& panel) {
          for (Index column = 0; column < array.columns(); ++column)
            for (Index row = 0; row < array.rows(); ++row)
              sum += static_cast<double>(panel.at(row, column));
        },
        array.panel());
    return sum;
  });
  return 0;
}
