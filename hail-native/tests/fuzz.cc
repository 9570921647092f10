// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include "fuzz.h"

#include <cstdio>
#include <cstdlib>
#include <limits>
#include <random>
#include <stdexcept>

#include "hail/join/table/hash.h"

// This function exists only in programs built with sanitizers.
extern "C" void __sanitizer_set_death_callback(void (*callback)()) __attribute__((weak));

namespace hail::fuzz {
namespace {

const Rounds* current = nullptr;

void tell_round() {
  if (current != nullptr) {
    std::fprintf(stderr, "This was %s\n", current->name().c_str());
  }
}

/// Returns a number of the environment, or `otherwise` if it is not set.
uint64_t told(const char* name, uint64_t otherwise) {
  const char* text = std::getenv(name);
  if (text == nullptr) {
    return otherwise;
  }
  char* end = nullptr;
  const uint64_t value = std::strtoull(text, &end, 10);
  if (end == text || *end != '\0') {
    throw std::invalid_argument(std::string(name) + " is no number: " + text);
  }
  return value;
}

}  // namespace

Rounds::Rounds(uint64_t few) : end_(few) {
  const uint64_t seconds = told("HAIL_FUZZ_SECONDS", 0);
  if (seconds > 0) {
    timed_ = true;
    end_ = std::numeric_limits<uint64_t>::max();
    until_ = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
    seed_ = std::random_device()();
  }
  seed_ = told("HAIL_FUZZ_SEED", seed_);
  if (std::getenv("HAIL_FUZZ_ROUND") != nullptr) {
    timed_ = false;
    first_ = told("HAIL_FUZZ_ROUND", 0);
    round_ = first_;
    end_ = round_ + 1;
  }
  if (timed_) {
    std::printf("HAIL_FUZZ_SEED=%llu\n", static_cast<unsigned long long>(seed_));
  }
  current = this;
  if (__sanitizer_set_death_callback != nullptr) {
    __sanitizer_set_death_callback(&tell_round);
  }
}

Rounds::~Rounds() {
  current = nullptr;
  if (timed_) {
    std::printf("%llu rounds\n", static_cast<unsigned long long>(round_));
  }
}

bool Rounds::next() {
  round_ += begun_;
  begun_ = true;
  return round_ < end_ && (!timed_ || std::chrono::steady_clock::now() < until_);
}

workload::Random Rounds::random() const {
  return workload::Random(join::mix64(seed_ + 1) + round_);
}

bool Rounds::begins(uint64_t rounds) const { return round_ == first_ || round_ % rounds == 0; }

workload::Random Rounds::shared_random(uint64_t rounds) const {
  return workload::Random(join::mix64(seed_ + 2) + round_ / rounds);
}

std::string Rounds::name() const {
  return "HAIL_FUZZ_SEED=" + std::to_string(seed_) + " HAIL_FUZZ_ROUND=" + std::to_string(round_);
}

uint64_t number(workload::Random& random, uint64_t close) {
  switch (random.below(6)) {
    case 0:
      return random.below(4);
    case 1:
      return close + random.below(9) - 4;
    case 2:
      return ~random.below(4);
    case 3:
      return (uint64_t{1} << random.below(64)) - random.below(2);
    case 4:
      return random.next() >> random.below(64);
    default:
      return close ^ uint64_t { 1 } << random.below(64);
  }
}

}  // namespace hail::fuzz
