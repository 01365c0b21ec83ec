#pragma once
// Highway, for the three instruction sets of base/instructions.hpp. A kernel's file begins with
//
//     #undef HWY_TARGET_INCLUDE
//     #define HWY_TARGET_INCLUDE "folder/file.cpp"
//     #include "base/targets.hpp"
//     #include <hwy/foreach_target.h>
//     #include <hwy/highway.h>
//
// and is compiled once for each set. On the baseline Highway has one lane (g++ 12.2) or emulates 16
// bytes (other compilers): there the kernels are plain loops.
#ifndef HWY_DISABLED_TARGETS
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4 | HWY_AVX3_DL)
#endif
