// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

namespace hail {

/// A fixed number of threads that run one job together, the caller's thread included, and then wait
/// for the next job.
class Workers {
 public:
  explicit Workers(unsigned threads);
  ~Workers();

  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  unsigned threads() const { return static_cast<unsigned>(others_.size()) + 1; }

  /// Calls work(0) to work(threads() - 1), each on its own thread, and waits until all return.
  /// Throws the first exception again. Must not be called by two threads at once, nor from within
  /// work.
  void run(const std::function<void(unsigned)>& work);

 private:
  void serve(unsigned thread);
  void call(const std::function<void(unsigned)>& work, unsigned thread);

  std::mutex mutex_;
  std::condition_variable changed_;
  const std::function<void(unsigned)>* work_ = nullptr;
  uint64_t round_ = 0;
  unsigned busy_ = 0;
  bool ending_ = false;
  std::exception_ptr failure_;
  std::vector<std::thread> others_;
};

/// Returns where the piece of a thread starts, if n items are split into equal pieces. This is also
/// the end of the piece before.
inline uint64_t piece_begin(uint64_t n, unsigned threads, unsigned thread) {
  return n / threads * thread + (n % threads) * thread / threads;
}

/// Returns the piece of a thread, if the items are split into equal pieces.
template <class T>
std::span<T> piece_of(std::span<T> all, unsigned threads, unsigned thread) {
  const uint64_t begin = piece_begin(all.size(), threads, thread);
  return all.subspan(begin, piece_begin(all.size(), threads, thread + 1) - begin);
}

}  // namespace hail
