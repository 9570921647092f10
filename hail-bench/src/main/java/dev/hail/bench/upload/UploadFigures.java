// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.upload;

import dev.hail.bench.measure.CpuTime;

/**
 * The cost of one upload.
 *
 * @param seconds time until the file was visible
 * @param cpu processor time of client and daemons during the upload
 * @param storedBytes bytes on the disks of all datanodes, without checksum files
 */
record UploadFigures(double seconds, CpuTime cpu, long storedBytes) {}
