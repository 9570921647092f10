// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.upload;

/**
 * How one system took the text in.
 *
 * @param seconds wall clock time from the first byte read to the file being visible
 * @param storedBytes on the disks of all datanodes together, checksums not counted
 * @param blocks of the file
 */
public record UploadResult(double seconds, long storedBytes, int blocks) {}
