// Streams of tables, whatever their format.
#include "data/csv/table_stream.hpp"

#include "base/moved_from.hpp"

namespace credence {

TableStream::TableStream(std::unique_ptr<State> state) : state_(std::move(state)) {}
TableStream::TableStream(TableStream&&) noexcept = default;
TableStream& TableStream::operator=(TableStream&&) noexcept = default;
TableStream::~TableStream() = default;

bool TableStream::next(Table& table, Index least_rows) {
  State& state = detail::behind(state_, "the stream");
  return state.next(state.chunks, table, least_rows);
}
std::uint64_t TableStream::position() const {
  return detail::behind(state_, "the stream").chunks.source().position();
}
std::uint64_t TableStream::size() const {
  return detail::behind(state_, "the stream").chunks.source().size();
}

}  // namespace credence
