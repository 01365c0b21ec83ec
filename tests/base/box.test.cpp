// Values that own an object of a class hierarchy, or a function.
#include <credence/base/box.hpp>
#include <credence/detail/base/callable.hpp>

#include <doctest/doctest.h>

#include <type_traits>
#include <vector>

using namespace credence;

namespace {

class Shape {
 public:
  virtual ~Shape() = default;
  [[nodiscard]] virtual std::unique_ptr<Shape> clone() const = 0;
  [[nodiscard]] virtual bool equals(const Shape& other) const = 0;
  [[nodiscard]] virtual double area() const = 0;
};

class Square : public Shape {
 public:
  explicit Square(double of_side) : side(of_side) {}
  [[nodiscard]] std::unique_ptr<Shape> clone() const override {
    return std::make_unique<Square>(*this);
  }
  [[nodiscard]] bool equals(const Shape& other) const override {
    const auto* square = dynamic_cast<const Square*>(&other);
    return square != nullptr && square->side == side;
  }
  [[nodiscard]] double area() const override { return side * side; }

  double side;
};

class Point : public Shape {
 public:
  [[nodiscard]] std::unique_ptr<Shape> clone() const override {
    return std::make_unique<Point>(*this);
  }
  [[nodiscard]] bool equals(const Shape& other) const override {
    return dynamic_cast<const Point*>(&other) != nullptr;
  }
  [[nodiscard]] double area() const override { return 0; }
};

Box<Shape> square(double side) { return {std::make_unique<Square>(side)}; }

}  // namespace

static_assert(std::is_nothrow_move_constructible_v<Box<Shape>>);
static_assert(std::is_nothrow_move_assignable_v<Box<Shape>>);

TEST_CASE("a copy of a box owns an object of its own") {
  const Box<Shape> original = square(2);
  Box<Shape> copy = original;
  CHECK(&*copy != &*original);
  CHECK(copy == original);

  static_cast<Square&>(*copy).side = 3;

  CHECK(copy->area() == 9);
  CHECK(original->area() == 4);
  CHECK_FALSE(copy == original);
}

TEST_CASE("assigning a box makes it equal to the other, and they stay apart") {
  const Box<Shape> original = square(2);
  Box<Shape> other{std::make_unique<Point>()};

  other = original;
  CHECK(other == original);

  static_cast<Square&>(*other).side = 5;
  CHECK(original->area() == 4);
}

TEST_CASE("a box that is assigned to itself is as it was") {
  Box<Shape> box = square(2);
  const Box<Shape>& same = box;

  box = same;

  CHECK(box->area() == 4);
}

TEST_CASE("boxes are equal where their objects are") {
  CHECK(square(2) == square(2));
  CHECK_FALSE(square(2) == square(3));
  CHECK_FALSE(square(0) == Box<Shape>{std::make_unique<Point>()});
  CHECK(std::vector{square(1), square(2)} == std::vector{square(1), square(2)});
}

TEST_CASE("an empty box can be copied, compared and assigned") {
  const Box<Shape> empty;
  const Box<Shape> copy = empty;
  Box<Shape> box = square(2);

  CHECK_FALSE(static_cast<bool>(empty));
  CHECK(copy == empty);
  CHECK_FALSE(empty == box);
  CHECK_FALSE(box == empty);
  box = empty;
  CHECK(box == empty);
}

TEST_CASE("a box that is moved gives its object away and can be given another one") {
  Box<Shape> box = square(2);
  const Shape* object = &*box;

  Box<Shape> taken = std::move(box);
  CHECK(&*taken == object);
  CHECK_FALSE(static_cast<bool>(box));  // NOLINT(bugprone-use-after-move): that is what is tested

  box = square(3);
  CHECK(box->area() == 9);
  CHECK(taken->area() == 4);
}

TEST_CASE("a function that is kept is called, and a copy of it has what it holds for itself") {
  using Counting = detail::Callable<int(int)>;
  CHECK_FALSE(Counting{});
  const Counting one = [sum = 0](int x) mutable { return sum += x; };
  REQUIRE(one);
  CHECK(one(2) == 2);
  const Counting other = one;
  CHECK(one(3) == 5);
  CHECK(other(10) == 12);
}
