#pragma once
// How fast this machine reads memory, at the moment: what fast kernels are held against.
namespace bench {

/// Bytes a second that one thread reads when it adds up the squares of 800 MB of doubles; the best
/// of three readings. The memory is kept from call to call.
[[nodiscard]] double read_bandwidth();

/// The same on several threads at once.
[[nodiscard]] double read_bandwidth(int threads);

}  // namespace bench
