#pragma once
// A callable as a value: std::function without its header, which brings half of <algorithm>, hash
// tables, and std::bind beside credence::bind.
#include <concepts>
#include <memory>
#include <type_traits>
#include <utility>

namespace credence::detail {

template <class Signature>
class Callable;

/// Holds a copy of what was given, to be called with these arguments. Empty until then; only a full
/// one may be called.
template <class Result, class... Arguments>
class Callable<Result(Arguments...)> {
 public:
  Callable() = default;
  template <class Work>
  requires(!std::same_as<Work, Callable> && std::is_invocable_r_v<Result, Work&, Arguments...>)
      Callable(Work work)  // NOLINT: whatever can be called is one
      : work_(owned(std::move(work))),
        copy_([](const void* object) { return owned(Work(*static_cast<const Work*>(object))); }),
        call_([](void* object, Arguments... given) {
          return static_cast<Result>(
              (*static_cast<Work*>(object))(std::forward<Arguments>(given)...));
        }) {}
  Callable(const Callable& other) : copy_(other.copy_), call_(other.call_) {
    if (other.work_) work_ = copy_(other.work_.get());
  }
  Callable(Callable&&) noexcept = default;
  Callable& operator=(const Callable& other) {
    if (this != &other) *this = Callable(other);
    return *this;
  }
  Callable& operator=(Callable&&) noexcept = default;
  ~Callable() = default;

  [[nodiscard]] explicit operator bool() const { return work_ != nullptr; }
  Result operator()(Arguments... given) const {
    return call_(work_.get(), std::forward<Arguments>(given)...);
  }

 private:
  using Owned = std::unique_ptr<void, void (*)(void*)>;

  template <class Work>
  [[nodiscard]] static Owned owned(Work work) {
    return {std::make_unique<Work>(std::move(work)).release(),
            [](void* object) { delete static_cast<Work*>(object); }};
  }

  Owned work_{nullptr, [](void*) {}};
  Owned (*copy_)(const void*) = nullptr;
  Result (*call_)(void*, Arguments...) = nullptr;
};

}  // namespace credence::detail
