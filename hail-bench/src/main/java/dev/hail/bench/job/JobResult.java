// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.job;

/**
 * The result and cost of one job on one system.
 *
 * @param seconds wall clock time from submission, planning included, to completion
 * @param mapTasks number of map tasks
 * @param readerSeconds time in the record readers' initialize and nextKeyValue, summed over all map
 *     tasks
 * @param bytesRead bytes of input read by all map tasks
 * @param accessPath how blocks were read, as text to show
 * @param output fingerprint of the job's output
 */
public record JobResult(
    double seconds,
    int mapTasks,
    double readerSeconds,
    long bytesRead,
    String accessPath,
    OutputFingerprint output) {}
