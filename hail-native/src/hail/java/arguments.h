// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <jni.h>

#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

#include "dev_hail_nativejoin_NativeSlots.h"
#include "hail/arrow/c_data.h"
#include "hail_join.h"

// What dev.hail.nativejoin.NativeCalls passes, as the C interface takes it.

/// A number that NativeSlots.java defines.
#define SLOT(name) (dev_hail_nativejoin_NativeSlots_##name)

namespace hail::java {

inline std::vector<std::uint32_t> positions(JNIEnv* environment, jintArray values) {
  std::vector<std::uint32_t> read(static_cast<std::size_t>(environment->GetArrayLength(values)));
  environment->GetIntArrayRegion(values, 0, static_cast<jsize>(read.size()),
                                 reinterpret_cast<jint*>(read.data()));
  return read;
}

inline std::vector<jlong> longs_of(JNIEnv* environment, jlongArray values) {
  std::vector<jlong> read(static_cast<std::size_t>(environment->GetArrayLength(values)));
  environment->GetLongArrayRegion(values, 0, static_cast<jsize>(read.size()), read.data());
  return read;
}

inline std::vector<char> bytes_of(JNIEnv* environment, jbyteArray values) {
  std::vector<char> read(static_cast<std::size_t>(environment->GetArrayLength(values)));
  environment->GetByteArrayRegion(values, 0, static_cast<jsize>(read.size()),
                                  reinterpret_cast<jbyte*>(read.data()));
  return read;
}

constexpr std::size_t kBuffers = SLOT(BUFFERS);
constexpr std::size_t kBatchLongs = SLOT(BATCH_SLOTS);
constexpr std::size_t kBatchColumnLongs = SLOT(BATCH_COLUMN_SLOTS);

/// A batch whose buffers belong to Java. Java keeps them until the batch is released.
struct JavaBatch {
  JavaBatch(std::size_t number, jlong& batches)
      : columns(number), pointers(number), buffers(1 + kBuffers * number), held(batches) {}

  std::vector<ArrowArray> columns;
  std::vector<ArrowArray*> pointers;
  /// One null pointer for the batch itself, then the buffers of each column.
  std::vector<const void*> buffers;
  jlong& held;
};

inline void release_column(ArrowArray* column) { column->release = nullptr; }

inline void release_batch(ArrowArray* batch) {
  auto* released = static_cast<JavaBatch*>(batch->private_data);
  --released->held;
  delete released;
  batch->release = nullptr;
}

/// held   counts the batch until it is released
inline ArrowArray batch_of(const std::vector<jlong>& longs, jlong& held) {
  const std::size_t columns = (longs.size() - kBatchLongs) / kBatchColumnLongs;
  auto batch = std::make_unique<JavaBatch>(columns, held);
  const jlong* from = longs.data() + kBatchLongs;
  const void** buffers = batch->buffers.data() + 1;
  for (std::size_t i = 0; i < columns; ++i) {
    ArrowArray& column = batch->columns[i];
    column.length = longs[SLOT(BATCH_ROWS)];
    column.null_count = from[SLOT(BATCH_COLUMN_NULLS)];
    column.n_buffers = from[SLOT(BATCH_COLUMN_BUFFERS)];
    column.buffers = buffers;
    column.release = &release_column;
    for (std::size_t buffer = 0; buffer < kBuffers; ++buffer) {
      buffers[buffer] = reinterpret_cast<const void*>(from[SLOT(BATCH_COLUMN_BUFFER) + buffer]);
    }
    batch->pointers[i] = &column;
    from += kBatchColumnLongs;
    buffers += kBuffers;
  }
  ArrowArray root = {};
  root.length = longs[SLOT(BATCH_ROWS)];
  root.n_buffers = 1;
  root.buffers = batch->buffers.data();
  root.n_children = static_cast<std::int64_t>(columns);
  root.children = batch->pointers.data();
  root.release = &release_batch;
  root.private_data = batch.release();
  ++held;
  return root;
}

/// Columns that Java describes by text, as a schema.
class Columns {
 public:
  Columns(JNIEnv* environment, jbyteArray text) : text_(bytes_of(environment, text)) {
    for (std::size_t at = 0; at < text_.size();) {
      ArrowSchema& column = columns_.emplace_back();
      column.flags = text_[at++] == '?' ? ARROW_FLAG_NULLABLE : 0;
      column.name = next(at);
      column.format = next(at);
      column.release = [](ArrowSchema* released) { released->release = nullptr; };
    }
    for (ArrowSchema& column : columns_) {
      pointers_.push_back(&column);
    }
    schema_.format = "+s";
    schema_.name = "";
    schema_.n_children = static_cast<std::int64_t>(pointers_.size());
    schema_.children = pointers_.data();
    schema_.release = [](ArrowSchema* released) { released->release = nullptr; };
  }

  Columns(const Columns&) = delete;
  Columns& operator=(const Columns&) = delete;

  const ArrowSchema* schema() const { return &schema_; }

 private:
  /// The text up to the next zero.
  const char* next(std::size_t& at) {
    const char* text = text_.data() + at;
    at += strnlen(text, text_.size() - at) + 1;
    return text;
  }

  std::vector<char> text_;
  std::vector<ArrowSchema> columns_;
  std::vector<ArrowSchema*> pointers_;
  ArrowSchema schema_ = {};
};

/// Options of a join that Java passes as values and positions of columns.
class Options {
 public:
  /// probe_outputs   null for none
  Options(JNIEnv* environment, jlongArray options, jintArray build_keys, jintArray probe_keys,
          jintArray build_outputs, jintArray probe_outputs)
      : build_keys_(positions(environment, build_keys)),
        probe_keys_(positions(environment, probe_keys)),
        build_outputs_(positions(environment, build_outputs)) {
    if (probe_outputs != nullptr) {
      probe_outputs_ = positions(environment, probe_outputs);
    }
    jlong values[SLOT(OPTION_SLOTS)];
    environment->GetLongArrayRegion(options, 0, SLOT(OPTION_SLOTS), values);
    options_.size = sizeof options_;
    options_.kind = static_cast<std::int32_t>(values[SLOT(OPTION_KIND)]);
    options_.table = static_cast<std::int32_t>(values[SLOT(OPTION_TABLE)]);
    options_.threads = static_cast<std::uint32_t>(values[SLOT(OPTION_THREADS)]);
    options_.memory_budget = static_cast<std::uint64_t>(values[SLOT(OPTION_MEMORY_BUDGET)]);
    options_.null_equal = static_cast<std::uint8_t>(values[SLOT(OPTION_NULL_EQUAL)]);
    options_.batch_rows = static_cast<std::uint32_t>(values[SLOT(OPTION_BATCH_ROWS)]);
    options_.probe_mode = static_cast<std::int32_t>(values[SLOT(OPTION_PROBE_MODE)]);
    options_.probe_buffer = static_cast<std::uint64_t>(values[SLOT(OPTION_PROBE_BUFFER)]);
    options_.keys = static_cast<std::uint32_t>(build_keys_.size());
    options_.build_keys = build_keys_.data();
    options_.probe_keys = probe_keys_.data();
    options_.build_outputs = static_cast<std::uint32_t>(build_outputs_.size());
    options_.build_output = build_outputs_.data();
    options_.probe_outputs = static_cast<std::uint32_t>(probe_outputs_.size());
    options_.probe_output = probe_outputs_.data();
  }

  Options(const Options&) = delete;
  Options& operator=(const Options&) = delete;

  const hail_join_options& get() const { return options_; }

 private:
  std::vector<std::uint32_t> build_keys_;
  std::vector<std::uint32_t> probe_keys_;
  std::vector<std::uint32_t> build_outputs_;
  std::vector<std::uint32_t> probe_outputs_;
  hail_join_options options_ = {};
};

}  // namespace hail::java
