// The program that does nothing with everything: what studies.hpp alone costs.
#include <credence/studies.hpp>

int main() {}
