// A thread that looks at a count now and then.
#include "process/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <utility>

namespace credence::tool {
namespace {

constexpr std::chrono::milliseconds first_look{1000};
constexpr std::chrono::milliseconds between_looks{200};
constexpr std::size_t bar_width = 20;
constexpr std::string_view clear_line = "\r\x1b[K";

void show(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

std::string duration(double seconds) {
  const auto whole = static_cast<long long>(std::ceil(seconds));
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
  return fmt::format("{} h {} min", whole / 3600, whole % 3600 / 60);
}

}  // namespace

std::string progress_line(Index done, Index all, const std::string& what, double seconds) {
  if (all == 0) return fmt::format("{} {}", done, what);
  const double share = static_cast<double>(done) / static_cast<double>(all);
  const auto filled = static_cast<std::size_t>(share * static_cast<double>(bar_width));
  const std::string left =
      done == 0 ? "" : fmt::format(", {} left", duration(seconds / share - seconds));
  return fmt::format("{} of {} {} [{}{}] {} %{}", done, all, what, std::string(filled, '#'),
                     std::string(bar_width - filled, ' '), static_cast<int>(100 * share), left);
}

ProgressBar::ProgressBar(const std::atomic<Index>& done, Index all, std::string what, bool quiet)
    : done_(done), all_(all), what_(std::move(what)) {
  if (!quiet && isatty(STDERR_FILENO) == 1) thread_ = std::thread([this] { follow(); });
}

ProgressBar::~ProgressBar() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
  }
  end_.notify_one();
  thread_.join();
}

void ProgressBar::follow() {
  const auto begin = std::chrono::steady_clock::now();
  std::unique_lock lock(mutex_);
  auto look = begin + first_look;
  bool shown = false;
  while (!end_.wait_until(lock, look, [this] { return ended_; })) {
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
    show(fmt::format("{}{}", clear_line, progress_line(done_, all_, what_, passed.count())));
    shown = true;
    look += between_looks;
  }
  if (shown) show(clear_line);
}

}  // namespace credence::tool
