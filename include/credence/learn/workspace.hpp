#pragma once
// Memory that learning leaves for the next time.
#include <memory>

namespace credence {

namespace detail {
struct LearningRoom;  // learn/gather.hpp in src
}

/// Memory that one `observe` leaves for the next, so that repeated fits of tables of one shape
/// allocate nothing. Holds nothing that an answer could depend on; a copy is empty.
class LearningWorkspace {
 public:
  LearningWorkspace();
  LearningWorkspace(const LearningWorkspace&);
  LearningWorkspace(LearningWorkspace&&) noexcept;
  LearningWorkspace& operator=(const LearningWorkspace&);
  LearningWorkspace& operator=(LearningWorkspace&&) noexcept;
  ~LearningWorkspace();

  [[nodiscard]] detail::LearningRoom& room() { return *room_; }

 private:
  std::unique_ptr<detail::LearningRoom> room_;
};

}  // namespace credence
