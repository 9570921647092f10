// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/** Encodes rows for other programs: delimited text, JSON lines, an Arrow stream. */
package dev.hail.cli.output;
