// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#ifndef HAIL_JOIN_H
#define HAIL_JOIN_H

/// The join operator as a C interface: Arrow batches in, Arrow batches out, over the Arrow C data
/// interface. No function throws, aborts or keeps global state. Each function but the two _close
/// returns a status. With any status but HAIL_OK, `error` receives a message unless `error` is
/// NULL. The message names the argument, column or file, and the fault.
///
///   create -> build (repeatedly, any thread) -> finish_build -> [save]
///                                                   |
///   map or read(image) -----------------------------+-> probe_create (one per thread)
///       probe_batch -> probe_next until no more -> ... -> probe_finish -> probe_next until no more
///
/// star_probe_create makes a probe of several joins at once. The functions of other probes serve
/// this probe too.
///
/// Several threads may call functions of a join at once; only one thread at a time may use a probe.
/// A join or probe that is closed must not be used again.

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A program copies these from https://arrow.apache.org/docs/format/CDataInterface.html. */
struct ArrowSchema;
struct ArrowArray;

typedef struct hail_join hail_join;
typedef struct hail_probe hail_probe;

typedef enum hail_status {
  HAIL_OK = 0,
  HAIL_INVALID_ARGUMENT = 1, /* an option or argument that is not allowed */
  HAIL_INVALID_BATCH = 2,    /* another schema than announced, or buffers that contradict it */
  HAIL_UNSUPPORTED_TYPE = 3, /* a key or output column of a type that joins do not take */
  HAIL_BUDGET_EXCEEDED = 4,  /* the budget refused memory before it was allocated */
  HAIL_OUT_OF_MEMORY = 5,    /* the budget allowed memory that the system does not have */
  HAIL_WRONG_STATE = 6,      /* a call out of order, such as a batch after finish_build */
  HAIL_BAD_IMAGE = 7,        /* damaged, of another version, or no image */
  HAIL_IO = 8,               /* a file cannot be read or written, or must not be mapped */
  HAIL_INTERNAL = 9
} hail_status;

typedef struct hail_error {
  char message[1024]; /* zero-terminated UTF-8, cut if longer */
} hail_error;

typedef enum hail_join_kind {
  HAIL_INNER = 0,
  HAIL_PROBE_OUTER = 1, /* each probe row at least once */
  HAIL_BUILD_OUTER = 2, /* each build row at least once */
  HAIL_FULL_OUTER = 3,
  HAIL_PROBE_SEMI = 4,      /* probe rows with a match, once */
  HAIL_PROBE_ANTI = 5,      /* probe rows without a match, NULL keys included */
  HAIL_BUILD_SEMI = 6,      /* build rows with a match, once, at the end */
  HAIL_BUILD_ANTI = 7,      /* build rows without a match, NULL keys included, at the end */
  HAIL_NULL_AWARE_ANTI = 8, /* NOT IN; one key column */
  HAIL_MARK = 9,            /* each probe row once, with a boolean column `mark`: true, false or
                               NULL, as IN gives; one key column */
  HAIL_COUNT = 10           /* no rows: once finished, each probe gives one batch of one row. The
                               column `count` (int64) has the number of matches of its batches */
} hail_join_kind;

typedef enum hail_table_choice {
  HAIL_AUTO = 0,
  HAIL_CONCISE_HASH = 1,  /* CHT, any keys */
  HAIL_CONCISE_ARRAY = 2, /* CAT; finish_build returns HAIL_INVALID_ARGUMENT if keys are too far
                             apart or do not fit 64 bits */
  HAIL_LINEAR_PROBING = 3 /* linear probing, any keys. NOP with direct probes. With buffered probes,
                             a join by partitions that keeps the order of the probe rows */
} hail_table_choice;

typedef enum hail_probe_mode {
  HAIL_PROBE_DIRECT = 0,  /* rows of a batch are looked up when they are asked for */
  HAIL_PROBE_BUFFERED = 1 /* rows of several batches wait until a buffer is full. Then they are
                             looked up piece by piece of the table (Barber et al., section 3.2).
                             Results have the same rows, and matches in the same order */
} hail_probe_mode;

typedef struct hail_join_options {
  uint32_t size; /* sizeof(hail_join_options) of the caller */
  int32_t kind;
  int32_t table;
  uint32_t threads;           /* of finish_build, at most 1024; 0 means 1 */
  uint64_t memory_budget;     /* bytes, also of result batches until they are released; 0 means
                                 without limit */
  uint8_t null_equal;         /* 1: NULL keys match NULL keys, so NOT IN and IN are never NULL */
  uint32_t keys;              /* number of key columns, 1 to 256 */
  const uint32_t* build_keys; /* indexes of columns, from 0 */
  const uint32_t* probe_keys;
  /* Build columns of the result, in this order. None for kinds that give no build rows. */
  uint32_t build_outputs;
  const uint32_t* build_output;
  uint32_t probe_outputs; /* none for kinds that give no probe rows */
  const uint32_t* probe_output;
  uint32_t batch_rows; /* most rows of a result batch, at most 2^24; 0 means 8192 */
  int32_t probe_mode;
  /* Bytes of a buffered probe's buffer, on the budget. A row that waits takes 29 bytes; columns
     decoded from dictionaries count too. 0 means an eighth of the budget, at most 64 MiB. Must be
     0 for direct probes. */
  uint64_t probe_buffer;
} hail_join_options;

typedef struct hail_join_info {
  uint32_t size; /* sizeof(hail_join_info); the caller sets this field */
  int32_t table;
  uint8_t unique;         /* 1: no key comes twice */
  uint8_t exact_keys;     /* 1: keys fit codes of 64 bits. 0: keys with equal hashes are compared */
  uint64_t rows;          /* rows of all build batches */
  uint64_t null_key_rows; /* rows with a NULL in the key */
  uint64_t distinct_keys;
  uint64_t table_bytes;  /* table, row numbers, build columns; or the image, if mapped or read */
  uint64_t peak_bytes;   /* most bytes that were on the budget at one time */
  char explanation[256]; /* why this table, in one line */
} hail_join_info;

/// Creates a join without rows. Both schemas are structs of columns. The join copies schemas and
/// options; the caller still releases the schemas. After an error `*join` is NULL.
int hail_join_create(const hail_join_options* options, const struct ArrowSchema* build,
                     const struct ArrowSchema* probe, hail_join** join, hail_error* error);

/// Takes a batch of the build side, copies its keys and outputs, and releases it. Its `release` is
/// NULL afterwards, also on error. A refused batch leaves the join as it was.
int hail_join_build(hail_join* join, struct ArrowArray* batch, hail_error* error);

/// Builds the table; no build batch may follow. After an error in the build the join can only be
/// closed. `info` may be NULL.
int hail_join_finish_build(hail_join* join, hail_join_info* info, hail_error* error);

/// Writes into `info` what finish_build has built, or what was mapped or read. Before finish_build
/// this returns HAIL_WRONG_STATE.
int hail_join_describe(const hail_join* join, hail_join_info* info, hail_error* error);

/// Writes the schema of result batches: probe outputs, then build outputs, then `mark` or `count`.
/// Columns of a side whose row may be missing are nullable. A column that comes with a dictionary
/// has the type of its values.
int hail_join_result_schema(const hail_join* join, struct ArrowSchema* schema, hail_error* error);

/// Writes the schema of probe batches as it was announced, also for joins that were mapped or read.
int hail_join_probe_schema(const hail_join* join, struct ArrowSchema* schema, hail_error* error);

/// Writes the finished build side as an image, a file for hail_join_map and hail_join_read. The
/// file has a temporary name until it is complete. Only its owner may read the file (mode 0600),
/// because it holds rows.
int hail_join_save(const hail_join* join, const char* path, hail_error* error);

/// Opens an image read-only. Several processes share its memory. The file must not change while it
/// is open. A file that others than this user and root may write is refused (HAIL_IO).
///
/// Header and lengths are always checked. With `verify`, all bytes must also have their checksum,
/// and no number in them may lead outside of the image. Without `verify`, damaged content may end
/// the process: open only images that are known to be whole.
int hail_join_map(const char* path, uint8_t verify, hail_join** join, hail_error* error);

/// Opens a copy of an image in memory of this process. The copy takes as many bytes as the file,
/// which do not count on the budget of the join. The copy is always verified. So the file may
/// belong to anyone, and may be changed, cut or removed afterwards.
int hail_join_read(const char* path, hail_join** join, hail_error* error);

/// Closes a join; NULL is allowed. The memory of a join with open probes is freed when the last of
/// these probes is closed.
void hail_join_close(hail_join* join);

/// Creates a probe of a finished, mapped or read join. If the kind gives build rows at the end,
/// create all probes before the first of them finishes. Once the last open probe has finished, this
/// returns HAIL_WRONG_STATE for such kinds.
int hail_probe_create(hail_join* join, hail_probe** probe, hail_error* error);

/// Options of a probe of several joins.
typedef struct hail_star_options {
  uint32_t size;       /* sizeof(hail_star_options) of the caller */
  uint32_t batch_rows; /* most rows of a result batch, at most 2^24; 0 means 8192 */
  /* Bytes of this probe, of columns decoded from dictionaries, and of result batches until they are
     released. The budgets of the joins do not count them. 0 means without limit. */
  uint64_t memory_budget;
  uint32_t probe_outputs;
  const uint32_t* probe_output; /* indexes of probe columns, from 0 */
  /* 1: the result begins with a column `row` (uint32), the numbers of the probe rows in their
     batch, from 0. Callers whose structure ends before this field get none. */
  uint8_t row_numbers;
} hail_star_options;

/// Creates a probe of 1 to 64 joins at once, a star. The result is the result of a chain, in which
/// each join takes the result of the join before. A probe row that passes all joins comes with each
/// choice of one match in each join. There is no intermediate result: the bits of all tables drop
/// rows before the first look-up (Barber et al., section 3.1).
///
/// The joins are finished, mapped or read. All have the same probe schema, column by column; each
/// has its own key columns. Their kinds are among these; other kinds return HAIL_INVALID_ARGUMENT:
///
///   HAIL_INNER             a probe row beside each match
///   HAIL_PROBE_OUTER       a probe row beside each match, or beside NULL if it has none
///   HAIL_PROBE_SEMI, HAIL_PROBE_ANTI, HAIL_NULL_AWARE_ANTI
///                          probe rows that this join alone would give; others are dropped
///
/// The kind, key columns, null_equal and build outputs of each join matter. Its probe outputs,
/// batch_rows and probe_mode do not; rows never wait. A join may be in the list twice. The joins
/// may be closed while the probe is open. The probe waits for no other probe: hail_probe_finish
/// sets `others` to 0.
int hail_star_probe_create(hail_join* const* joins, uint32_t count,
                           const hail_star_options* options, hail_probe** probe, hail_error* error);

/// Writes the schema of the batches that a probe gives. For a probe of one join, this is
/// hail_join_result_schema of the join. A star gives the probe outputs, then the build outputs of
/// each join in the order of the joins. Build outputs of HAIL_PROBE_OUTER are nullable.
int hail_probe_result_schema(const hail_probe* probe, struct ArrowSchema* schema,
                             hail_error* error);

/// Takes a batch of the probe side. Its `release` is NULL afterwards, also on error. Returns
/// HAIL_WRONG_STATE unless probe_next has given all rows of earlier batches that do not wait.
///
/// A batch without rows is released at once. Other batches are released when the next batch comes,
/// or when the probe finishes or is closed. A buffered probe holds up to 4096 batches. The next
/// call after all rows of a full buffer have been given releases the batches of these rows.
int hail_probe_batch(hail_probe* probe, struct ArrowArray* batch, hail_error* error);

/// Writes the next rows as a batch, and their number into `*rows`. All come from one probe batch.
/// If there are no more rows, `*rows` is 0 and no batch is written; a buffered probe may have more
/// rows later. After an error the same rows can be asked for again.
int hail_probe_next(hail_probe* probe, struct ArrowArray* result, uint64_t* rows,
                    hail_error* error);

/// Memory of the caller for a column of a result.
typedef struct hail_column {
  void* values; /* of the width of the type, or a bit per row for booleans */
  uint8_t*
      validity; /* a bit per row, 0 for NULL; NULL is allowed for columns that are not nullable */
} hail_column;

/// Memory of the caller for rows of a result.
typedef struct hail_rows {
  uint32_t size;         /* sizeof(hail_rows) of the caller */
  uint32_t columns;      /* without the row numbers */
  uint64_t capacity;     /* rows, at least 1 */
  uint32_t* row_numbers; /* NULL unless the star gives them */
  const hail_column* column;
} hail_rows;

/// Writes the next rows of a star to memory of the caller, and their number into `*rows`: 0 if
/// there are no more, else at most batch_rows and at most the capacity. A NULL has any value. All
/// columns must have a fixed width (HAIL_INVALID_ARGUMENT). Nothing is allocated. Calls of this
/// function and of hail_probe_next may take turns.
int hail_probe_next_into(hail_probe* probe, const hail_rows* to, uint64_t* rows, hail_error* error);

/// What a star did with one of its joins so far.
typedef struct hail_star_counts {
  uint32_t size;        /* sizeof(hail_star_counts); the caller sets this field */
  uint64_t seen;        /* rows whose key was encoded */
  uint64_t passed;      /* rows of these that the first test, of the bits of the table, let pass */
  uint64_t probed;      /* rows that were looked up after the bits */
  uint64_t nanoseconds; /* time of tests and look-ups */
} hail_star_counts;

/// Writes the counts of a join of a star.
///
/// join   position in the list of joins, from 0
int hail_probe_counts(const hail_probe* probe, uint32_t join, hail_star_counts* to,
                      hail_error* error);

/// Ends the batches of this probe. Rows that wait are looked up; probe_next then gives them. If the
/// look-up returns HAIL_BUDGET_EXCEEDED, the call can be repeated.
///
/// Kinds BUILD_* and FULL_OUTER owe build rows, which the last probe of a join to finish gives
/// through probe_next. `others`, which may be NULL, receives the number of other open probes. A
/// probe that is closed without this call gives no owed rows. If it was the last open probe, create
/// and finish another probe to get them.
int hail_probe_finish(hail_probe* probe, uint32_t* others, hail_error* error);

/// Closes a probe and releases its batches; NULL is allowed. Result batches stay valid.
void hail_probe_close(hail_probe* probe);

#ifdef __cplusplus
}
#endif

#endif
