// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.query;

import dev.hail.bench.job.OutputFingerprint;

/**
 * The times and the output of one {@code hail cat}.
 *
 * @param ownSeconds time from the start of main to its end, including class loading and connecting
 * @param processSeconds time of the whole process, including start and end of the JVM
 * @param output fingerprint of the output
 */
record CatRun(double ownSeconds, double processSeconds, OutputFingerprint output) {}
