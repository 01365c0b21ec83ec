// What is wrong with priors and levels of features.
#include <credence/detail/learn/block.hpp>

namespace credence::detail {

void unknown_prior_word(std::string_view word, std::string_view what,
                        const std::vector<Automatic>& words) {
  std::string listed;
  for (std::size_t i = 0; i < words.size(); ++i)
    listed += (i == 0                  ? "'"
               : i + 1 == words.size() ? " and '"
                                       : ", '") +
              std::string(to_string(words[i])) + "'";
  throw Error(ErrorCode::schema, std::string(what) + " is the unknown word '" + std::string(word) +
                                     "'; the words are " + listed + ", else give numbers");
}

void needs_every_class(Automatic word, std::string_view what) {
  throw Error(ErrorCode::undefined, std::string(what) + " is '" + std::string(to_string(word)) +
                                        "', which needs the data of each class; freeze the "
                                        "posterior first");
}

std::string prior_of_column(std::string_view name) {
  return "the prior of column '" + std::string(name) + "'";
}

void wrong_number_of_weights(Index weights, Index levels, std::string_view what) {
  throw Error(ErrorCode::shape, std::string(what) + " has " + std::to_string(weights) +
                                    " weights for " + std::to_string(levels) +
                                    " levels; give one weight for each level, and list the levels");
}

Error level_cannot_join(std::string_view feature, std::string_view level, bool listed,
                        const std::string& place, Location where) {
  const std::string found = "column '" + std::string(feature) + "'" +
                            (place.empty() ? "" : ", " + place) + " holds level '" +
                            std::string(level) + "', which ";
  return Error(
      ErrorCode::schema,
      found + (listed ? "the schema does not list; add it to `levels` or mark it as missing"
                      : "the prior has no weight for; list the levels or use a prior of `each`"),
      std::move(where));
}

}  // namespace credence::detail
