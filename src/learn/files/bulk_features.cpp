// Features in CBOR: the cells of a class are the same bytes but for their numbers.
#include "learn/files/bulk_features.hpp"

#include <algorithm>
#include <credence/base/error.hpp>

#include "data/json/cbor_reader.hpp"
#include "data/json/json_reader.hpp"
#include "learn/files/posterior_body.hpp"

namespace credence {
namespace {

using CellMember = FeatureCells::Member;

// Reads the entries of one list `features`, by a CborReader or a JsonReader.
template <class Reader>
class FeatureReader {
 public:
  explicit FeatureReader(Reader& reader) : reader_(reader) {}

  [[nodiscard]] bool all(std::vector<FeatureCells>& features) {
    Items items;
    if (!reader_.list(items)) return false;
    features.reserve(reader_.announced(items));
    while (reader_.has_next(items))
      if (!feature(features.emplace_back())) return false;
    return true;
  }

  // The keys stand in the order in which they are written, of which two may be left out.
  [[nodiscard]] bool feature(FeatureCells& cells) {
    Items keys;
    std::string_view key, name;
    const auto next = [&] { return reader_.has_next(keys) && reader_.key(key); };
    if (!reader_.object(keys) || !next() || key != "name" || !reader_.text(name) || !next())
      return false;
    cells.name = name;
    if (key == "levels" && (!texts(cells.levels) || !next())) return false;
    if (key != "statistics" || !statistics(cells)) return false;
    if (!reader_.has_next(keys)) return true;
    return reader_.key(key) && key == "exact" && exact(cells) && !reader_.has_next(keys);
  }

 private:
  using Items = typename Reader::Items;

  [[nodiscard]] bool texts(std::vector<std::string>& texts) {
    Items items;
    if (!reader_.list(items)) return false;
    texts.reserve(reader_.announced(items));
    for (std::string_view text; reader_.has_next(items);) {
      if (!reader_.text(text)) return false;
      texts.emplace_back(text);
    }
    return true;
  }

  [[nodiscard]] bool statistics(FeatureCells& cells) {
    Items items;
    if (!reader_.list(items)) return false;
    if (!reader_.has_next(items)) return true;
    if (!first_cell(cells)) return false;
    cells.classes = 1;
    // A number takes a byte at least.
    const auto room = [&](std::size_t of_one) {
      return std::min(of_one * (1 + reader_.announced(items)), of_one + reader_.left());
    };
    cells.numbers.reserve(room(cells.numbers.size()));
    cells.lists.reserve(room(cells.lists.size()));
    for (; reader_.has_next(items); ++cells.classes)
      if (!next_cell(cells)) return false;
    return true;
  }

  // Keeps what stands before each value, and behind the last one.
  [[nodiscard]] bool first_cell(FeatureCells& cells) {
    constexpr std::size_t most_members = 16;
    Items items;
    between_.clear();
    const char* from = reader_.at();
    const auto keep = [&] {
      between_.emplace_back(from, static_cast<std::size_t>(reader_.at() - from));
    };
    if (!reader_.object(items)) return false;
    while (reader_.has_next(items)) {
      CellMember member;
      if (!reader_.key(member.name) || cells.members.size() == most_members) return false;
      keep();
      const auto is_same = [&](const CellMember& other) { return other.name == member.name; };
      if (std::any_of(cells.members.begin(), cells.members.end(), is_same)) return false;
      member.is_list = reader_.is_list();
      cells.members.push_back(member);
      if (!value(member, cells)) return false;
      from = reader_.at();
    }
    keep();
    return true;
  }

  [[nodiscard]] bool next_cell(FeatureCells& cells) {
    for (std::size_t i = 0; i < cells.members.size(); ++i)
      if (!reader_.takes(between_[i]) || !value(cells.members[i], cells)) return false;
    return reader_.takes(between_.back());
  }

  [[nodiscard]] bool value(const CellMember& member, FeatureCells& cells) {
    return member.is_list ? reader_.numbers(cells.lists.emplace_back())
                          : reader_.number(cells.numbers.emplace_back());
  }

  [[nodiscard]] bool exact(FeatureCells& cells) {
    Items classes;
    if (!reader_.list(classes)) return false;
    cells.exact.reserve(reader_.announced(classes));
    while (reader_.has_next(classes))
      if (!sums(cells.exact.emplace_back())) return false;
    return true;
  }

  [[nodiscard]] bool sums(std::vector<ExactSum>& sums) {
    Items items;
    if (!reader_.list(items)) return false;
    sums.reserve(reader_.announced(items));
    try {
      for (std::string_view text; reader_.has_next(items);) {
        if (!reader_.any_text(text)) return false;
        sums.push_back(ExactSum::from_text(text));
      }
    } catch (const Error&) {
      return false;
    }
    return true;
  }

  Reader& reader_;
  std::vector<std::string_view> between_;
};

// Copies a body but for its features.
class BodyReader {
 public:
  BodyReader(std::string_view body, std::string_view known_schema)
      : reader_(body), copied_(body.data()), known_schema_(known_schema) {}

  [[nodiscard]] bool read(BulkBody& body) {
    CborReader::Items keys;
    if (!reader_.object(keys)) return false;
    for (std::string_view key; reader_.has_next(keys);) {
      if (!reader_.key(key)) return false;
      const bool is_read = key == "features"   ? features(body.features.features, body.rest)
                           : key == "contexts" ? contexts(body)
                           : key == "schema"   ? schema(body)
                                               : reader_.skip();
      if (!is_read) return false;
    }
    body.rest.append(copied_, reader_.at());
    return reader_.is_done();
  }

 private:
  [[nodiscard]] bool features(std::vector<FeatureCells>& features, std::string& rest) {
    constexpr char empty_list = '\x80';
    rest.append(copied_, reader_.at());
    rest += empty_list;
    if (!FeatureReader<CborReader>(reader_).all(features)) return false;
    copied_ = reader_.at();
    return true;
  }

  [[nodiscard]] bool schema(BulkBody& body) {
    constexpr char null = '\xf6';
    const char* begin = reader_.at();
    if (!reader_.skip()) return false;
    body.features.schema = {begin, static_cast<std::size_t>(reader_.at() - begin)};
    if (body.features.schema != known_schema_) return true;
    body.rest.append(copied_, begin);
    body.rest += null;
    copied_ = reader_.at();
    return true;
  }

  [[nodiscard]] bool contexts(BulkBody& body) {
    CborReader::Items all;
    if (!reader_.list(all)) return false;
    while (reader_.has_next(all)) {
      std::vector<FeatureCells>& own = body.features.contexts.emplace_back();
      CborReader::Items keys;
      if (!reader_.object(keys)) return false;
      for (std::string_view key; reader_.has_next(keys);) {
        if (!reader_.key(key)) return false;
        if (!(key == "features" ? features(own, body.rest) : reader_.skip())) return false;
      }
    }
    return true;
  }

  CborReader reader_;
  const char* copied_;  // up to where the bytes stand in the rest
  std::string_view known_schema_;
};

// Takes the features out of the text of a file, and sums up the checksum of its body as it stands.
class FileReader {
 public:
  FileReader(std::string_view text, std::string_view known_schema)
      : left_(text), known_schema_(known_schema) {}

  [[nodiscard]] bool read(BulkFile& file) {
    std::string_view line;
    for (int i = 0; i < 5; ++i) {  // {, format, version, checksum, posterior
      if (!next_line(line)) return false;
      (file.rest += line) += '\n';
    }
    if (line != "\"posterior\": {") return false;
    add("{");
    while (next_line(line) && line != "\"features\": [") {
      const std::size_t colon = line.find("\": ");
      if (colon == std::string_view::npos || line.starts_with("\"contexts\"")) return false;
      add(line.substr(0, colon + 2));
      add(line.substr(colon + 3));
      if (line.starts_with("\"schema\"")) {
        file.schema = line;
        if (line == known_schema_) line = "\"schema\": null,";
      }
      (file.rest += line) += '\n';
    }
    if (line != "\"features\": [" || !features(file)) return false;
    file.rest += "\"features\": []}}\n";
    add("]}");
    file.checksum = sum_;
    return true;
  }

 private:
  // A line without its end.
  [[nodiscard]] bool next_line(std::string_view& line) {
    const std::size_t end = left_.find('\n');
    if (end == std::string_view::npos) return false;
    line = left_.substr(0, end);
    left_.remove_prefix(end + 1);
    return true;
  }
  void add(std::string_view text) { sum_ = crc_of(text, sum_); }

  // One feature a line.
  [[nodiscard]] bool features(BulkFile& file) {
    add("\"features\":[");
    bool is_due = false;  // behind a comma
    for (std::string_view line; next_line(line);) {
      if (line == "]}}") return left_.empty() && !is_due;
      if (!file.features.empty() && !is_due) return false;
      add(line);
      is_due = line.ends_with(',');
      if (is_due) line.remove_suffix(1);
      JsonReader reader(line);
      if (!FeatureReader<JsonReader>(reader).feature(file.features.emplace_back()) ||
          !reader.is_done())
        return false;
    }
    return false;
  }

  std::string_view left_;
  std::string_view known_schema_;
  std::uint32_t sum_ = 0;
};

}  // namespace

std::optional<BulkBody> take_features_out(std::string_view body, std::string_view known_schema) {
  BulkBody found;
  if (!BodyReader(body, known_schema).read(found)) return std::nullopt;
  return found;
}

std::optional<BulkFile> take_features_out_of_text(std::string_view text,
                                                  std::string_view known_schema) {
  BulkFile found;
  if (!FileReader(text, known_schema).read(found)) return std::nullopt;
  return found;
}

bool are_of_classes(const std::vector<FeatureCells>& features, std::size_t classes) {
  return std::all_of(features.begin(), features.end(),
                     [&](const FeatureCells& cells) { return cells.classes == classes; });
}

}  // namespace credence
