// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/** Text for a person at a terminal: progress and tables. */
package dev.hail.bench.console;
