// A reader of the one dictionary that stands in front of a NumPy array.
#include "data/formats/npy_header.hpp"

#include <credence/base/error.hpp>

#include <charconv>

namespace credence::detail {
namespace {

constexpr std::string_view magic = "\x93NUMPY";
constexpr std::string_view save_again = "save the array again with numpy.save";

std::uint32_t little_endian(std::string_view bytes) {
  std::uint32_t number = 0;
  for (std::size_t i = bytes.size(); i-- > 0;)
    number = number << 8 | static_cast<unsigned char>(bytes[i]);
  return number;
}

// Where the dictionary is.
struct Extent {
  std::size_t begin = 0;
  std::size_t size = 0;
};

Extent extent_of(std::string_view file, const std::string& path) {
  constexpr std::size_t prefix = magic.size() + 2;
  if (!file.starts_with(magic) || file.size() < prefix)
    refuse_npy(path, "is no NumPy array", std::string(save_again));
  const int major = file[magic.size()];
  const int minor = file[magic.size() + 1];
  if (major < 1 || major > 3 || minor != 0)
    refuse_npy(path,
               "has format version " + std::to_string(major) + "." + std::to_string(minor) +
                   ", known are 1.0, 2.0 and 3.0",
               std::string(save_again));
  const std::size_t width = major == 1 ? 2 : 4;
  const std::size_t begin = prefix + width;
  if (file.size() < begin) refuse_npy(path, "ends inside its header", std::string(save_again));
  const std::size_t size = little_endian(file.substr(prefix, width));
  if (file.size() - begin < size)
    refuse_npy(path, "ends inside its header", std::string(save_again));
  return {.begin = begin, .size = size};
}

class HeaderReader {
 public:
  HeaderReader(std::string_view text, const std::string& path) : text_(text), path_(path) {}

  NpyHeader read() {
    NpyHeader header;
    expect('{');
    while (!take('}')) {
      read_entry(header);
      if (take('}')) break;
      expect(',');
    }
    while (next_ < text_.size() && (text_[next_] == ' ' || text_[next_] == '\n')) ++next_;
    if (next_ != text_.size()) fail("text behind its dictionary");
    if (!has_type_ || !has_order_ || !has_shape_) fail("no 'descr', 'fortran_order' or 'shape'");
    return header;
  }

 private:
  void read_entry(NpyHeader& header) {
    const std::string_view key = quoted();
    expect(':');
    if (key == "descr" && !has_type_) {
      header.type = type();
      has_type_ = true;
    } else if (key == "fortran_order" && !has_order_) {
      header.by_column = truth();
      has_order_ = true;
    } else if (key == "shape" && !has_shape_) {
      header.shape = shape();
      has_shape_ = true;
    } else {
      fail("the key '" + std::string(key) + "' where it does not belong");
    }
  }

  std::string type() {
    skip_blanks();
    if (next_ < text_.size() && text_[next_] == '[')
      refuse_npy(path_, "holds a table of named fields",
                 "save its columns as an array of one number type");
    return std::string(quoted());
  }
  bool truth() {
    skip_blanks();
    for (const bool value : {true, false}) {
      const std::string_view word = value ? "True" : "False";
      if (!text_.substr(next_).starts_with(word)) continue;
      next_ += word.size();
      return value;
    }
    fail("no True or False behind 'fortran_order'");
  }
  std::vector<std::uint64_t> shape() {
    std::vector<std::uint64_t> lengths;
    expect('(');
    while (!take(')')) {
      lengths.push_back(number());
      if (take(')')) {
        // Python writes a tuple of one with a comma; without it there is only a number in brackets.
        if (lengths.size() == 1) fail("a shape that is no tuple");
        break;
      }
      expect(',');
    }
    return lengths;
  }
  std::uint64_t number() {
    skip_blanks();
    std::uint64_t value = 0;
    const char* const begin = text_.data() + next_;
    const auto [end, error] = std::from_chars(begin, text_.data() + text_.size(), value);
    if (error != std::errc()) fail("a shape that is not made of whole numbers");
    next_ += static_cast<std::size_t>(end - begin);
    return value;
  }
  std::string_view quoted() {
    skip_blanks();
    const char quote = next_ < text_.size() ? text_[next_] : '\0';
    if (quote != '\'' && quote != '"') fail("no text in quotes where one belongs");
    const std::size_t end = text_.find(quote, next_ + 1);
    if (end == std::string_view::npos) fail("a quote that is not closed");
    const std::string_view inside = text_.substr(next_ + 1, end - next_ - 1);
    if (inside.find('\\') != std::string_view::npos) fail("an escaped character");
    next_ = end + 1;
    return inside;
  }

  void skip_blanks() {
    while (next_ < text_.size() && text_[next_] == ' ') ++next_;
  }
  bool take(char wanted) {
    skip_blanks();
    if (next_ == text_.size() || text_[next_] != wanted) return false;
    ++next_;
    return true;
  }
  void expect(char wanted) {
    if (!take(wanted)) fail(std::string("no '").append({wanted}).append("' where one belongs"));
  }
  [[noreturn]] void fail(const std::string& what) const {
    refuse_npy(path_, "has a header with " + what, std::string(save_again));
  }

  std::string_view text_;
  const std::string& path_;
  std::size_t next_ = 0;
  bool has_type_ = false;
  bool has_order_ = false;
  bool has_shape_ = false;
};

}  // namespace

void refuse_npy(const std::string& path, const std::string& what, const std::string& remedy) {
  throw Error(ErrorCode::parse, "file '" + path + "' " + what + "; " + remedy, {.file = path});
}

NpyHeader read_npy_header(std::string_view file, const std::string& path) {
  const Extent extent = extent_of(file, path);
  NpyHeader header = HeaderReader(file.substr(extent.begin, extent.size), path).read();
  header.size = extent.begin + extent.size;
  return header;
}

}  // namespace credence::detail
