// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/** Tests of one promise: no command ends well, or deletes anything, before its output is whole. */
package dev.hail.bench.output;
