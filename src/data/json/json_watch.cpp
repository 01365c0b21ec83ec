// Limits on what a hostile JSON or CBOR text may ask for.
#include "data/json/json_watch.hpp"

#include <algorithm>

#include "base/names.hpp"

namespace credence {
namespace {

constexpr int max_depth = 64;
// Objects keep their order, so looking up a key is linear in their size; without a limit a hostile
// file costs quadratic time.
constexpr std::size_t max_keys = 16384;

}  // namespace

void JsonWatch::open(int depth) const {
  if (depth >= max_depth)
    throw Error(ErrorCode::limit,
                "'" + name_ + "' nests more than " + std::to_string(max_depth) +
                    " levels deep; check where the file comes from",
                Location{.file = name_});
}

bool JsonWatch::Keys::insert(const std::string& key) {
  constexpr std::size_t most_few = 16;
  if (many_.contains(key) || detail::among(few_, key)) return false;
  if (few_.size() < most_few)
    few_.push_back(key);
  else
    many_.insert(key);
  return true;
}

void JsonWatch::take_key(const std::string& key) {
  Keys& keys = keys_[open_ - 1];
  if (!keys.insert(key))
    throw Error(ErrorCode::schema,
                "key '" + key + "' stands twice in one object of '" + name_ + "'; keep one of them",
                Location{.file = name_});
  if (keys.size() > max_keys)
    throw Error(ErrorCode::limit,
                "an object of '" + name_ + "' has more than " + std::to_string(max_keys) +
                    " keys; check where the file comes from",
                Location{.file = name_});
}

}  // namespace credence
