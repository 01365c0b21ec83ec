// Results as bytes for other processes: numbers as the memory holds them.
#include "study/compare/shared_results.hpp"

#include <string>
#include <utility>

namespace credence::detail {

/// A confusion matrix, whose sums over rows and columns were rounded in the order of the rows.
struct PackedConfusion {
  static void put(const Confusion& confusion, Parcel& parcel);
  [[nodiscard]] static Confusion taken(Parcel& parcel);
};

namespace {

template <class Value>
void put_if(const std::optional<Value>& value, Parcel& parcel) {
  parcel.put(std::uint64_t{value.has_value()});
  if (value) parcel.put_plain(*value);
}

template <class Value>
void take_if(Parcel& parcel, std::optional<Value>& value) {
  if (parcel.number() != 0) parcel.take_plain(value.emplace());
}

void put_calibration(const Calibration& calibration, Parcel& parcel) {
  parcel.put(calibration.klass);
  parcel.put_plain(calibration.mass);
  parcel.put_plain(calibration.error);
  parcel.put_plain(calibration.error_interval);
  parcel.put(std::uint64_t{calibration.bins.size()});
  for (const CalibrationBin& bin : calibration.bins) parcel.put_plain(bin);
}

Calibration taken_calibration(Parcel& parcel) {
  Calibration calibration{.klass = std::string(parcel.text())};
  parcel.take_plain(calibration.mass);
  parcel.take_plain(calibration.error);
  parcel.take_plain(calibration.error_interval);
  for (std::uint64_t left = parcel.number(); left > 0; --left)
    parcel.take_plain(calibration.bins.emplace_back());
  return calibration;
}

void put_undefined(const std::vector<UndefinedInFold>& cells, Parcel& parcel) {
  parcel.put(std::uint64_t{cells.size()});
  for (const UndefinedInFold& each : cells) {
    parcel.put(each.cell.feature);
    parcel.put(each.cell.klass);
    parcel.put(each.cell.why);
    parcel.put_plain(each.fold);
  }
}

std::vector<UndefinedInFold> taken_undefined(Parcel& parcel) {
  std::vector<UndefinedInFold> cells;
  for (std::uint64_t left = parcel.number(); left > 0; --left) {
    UndefinedInFold& each = cells.emplace_back();
    each.cell.feature = parcel.text();
    each.cell.klass = parcel.text();
    each.cell.why = parcel.text();
    parcel.take_plain(each.fold);
  }
  return cells;
}

}  // namespace

void PackedConfusion::put(const Confusion& confusion, Parcel& parcel) {
  parcel.put(std::uint64_t{confusion.classes_.size()});
  for (std::size_t k = 0; k < confusion.classes_.size(); ++k) {
    parcel.put(confusion.classes_[k]);
    parcel.put_plain(confusion.of_class_[k]);
    parcel.put_plain(confusion.of_label_[k]);
  }
  parcel.put(std::uint64_t{confusion.weight_.size()});
  for (const Confusion::Cell& cell : confusion.cells()) parcel.put_plain(cell);
}

Confusion PackedConfusion::taken(Parcel& parcel) {
  std::vector<std::string> classes;
  std::vector<double> of_class;
  std::vector<double> of_label;
  for (std::uint64_t left = parcel.number(); left > 0; --left) {
    classes.emplace_back(parcel.text());
    parcel.take_plain(of_class.emplace_back());
    parcel.take_plain(of_label.emplace_back());
  }
  const Index size = std::ssize(classes);
  const auto is_class = [&](Index at) { return at >= 0 && at < size; };
  Confusion confusion(std::move(classes));
  for (std::uint64_t left = parcel.number(); left > 0; --left) {
    Confusion::Cell cell;
    parcel.take_plain(cell);
    if (!is_class(cell.truth) || !is_class(cell.predicted)) Parcel::damaged();
    confusion.add(cell.truth, cell.predicted, cell.weight);
  }
  confusion.of_class_ = std::move(of_class);
  confusion.of_label_ = std::move(of_label);
  return confusion;
}

void put(const Result& result, Parcel& parcel) {
  parcel.put(result.estimator);
  parcel.put(result.on);
  put_if(result.metrics, parcel);
  parcel.put(std::uint64_t{result.confusion.has_value()});
  if (result.confusion) PackedConfusion::put(*result.confusion, parcel);
  parcel.put(std::uint64_t{result.calibration.has_value()});
  if (result.calibration) put_calibration(*result.calibration, parcel);
  put_if(result.skill, parcel);
  put_if(result.skill_error, parcel);
  parcel.put_plain(result.unseen_cells);
  parcel.put(result.structure);
  put_undefined(result.undefined, parcel);
  parcel.put_plain(result.feature_weights);
}

Result taken_result(Parcel& parcel) {
  Result result{.estimator = std::string(parcel.text())};
  result.on = parcel.text();
  take_if(parcel, result.metrics);
  if (parcel.number() != 0) result.confusion = PackedConfusion::taken(parcel);
  if (parcel.number() != 0) result.calibration = taken_calibration(parcel);
  take_if(parcel, result.skill);
  take_if(parcel, result.skill_error);
  parcel.take_plain(result.unseen_cells);
  result.structure = parcel.text();
  result.undefined = taken_undefined(parcel);
  parcel.take_plain(result.feature_weights);
  return result;
}

void SharedResults::exchange(std::vector<Result>& results) const {
  if (share_.parts == 1) return;
  Parcel own;
  for (std::size_t i = 0; i < owners_.size(); ++i)
    if (owners_[i] == share_.part) put(results[i], own);
  std::vector<Parcel> parcels;
  for (std::string& bytes : share_.exchange(own.packed())) parcels.emplace_back(std::move(bytes));
  for (std::size_t i = 0; i < owners_.size(); ++i)
    if (owners_[i] != share_.part)
      results[i] = taken_result(parcels.at(static_cast<std::size_t>(owners_[i])));
}

}  // namespace credence::detail
