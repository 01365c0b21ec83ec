// The binary form of a posterior file: a head of 24 bytes, and the body of the JSON form as CBOR.
#include <array>
#include <cstddef>

#include "learn/posterior_body.hpp"
#include "learn/posterior_events.hpp"
#include "learn/provenance_file.hpp"

namespace credence {
namespace {

// No text begins with the first byte; the line ends show a copy that changed them.
constexpr std::string_view magic =
    "\x89"
    "CRED\r\n\x1a";
constexpr std::size_t head_size = 24;

void append_number(std::string& bytes, std::uint64_t number, int size) {
  for (int i = 0; i < size; ++i) bytes += static_cast<char>((number >> (8 * i)) & 0xff);
}

std::uint64_t number_at(std::string_view bytes, std::size_t at, std::size_t size) {
  std::uint64_t number = 0;
  for (std::size_t i = size; i-- > 0;)
    number = (number << 8) | static_cast<unsigned char>(bytes[at + i]);
  return number;
}

// The body that the head announces, neither less nor more.
std::string_view checked_body(std::string_view bytes, const std::string& name) {
  if (bytes.size() < head_size)
    refuse_posterior(name, "breaks off in its head; restore it from a copy or fit again");
  check_posterior_version(number_at(bytes, 8, 4), name);
  const std::uint64_t length = number_at(bytes, 16, 8);
  const std::string_view body = bytes.substr(head_size);
  if (length != body.size())
    refuse_posterior(name, "is damaged: it holds " + std::to_string(body.size()) + " bytes, not " +
                               std::to_string(length) + "; restore it from a copy or fit again");
  const auto stated = static_cast<std::uint32_t>(number_at(bytes, 12, 4));
  check_posterior_sum(crc_text(crc_of(body)), crc_text(stated), name);
  return body;
}

PosteriorRecord record_from_binary(std::string_view bytes, const std::string& name) {
  return read_posterior(name, [&] {
    const std::string_view body = checked_body(bytes, name);
    const std::uint64_t version = number_at(bytes, 8, 4);
    PosteriorEvents events(PosteriorEvents::Form::cbor, name);
    parse_cbor(body, name, events);
    const JsonDocument rest(events.take());
    PosteriorRecord record =
        read_body(JsonCursor(rest.value, name, "posterior"), version, name, events.take_schema());
    if (events.give_features(record)) return record;
    const JsonDocument whole(parse_cbor_strict(body, name));  // to tell where the fault is
    return read_body(JsonCursor(whole.value, name, "posterior"), version, name);
  });
}

}  // namespace

std::string to_binary(const PosteriorRecord& record) {
  const JsonDocument document(body_of(record));
  const std::string body = write_cbor(document.value);
  std::string bytes(magic);
  append_number(bytes, version_of(record), 4);
  append_number(bytes, crc_of(body), 4);
  append_number(bytes, body.size(), 8);
  return bytes + body;
}

PosteriorForm posterior_form_of(std::string_view path) {
  return path.ends_with(".bin") ? PosteriorForm::binary : PosteriorForm::json;
}

PosteriorRecord record_from_bytes(std::string_view bytes, const std::string& name) {
  const bool binary = bytes.starts_with(magic.front());
  if (binary && !bytes.starts_with(magic.substr(0, bytes.size())))
    refuse_posterior(name,
                     "is no posterior file, or damaged in its first bytes; restore it from "
                     "a copy or fit again");
  return binary ? record_from_binary(bytes, name) : record_from_json(bytes, name);
}

}  // namespace credence
