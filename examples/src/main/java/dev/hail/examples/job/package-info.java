// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/** An example job in its two forms, for plain Hadoop and for HAIL. */
package dev.hail.examples.job;
