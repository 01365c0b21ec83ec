// The signal handlers do no more than set a flag.
#include "process/interruption.hpp"

#include <unistd.h>

#include <csignal>
#include <cstddef>

namespace credence::tool {
namespace {

std::atomic<std::atomic<bool>*> flag{nullptr};
static_assert(std::atomic<bool>::is_always_lock_free, "a handler must not wait for a lock");

extern "C" void on_interrupt(int) {
  if (std::atomic<bool>* stop = flag.load()) stop->store(true);
}

constexpr std::array delayed{SIGINT, SIGTERM, SIGHUP};
volatile std::sig_atomic_t waiting = 0;

extern "C" void on_delayed(int signal) { waiting = signal; }

}  // namespace

Interruption::Interruption(std::atomic<bool>& stop) : stop_(stop) {
  struct sigaction before {};
  sigaction(SIGINT, nullptr, &before);
  if (before.sa_handler == SIG_IGN) return;
  flag = &stop;
  struct sigaction action {};
  action.sa_handler = on_interrupt;
  action.sa_flags = static_cast<int>(SA_RESETHAND) | SA_RESTART;  // the second one ends the program
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
  watching_ = true;
}

Interruption::~Interruption() {
  if (!watching_) return;
  std::signal(SIGINT, SIG_DFL);
  flag = nullptr;
}

void Interruption::die() {
  std::signal(SIGINT, SIG_DFL);
  std::raise(SIGINT);
  _exit(128 + SIGINT);  // the signal is blocked
}

SignalDelay::SignalDelay() {
  waiting = 0;
  struct sigaction action {};
  action.sa_handler = on_delayed;
  action.sa_flags = static_cast<int>(SA_RESETHAND) | SA_RESTART;
  sigemptyset(&action.sa_mask);
  for (std::size_t i = 0; i < delayed.size(); ++i) {
    sigaction(delayed[i], nullptr, &before_[i]);
    if (before_[i].sa_handler != SIG_IGN) sigaction(delayed[i], &action, nullptr);
  }
}

SignalDelay::~SignalDelay() {
  for (std::size_t i = 0; i < delayed.size(); ++i) sigaction(delayed[i], &before_[i], nullptr);
  if (waiting != 0) std::raise(waiting);
}

}  // namespace credence::tool
