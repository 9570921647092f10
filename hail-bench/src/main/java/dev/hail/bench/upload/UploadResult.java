// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.upload;

/**
 * The cost of an upload on one system.
 *
 * @param seconds wall clock time from the first byte read until the file is visible
 * @param storedBytes bytes on the disks of all datanodes, without checksum files
 * @param blocks number of blocks of the file
 */
public record UploadResult(double seconds, long storedBytes, int blocks) {}
