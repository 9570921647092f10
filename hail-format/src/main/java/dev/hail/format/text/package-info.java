// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/**
 * Delimited text in and out: cutting a stream into whole rows, parsing rows into columns, proposing
 * schemas, and writing values as text. Parsing makes no objects per row or field.
 */
package dev.hail.format.text;
