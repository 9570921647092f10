// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/// What a map task does with a join, without Java: dev.hail.bench.join.NativeLoop has its batches
/// probed by this loop to tell what going through Java adds. Batches have two columns of 8-byte
/// values.

#include <jni.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "hail/arrow/c_data.h"
#include "hail_join.h"

namespace {

constexpr std::size_t kColumns = 2;
/// Longs that describe a batch: the number of rows, and the address of each column's values.
constexpr std::size_t kLongs = 1 + kColumns;

void release_nothing(ArrowArray* array) { array->release = nullptr; }

/// A mapped join, its probe, and the structs of the batch that the probe holds.
struct Loop {
  hail_join* join = nullptr;
  hail_probe* probe = nullptr;
  ArrowArray columns[kColumns];
  ArrowArray* pointers[kColumns];
  const void* buffers[kColumns][2];
  const void* no_buffer = nullptr;

  Loop() = default;
  Loop(const Loop&) = delete;
  Loop& operator=(const Loop&) = delete;

  ~Loop() {
    hail_probe_close(probe);
    hail_join_close(join);
  }
};

ArrowArray batch_at(Loop& loop, const jlong* longs) {
  for (std::size_t i = 0; i < kColumns; ++i) {
    loop.buffers[i][0] = nullptr;
    loop.buffers[i][1] = reinterpret_cast<const void*>(longs[1 + i]);
    ArrowArray& column = loop.columns[i];
    column = {};
    column.length = longs[0];
    column.n_buffers = 2;
    column.buffers = loop.buffers[i];
    column.release = &release_nothing;
    loop.pointers[i] = &column;
  }
  ArrowArray batch = {};
  batch.length = longs[0];
  batch.n_buffers = 1;
  batch.buffers = &loop.no_buffer;
  batch.n_children = kColumns;
  batch.children = loop.pointers;
  batch.release = &release_nothing;
  return batch;
}

/// Returns the rows of the result, or -1 after an error.
std::int64_t probe_batch(Loop& loop, const jlong* longs, hail_error& error) {
  ArrowArray batch = batch_at(loop, longs);
  if (hail_probe_batch(loop.probe, &batch, &error) != HAIL_OK) {
    return -1;
  }
  std::int64_t found = 0;
  while (true) {
    ArrowArray result = {};
    std::uint64_t rows = 0;
    if (hail_probe_next(loop.probe, &result, &rows, &error) != HAIL_OK) {
      return -1;
    }
    if (rows == 0) {
      return found;
    }
    found += static_cast<std::int64_t>(rows);
    result.release(&result);
  }
}

void fail(JNIEnv* environment, const char* message) {
  environment->ThrowNew(environment->FindClass("java/lang/IllegalStateException"), message);
}

}  // namespace

extern "C" {

JNIEXPORT jlong JNICALL Java_dev_hail_bench_join_NativeLoop_openLoop(JNIEnv* environment, jclass,
                                                                     jbyteArray image) {
  std::vector<char> path(static_cast<std::size_t>(environment->GetArrayLength(image)));
  environment->GetByteArrayRegion(image, 0, static_cast<jsize>(path.size()),
                                  reinterpret_cast<jbyte*>(path.data()));
  path.push_back('\0');
  auto loop = std::make_unique<Loop>();
  hail_error error = {};
  if (hail_join_map(path.data(), 1, &loop->join, &error) != HAIL_OK ||
      hail_probe_create(loop->join, &loop->probe, &error) != HAIL_OK) {
    fail(environment, error.message);
    return 0;
  }
  return reinterpret_cast<jlong>(loop.release());
}

JNIEXPORT jlong JNICALL Java_dev_hail_bench_join_NativeLoop_probeBatches(JNIEnv* environment,
                                                                         jclass, jlong address,
                                                                         jlongArray batches) {
  std::vector<jlong> longs(static_cast<std::size_t>(environment->GetArrayLength(batches)));
  environment->GetLongArrayRegion(batches, 0, static_cast<jsize>(longs.size()), longs.data());
  hail_error error = {};
  std::int64_t found = 0;
  for (std::size_t at = 0; at < longs.size(); at += kLongs) {
    const std::int64_t rows =
        probe_batch(*reinterpret_cast<Loop*>(address), longs.data() + at, error);
    if (rows < 0) {
      fail(environment, error.message);
      return 0;
    }
    found += rows;
  }
  return found;
}

JNIEXPORT void JNICALL Java_dev_hail_bench_join_NativeLoop_closeLoop(JNIEnv*, jclass,
                                                                     jlong address) {
  delete reinterpret_cast<Loop*>(address);
}

}  // extern "C"
