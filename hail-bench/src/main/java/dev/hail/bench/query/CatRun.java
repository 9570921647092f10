// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.query;

import dev.hail.bench.job.OutputFingerprint;

/**
 * What one {@code hail cat} took.
 *
 * @param ownSeconds from the begin of main to the end, class loading and connecting included
 * @param processSeconds the same with start and end of the virtual machine
 */
record CatRun(double ownSeconds, double processSeconds, OutputFingerprint output) {}
