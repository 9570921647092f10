// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/// The functions of hail_join.h for dev.hail.nativejoin.NativeCalls. This file decides nothing. It
/// passes values in and out, and a status with its message, which Java turns into an exception.

#include <jni.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "dev_hail_nativejoin_NativeCalls.h"
#include "hail/arrow/c_data.h"
#include "hail/java/arguments.h"
#include "hail_join.h"

using hail::java::batch_of;
using hail::java::bytes_of;
using hail::java::Columns;
using hail::java::longs_of;
using hail::java::Options;
using hail::java::positions;

namespace {

static_assert(sizeof(hail_error::message) == SLOT(MESSAGE_BYTES));
static_assert(sizeof(hail_join_info::explanation) == SLOT(EXPLANATION_BYTES));

hail_join* join_at(jlong address) { return reinterpret_cast<hail_join*>(address); }

/// A probe, and the number of Java batches that it holds.
struct CountedProbe {
  hail_probe* probe = nullptr;
  jlong batches = 0;
  /// The memory that probeNextInto was given last.
  std::vector<hail_column> columns;
};

CountedProbe& probe_at(jlong address) { return *reinterpret_cast<CountedProbe*>(address); }

ArrowArray* array_at(jlong address) { return reinterpret_cast<ArrowArray*>(address); }

ArrowSchema* schema_at(jlong address) { return reinterpret_cast<ArrowSchema*>(address); }

jlong address_of(const void* object) { return reinterpret_cast<jlong>(object); }

void write_text(JNIEnv* environment, const char* text, std::size_t capacity, jbyteArray target) {
  const auto room = static_cast<std::size_t>(environment->GetArrayLength(target));
  const std::size_t length = strnlen(text, std::min(capacity, room));
  environment->SetByteArrayRegion(target, 0, static_cast<jsize>(length),
                                  reinterpret_cast<const jbyte*>(text));
}

int report(JNIEnv* environment, int status, const hail_error& error, jbyteArray message) {
  if (status != HAIL_OK) {
    write_text(environment, error.message, sizeof error.message, message);
  }
  return status;
}

int report_no_memory(JNIEnv* environment, jbyteArray message) {
  hail_error error = {"no memory for the arguments of a call"};
  return report(environment, HAIL_OUT_OF_MEMORY, error, message);
}

void write_value(JNIEnv* environment, jlong value, jlongArray out) {
  environment->SetLongArrayRegion(out, 0, 1, &value);
}

// ---- batches of results: addresses, in the order that NativeCalls describes ----

constexpr std::size_t kResultLongs = SLOT(RESULT_SLOTS);
constexpr std::size_t kResultColumnLongs = SLOT(RESULT_COLUMN_SLOTS);

void describe_result(const ArrowArray& result, std::vector<jlong>& longs) {
  jlong* to = longs.data() + kResultLongs;
  const std::size_t columns = std::min(static_cast<std::size_t>(result.n_children),
                                       (longs.size() - kResultLongs) / kResultColumnLongs);
  for (std::size_t i = 0; i < columns; ++i) {
    const ArrowArray& column = *result.children[i];
    to[SLOT(RESULT_COLUMN_NULLS)] = column.null_count;
    for (std::int64_t buffer = 0; buffer < column.n_buffers; ++buffer) {
      to[SLOT(RESULT_COLUMN_BUFFER) + buffer] = address_of(column.buffers[buffer]);
    }
    to += kResultColumnLongs;
  }
}

/// Returns to Java the probe that create(probe, error) makes.
template <class Create>
jint give_probe(JNIEnv* environment, jlongArray out, jbyteArray message, const Create& create) {
  auto probe = std::make_unique<CountedProbe>();
  hail_error error = {};
  const int status = create(&probe->probe, &error);
  write_value(environment, status == HAIL_OK ? address_of(probe.release()) : 0, out);
  return report(environment, status, error, message);
}

/// Gives Java the columns of a schema, as text, and releases the schema.
jint give_columns(JNIEnv* environment, int status, ArrowSchema& schema, jobjectArray out, jsize at,
                  const hail_error& error, jbyteArray message) {
  if (status == HAIL_OK) {
    const std::unique_ptr<ArrowSchema, void (*)(ArrowSchema*)> held(
        &schema, [](ArrowSchema* released) { released->release(released); });
    std::string text;
    for (std::int64_t i = 0; i < schema.n_children; ++i) {
      const ArrowSchema& column = *schema.children[i];
      text += (column.flags & ARROW_FLAG_NULLABLE) != 0 ? '?' : '!';
      text.append(column.name).append(1, '\0').append(column.format).append(1, '\0');
    }
    const jbyteArray bytes = environment->NewByteArray(static_cast<jsize>(text.size()));
    if (bytes == nullptr) {
      throw std::bad_alloc();
    }
    environment->SetByteArrayRegion(bytes, 0, static_cast<jsize>(text.size()),
                                    reinterpret_cast<const jbyte*>(text.data()));
    environment->SetObjectArrayElement(out, at, bytes);
  }
  return report(environment, status, error, message);
}

jint create_join(JNIEnv* environment, const Options& options, const ArrowSchema* build,
                 const ArrowSchema* probe, jlongArray out, jbyteArray message) {
  hail_join* join = nullptr;
  hail_error error = {};
  const int status = hail_join_create(&options.get(), build, probe, &join, &error);
  write_value(environment, address_of(join), out);
  return report(environment, status, error, message);
}

}  // namespace

extern "C" {

JNIEXPORT jint JNICALL Java_dev_hail_nativejoin_NativeCalls_create(
    JNIEnv* environment, jclass, jlongArray options, jintArray build_keys, jintArray probe_keys,
    jintArray build_outputs, jintArray probe_outputs, jlong build_schema, jlong probe_schema,
    jlongArray out, jbyteArray message) try {
  const Options chosen(environment, options, build_keys, probe_keys, build_outputs, probe_outputs);
  return create_join(environment, chosen, schema_at(build_schema), schema_at(probe_schema), out,
                     message);
} catch (const std::bad_alloc&) {
  return report_no_memory(environment, message);
}

JNIEXPORT jint JNICALL Java_dev_hail_nativejoin_NativeCalls_createOf(
    JNIEnv* environment, jclass, jlongArray options, jintArray build_keys, jintArray probe_keys,
    jintArray build_outputs, jbyteArray build_columns, jbyteArray probe_columns, jlongArray out,
    jbyteArray message) try {
  const Options chosen(environment, options, build_keys, probe_keys, build_outputs, nullptr);
  const Columns build(environment, build_columns);
  const Columns probe(environment, probe_columns);
  return create_join(environment, chosen, build.schema(), probe.schema(), out, message);
} catch (const std::bad_alloc&) {
  return report_no_memory(environment, message);
}

JNIEXPORT jint JNICALL Java_dev_hail_nativejoin_NativeCalls_buildBatch(JNIEnv* environment, jclass,
                                                                       jlong join, jlongArray batch,
                                                                       jbyteArray message) try {
  jlong held = 0;
  ArrowArray array = batch_of(longs_of(environment, batch), held);
  hail_error error = {};
  return report(environment, hail_join_build(join_at(join), &array, &error), error, message);
} catch (const std::bad_alloc&) {
  return report_no_memory(environment, message);
}

JNIEXPORT jint JNICALL Java_dev_hail_nativejoin_NativeCalls_build(JNIEnv* environment, jclass,
                                                                  jlong join, jlong array,
                                                                  jbyteArray message) {
  hail_error error = {};
  return report(environment, hail_join_build(join_at(join), array_at(array), &error), error,
                message);
}

JNIEXPORT jint JNICALL Java_dev_hail_nativejoin_NativeCalls_finishBuild(JNIEnv* environment, jclass,
                                                                        jlong join,
                                                                        jbyteArray message) {
  hail_join_info info = {};
  info.size = sizeof info;
  hail_error error = {};
  return report(environment, hail_join_finish_build(join_at(join), &info, &error), error, message);
}

JNIEXPORT jint JNICALL Java_dev_hail_nativejoin_NativeCalls_describe(JNIEnv* environment, jclass,
                                                                     jlong join, jlongArray out,
                                                                     jbyteArray explanation,
                                                                     jbyteArray message) {
  hail_join_info info = {};
  info.size = sizeof info;
  hail_error error = {};
  const int status = hail_join_describe(join_at(join), &info, &error);
  jlong values[SLOT(INFO_SLOTS)];
  values[SLOT(INFO_TABLE)] = info.table;
  values[SLOT(INFO_UNIQUE)] = info.unique;
  values[SLOT(INFO_EXACT_KEYS)] = info.exact_keys;
  values[SLOT(INFO_ROWS)] = static_cast<jlong>(info.rows);
  values[SLOT(INFO_NULL_KEY_ROWS)] = static_cast<jlong>(info.null_key_rows);
  values[SLOT(INFO_DISTINCT_KEYS)] = static_cast<jlong>(info.distinct_keys);
  values[SLOT(INFO_TABLE_BYTES)] = static_cast<jlong>(info.table_bytes);
  values[SLOT(INFO_PEAK_BYTES)] = static_cast<jlong>(info.peak_bytes);
  environment->SetLongArrayRegion(out, 0, SLOT(INFO_SLOTS), values);
  write_text(environment, info.explanation, sizeof info.explanation, explanation);
  return report(environment, status, error, message);
}

JNIEXPORT jint JNICALL Java_dev_hail_nativejoin_NativeCalls_resultSchema(JNIEnv* environment,
                                                                         jclass, jlong join,
                                                                         jlong schema,
                                                                         jbyteArray message) {
  hail_error error = {};
  return report(environment, hail_join_result_schema(join_at(join), schema_at(schema), &error),
                error, message);
}

JNIEXPORT jint JNICALL Java_dev_hail_nativejoin_NativeCalls_probeSchema(JNIEnv* environment, jclass,
                                                                        jlong join, jlong schema,
                                                                        jbyteArray message) {
  hail_error error = {};
  return report(environment, hail_join_probe_schema(join_at(join), schema_at(schema), &error),
                error, message);
}

JNIEXPORT jint JNICALL Java_dev_hail_nativejoin_NativeCalls_save(JNIEnv* environment, jclass,
                                                                 jlong join, jbyteArray path,
                                                                 jbyteArray message) try {
  const auto file = bytes_of(environment, path);
  hail_error error = {};
  return report(environment, hail_join_save(join_at(join), file.data(), &error), error, message);
} catch (const std::bad_alloc&) {
  return report_no_memory(environment, message);
}

JNIEXPORT jint JNICALL Java_dev_hail_nativejoin_NativeCalls_map(JNIEnv* environment, jclass,
                                                                jbyteArray path, jboolean verify,
                                                                jlongArray out,
                                                                jbyteArray message) try {
  const auto file = bytes_of(environment, path);
  hail_join* join = nullptr;
  hail_error error = {};
  const int status = hail_join_map(file.data(), verify == JNI_TRUE ? 1 : 0, &join, &error);
  write_value(environment, address_of(join), out);
  return report(environment, status, error, message);
} catch (const std::bad_alloc&) {
  return report_no_memory(environment, message);
}

JNIEXPORT jint JNICALL Java_dev_hail_nativejoin_NativeCalls_read(JNIEnv* environment, jclass,
                                                                 jbyteArray path, jlongArray out,
                                                                 jbyteArray message) try {
  const auto file = bytes_of(environment, path);
  hail_join* join = nullptr;
  hail_error error = {};
  const int status = hail_join_read(file.data(), &join, &error);
  write_value(environment, address_of(join), out);
  return report(environment, status, error, message);
} catch (const std::bad_alloc&) {
  return report_no_memory(environment, message);
}

JNIEXPORT void JNICALL Java_dev_hail_nativejoin_NativeCalls_close(JNIEnv*, jclass, jlong join) {
  hail_join_close(join_at(join));
}

JNIEXPORT jint JNICALL Java_dev_hail_nativejoin_NativeCalls_probeCreate(JNIEnv* environment, jclass,
                                                                        jlong join, jlongArray out,
                                                                        jbyteArray message) try {
  return give_probe(environment, out, message, [join](hail_probe** probe, hail_error* error) {
    return hail_probe_create(join_at(join), probe, error);
  });
} catch (const std::bad_alloc&) {
  return report_no_memory(environment, message);
}

JNIEXPORT jint JNICALL Java_dev_hail_nativejoin_NativeCalls_starProbeCreate(
    JNIEnv* environment, jclass, jlongArray joins, jlongArray options, jintArray probe_outputs,
    jlongArray out, jbyteArray message) try {
  std::vector<hail_join*> star;
  for (const jlong join : longs_of(environment, joins)) {
    star.push_back(join_at(join));
  }
  const auto values = longs_of(environment, options);
  const auto probe_columns = positions(environment, probe_outputs);
  hail_star_options chosen = {};
  chosen.size = sizeof chosen;
  chosen.batch_rows = static_cast<std::uint32_t>(values[SLOT(STAR_BATCH_ROWS)]);
  chosen.memory_budget = static_cast<std::uint64_t>(values[SLOT(STAR_MEMORY_BUDGET)]);
  chosen.row_numbers = static_cast<std::uint8_t>(values[SLOT(STAR_ROW_NUMBERS)]);
  chosen.probe_outputs = static_cast<std::uint32_t>(probe_columns.size());
  chosen.probe_output = probe_columns.data();
  return give_probe(environment, out, message, [&](hail_probe** probe, hail_error* error) {
    return hail_star_probe_create(star.data(), static_cast<std::uint32_t>(star.size()), &chosen,
                                  probe, error);
  });
} catch (const std::bad_alloc&) {
  return report_no_memory(environment, message);
}

JNIEXPORT jint JNICALL Java_dev_hail_nativejoin_NativeCalls_probeResultSchema(JNIEnv* environment,
                                                                              jclass, jlong probe,
                                                                              jlong schema,
                                                                              jbyteArray message) {
  hail_error error = {};
  return report(environment,
                hail_probe_result_schema(probe_at(probe).probe, schema_at(schema), &error), error,
                message);
}

JNIEXPORT jint JNICALL Java_dev_hail_nativejoin_NativeCalls_probeColumns(JNIEnv* environment,
                                                                         jclass, jlong join,
                                                                         jobjectArray out,
                                                                         jbyteArray message) try {
  ArrowSchema schema = {};
  hail_error error = {};
  const int status = hail_join_probe_schema(join_at(join), &schema, &error);
  return give_columns(environment, status, schema, out, 0, error, message);
} catch (const std::bad_alloc&) {
  return report_no_memory(environment, message);
}

JNIEXPORT jint JNICALL Java_dev_hail_nativejoin_NativeCalls_resultColumns(JNIEnv* environment,
                                                                          jclass, jlong probe,
                                                                          jobjectArray out,
                                                                          jbyteArray message) try {
  ArrowSchema schema = {};
  hail_error error = {};
  const int status = hail_probe_result_schema(probe_at(probe).probe, &schema, &error);
  return give_columns(environment, status, schema, out, 1, error, message);
} catch (const std::bad_alloc&) {
  return report_no_memory(environment, message);
}

JNIEXPORT jint JNICALL Java_dev_hail_nativejoin_NativeCalls_probeBatch(JNIEnv* environment, jclass,
                                                                       jlong probe,
                                                                       jlongArray batch,
                                                                       jlongArray held,
                                                                       jbyteArray message) try {
  const std::vector<jlong> longs = longs_of(environment, batch);
  CountedProbe& counted = probe_at(probe);
  ArrowArray array = batch_of(longs, counted.batches);
  hail_error error = {};
  const int status = hail_probe_batch(counted.probe, &array, &error);
  write_value(environment, counted.batches, held);
  return report(environment, status, error, message);
} catch (const std::bad_alloc&) {
  return report_no_memory(environment, message);
}

JNIEXPORT jint JNICALL Java_dev_hail_nativejoin_NativeCalls_probeNext(JNIEnv* environment, jclass,
                                                                      jlong probe, jlongArray out,
                                                                      jbyteArray message) try {
  // Whatever may fail comes first, as rows that were handed out cannot be handed out again.
  std::vector<jlong> longs(static_cast<std::size_t>(environment->GetArrayLength(out)));
  auto result = std::make_unique<ArrowArray>();
  std::uint64_t rows = 0;
  hail_error error = {};
  CountedProbe& counted = probe_at(probe);
  const int status = hail_probe_next(counted.probe, result.get(), &rows, &error);
  longs[SLOT(RESULT_ROWS)] = static_cast<jlong>(rows);
  longs[SLOT(RESULT_HELD)] = counted.batches;
  if (rows > 0) {
    describe_result(*result, longs);
    longs[SLOT(RESULT_ADDRESS)] = address_of(result.release());
  }
  environment->SetLongArrayRegion(out, 0, static_cast<jsize>(longs.size()), longs.data());
  return report(environment, status, error, message);
} catch (const std::bad_alloc&) {
  return report_no_memory(environment, message);
}

JNIEXPORT jint JNICALL Java_dev_hail_nativejoin_NativeCalls_probeNextInto(JNIEnv* environment,
                                                                          jclass, jlong probe,
                                                                          jlongArray memory,
                                                                          jlongArray out,
                                                                          jbyteArray message) try {
  CountedProbe& counted = probe_at(probe);
  const std::vector<jlong> longs = longs_of(environment, memory);
  counted.columns.clear();
  for (std::size_t at = SLOT(ROWS_SLOTS); at < longs.size(); at += SLOT(ROWS_COLUMN_SLOTS)) {
    counted.columns.push_back(
        {reinterpret_cast<void*>(longs[at + SLOT(ROWS_COLUMN_VALUES)]),
         reinterpret_cast<std::uint8_t*>(longs[at + SLOT(ROWS_COLUMN_VALIDITY)])});
  }
  hail_rows to = {};
  to.size = sizeof to;
  to.columns = static_cast<std::uint32_t>(counted.columns.size());
  to.capacity = static_cast<std::uint64_t>(longs[SLOT(ROWS_CAPACITY)]);
  to.row_numbers = reinterpret_cast<std::uint32_t*>(longs[SLOT(ROWS_NUMBERS)]);
  to.column = counted.columns.data();
  std::uint64_t rows = 0;
  hail_error error = {};
  const int status = hail_probe_next_into(counted.probe, &to, &rows, &error);
  write_value(environment, static_cast<jlong>(rows), out);
  return report(environment, status, error, message);
} catch (const std::bad_alloc&) {
  return report_no_memory(environment, message);
}

JNIEXPORT jint JNICALL Java_dev_hail_nativejoin_NativeCalls_probeCounts(JNIEnv* environment, jclass,
                                                                        jlong probe, jint join,
                                                                        jlongArray out,
                                                                        jbyteArray message) {
  hail_star_counts counts = {};
  counts.size = sizeof counts;
  hail_error error = {};
  const int status =
      hail_probe_counts(probe_at(probe).probe, static_cast<std::uint32_t>(join), &counts, &error);
  jlong values[SLOT(COUNTS_SLOTS)];
  values[SLOT(COUNTS_SEEN)] = static_cast<jlong>(counts.seen);
  values[SLOT(COUNTS_PASSED)] = static_cast<jlong>(counts.passed);
  values[SLOT(COUNTS_PROBED)] = static_cast<jlong>(counts.probed);
  values[SLOT(COUNTS_NANOSECONDS)] = static_cast<jlong>(counts.nanoseconds);
  environment->SetLongArrayRegion(out, 0, SLOT(COUNTS_SLOTS), values);
  return report(environment, status, error, message);
}

JNIEXPORT jlong JNICALL Java_dev_hail_nativejoin_NativeCalls_address(JNIEnv* environment, jclass,
                                                                     jobject buffer) {
  return address_of(environment->GetDirectBufferAddress(buffer));
}

JNIEXPORT void JNICALL Java_dev_hail_nativejoin_NativeCalls_releaseResult(JNIEnv*, jclass,
                                                                          jlong array) {
  const std::unique_ptr<ArrowArray> result(array_at(array));
  result->release(result.get());
}

JNIEXPORT jint JNICALL Java_dev_hail_nativejoin_NativeCalls_probeFinish(JNIEnv* environment, jclass,
                                                                        jlong probe, jlongArray out,
                                                                        jbyteArray message) {
  std::uint32_t others = 0;
  hail_error error = {};
  CountedProbe& counted = probe_at(probe);
  const int status = hail_probe_finish(counted.probe, &others, &error);
  jlong values[SLOT(FINISH_SLOTS)];
  values[SLOT(FINISH_OTHERS)] = static_cast<jlong>(others);
  values[SLOT(FINISH_HELD)] = counted.batches;
  environment->SetLongArrayRegion(out, 0, SLOT(FINISH_SLOTS), values);
  return report(environment, status, error, message);
}

JNIEXPORT void JNICALL Java_dev_hail_nativejoin_NativeCalls_probeClose(JNIEnv*, jclass,
                                                                       jlong probe) {
  const std::unique_ptr<CountedProbe> counted(&probe_at(probe));
  hail_probe_close(counted->probe);
}

}  // extern "C"
