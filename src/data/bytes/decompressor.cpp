// gzip by zlib and zstd by its own library; both are told where members and frames end.
#include "data/bytes/decompressor.hpp"

#include <credence/base/error.hpp>

#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>
#include <algorithm>
#include <array>
#include <limits>
#include <new>
#include <utility>

namespace credence {

namespace {

constexpr std::array known{
    CompressionFacts{
        .compression = Compression::gzip, .name = "gzip", .suffix = ".gz", .mark = "\x1F\x8B"},
    CompressionFacts{.compression = Compression::zstd,
                     .name = "zstd",
                     .suffix = ".zst",
                     .mark = "\x28\xB5\x2F\xFD"}};

[[nodiscard]] std::string name_of(Compression compression) {
  for (const CompressionFacts& facts : known)
    if (facts.compression == compression) return std::string(facts.name);
  return {};
}

[[nodiscard]] Error damaged(const std::string& name, Compression compression,
                            const std::string& what) {
  return Error(ErrorCode::parse,
               "the " + name_of(compression) + " data of '" + name + "' " + what +
                   "; copy or compress the file again",
               Location{.file = name});
}

}  // namespace

std::span<const CompressionFacts> compressions() { return known; }

// zstd may begin with frames that are skipped, as pzstd does: one of sixteen bytes, then these.
// source  RFC 8878, 3.1.2
static bool is_skipped(std::string_view first_bytes) {
  return first_bytes.size() >= compression_mark_size && (first_bytes[0] & '\xF0') == '\x50' &&
         first_bytes.substr(1).starts_with("\x2A\x4D\x18");
}

Compression compression_of(std::string_view first_bytes) {
  if (is_skipped(first_bytes)) return Compression::zstd;
  for (const CompressionFacts& facts : known)
    if (first_bytes.starts_with(facts.mark)) return facts.compression;
  return Compression::none;
}

struct Decompressor::State {
  State(Compression kind, std::string file) : compression(kind), name(std::move(file)) {
    if (compression == Compression::zstd) {
      frames = ZSTD_createDCtx();
      if (frames == nullptr) throw std::bad_alloc();
      return;
    }
    constexpr int only_gzip = 15 + 16;  // the largest window, and no other header than gzip's
    if (inflateInit2(&members, only_gzip) != Z_OK) throw std::bad_alloc();
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() {
    if (compression == Compression::zstd)
      ZSTD_freeDCtx(frames);
    else
      inflateEnd(&members);
  }

  [[nodiscard]] bool passes_zeros(std::string_view& in);
  [[nodiscard]] std::size_t read_gzip(std::string_view& in, char* out, std::size_t size);
  [[nodiscard]] std::size_t read_zstd(std::string_view& in, char* out, std::size_t size);

  Compression compression;
  std::string name;
  z_stream members{};
  ZSTD_DCtx* frames = nullptr;
  bool is_between = true;  // nothing of a further member or frame was read
  bool is_padded = false;  // zeros stand behind the last member
};

// Returns whether zeros were met, which tapes leave up to the end of a file: gzip passes over them.
bool Decompressor::State::passes_zeros(std::string_view& in) {
  const std::size_t zeros = std::min(in.find_first_not_of('\0'), in.size());
  in.remove_prefix(zeros);
  is_padded = is_padded || zeros > 0;
  if (is_padded && !in.empty())
    throw damaged(name, compression, "are damaged: behind zeros stand other bytes");
  return is_padded;
}

std::size_t Decompressor::State::read_gzip(std::string_view& in, char* out, std::size_t size) {
  constexpr std::size_t most = std::numeric_limits<uInt>::max();
  if (is_between && passes_zeros(in)) return 0;
  if (is_between && !in.empty()) {
    if (inflateReset(&members) != Z_OK) throw damaged(name, compression, "cannot be read");
    is_between = false;
  }
  members.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(in.data()));
  members.avail_in = static_cast<uInt>(std::min(in.size(), most));
  members.next_out = reinterpret_cast<Bytef*>(out);
  members.avail_out = static_cast<uInt>(std::min(size, most));
  const uInt offered = members.avail_in;
  const uInt room = members.avail_out;
  const int status = inflate(&members, Z_NO_FLUSH);
  in.remove_prefix(offered - members.avail_in);
  if (status == Z_MEM_ERROR) throw std::bad_alloc();
  if (status != Z_OK && status != Z_STREAM_END && status != Z_BUF_ERROR)
    throw damaged(
        name, compression,
        std::string("are damaged: ") + (members.msg == nullptr ? "an unknown form" : members.msg));
  is_between = status == Z_STREAM_END;
  return room - members.avail_out;
}

std::size_t Decompressor::State::read_zstd(std::string_view& in, char* out, std::size_t size) {
  ZSTD_inBuffer from{.src = in.data(), .size = in.size(), .pos = 0};
  ZSTD_outBuffer to{.dst = out, .size = size, .pos = 0};
  const std::size_t left = ZSTD_decompressStream(frames, &to, &from);
  in.remove_prefix(from.pos);
  if (ZSTD_isError(left) != 0) {
    const ZSTD_ErrorCode code = ZSTD_getErrorCode(left);
    if (code == ZSTD_error_memory_allocation) throw std::bad_alloc();
    if (code == ZSTD_error_frameParameter_windowTooLarge)
      throw Error(ErrorCode::limit,
                  "the zstd data of '" + name +
                      "' need a window above 128 MiB; compress the file again without --long",
                  Location{.file = name});
    throw damaged(name, compression, std::string("are damaged: ") + ZSTD_getErrorName(left));
  }
  if (from.pos > 0 || to.pos > 0) is_between = left == 0;
  return to.pos;
}

Decompressor::Decompressor(Compression compression, std::string name)
    : state_(std::make_unique<State>(compression, std::move(name))) {}
Decompressor::Decompressor(Decompressor&&) noexcept = default;
Decompressor& Decompressor::operator=(Decompressor&&) noexcept = default;
Decompressor::~Decompressor() = default;

std::size_t Decompressor::read(std::string_view& in, char* out, std::size_t size) {
  return state_->compression == Compression::gzip ? state_->read_gzip(in, out, size)
                                                  : state_->read_zstd(in, out, size);
}

void Decompressor::finish() const {
  if (!state_->is_between) throw damaged(state_->name, state_->compression, "are cut short");
}

}  // namespace credence
