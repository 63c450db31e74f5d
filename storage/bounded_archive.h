// cereal's portable binary archives over memory, with strings and lists whose lengths are checked
// against the bytes that are left before anything is allocated.
#pragma once

#include <array>
#include <cereal/archives/portable_binary.hpp>
#include <cstdint>
#include <istream>
#include <ostream>
#include <streambuf>
#include <string>
#include <string_view>
#include <vector>

namespace reprise {

class StringSink : public std::streambuf {
 public:
  explicit StringSink(std::string& out) : out_(out) {}

 protected:
  std::streamsize xsputn(const char* data, std::streamsize size) override {
    out_.append(data, static_cast<std::size_t>(size));
    return size;
  }
  int_type overflow(int_type c) override {
    out_ += static_cast<char>(c);
    return c;
  }

 private:
  std::string& out_;
};

class ViewSource : public std::streambuf {
 public:
  explicit ViewSource(std::string_view view) {
    char* begin = const_cast<char*>(view.data());  // streambuf's get area is never written to
    setg(begin, begin, begin + view.size());
  }
  std::size_t left() const { return static_cast<std::size_t>(egptr() - gptr()); }
};

class BoundedWriter {
 public:
  explicit BoundedWriter(std::string& out) : sink_(out), stream_(&sink_), archive_(stream_) {}

  template <class T>
  void number(const T& value) {
    archive_(value);
  }
  void text(const std::string& value) {
    archive_(static_cast<std::uint32_t>(value.size()));
    archive_(cereal::binary_data(value.data(), value.size()));
  }
  void bytes(const std::array<std::uint8_t, 32>& value) {
    archive_(cereal::binary_data(value.data(), value.size()));
  }
  template <class T, class Visit>
  void list(const std::vector<T>& values, std::size_t, Visit visit) {
    archive_(static_cast<std::uint32_t>(values.size()));
    for (const T& value : values) visit(*this, value);
  }

 private:
  StringSink sink_;
  std::ostream stream_;
  cereal::PortableBinaryOutputArchive archive_;
};

// Throws cereal::Exception when the bytes run out; the caller makes an Error of it.
class BoundedReader {
 public:
  explicit BoundedReader(std::string_view view)
      : source_(view), stream_(&source_), archive_(stream_) {}

  template <class T>
  void number(T& value) {
    archive_(value);
  }
  void text(std::string& value) {
    value.resize(bounded_count(1));
    archive_(cereal::binary_data(value.data(), value.size()));
  }
  void bytes(std::array<std::uint8_t, 32>& value) {
    archive_(cereal::binary_data(value.data(), value.size()));
  }
  // `item_bytes`: the least that one item takes.
  template <class T, class Visit>
  void list(std::vector<T>& values, std::size_t item_bytes, Visit visit) {
    values.resize(bounded_count(item_bytes));
    for (T& value : values) visit(*this, value);
  }
  bool at_end() const { return source_.left() == 0; }

 private:
  std::size_t bounded_count(std::size_t item_bytes) {
    std::uint32_t count = 0;
    archive_(count);
    if (count > source_.left() / item_bytes) throw cereal::Exception("a length is out of bounds");
    return count;
  }

  ViewSource source_;
  std::istream stream_;
  cereal::PortableBinaryInputArchive archive_;
};

}  // namespace reprise
