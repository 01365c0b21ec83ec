// The program that does nothing with everything: what the umbrella header alone costs.
#include <credence/credence.hpp>

int main() {}
