#pragma once
// A callable as a value: std::function without its header, which brings half of <algorithm>, hash tables,
// and std::bind beside credence::bind.
#include <concepts>
#include <memory>
#include <type_traits>
#include <utility>

namespace credence::detail {

template <class Signature>
class Callable;

/// Holds what was given, to be called with these arguments; copies share it. Empty until then; only a
/// full one may be called.
template <class Result, class... Arguments>
class Callable<Result(Arguments...)> {
 public:
  Callable() = default;
  template <class Work>
  requires(!std::same_as<Work, Callable> && std::is_invocable_r_v<Result, Work&, Arguments...>)
      Callable(Work work)  // NOLINT: whatever can be called is one
      : work_(std::make_shared<Work>(std::move(work))), call_([](void* object, Arguments... given) {
          return static_cast<Result>(
              (*static_cast<Work*>(object))(std::forward<Arguments>(given)...));
        }) {}

  [[nodiscard]] explicit operator bool() const { return work_ != nullptr; }
  Result operator()(Arguments... given) const {
    return call_(work_.get(), std::forward<Arguments>(given)...);
  }

 private:
  std::shared_ptr<void> work_;
  Result (*call_)(void*, Arguments...) = nullptr;
};

}  // namespace credence::detail
