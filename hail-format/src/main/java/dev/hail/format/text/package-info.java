// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/**
 * Delimited text in and out: cutting a stream at row ends, parsing rows into columns without
 * objects per row or field, proposing schemas, and writing values back as text.
 */
package dev.hail.format.text;
