// Events of JSON and CBOR become the records of features.
#include "learn/files/posterior_events.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <utility>

#include "learn/files/posterior_body.hpp"

namespace credence {

bool FeatureEvents::is_at(Part part, int depth) {
  return fits_ = fits_ && part_ == part && depth_ == depth;
}

void FeatureEvents::begin_object() {
  if (fits_ && depth_ == 0) {
    features_.emplace_back();
    has_name_ = has_statistics_ = false;
  } else if (is_at(Part::statistics, 2)) {
    auto& cells = feature().statistics;
    const std::size_t members = cells.empty() ? 0 : cells.back().size();
    cells.emplace_back().reserve(std::min<std::size_t>(members, 8));
  }
  ++depth_;
}

void FeatureEvents::end_object() {
  if (--depth_ == 0) fits_ = fits_ && has_name_ && has_statistics_;
}

void FeatureEvents::begin_list() {
  if (fits_ && depth_ == 3 && part_ == Part::statistics)
    feature().statistics.back().back().second = std::vector<double>();
  else if (fits_ && depth_ == 2 && part_ == Part::exact)
    feature().exact.emplace_back();
  else
    fits_ = fits_ && depth_ == 1 && part_ != Part::name;
  ++depth_;
}

// Long lists leave the memory behind their end untouched.
template <class T>
void FeatureEvents::trim(std::vector<T>& list) {
  constexpr std::size_t is_long = 8192;
  if (list.size() < is_long) list.shrink_to_fit();
}

void FeatureEvents::end_list() {
  --depth_;
  if (!fits_) return;
  if (depth_ == 3) trim(std::get<std::vector<double>>(feature().statistics.back().back().second));
  if (depth_ == 2) trim(feature().exact.back());
  if (depth_ == 1 && part_ == Part::levels) trim(feature().levels);
  if (depth_ == 1 && part_ == Part::statistics) trim(feature().statistics);
}

void FeatureEvents::key(std::string& text) {
  if (!fits_) return;
  if (depth_ == 3) {
    feature().statistics.back().emplace_back(std::move(text), FieldValue());
  } else if (text == "name") {
    part_ = Part::name;
    has_name_ = true;
  } else if (text == "statistics") {
    part_ = Part::statistics;
    has_statistics_ = true;
  } else {
    fits_ = text == "levels" || text == "exact";
    part_ = text == "levels" ? Part::levels : Part::exact;
  }
}

void FeatureEvents::text(std::string& text) {
  if (fits_ && depth_ == 2 && part_ == Part::levels)
    feature().levels.push_back(std::move(text));
  else if (fits_ && depth_ == 3 && part_ == Part::exact)
    feature().exact.back().push_back(std::move(text));
  else if (is_at(Part::name, 1))
    feature().name = std::move(text);
}

void FeatureEvents::number(double number) {
  if (fits_ && depth_ == 4 && part_ == Part::statistics)
    std::get<std::vector<double>>(feature().statistics.back().back().second).push_back(number);
  else if (is_at(Part::statistics, 3))
    feature().statistics.back().back().second = number;
}

bool FeatureEvents::give(PosteriorRecord& record) {
  for (const auto& feature : features_)
    fits_ = fits_ && feature.statistics.size() == record.classes.size();
  if (fits_) record.features = std::move(features_);
  return fits_;
}

void CompactSum::begin(char bracket) {
  item({&bracket, 1});
  is_first_ = true;
}

void CompactSum::end(char bracket) {
  text_ += bracket;
  is_first_ = false;
}

void CompactSum::key(const std::string& key) {
  text(key);
  text_ += ':';
  is_first_ = true;
}

void CompactSum::text(const std::string& text) {
  const auto needs_escape = [](char byte) {
    return static_cast<unsigned char>(byte) < 0x20 || byte == '"' || byte == '\\';
  };
  if (std::any_of(text.begin(), text.end(), needs_escape)) return value(text);
  item("\"");
  text_ += text;
  text_ += '"';
}

void CompactSum::whole(std::int64_t number) {
  const fmt::format_int text(number);
  item({text.data(), text.size()});
}

void CompactSum::whole(std::uint64_t number) {
  const fmt::format_int text(number);
  item({text.data(), text.size()});
}

void CompactSum::item(std::string_view text) {
  constexpr std::size_t at_a_time = std::size_t{1} << 15;
  if (text_.size() >= at_a_time) static_cast<void>(take());
  if (!is_first_) text_ += ',';
  is_first_ = false;
  text_ += text;
}

std::uint32_t CompactSum::take() {
  sum_ = crc_of(text_, sum_);
  text_.clear();
  return sum_;
}

PosteriorEvents::PosteriorEvents(Form form, const std::string& name)
    : name_(name),
      body_depth_(form == Form::json ? 2 : 1),
      builder_(name, form == Form::json ? JsonBuilder::Texts::known_to_be_utf8
                                        : JsonBuilder::Texts::unknown) {}

// Of the value `posterior` of JSON, and of the list of features, these are the ends.
void PosteriorEvents::leave() {
  at_features_ = false;
  if (depth_ == 1) in_body_ = false;
}

// A fault stays in the value, to be told when its turn comes.
void PosteriorEvents::read_schema() {
  at_schema_ = false;
  try {
    schema_ = schema_from_json_value(builder_.last(), name_);
  } catch (const Error&) {
    return;
  }
  const JsonDocument read(std::exchange(builder_.last(), nullptr));
}

bool PosteriorEvents::other(const Json& value) {
  if (in_body_) sum_.value(value);
  if (in_features_) features_.other();
  leave();
  return true;
}

void PosteriorEvents::number(double number) {
  if (in_features_) features_.number(number);
  leave();
}

bool PosteriorEvents::number_integer(std::int64_t number) {
  if (in_body_) sum_.whole(number);
  this->number(static_cast<double>(number));
  return builder_.number_integer(number);
}

bool PosteriorEvents::number_unsigned(std::uint64_t number) {
  if (in_body_) sum_.whole(number);
  this->number(static_cast<double>(number));
  return builder_.number_unsigned(number);
}

bool PosteriorEvents::number_float(double number, const std::string& text) {
  builder_.number_float(number, text);
  if (in_body_) sum_.value(number);
  this->number(number);
  return true;
}

bool PosteriorEvents::string(std::string& text) {
  if (in_body_) sum_.text(text);
  builder_.string(text);
  if (in_features_) features_.text(text);
  leave();
  return true;
}

bool PosteriorEvents::start_object(std::size_t size) {
  builder_.start_object(size);
  if (in_body_) sum_.begin('{');
  if (in_features_) features_.begin_object();
  at_features_ = false;
  ++depth_;
  return true;
}

bool PosteriorEvents::key(std::string& text) {
  if (in_body_) sum_.key(text);
  in_body_ = in_body_ || (body_depth_ == 2 && depth_ == 1 && text == "posterior");
  const bool is_in_body = in_body_ || body_depth_ == 1;
  at_features_ = depth_ == body_depth_ && text == "features" && is_in_body;
  at_schema_ = depth_ == body_depth_ ? text == "schema" && is_in_body : at_schema_;
  builder_.key(text);
  if (in_features_) features_.key(text);
  return true;
}

bool PosteriorEvents::end_object() {
  --depth_;
  if (in_body_) sum_.end('}');
  if (in_features_) features_.end_object();
  leave();
  builder_.end_object();
  if (at_schema_ && depth_ == body_depth_) read_schema();
  return true;
}

bool PosteriorEvents::start_array(std::size_t size) {
  builder_.start_array(size);
  if (in_body_) sum_.begin('[');
  if (in_features_) features_.begin_list();
  if (at_features_) {
    in_features_ = true;
    builder_.keep(false);
  }
  at_features_ = false;
  ++depth_;
  return true;
}

bool PosteriorEvents::end_array() {
  --depth_;
  if (in_body_) sum_.end(']');
  if (in_features_ && depth_ == body_depth_) {
    in_features_ = false;
    builder_.keep(true);
  }
  if (in_features_) features_.end_list();
  leave();
  return builder_.end_array();
}

}  // namespace credence
