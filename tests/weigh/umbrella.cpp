// The program that does nothing with models: what credence.hpp alone costs.
#include <credence/credence.hpp>

int main() {}
