// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.upload;

import dev.hail.bench.measure.CpuTime;

/**
 * What one upload cost.
 *
 * @param seconds until the file was visible
 * @param cpu of everybody, from begin to end
 * @param storedBytes on the disks of all datanodes, without checksum files
 */
record UploadFigures(double seconds, CpuTime cpu, long storedBytes) {}
