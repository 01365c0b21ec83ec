#pragma once
// A function that is kept. Not std::function, whose header brings <algorithm>, containers of hashes, and
// std::bind beside credence::bind.
#include <any>
#include <concepts>
#include <type_traits>
#include <utility>

namespace credence::detail {

template <class Signature>
class Callable;

/// Keeps a copy of what is called, as std::function does; copies of it are copies of that.
template <class Result, class... Arguments>
class Callable<Result(Arguments...)> {
 public:
  /// There is nothing to call.
  Callable() = default;
  template <class F, class Kept = std::decay_t<F>>
  requires(!std::same_as<Kept, Callable> && std::is_invocable_r_v<Result, Kept&, Arguments...>)
  Callable(F&& f)
      : kept_(std::in_place_type<Kept>, std::forward<F>(f)),
        call_([](std::any& kept, Arguments... arguments) -> Result {
          return (*std::any_cast<Kept>(&kept))(std::forward<Arguments>(arguments)...);
        }) {}

  [[nodiscard]] explicit operator bool() const { return call_ != nullptr; }
  /// in  there is something to call
  Result operator()(Arguments... arguments) const {
    return call_(kept_, std::forward<Arguments>(arguments)...);
  }

 private:
  mutable std::any kept_;  // what is called may change itself
  Result (*call_)(std::any&, Arguments...) = nullptr;
};

}  // namespace credence::detail
