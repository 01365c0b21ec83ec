// Streams of tables, whatever their format.
#include "data/table_stream.hpp"

namespace credence {

TableStream::TableStream(std::unique_ptr<State> state) : state_(std::move(state)) {}
TableStream::TableStream(TableStream&&) noexcept = default;
TableStream& TableStream::operator=(TableStream&&) noexcept = default;
TableStream::~TableStream() = default;

bool TableStream::next(Table& table, Index least_rows) {
  return state_->next(state_->chunks, table, least_rows);
}
std::uint64_t TableStream::position() const { return state_->chunks.source().position(); }
std::uint64_t TableStream::size() const { return state_->chunks.source().size(); }

}  // namespace credence
