// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.job;

/**
 * How one system ran one job.
 *
 * @param seconds wall clock time from submission, planning included, to completion
 * @param mapTasks that the job was cut into
 * @param readerSeconds time in the record readers' initialize and nextKeyValue, over all map tasks
 * @param bytesRead of input, over all map tasks
 * @param accessPath how blocks were read, for people
 * @param output of the job
 */
public record JobResult(
    double seconds,
    int mapTasks,
    double readerSeconds,
    long bytesRead,
    String accessPath,
    OutputFingerprint output) {}
