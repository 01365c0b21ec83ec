#pragma once
// The results of a comparison that several processes find together.
#include <credence/detail/base/parcel.hpp>
#include <credence/study/compare.hpp>

#include <cstddef>
#include <vector>

namespace credence::detail {

/// Says which process finds which result, and brings them together.
class SharedResults {
 public:
  /// Results that one process finds; two of a classifier go to neighbours.
  enum class Part { learned, validation, weighted, weighted_validation };

  /// in  share: it must outlive this object
  explicit SharedResults(const ComparisonShare& share) : share_(share) {}

  /// Returns whether this process finds these results of a classifier.
  [[nodiscard]] bool is_own(std::size_t classifier, Part part) const {
    return owner(classifier, part) == share_.part;
  }
  /// Says who finds the next entry of the list of results; every process says it of each of them.
  void expect(std::size_t classifier, Part part) { owners_.push_back(owner(classifier, part)); }
  /// Puts the results of other processes in the places of a list where they were expected.
  /// in  results: begins with the expected ones
  void exchange(std::vector<Result>& results) const;

 private:
  [[nodiscard]] Index owner(std::size_t classifier, Part part) const {
    return static_cast<Index>(classifier + static_cast<std::size_t>(part)) % share_.parts;
  }

  const ComparisonShare& share_;
  std::vector<Index> owners_;
};

/// A result of a comparison as bytes; equal bit for bit when it was taken out. Areas and costs are of
/// evaluations alone and are left out.
void put(const Result& result, Parcel& parcel);
/// throws  Error{version} for what is damaged
[[nodiscard]] Result taken_result(Parcel& parcel);

}  // namespace credence::detail
