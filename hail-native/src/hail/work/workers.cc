// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include "hail/work/workers.h"

#include <stdexcept>

namespace hail {

Workers::Workers(unsigned threads) {
  if (threads == 0) {
    throw std::invalid_argument("A join needs at least one thread, not 0");
  }
  others_.reserve(threads - 1);
  try {
    for (unsigned thread = 1; thread < threads; ++thread) {
      others_.emplace_back(&Workers::serve, this, thread);
    }
  } catch (...) {
    {
      std::lock_guard lock(mutex_);
      ending_ = true;
    }
    changed_.notify_all();
    for (std::thread& other : others_) {
      other.join();
    }
    throw;
  }
}

Workers::~Workers() {
  {
    std::lock_guard lock(mutex_);
    ending_ = true;
  }
  changed_.notify_all();
  for (std::thread& other : others_) {
    other.join();
  }
}

void Workers::call(const std::function<void(unsigned)>& work, unsigned thread) {
  try {
    work(thread);
  } catch (...) {
    std::lock_guard lock(mutex_);
    if (failure_ == nullptr) {
      failure_ = std::current_exception();
    }
  }
}

void Workers::run(const std::function<void(unsigned)>& work) {
  {
    std::lock_guard lock(mutex_);
    work_ = &work;
    busy_ = static_cast<unsigned>(others_.size());
    failure_ = nullptr;
    ++round_;
  }
  changed_.notify_all();
  call(work, 0);
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return busy_ == 0; });
  if (failure_ != nullptr) {
    std::exception_ptr failure = failure_;
    failure_ = nullptr;
    std::rethrow_exception(failure);
  }
}

void Workers::serve(unsigned thread) {
  uint64_t seen = 0;
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this, seen] { return ending_ || round_ != seen; });
    if (ending_) {
      return;
    }
    seen = round_;
    const std::function<void(unsigned)>& work = *work_;
    lock.unlock();
    call(work, thread);
    lock.lock();
    if (--busy_ == 0) {
      changed_.notify_all();
    }
  }
}

}  // namespace hail
