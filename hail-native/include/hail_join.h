// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#ifndef HAIL_JOIN_H
#define HAIL_JOIN_H

/// The join operator as a C interface: Arrow batches in, Arrow batches out, over the Arrow C data
/// interface. No function throws, aborts or keeps global state; each returns a status and, if that
/// is not HAIL_OK, writes into `error`, unless that is NULL, what is wrong with which argument,
/// column or file.
///
///   create -> build (repeatedly, any thread) -> finish_build -> [save]
///                                                   |
///   map(image) -------------------------------------+-> probe_create (one per thread)
///       probe_batch -> probe_next until no more -> ... -> probe_finish -> probe_next until no more
///
/// star_probe_create makes a probe of several joins at once, for which the same functions are.
///
/// Functions of a join may be called by several threads at once, those of a probe by one at a time.
/// Nothing may be called with a join or probe that is closed.

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* As https://arrow.apache.org/docs/format/CDataInterface.html defines them, for programs to copy. */
struct ArrowSchema;
struct ArrowArray;

typedef struct hail_join hail_join;
typedef struct hail_probe hail_probe;

typedef enum hail_status {
  HAIL_OK = 0,
  HAIL_INVALID_ARGUMENT = 1, /* an option or argument that cannot be */
  HAIL_INVALID_BATCH = 2,    /* another schema than announced, or buffers that contradict it */
  HAIL_UNSUPPORTED_TYPE = 3, /* a key or output column of a type that joins do not take */
  HAIL_BUDGET_EXCEEDED = 4,  /* refused before anything was allocated */
  HAIL_OUT_OF_MEMORY = 5,    /* the system has none, though the budget would allow it */
  HAIL_WRONG_STATE = 6,      /* a call out of order, such as a batch after finish_build */
  HAIL_BAD_IMAGE = 7,        /* damaged, of a newer version, or no image */
  HAIL_IO = 8,
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
  HAIL_MARK = 9,            /* each probe row once, and a boolean column `mark`: true, false or NULL
                               as IN; one key column */
  HAIL_COUNT = 10           /* no rows: after its end each probe gives one batch of one row, the
                               number of matches of its own batches in the column `count` (int64) */
} hail_join_kind;

typedef enum hail_join_algorithm {
  HAIL_AUTO = 0,
  HAIL_CONCISE_HASH = 1,  /* CHT */
  HAIL_CONCISE_ARRAY = 2, /* CAT; HAIL_INVALID_ARGUMENT of finish_build if the keys are too far
                             apart or do not fit 64 bits */
  HAIL_LINEAR_PROBING = 3 /* linear probing, any keys: with direct probes NOP, with buffered ones a
                             join by partitions whose results are in the order of the probe rows */
} hail_join_algorithm;

typedef enum hail_probe_mode {
  HAIL_PROBE_DIRECT = 0,  /* rows of a batch are looked up when they are asked for */
  HAIL_PROBE_BUFFERED = 1 /* rows of several batches wait until a buffer of them is full, and are
                             looked up piece by piece of the table (Barber et al., section 3.2);
                             results have the same rows, matches in the same order */
} hail_probe_mode;

typedef struct hail_join_options {
  uint32_t size; /* sizeof(hail_join_options) of the caller */
  int32_t kind;
  int32_t algorithm;
  uint32_t threads;           /* that finish_build uses; 0 is one, at most 1024 */
  uint64_t memory_budget;     /* bytes, of batches of the result as well until they are released;
                                 0 is without limit */
  uint8_t null_equal;         /* 1: NULL keys match NULL keys, and nothing is unknown to NOT IN */
  uint32_t keys;              /* number of key columns, 1 to 256 */
  const uint32_t* build_keys; /* indexes of columns */
  const uint32_t* probe_keys;
  /* Build columns of the result, in this order; none for kinds that give no build rows. */
  uint32_t build_outputs;
  const uint32_t* build_output;
  uint32_t probe_outputs; /* none for kinds that give no probe rows */
  const uint32_t* probe_output;
  uint32_t batch_rows; /* most rows of a batch of the result; 0 is 8192, at most 2^24 */
  int32_t probe_mode;
  /* Bytes of a probe on the budget for rows that wait, of which each takes 29, and columns decoded
     of dictionaries; 0 is an eighth of the budget or 64 MiB, whichever is less. 0 of direct probes. */
  uint64_t probe_buffer;
} hail_join_options;

typedef struct hail_join_info {
  uint32_t size; /* sizeof(hail_join_info) of the caller, who sets it */
  int32_t algorithm;
  uint8_t unique;         /* no key twice */
  uint8_t exact_keys;     /* keys fit 64 bits, so that nothing is compared twice */
  uint64_t rows;          /* that were given */
  uint64_t null_key_rows; /* those of them with a NULL in the key */
  uint64_t distinct_keys;
  uint64_t table_bytes; /* table, row numbers and build columns; of a mapped join its image */
  uint64_t peak_bytes;
  char explanation[256]; /* why this algorithm, in a line */
} hail_join_info;

/// Both schemas are structs of columns; they are read and not kept. Copies the options.
int hail_join_create(const hail_join_options* options, const struct ArrowSchema* build,
                     const struct ArrowSchema* probe, hail_join** join, hail_error* error);

/// Takes a batch of the build side and releases it; its release is NULL afterwards, also on error.
/// A batch that is refused leaves the join as it was.
int hail_join_build(hail_join* join, struct ArrowArray* batch, hail_error* error);

/// Builds the table. After an error the join can only be closed. `info` may be NULL.
int hail_join_finish_build(hail_join* join, hail_join_info* info, hail_error* error);

int hail_join_describe(const hail_join* join, hail_join_info* info, hail_error* error);

/// Schema of result batches: probe outputs, then build outputs (columns of the side that may be
/// missing are nullable), then `mark` or `count`. A column that comes with a dictionary has the
/// type of its values.
int hail_join_result_schema(const hail_join* join, struct ArrowSchema* schema, hail_error* error);

/// Schema of probe batches, as announced; also of joins that were mapped.
int hail_join_probe_schema(const hail_join* join, struct ArrowSchema* schema, hail_error* error);

/// Writes the finished build side as a file that hail_join_map opens, under a temporary name first.
/// Nobody but its owner may read the file (mode 0600), since it holds rows.
int hail_join_save(const hail_join* join, const char* path, hail_error* error);

/// Opens an image read-only; several processes share its memory, and it must not be changed while
/// it is open. Header and lengths are always checked, all bytes against their checksum if `verify`,
/// and then also that no number in them leads out of the image.
/// Without it, only images that are known to be whole may be opened. A file that anybody but this
/// user and root may write is refused (HAIL_IO).
int hail_join_map(const char* path, uint8_t verify, hail_join** join, hail_error* error);

/// Opens a copy of an image in memory of this process, which takes as many bytes as the file beside
/// the budget of the join. The copy is always verified, so the file may be anybody's, and may be
/// changed, cut or removed afterwards.
int hail_join_read(const char* path, hail_join** join, hail_error* error);

/// A join may be closed while probes are open; it goes with the last of them. NULL is no join.
void hail_join_close(hail_join* join);

/// Probes of one join are to be created before the first of them finishes, if its kind gives rows
/// of the build side at the end.
int hail_probe_create(hail_join* join, hail_probe** probe, hail_error* error);

/// What a probe of several joins gives.
typedef struct hail_star_options {
  uint32_t size;       /* sizeof(hail_star_options) of the caller */
  uint32_t batch_rows; /* most rows of a batch of the result; 0 is 8192, at most 2^24 */
  /* Bytes of this probe, its batch if it has dictionaries, and its batches of the result until they
     are released, beside the budgets of the joins; 0 is without limit. */
  uint64_t memory_budget;
  uint32_t probe_outputs;
  const uint32_t* probe_output; /* indexes of columns of the probe side */
} hail_star_options;

/// A probe of 1 to 64 joins at once (a star), which gives what these joins give if each takes the
/// result of the one before: to each probe row that all joins have a place for, each choice of one
/// match in each of them. There is no intermediate result; rows are sorted out by the bits of all
/// tables before the first of them is looked up (Barber et al., section 3.1).
///
/// The joins are finished or mapped, have the same schema of the probe side, column by column, and
/// their own key columns of it, and are of these kinds; others are HAIL_INVALID_ARGUMENT:
///
///   HAIL_INNER             a probe row beside each match
///   HAIL_PROBE_OUTER       the same, or beside NULL if it has none
///   HAIL_PROBE_SEMI, HAIL_PROBE_ANTI, HAIL_NULL_AWARE_ANTI
///                          probe rows that this join alone would give; others are dropped
///
/// Of each join the key columns, null_equal, and build outputs matter; not its probe outputs, the
/// rows of its batches nor its probe_mode, as rows do not wait. The same join may be there twice.
/// The probe keeps the joins, which may be closed. It waits for no other probe: `others` of
/// hail_probe_finish is 0.
int hail_star_probe_create(hail_join* const* joins, uint32_t count,
                           const hail_star_options* options, hail_probe** probe, hail_error* error);

/// Schema of the batches that a probe gives: hail_join_result_schema of its join, or, of several
/// joins, the probe outputs, then the build outputs of each join in the order in which they were
/// given; those of HAIL_PROBE_OUTER are nullable.
int hail_probe_result_schema(const hail_probe* probe, struct ArrowSchema* schema,
                             hail_error* error);

/// Takes a batch of the probe side; its release is NULL afterwards, also on error. HAIL_WRONG_STATE
/// if probe_next has not got to all rows of the batch before. A batch without rows is released at
/// once, others when the next one comes, the probe finishes or is closed. A buffered probe holds up
/// to 4096 batches, and releases them when all rows that were looked up with theirs have been given
/// and another call comes.
int hail_probe_batch(hail_probe* probe, struct ArrowArray* batch, hail_error* error);

/// The next rows, of one batch, or `*rows` = 0 and no array when there are no more, for now if the
/// probe is buffered. After an error the same rows can be asked for again.
int hail_probe_next(hail_probe* probe, struct ArrowArray* result, uint64_t* rows,
                    hail_error* error);

/// No more batches for this probe; rows that wait are looked up, which may end with
/// HAIL_BUDGET_EXCEEDED and can then be tried again, and given by probe_next. The last probe of a
/// join to finish gives, by probe_next, what is owed of the build side (kinds BUILD_* and
/// FULL_OUTER); `others`, which may be NULL, tells how many probes are still open. A probe that is
/// closed without this gives nothing.
int hail_probe_finish(hail_probe* probe, uint32_t* others, hail_error* error);

void hail_probe_close(hail_probe* probe);

#ifdef __cplusplus
}
#endif

#endif
